// Finds headings that a change writes in a new function, and leaves where that function is called.
import { readText } from "../../changed-text.ts";
import type { Code } from "../../../change/change.ts";
import { addedLines, pathOf, type FileDiff } from "../../../change/diff.ts";

interface HeadingLine {
  path: string;
  line: number;
  text: string;
}

export interface RenderedTwice {
  heading: string;
  /** The function that writes it now. */
  name: string;
  /** Where it was written before, and still is. */
  old: HeadingLine;
  made: HeadingLine;
}

/** A Markdown heading in a string or text, and one of HTML. */
const heading =
  /(?:^\s*|["'`]|\\n)(#{1,4} [A-Z][\w ,&/-]{2,60}?)(?=\s*$|["'`\\])|<h[1-6][^>]{0,100}>([^<{}]{3,60})<\/h[1-6]>/g;
/** Between a heading and the call whose result stands below it. */
const nearby = 8;

export async function findRenderedTwice(files: readonly FileDiff[], code: Code): Promise<RenderedTwice[]> {
  const added = files.flatMap((file) =>
    [...addedLines(file)].flatMap(({ line, text }) =>
      headingsIn(text).map((name) => ({ heading: name, path: pathOf(file), line, text })),
    ),
  );
  const found: RenderedTwice[] = [];
  for (const { heading: title, ...made } of added) {
    if (headingsOf(await readText(code.base, made.path)).has(title)) continue;
    const symbols = await code.symbols(made.path, "head");
    const around = symbols?.declared.filter(({ start, end }) => start <= made.line && made.line <= end) ?? [];
    const name = around.findLast(({ kind }) => kind === "function" || kind === "constant" || kind === "class")?.name;
    if (name === undefined) continue;
    for (const file of files.filter((one) => pathOf(one) !== made.path && one.oldPath !== null)) {
      if (!headingsOf(await readText(code.base, file.oldPath!)).has(title)) continue;
      const lines = ((await readText(code.head, pathOf(file))) ?? "").split("\n");
      const word = name.replaceAll("$", String.raw`\$`);
      const call = new RegExp(`(?<![\\w$])${word}\\s?\\(|<${word}(?![\\w$])`);
      const calls = [...addedLines(file)].filter(({ text }) => call.test(text)).map(({ line }) => line);
      const left = lines.findIndex(
        (text, index) =>
          headingsIn(text).includes(title) && calls.some((at) => at >= index + 1 && at <= index + 1 + nearby),
      );
      if (left >= 0)
        found.push({ heading: title, name, old: { path: pathOf(file), line: left + 1, text: lines[left]! }, made });
    }
  }
  return found;
}

function headingsIn(text: string): string[] {
  return text.length > 1_000 ? [] : [...text.matchAll(heading)].map((match) => (match[1] ?? match[2]!).trim());
}

function headingsOf(text: string | null): ReadonlySet<string> {
  return new Set((text ?? "").split("\n").flatMap(headingsIn));
}
