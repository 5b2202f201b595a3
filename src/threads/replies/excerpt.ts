// Formats a few lines of a file around one line, with their numbers.
import { startOfText } from "../../secrets/cut-text.ts";
import { redactFileLines } from "../../secrets/redact-file.ts";

const around = 30;
const longestLine = 400;

export function excerpt(path: string, file: Uint8Array, line: number): string {
  const lines = new TextDecoder().decode(file).split("\n");
  const from = Math.max(1, Math.min(line, lines.length) - around);
  return redactFileLines(path, lines, from - 1, Math.min(lines.length, line + around))
    .map((text, at) => `${from + at}: ${startOfText(text, longestLine)}`)
    .join("\n");
}
