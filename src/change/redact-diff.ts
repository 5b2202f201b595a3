// Redacts the secrets in the diff of a file, each hunk as a whole, so that names stay with their values.
import { redactFileLines } from "../secrets/redact-file.ts";
import { pathOf, type FileDiff } from "./diff.ts";

export function redactDiff(file: FileDiff): FileDiff {
  const path = pathOf(file);
  const hunks = file.hunks.map((hunk) => {
    const texts = hunk.lines.map((line) => line.slice(1));
    const redacted = redactFileLines(path, texts);
    return { ...hunk, lines: hunk.lines.map((line, at) => `${line.slice(0, 1)}${redacted[at]!}`) };
  });
  return { ...file, hunks };
}
