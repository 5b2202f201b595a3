// Keeps the end of a command's output, where errors are.
const mostCharacters = 8_000;

export function lastOutput(...texts: readonly string[]): string {
  const all = texts
    .map((text) => text.slice(-mostCharacters).trimEnd())
    .filter((text) => text !== "")
    .join("\n");
  return all.slice(-mostCharacters);
}
