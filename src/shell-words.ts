// Splits a command line into program and arguments without a shell; shell syntax is rejected.
import { UserError } from "./errors.ts";

const remedy =
  "Give one program with its arguments; put more than that into a script of the repository and name the script.";

export function shellWords(line: string): readonly [program: string, ...args: string[]] {
  if (line.includes("\0")) throw refused(line, "has a character that no argument can have");
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < line.length;) {
    const character = line[at]!;
    if (/[ \t]/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
      continue;
    }
    const taken = take(line, at, word === null);
    word = (word ?? "") + taken.text;
    at = taken.next;
  }
  if (word !== null) words.push(word);
  const [program, ...args] = words;
  if (program === undefined || program === "") throw new UserError("A command is empty", remedy);
  if (/^[A-Za-z_]\w*=/.test(program)) throw refused(line, `sets a variable (${program.split("=")[0]}=)`);
  return [program, ...args];
}

interface Taken {
  text: string;
  next: number;
}

function take(line: string, at: number, starts: boolean): Taken {
  const character = line[at]!;
  if (character === "'") return quoted(line, at);
  if (character === '"') return doubleQuoted(line, at);
  if (character === "\\") return escaped(line, at);
  if (/[&|;<>()`\n\r]/.test(character)) throw refused(line, `needs a shell (${JSON.stringify(character)})`);
  if (character === "$") throw refused(line, 'asks a shell to fill something in ("$")');
  if (/[*?[{]/.test(character)) throw refused(line, `has a pattern without quotes (${JSON.stringify(character)})`);
  if (starts && /[~#!]/.test(character))
    throw refused(line, `has a word that begins with ${JSON.stringify(character)}`);
  return { text: character, next: at + 1 };
}

function quoted(line: string, at: number): Taken {
  const end = line.indexOf("'", at + 1);
  if (end === -1) throw refused(line, "has a quote that does not end");
  return { text: line.slice(at + 1, end), next: end + 1 };
}

function doubleQuoted(line: string, at: number): Taken {
  let text = "";
  for (let next = at + 1; next < line.length; next++) {
    const character = line[next]!;
    if (character === '"') return { text, next: next + 1 };
    if (/[$`]/.test(character)) throw refused(line, `asks a shell to fill something in (${JSON.stringify(character)})`);
    // As in a shell: only before these does it mean anything here.
    if (character === "\\" && /["\\$`]/.test(line[next + 1] ?? "")) text += line[++next]!;
    else text += character;
  }
  throw refused(line, "has a quote that does not end");
}

function escaped(line: string, at: number): Taken {
  const character = line[at + 1];
  if (character === undefined || /[\n\r]/.test(character)) throw refused(line, "ends in a backslash");
  return { text: character, next: at + 2 };
}

function refused(line: string, why: string): UserError {
  return new UserError(`The command ${JSON.stringify(line.slice(0, 200))} ${why}`, remedy);
}
