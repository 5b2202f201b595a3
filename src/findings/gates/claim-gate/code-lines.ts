// Reads a file's lines without comments and finds where it declares or imports a name, in any language.
import { languageFor } from "../../text/languages.ts";
import { part, partAt, scan } from "../../text/scan.ts";
import type { QuotedFile } from "../../quote.ts";
import { escapePattern, hasWholeName } from "./claim-text.ts";

const known = new WeakMap<QuotedFile, readonly string[]>();
const longestLine = 1000;

/** The lines with blanks in place of comments; strings stay, since claims are made about them too. */
export function codeLines(file: QuotedFile, path: string): readonly string[] {
  const lines = known.get(file) ?? withoutComments(file, path);
  known.set(file, lines);
  return lines;
}

function withoutComments({ lines }: QuotedFile, path: string): readonly string[] {
  const language = languageFor(path);
  if (!language) return lines;
  const scanned = scan(lines.join("\n"), language);
  return lines.map((text, index) =>
    Array.from({ length: Math.min(text.length, longestLine) }, (_, at) =>
      partAt(scanned, index + 1, at) === part.comment ? " " : text[at],
    ).join(""),
  );
}

/** The lines above that open the blocks around a line, outermost last: each is indented less than the one before. */
export function enclosingLines(lines: readonly string[], line: number): string {
  const found: string[] = [];
  let depth = indentOf(lines[line - 1] ?? "");
  for (let at = line - 2; at >= Math.max(0, line - 200) && depth > 0; at--) {
    const text = lines[at]!;
    // A signature over several lines is opened where the line of its closing bracket begins.
    const isOpener = indentOf(text) === depth && /^\s*[)\]]/.test(found.at(-1) ?? "");
    if (text.trim() === "" || (indentOf(text) >= depth && !isOpener)) continue;
    depth = indentOf(text);
    found.push(text.slice(0, longestLine));
  }
  return found.join("\n");
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

export interface Declaration {
  line: number;
  /** A variable may hold no value; a function, type or import is never undefined. */
  kind: "definition" | "value" | "import";
  /** At the outermost level of the file: in reach of every line. */
  outermost: boolean;
}

const modifiers =
  "(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|suspend|override|open|sealed|inline|unsafe|virtual|partial|pub(?:\\([^)]*\\))?|data|const|extern|declare|readonly|lazy|weak|lateinit)\\s+)*";
const definers =
  "function\\*?|def|fn|func|fun|class|interface|struct|enum|trait|type|protocol|object|record|module|namespace|mod|union|extension|actor|macro_rules!|typedef|sub|proc";
const binders = "const|let|var|val|static|final|local|readonly|export|declare|my|our";
/** What stands before a call or a use, and is no type. */
const notType =
  "return|throw|new|await|else|case|goto|yield|delete|import|using|package|not|in|is|if|while|raise|defer|go|echo|print|puts|do|then|and|or|from|use|assert";

const declaresNothing = /\.(?:json|ya?ml|md|toml|lock|txt|html?|csv|svg)$/i;
const scripts = /\.(?:[mc]?[jt]sx?|vue|svelte)$/;

