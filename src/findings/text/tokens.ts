// Tokenizes a line without comments, whitespace and quoting style.
import { part, partAt, type Scanned } from "./scan.ts";

export interface Token {
  kind: "name" | "number" | "boolean" | "string" | "regex" | "mark";
  text: string;
}

const word = /[\p{L}\p{N}_$@]/u;
/** Longer lines are data or minified; reading on would tell a reviewer nothing. */
const longest = 2000;

export function tokensOn(scanned: Scanned, line: number): Token[] {
  const text = (scanned.lines[line - 1] ?? "").slice(0, longest);
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const kind = partAt(scanned, line, at);
    const end = kind === part.code ? codeEnd(scanned, line, text, at) : runEnd(scanned, line, text, at);
    const token = tokenOf(scanned, line, text, at, end, kind);
    if (token) tokens.push(token);
    at = end;
  }
  return tokens;
}

function tokenOf(scanned: Scanned, line: number, text: string, from: number, to: number, kind: number): Token | null {
  if (kind === part.comment) return null;
  const run = text.slice(from, to);
  if (kind === part.regex) return { kind: "regex", text: run };
  if (kind !== part.code) return { kind: "string", text: contentOf(scanned, line, text, from, to) };
  if (run.trim() === "") return null;
  if (/^\d/.test(run)) return { kind: "number", text: run.replaceAll("_", "") };
  if (/^(?:true|false|True|False)$/.test(run)) return { kind: "boolean", text: run };
  return { kind: word.test(run) ? "name" : "mark", text: run };
}

function contentOf(scanned: Scanned, line: number, text: string, from: number, to: number): string {
  let content = "";
  for (let at = from; at < to; at++) if (partAt(scanned, line, at) === part.string) content += text[at];
  return content;
}

/** Words and numbers (with their decimal point) are one token, any other character is one by itself. */
function codeEnd(scanned: Scanned, line: number, text: string, from: number): number {
  let at = from + 1;
  if (!word.test(text[from]!)) return at;
  const goesOn = /\d/.test(text[from]!)
    ? (next: number) => word.test(text[next]!) || isPoint(text, next)
    : (next: number) => word.test(text[next]!);
  while (at < text.length && partAt(scanned, line, at) === part.code && goesOn(at)) at++;
  return at;
}

function isPoint(text: string, at: number): boolean {
  return text[at] === "." && /\d/.test(text[at + 1] ?? "");
}

/** A string with its quotes, a comment or a pattern, as far as it goes on this line. */
function runEnd(scanned: Scanned, line: number, text: string, from: number): number {
  const same = (kind: number) => (kind === part.quote ? part.string : kind);
  const kind = same(partAt(scanned, line, from));
  let at = from + 1;
  while (at < text.length && same(partAt(scanned, line, at)) === kind) at++;
  return at;
}
