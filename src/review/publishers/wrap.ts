// Lines that fit a terminal, counted in characters as people see them.

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

/** A word that is wider than the line is broken where the line ends. */
function pieces(word: string, width: number): string[] {
  if (lengthOf(word) <= width) return [word];
  const parts: string[] = [];
  for (let rest = word; rest !== "";) {
    const part = beginning(rest, width) || String.fromCodePoint(rest.codePointAt(0)!);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return parts;
}

/** As many of the first characters as fit. */
function beginning(text: string, width: number): string {
  let end = 0;
  let columns = 0;
  for (const character of text) {
    columns += lengthOf(character);
    if (columns > width) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** How many columns a text takes: wide East Asian characters and emoji take two, marks that combine none. */
export function lengthOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code < 0x300) columns += 1;
    else if (!/\p{Mn}|\p{Me}|\p{Cf}/u.test(character))
      columns += isWide(code) || /\p{Emoji_Presentation}/u.test(character) ? 2 : 1;
  }
  return columns;
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}

export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - lengthOf(text)));
}

/** The end is cut. */
export function fit(text: string, width: number): string {
  return lengthOf(text) <= width ? text : `${beginning(text, width - 1)}…`;
}

/** The beginning is cut: in a path, the end tells files apart. */
export function fitPath(path: string, width: number): string {
  if (lengthOf(path) <= width) return path;
  const characters = Array.from(path);
  let columns = 1;
  let start = characters.length;
  while (start > 0 && columns + lengthOf(characters[start - 1]!) <= width) columns += lengthOf(characters[--start]!);
  return `…${characters.slice(start).join("")}`;
}