/** Where the file declares the name; imports come with their own kind. */
export function declarationsOf(name: string, file: QuotedFile, path: string): Declaration[] {
  if (!/^[A-Za-z_$@][\w$]*[?!]?$/.test(name) || declaresNothing.test(path)) return [];
  const lines = codeLines(file, path);
  const word = `${escapePattern(name)}(?![\\w$?!])`;
  const definition = new RegExp(
    `^\\s*${modifiers}(?:${definers})\\s+(?:\\([^)]*\\)\\s*|self\\.|(?:[\\w<>]+\\.)*)?${word}`,
  );
  const macro = new RegExp(`^\\s*(?:#\\s*define\\s+|declare\\s*\\(\\s*)${word}`);
  const shell = new RegExp(`^\\s*${word}\\s*\\(\\)\\s*\\{`);
  const method = new RegExp(
    `^\\s*${modifiers}(?:get\\s+|set\\s+|\\*\\s*)?${word}\\s*(?:<[^>]*>)?\\([^;]*\\)\\s*(?::[^={]+)?\\{\\s*$`,
  );
  const typed = new RegExp(
    `^\\s*${modifiers}(?!(?:${notType})\\b)(?:[\\w<>\\[\\],.?&*:]+\\s+)+[*&]*${word}\\s*(?:\\([^;]*$|\\([^;]*\\)\\s*;$|\\([^)]*\\)\\s*(?:=>|\\{)|[=;{]|=>)`,
  );
  const bound = new RegExp(`^\\s*${modifiers}(?:${binders})\\s+(?:mut\\s+|ref\\s+)?(?:[\\[{(][^=]*?\\b)?${word}`);
  const assigned = new RegExp(`^\\s*\\$?(?:[\\w$]+\\s*,\\s*)*${word}(?:\\s*,\\s*[\\w$]+)*\\s*(?::[^=]*)?:?=(?!=)`);
  const heldFunction = new RegExp(
    `${word}\\s*(?::[^=]*)?=\\s*(?:async\\s*)?(?:function\\b|\\([^)]*\\)\\s*(?::[^=]*)?=>|\\w+\\s*=>|lambda\\b)`,
  );
  const found = lines.flatMap((text, index): Declaration[] => {
    if (text.length > longestLine || !text.includes(name.replace(/[?!]$/, ""))) return [];
    const outermost = !/^\s/.test(text);
    const of = (kind: Declaration["kind"]) => [{ line: index + 1, kind, outermost }];
    if (definition.test(text) || macro.test(text) || shell.test(text)) return of("definition");
    if (scripts.test(path) && method.test(text) && !/^\s*(?:if|for|while|switch|catch)\b/.test(text))
      return of("definition");
    if (!/\b(?:import|use|using|from)\b/.test(text) && !scripts.test(path) && typed.test(text))
      return of(/\(/.test(text.slice(text.indexOf(name))) ? "definition" : "value");
    if (bound.test(text) || assigned.test(text)) return of(heldFunction.test(text) ? "definition" : "value");
    return [];
  });
  return [...found, ...importsOf(name, lines)];
}

const importStart =
  /^\s*(?:import\b|from\s+\S+\s+import\b|(?:pub(?:\([^)]*\))?\s+)?use\s|using\s|(?:global\s+)?#\s*include\b|require(?:_relative|_once)?\b|include(?:_once)?\b|source\s|\.\s|@import\b|(?:export\s+)?.*\bfrom\s+["']|(?:const|let|var)\b.*=\s*(?:await\s+)?(?:require|import)\()/;

/** The lines of imports that contain the name, or a file or package of that name. */
export function importsOf(name: string, lines: readonly string[]): Declaration[] {
  return importLines(lines)
    .filter((at) => lines[at]!.includes(name) && hasWholeName(lines[at]!, name))
    .map((at) => ({ line: at + 1, kind: "import", outermost: true }));
}

const knownImports = new WeakMap<readonly string[], readonly number[]>();

function importLines(lines: readonly string[]): readonly number[] {
  const before = knownImports.get(lines);
  if (before) return before;
  const found: number[] = [];
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at]!;
    if (text.length > longestLine || !importStart.test(text)) continue;
    for (const end = statementEnd(lines, at); at < end; at++) found.push(at);
    found.push(at);
  }
  knownImports.set(lines, found);
  return found;
}

/** An import's braces may stay open over many lines. */
function statementEnd(lines: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(lines.length, from + 60); at++) {
    for (const char of lines[at]!) depth += "({".includes(char) ? 1 : ")}".includes(char) ? -1 : 0;
    if (depth <= 0) return at;
  }
  return from;
}
