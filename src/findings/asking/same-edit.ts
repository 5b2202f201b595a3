// Finds files whose edits are nearly the same, so that a prompt shows one of them and of the others only the lines that
// differ.
import { linesOf, pathOf, type DiffLine, type FileDiff } from "../../change/diff.ts";
import { isTranslation } from "../../change/file-kinds.ts";
import { lineText, pathLine } from "./diff-text.ts";

/** Fewer files are shown each with the lines around its edit. */
const fewest = 4;
/** A longer line is cut where it is shown, and so cannot be compared by a reader. */
const longestLine = 500;

/** Each file whose edit is nearly that of an earlier one, with that one. Files of different groups are never alike. */
export function sameEdits<T extends { file: FileDiff }>(
  files: readonly T[],
  groupOf: (one: T) => string | number,
): ReadonlyMap<T, T> {
  const alike = Map.groupBy(files, (one) => {
    const form = formOf(one.file);
    return form === null ? null : `${groupOf(one)}\n${form}`;
  });
  const found = new Map<T, T>();
  for (const [form, [first, ...others]] of alike)
    if (form !== null && others.length + 1 >= fewest) for (const one of others) found.set(one, first!);
  return found;
}

/** The name of a file, where each of its hunks begins to change, and the changed lines that differ from the other's. */
export function sameEditText(file: FileDiff, like: FileDiff): string {
  const [own, others] = [changedLines(file), changedLines(like)];
  const from = own.map((lines) => lineText(lines[0]!).split("|", 1)[0]!).join(", ");
  const moved = file.oldPath !== null && file.oldPath !== pathOf(file) ? ` (from ${pathLine(file.oldPath)})` : "";
  const differing = own.flatMap((lines, hunk) =>
    lines.filter(({ text }, at) => text !== others[hunk]?.[at]?.text).map(lineText),
  );
  return [`${pathLine(pathOf(file))}${moved}: ${from}`, ...differing].join("\n");
}

function changedLines(file: FileDiff): DiffLine[][] {
  return file.hunks.map((hunk) => [...linesOf(hunk)].filter(({ kind }) => kind !== "context"));
}

/** The changed lines without what varies from file to file: literals, numbers and words of the file's own path. */
function formOf(file: FileDiff): string | null {
  const hunks = changedLines(file);
  if (hunks.length === 0 || hunks.some((lines) => lines.length === 0)) return null;
  if (hunks.flat().some(({ text }) => text.length > longestLine)) return null;
  const path = pathOf(file);
  const ownWords = new Set((path.toLowerCase().match(/[a-z][a-z0-9]{2,}/g) ?? []).slice(0, 40));
  const plain = isTranslation(path) ? keyOf : (text: string) => withoutNames(text, ownWords);
  const forms = hunks.map((lines) => lines.map(({ kind, text }) => `${kind} ${plain(text)}`).join("\n"));
  return [file.status, ...forms].join("\n@@\n");
}

function keyOf(text: string): string {
  return text.split(/[:=]/, 1)[0]!.trim();
}

function withoutNames(text: string, ownWords: ReadonlySet<string>): string {
  return text
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '""')
    .replaceAll(/\d+/g, "0")
    .replaceAll(/[A-Za-z][A-Za-z0-9]*/g, (word) => (ownWords.has(word.toLowerCase()) ? "_" : word))
    .replaceAll(/\s+/g, " ")
    .trim();
}
