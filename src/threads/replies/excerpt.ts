// Formats a few lines of a file around one line, with their numbers.
import { startOfText } from "../../secrets/cut-text.ts";
import { redactPrivateKeys } from "../../secrets/private-key.ts";

const around = 30;
const longestLine = 400;

export function excerpt(file: Uint8Array, line: number): string {
  // Of a private key, the excerpt may not include the first line, by which it is recognised.
  const lines = redactPrivateKeys(new TextDecoder().decode(file)).split("\n");
  const from = Math.max(1, Math.min(line, lines.length) - around);
  return lines
    .slice(from - 1, line + around)
    .map((text, at) => `${from + at}: ${startOfText(text, longestLine)}`)
    .join("\n");
}
