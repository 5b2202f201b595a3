// Detects that the commented code only moved, which fixes nothing.
import { addedLines, type FileDiff } from "../../change/diff.ts";
import type { CodeFacts, NamedCode } from "./code-facts.ts";
import { containsTokens, tokenOverlap, distinctiveTokens, codeTokens, tokensOfLines } from "./code-tokens.ts";

/** Minimum share of the commented words for an added line elsewhere. */
const alike = 0.65;
const mostAdded = 60_000;

/** Elsewhere in the file, or in another file of the change. */
export function movedTo(
  { files, headPath }: { files: readonly FileDiff[]; headPath: string | null },
  here: ReadonlySet<number>,
  commented: readonly string[],
  quotes: readonly NamedCode[],
): CodeFacts["movedTo"] {
  const wanted = distinctiveTokens(commented);
  const pieces = quotes
    .filter(({ name }) => !name)
    .map(({ text }) => codeTokens(text))
    .filter((tokens) => distinctiveTokens(tokens).length > 1);
  let looked = 0;
  for (const file of files)
    for (const run of runsOf(file, file.newPath === headPath ? here : noLines)) {
      looked += run.length;
      const first = { path: file.newPath ?? "", line: run[0]!.line };
      // Too much to search: moving cannot be ruled out.
      if (looked > mostAdded) return first;
      const whole = tokensOfLines(run.map(({ text }) => text));
      if (wanted.length > 1 && containsTokens(whole, commented)) return first;
      if (pieces.some((piece) => containsTokens(whole, piece))) return first;
      const like = run.find(
        ({ text }) => wanted.length > 2 && tokenOverlap(distinctiveTokens(codeTokens(text)), wanted) >= alike,
      );
      if (like) return { path: first.path, line: like.line };
    }
  return null;
}

const noLines: ReadonlySet<number> = new Set();

/** Consecutive added lines, except those at the position itself. */
function* runsOf(file: FileDiff, without: ReadonlySet<number>): Generator<{ line: number; text: string }[]> {
  let run: { line: number; text: string }[] = [];
  for (const { line, text } of addedLines(file)) {
    if (without.has(line)) continue;
    if (run.length > 0 && run.at(-1)!.line !== line - 1) {
      yield run;
      run = [];
    }
    run.push({ line, text });
  }
  if (run.length > 0) yield run;
}
