// The end of what a command said: where it tells what went wrong.
const mostCharacters = 8_000;

export function lastOutput(...texts: readonly string[]): string {
  const all = texts
    .map((text) => text.slice(-mostCharacters).trimEnd())
    .filter((text) => text !== "")
    .join("\n");
  return all.slice(-mostCharacters);
}
