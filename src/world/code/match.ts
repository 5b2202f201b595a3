// Where a name stands as a word of its own. One rule for the cold search and the warm one, so that they agree.

const word = /[A-Za-z0-9_]/;

/** The pattern of git's `-P` for any of the names; each end that is a word character must end the word there. */
export function alternation(names: readonly string[]): string {
  return names.map((name) => `${before(name)}${escaped(name)}${after(name)}`).join("|");
}

function before(name: string): string {
  return word.test(name[0] ?? "") ? "(?<![A-Za-z0-9_])" : "";
}

function after(name: string): string {
  return word.test(name.at(-1) ?? "") ? "(?![A-Za-z0-9_])" : "";
}

function escaped(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|/#&~ -]/g, (char) => `\\${char}`);
}

/** Whether the name stands in the line as a word of its own. */
export function standsIn(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) if (isWhole(line, at, name)) return true;
  return false;
}

function isWhole(line: string, at: number, name: string): boolean {
  const startsWord = word.test(name[0] ?? "") && word.test(line[at - 1] ?? "");
  const endsWord = word.test(name.at(-1) ?? "") && word.test(line[at + name.length] ?? "");
  return !startsWord && !endsWord;
}
