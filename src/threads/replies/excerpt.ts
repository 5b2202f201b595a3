// Formats a file with line numbers: whole, or if it is long the lines around one of them.
import { startOfText } from "../../secrets/cut-text.ts";
import { redactFileLines } from "../../secrets/redact-file.ts";

const wholeFile = 300;
const around = 100;
const longestLine = 400;

export function excerpt(path: string, file: Uint8Array, line: number): string {
  const lines = new TextDecoder().decode(file).split("\n");
  const isWhole = lines.length <= wholeFile;
  const from = isWhole ? 1 : Math.max(1, Math.min(line, lines.length) - around);
  const to = isWhole ? lines.length : Math.min(lines.length, line + around);
  return redactFileLines(path, lines, from - 1, to)
    .map((text, at) => `${from + at}: ${startOfText(text, longestLine)}`)
    .join("\n");
}
