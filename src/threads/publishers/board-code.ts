// Shows the commented code then and now, in a few lines.
import type { CodeFacts, Excerpt } from "../triage/code-facts.ts";
import { codeStateText } from "../words/code-texts.ts";
import type { BoardCode, CodeLine } from "./board.ts";

/** The known code; if git does not have it, the diff hunk that GitHub shows above the comment. */
export interface CommentedCode {
  facts: CodeFacts;
  diffHunk: string | null;
  originalLine: number | null;
}

const outcomes: Record<CodeFacts["outcome"], BoardCode["is"]> = {
  untouched: "same",
  partly: "changed",
  replaced: "changed",
  removed: "gone",
  "file-removed": "gone",
  unknown: "unknown",
};

export function boardCode({ facts, diffHunk, originalLine }: CommentedCode): BoardCode {
  const { before, commented } = facts;
  const lines =
    before === null || commented === null
      ? hunkEnd(diffHunk, originalLine)
      : window(difference(before, facts.now, (line) => isIn(commented, line)));
  return { is: outcomes[facts.outcome], says: codeStateText(facts), commit: facts.commit, lines };
}

function isIn({ start, lines }: Excerpt, line: number): boolean {
  return line >= start && line < start + lines.length;
}

/** Maximum number of context lines on either side. */
const around = 2;
const mostLines = 16;

/** The changed and commented lines, with a little context. */
function window(lines: readonly CodeLine[]): CodeLine[] {
  const first = lines.findIndex(({ commented }) => commented);
  const last = lines.findLastIndex(({ commented }) => commented);
  if (first === -1) return lines.slice(0, mostLines);
  let [from, to] = [first, last];
  while (from > 0 && lines[from - 1]!.kind !== "context") from--;
  while (to < lines.length - 1 && lines[to + 1]!.kind !== "context") to++;
  const start = Math.max(0, from - around);
  return lines.slice(start, Math.min(to + around + 1, start + mostLines));
}

function difference(before: Excerpt, now: Excerpt | null, isCommented: (line: number) => boolean): CodeLine[] {
  const [a, b] = [before.lines, now?.lines ?? []];
  const common = commonLengths(a, b);
  const found: CodeLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const old = before.start + i;
    const fresh = (now?.start ?? 0) + j;
    if (i < a.length && j < b.length && a[i] === b[j]) {
      found.push({ kind: "context", before: old, after: fresh, text: a[i]!, commented: isCommented(old) });
      [i, j] = [i + 1, j + 1];
    } else if (i < a.length && (j === b.length || common[i + 1]![j]! >= common[i]![j + 1]!)) {
      found.push({ kind: "removed", before: old, after: null, text: a[i]!, commented: isCommented(old) });
      i++;
    } else {
      found.push({ kind: "added", before: null, after: fresh, text: b[j]!, commented: false });
      j++;
    }
  }
  return withoutEdges(found);
}

/** Longest common subsequence table; an excerpt has a few dozen lines at most. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] = a[i] === b[j] ? 1 + lengths[i + 1]![j + 1]! : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}

/** Where one excerpt is longer than the other, the extra lines were not changed. */
function withoutEdges(lines: readonly CodeLine[]): CodeLine[] {
  const isKept = ({ kind, commented }: CodeLine) => kind === "context" || commented;
  const first = lines.findIndex(isKept);
  const last = lines.findLastIndex(isKept);
  // The replacement follows directly after the commented lines.
  let end = last;
  while (end + 1 < lines.length && lines[last]?.kind === "removed" && lines[end + 1]!.kind !== "context") end++;
  return first === -1 ? [...lines] : lines.slice(first, end + 1);
}

const hunkLines = 4;

/** The last lines of the new side; the very last is the commented one. */
function hunkEnd(diffHunk: string | null, originalLine: number | null): CodeLine[] {
  const lines = (diffHunk ?? "").split("\n").filter((line) => /^[ +-]/.test(line));
  const side = lines.at(-1)?.startsWith("-") ? "-" : "+";
  const shown = lines.filter((line) => line.startsWith(" ") || line.startsWith(side)).slice(-hunkLines);
  return shown.map((line, index) => ({
    kind: "context",
    before: originalLine === null ? null : originalLine - (shown.length - 1 - index),
    after: null,
    text: line.slice(1).replace(/\r$/, ""),
    commented: index === shown.length - 1,
  }));
}
