// Embeds in the page, as data, what is not rendered when it opens; the script renders it on demand.
import { scriptWords } from "../../words/report-texts.ts";
import { plainJson } from "../../words/text.ts";
import { fileSection, type FileView } from "./files.ts";
import { checkNames, listRow, type ShownFinding } from "./finding-card.ts";
import { reportRoom, siteRoom } from "./page-limits.ts";
import { trustedHtml, type Html } from "./template.ts";

/** Severity, checks, outcome, file, piece, and the list row if it is not in the page. */
type FindingData = [string, readonly string[], string, number, number, string?];

/** Names are short because there may be thousands of each. Markup that the page already contains is left out. */
interface PageData {
  words: typeof scriptWords;
  step: { findings: number; files: number };
  findings: readonly FindingData[];
}

interface ReportData extends PageData {
  /** Path, pieces as [label, markup], findings, section. */
  files: readonly { p: string; b: readonly [string, string?][]; n: number; h?: string }[];
}

interface SiteData extends PageData {
  /** Names used by links from elsewhere: the finding's id and identity. */
  ids: readonly [string, string][];
  /** Index of the finding named in the URL; -1: none. */
  start: number;
}

export function dataBlock(all: readonly ShownFinding[], views: readonly FileView[]): Html {
  const places = findingPlaces(views);
  const data: ReportData = {
    words: scriptWords,
    step: { findings: reportRoom.findings, files: reportRoom.files },
    findings: all.map((shown) => {
      const row: [string?] = shown.index < reportRoom.findings ? [] : [listRow(shown).toString()];
      return [...factsOf(shown, places), ...row] as FindingData;
    }),
    files: views.map((view) => ({
      p: view.path.toLowerCase(),
      n: view.found.length,
      b: view
        .pieces()
        .map(({ label, markup }, index) => (view.laid && index === 0 ? [label] : [label, markup().toString()])),
      ...(!view.listed && { h: fileSection(view).toString() }),
    })),
  };
  return block(data);
}

/** For a page that contains every row and file and fetches the rest from the server. */
export function siteData(all: readonly ShownFinding[], views: readonly FileView[], start: number): Html {
  const places = findingPlaces(views);
  const data: SiteData = {
    words: scriptWords,
    step: { findings: siteRoom.findings, files: siteRoom.files },
    findings: all.map((shown) => factsOf(shown, places)),
    ids: all.map(({ one: { finding } }) => [finding.id, finding.identity]),
    start,
  };
  return block(data);
}

function block(data: PageData): Html {
  return trustedHtml(`<script type="application/json" id="data">${inScript(data)}</script>`);
}

type Places = ReadonlyMap<number, readonly [file: number, piece: number]>;

function factsOf({ index, one }: ShownFinding, places: Places): FindingData {
  const [file, piece] = places.get(index)!;
  return [one.severity, checkNames(one), one.outcome, file, piece];
}

/** JSON that cannot close its script element or open a comment in it. */
export function inScript(data: unknown): string {
  return plainJson(JSON.stringify(data)).replaceAll("<", "\\u003c");
}

/** The file and piece of each finding. */
export function findingPlaces(views: readonly FileView[]): Places {
  return new Map(
    views
      .filter(({ found }) => found.length > 0)
      .flatMap(({ index, pieces, small, found }) =>
        small
          ? found.map((shown) => [shown.index, [index, 0]] as const)
          : pieces().flatMap((piece, at) => piece.findings.map((finding) => [finding, [index, at]] as const)),
      ),
  );
}
