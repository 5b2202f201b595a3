// Defines a language's strict rule for what breaks when something is removed. It shares no code with the product.

export interface Source {
  path: string;
  text: string;
  /** The text with comments and strings blanked, of the same length. */
  code: string;
}

export interface Thing {
  path: string;
  name: string;
  /** The enclosing type; null at the top level. */
  within: string | null;
  /** The position of the name, and the span of the whole declaration. */
  nameAt: number;
  start: number;
  end: number;
}

export interface Rule {
  language: string;
  holds: RegExp;
  /** Comments and strings. */
  blanks: RegExp;
  /** What the file declares for others. */
  things(file: Source): Thing[];
  /** The places, `path:line`, that break without the thing; null if this rule cannot tell. */
  broken(thing: Thing, files: readonly Source[]): string[] | null;
  /** The places that refer to the file as a whole: they break without it. */
  fileUses?(file: Source, files: readonly Source[]): string[];
  /** All places that break without the file, where that is not each use of its names; null where it is. */
  deleted?(file: Source, files: readonly Source[]): string[] | null;
  /** Names of the file that others may reach without naming the file, through re-exports that the rule does not follow. */
  reachedOtherwise?(file: Source): string[];
  /** Moves the file, and what must go with it, into a new folder; null if that breaks nothing for sure. */
  moved(file: Source, files: readonly Source[]): Move | null;
}

interface Move {
  edits: { from: string; to: string; text: string }[];
  broken: string[];
}

export function escapedName(name: string): string {
  return name.replaceAll(/[^\w]/g, "\\$&");
}

export function blanked(text: string, blanks: RegExp): string {
  return text.replaceAll(blanks, (part) => part.replaceAll(/[^\n]/g, " "));
}

export function folder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The places of a pattern in the code of a file. */
export function places({ path, code }: Source, pattern: RegExp): string[] {
  const found = new Set<string>();
  for (const { index, 0: whole } of code.matchAll(pattern))
    found.add(`${path}:${lineAt(code, index + (whole.length - whole.trimStart().length))}`);
  return [...found];
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let next = text.indexOf("\n"); next >= 0 && next < index; next = text.indexOf("\n", next + 1)) line++;
  return line;
}

/** The end of the declaration: behind its block, or behind `;` or the line where none opens. */
export function endOfBlock(code: string, from: number, statementEnd: RegExp): number {
  const brace = code.indexOf("{", from);
  const end = code.slice(from).search(statementEnd);
  const stop = end < 0 ? code.length : from + end + 1;
  if (brace < 0 || brace > stop) return stop;
  let depth = 0;
  for (let at = brace; at < code.length; at++) {
    if (code[at] === "{") depth++;
    else if (code[at] === "}" && --depth === 0) return at + 1;
  }
  return code.length;
}
