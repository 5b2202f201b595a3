// What is not laid out when the page opens, as data in the page; the script lays it out when it is asked for.
import { scriptWords } from "../../words/html.ts";
import { plainJson } from "../../words/text.ts";
import { fileSection, type FileView } from "./files.ts";
import { checkNames, listRow, type ShownFinding } from "./findings.ts";
import { reportRoom, siteRoom } from "./limits.ts";
import { ours, type Html } from "./template.ts";

/** severity, checks, outcome, file, piece, row of the list where it is not in the page */
type FindingData = [string, readonly string[], string, number, number, string?];

/** Names are short: there may be thousands of each. Markup is left out where the page has it already. */
interface PageData {
  words: typeof scriptWords;
  step: { findings: number; files: number };
  findings: readonly FindingData[];
}

interface ReportData extends PageData {
  /** path, pieces as [label, markup], findings, section */
  files: readonly { p: string; b: readonly [string, string?][]; n: number; h?: string }[];
}

interface SiteData extends PageData {
  /** By which links from elsewhere name a finding: its id and its identity. */
  ids: readonly [string, string][];
  /** The finding that the address named; -1: none. */
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

/** Of a page that has every row and every file in it, and asks the server for the rest. */
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
  return ours(`<script type="application/json" id="data">${inScript(data)}</script>`);
}

type Places = ReadonlyMap<number, readonly [file: number, piece: number]>;

function factsOf({ index, one }: ShownFinding, places: Places): FindingData {
  const [file, piece] = places.get(index)!;
  return [one.severity, checkNames(one), one.outcome, file, piece];
}

/** JSON that cannot end the element that it stands in, nor begin a comment in it. */
export function inScript(data: unknown): string {
  return plainJson(JSON.stringify(data)).replaceAll("<", "\\u003c");
}

/** In which file and in which of its pieces each finding is. */
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
