// What is not laid out when the page opens, as data in the page; the script lays it out when it is asked for.
import { scriptWords } from "../../words/html.ts";
import { plainJson } from "../../words/text.ts";
import { fileSection, type FileView } from "./files.ts";
import { checksOf, listRow, type Shown } from "./findings.ts";
import { listedFiles, listedFindings } from "./limits.ts";
import { ours, type Html } from "./template.ts";

/** Names are short: there may be thousands of each. Markup is left out where the page has it already. */
interface PageData {
  words: typeof scriptWords;
  step: { findings: number; files: number };
  /** severity, checks, fate, file, piece, row of the list */
  findings: readonly [string, readonly string[], string, number, number, string?][];
  /** path, pieces as [label, markup], findings, section */
  files: readonly { p: string; b: readonly [string, string?][]; n: number; h?: string }[];
}

export function dataBlock(all: readonly Shown[], views: readonly FileView[]): Html {
  const places = placesOf(views);
  const data: PageData = {
    words: scriptWords,
    step: { findings: listedFindings, files: listedFiles },
    findings: all.map((shown) => {
      const [file, piece] = places.get(shown.index)!;
      const { severity, fate } = shown.one;
      const row: [string?] = shown.index < listedFindings ? [] : [listRow(shown).toString()];
      return [severity, checksOf(shown.one), fate, file, piece, ...row];
    }),
    files: views.map((view) => ({
      p: view.path.toLowerCase(),
      n: view.found.length,
      b: view.pieces.map(({ label, markup }, index) =>
        view.open && index === 0 ? [label] : [label, markup.toString()],
      ),
      ...(!view.listed && { h: fileSection(view).toString() }),
    })),
  };
  return ours(`<script type="application/json" id="data">${inScript(data)}</script>`);
}

/** JSON that cannot end the element that it stands in, nor begin a comment in it. */
export function inScript(data: unknown): string {
  return plainJson(JSON.stringify(data)).replaceAll("<", "\\u003c");
}

/** In which file and in which of its pieces each finding is. */
function placesOf(views: readonly FileView[]): Map<number, readonly [number, number]> {
  return new Map(
    views.flatMap(({ index, pieces }) =>
      pieces.flatMap((piece, at) => piece.findings.map((finding) => [finding, [index, at]] as const)),
    ),
  );
}
