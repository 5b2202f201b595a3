// Text that fits a terminal, counted in columns: wide characters and emoji take two, combining marks none.
import stringWidth from "string-width";

export const lengthOf = (text: string): number => stringWidth(text);

export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((one) => pieces(one, width))) {
    if (line !== "" && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines;
}

/** Breaks words that are wider than the line. */
function pieces(word: string, width: number): string[] {
  const parts: string[] = [];
  let rest = word;
  while (lengthOf(rest) > width) {
    const part = beginning(Array.from(rest), width) || String.fromCodePoint(rest.codePointAt(0)!);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return rest === "" && parts.length > 0 ? parts : [...parts, rest];
}

export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - lengthOf(text)));
}

/** Truncates the end. */
export function fit(text: string, width: number): string {
  return lengthOf(text) <= width ? text : `${beginning(Array.from(text), width - 1)}…`;
}

/** Truncates the start: the end of a path tells files apart. */
export function fitPath(path: string, width: number): string {
  if (lengthOf(path) <= width) return path;
  return `…${Array.from(beginning(Array.from(path).toReversed(), width - 1))
    .toReversed()
    .join("")}`;
}

/** The longest prefix that fits. */
function beginning(characters: readonly string[], width: number): string {
  let columns = 0;
  const end = characters.findIndex((character) => (columns += lengthOf(character)) > width);
  return characters.slice(0, end === -1 ? undefined : end).join("");
}
