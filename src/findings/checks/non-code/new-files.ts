// Lists the files that a change adds, with the line that a finding about the whole file quotes.
import { addedLines, type FileDiff } from "../../../change/diff.ts";

export function firstAddedLine(file: FileDiff): { line: number; text: string } {
  for (const { line, text } of addedLines(file)) if (line === 1) return { line, text };
  return { line: 1, text: "" };
}

/** Files with a path that did not exist before. */
export function findNewFiles(files: readonly FileDiff[]): { file: FileDiff; path: string }[] {
  return files.flatMap((file) =>
    file.newPath !== null && (file.status === "added" || file.status === "copied")
      ? [{ file, path: file.newPath }]
      : [],
  );
}
