// Formats a few lines of a file around one line, with their numbers.

const around = 30;
const longestLine = 400;

export function excerpt(file: Uint8Array, line: number): string {
  const lines = new TextDecoder().decode(file).split("\n");
  const from = Math.max(1, Math.min(line, lines.length) - around);
  return lines
    .slice(from - 1, line + around)
    .map((text, at) => `${from + at}: ${text.slice(0, longestLine)}`)
    .join("\n");
}
