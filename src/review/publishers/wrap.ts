// Wraps and truncates text for a terminal by columns: wide characters and emoji take two, combining marks none.
import { stripVTControlCharacters } from "node:util";
import { eastAsianWidth } from "get-east-asian-width";

/** Characters that take one column: not wide, combining or invisible. */
const narrow = /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u2300\u2500-\u25fc]*$/;

export function lengthOf(text: string): number {
  if (narrow.test(text)) return text.length;
  const clusters = new Intl.Segmenter().segment(stripVTControlCharacters(text));
  return Array.from(clusters).reduce((sum, { segment }) => sum + clusterWidth(segment), 0);
}

/** The patterns are slow to compile, and most texts do not need them. */
function clusterWidth(cluster: string): number {
  const visible = cluster.replace(
    /^[\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Mark}\p{Surrogate}]+/u,
    "",
  );
  if (visible === "") return 0;
  if (/^(?:\p{RGI_Emoji}|[\d#*]\u20E3|\p{Extended_Pictographic}.*\u200D.*\p{Extended_Pictographic}.*)$/v.test(cluster))
    return 2;
  // Halfwidth marks, such as the voiced sound mark of katakana, take a column of their own.
  const marks = Array.from(visible.slice(1).matchAll(/[\uFF00-\uFFEF]/g), ([mark]) => mark);
  return [visible, ...marks].reduce((sum, character) => sum + eastAsianWidth(character.codePointAt(0)!), 0);
}

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

/** Truncates the end, and the start too if one of these names would be lost otherwise. */
export function fitAround(text: string, names: readonly string[], width: number): string {
  const start = fit(text, width);
  const lost = names.find((name) => text.includes(name));
  if (start === text || lost === undefined || start.includes(lost)) return start;
  const at = text.indexOf(lost);
  const before = Array.from(text.slice(0, at));
  const context = Math.min(Math.floor(width / 3), Math.max(0, width - 1 - lengthOf(lost)));
  const kept = before.slice(Math.max(0, before.length - context)).join("");
  return fit(`…${kept}${text.slice(at)}`, width);
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
