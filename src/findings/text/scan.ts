// Tells code, comments and strings apart, character by character, in one pass and in linear time. No parser: where
// a language is stranger than its table says, a mistake ends with the line, because most strings do.
import type { Language, StringForm } from "./languages.ts";

export const part = { code: 0, comment: 1, string: 2, quote: 3, regex: 4 } as const;

export interface Scanned {
  lines: readonly string[];
  /** What each character of the text is; lines are found through `starts`. */
  parts: Uint8Array;
  starts: readonly number[];
}

interface Frame {
  kind: "comment" | "string" | "code";
  open: string;
  close: string;
  multiline: boolean;
  escape: boolean;
  holds: string;
  nests: boolean;
  /** Open braces, inside code that a string holds. */
  depth: number;
}

type Opener = Frame & { atBlank: boolean };

export function scan(text: string, language: Language): Scanned {
  const lines = text.split("\n");
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return { lines, parts: new Scanner(text, language).run(), starts };
}

class Scanner {
  readonly text: string;
  readonly language: Language;
  readonly parts: Uint8Array;
  readonly openers: ReadonlyMap<string, readonly Opener[]>;
  readonly stack: Frame[] = [];
  readonly heredocs: string[] = [];
  at = 0;
  /** The last character of code that is not a blank, to tell a division from a pattern. */
  before = "";
  /** No pattern ends before here: one failed search per line keeps the scan linear. */
  noPatternUntil = 0;

  constructor(text: string, language: Language) {
    this.text = text;
    this.language = language;
    this.parts = new Uint8Array(text.length);
    this.openers = openersOf(language);
  }

  run(): Uint8Array {
    while (this.at < this.text.length) {
      const frame = this.stack.at(-1);
      if (frame === undefined || frame.kind === "code") this.code(frame);
      else this.inside(frame);
    }
    return this.parts;
  }

  take(length: number, kind: number): void {
    this.parts.fill(kind, this.at, this.at + length);
    this.at += length;
  }

  code(frame: Frame | undefined): void {
    const character = this.text[this.at]!;
    if (frame && character === "{") frame.depth++;
    if (frame && character === "}" && frame.depth-- === 0) this.stack.pop();
    if (this.opens(character)) return;
    if (character === "/" && this.language.regex && this.pattern()) return;
    if (character === "<" && this.language.heredoc) this.heredocStart();
    if (character === "\n" && this.heredocs.length > 0) return this.heredocBodies();
    if (character !== " " && character !== "\t" && character !== "\n") this.before = character;
    this.take(1, part.code);
  }

  opens(character: string): boolean {
    if (character === "'" && this.language.lifetimes) return this.rustCharacter();
    for (const opener of this.openers.get(character) ?? []) {
      if (!this.text.startsWith(opener.open, this.at)) continue;
      if (opener.atBlank && !/\s/.test(this.text[this.at - 1] ?? "\n")) continue;
      // PHP's attributes look like the start of a comment.
      if (opener.open === "#" && this.language.family === "php" && this.text[this.at + 1] === "[") continue;
      this.stack.push({ ...opener, depth: 0 });
      this.take(opener.open.length, opener.kind === "comment" ? part.comment : part.quote);
      return true;
    }
    return false;
  }

  inside(frame: Frame): void {
    const character = this.text[this.at]!;
    const kind = frame.kind === "comment" ? part.comment : part.string;
    if (frame.escape && character === "\\") return this.take(2, kind);
    if (!frame.multiline && character === "\n") return void this.stack.pop();
    if (this.text.startsWith(frame.close, this.at)) {
      this.stack.pop();
      this.before = '"';
      return this.take(frame.close.length, frame.kind === "comment" ? part.comment : part.quote);
    }
    if (frame.nests && this.text.startsWith(frame.open, this.at)) {
      this.stack.push({ ...frame });
      return this.take(frame.open.length, kind);
    }
    if (frame.holds !== "" && this.text.startsWith(frame.holds, this.at)) {
      this.stack.push({
        kind: "code",
        open: "",
        close: "",
        multiline: true,
        escape: false,
        holds: "",
        nests: false,
        depth: 0,
      });
      this.before = "{";
      return this.take(frame.holds.length, part.code);
    }
    this.take(1, kind);
  }

  /** `'a'` and `'\n'` are characters, `'a` is a lifetime: then the quote is code. */
  rustCharacter(): boolean {
    const next = this.text[this.at + 1];
    const end =
      next === "\\"
        ? this.text.indexOf("'", this.at + 3)
        : this.at + ((this.text.codePointAt(this.at + 1) ?? 0) > 0xffff ? 3 : 2);
    if (this.text[end] !== "'" || end - this.at > 12) return false;
    this.take(end + 1 - this.at, part.string);
    return true;
  }

  /** A pattern may stand where a value may begin; it ends on its line. */
  pattern(): boolean {
    if (this.at < this.noPatternUntil) return false;
    if (this.before !== "" && !"(,=:[!&|?{};+-*%~^>".includes(this.before) && !this.afterKeyword()) return false;
    let inClass = false;
    let end = this.at + 1;
    for (; end < this.text.length; end++) {
      const character = this.text[end]!;
      if (character === "\n") break;
      if (character === "\\") end++;
      else if (character === "[") inClass = true;
      else if (character === "]") inClass = false;
      else if (character === "/" && !inClass) {
        this.take(end + 1 - this.at, part.regex);
        this.before = '"';
        return true;
      }
    }
    this.noPatternUntil = end;
    return false;
  }

  afterKeyword(): boolean {
    return /(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|void|throw|await|yield)\s*$/.test(
      this.text.slice(Math.max(0, this.at - 12), this.at),
    );
  }

  heredocStart(): void {
    if (this.text[this.at - 1] === "<") return;
    const opener = heredocOpeners[this.language.heredoc!];
    const match = opener.exec(this.text.slice(this.at, this.at + 60));
    if (match) this.heredocs.push(match[2]!);
  }

  heredocBodies(): void {
    this.take(1, part.code);
    for (const name of this.heredocs.splice(0)) {
      while (this.at < this.text.length) {
        const end = this.text.indexOf("\n", this.at);
        const length = (end < 0 ? this.text.length : end + 1) - this.at;
        const line = this.text.slice(this.at, this.at + length).trim();
        const isEnd =
          line === name ||
          (this.language.heredoc === "php" && line.startsWith(name) && !/\w/.test(line[name.length] ?? ""));
        this.take(length, isEnd ? part.quote : part.string);
        if (isEnd) break;
      }
    }
  }
}

const heredocOpeners = {
  ruby: /^<<[~-]?(["'`]?)([A-Z_][A-Z0-9_]*)\1(?![\w<])/,
  shell: /^<<-?\s?(["']?)([A-Za-z_]\w*)\1(?![\w<])/,
  php: /^<<<\s?(["']?)([A-Za-z_]\w*)\1(?![\w<])/,
} as const;

const tables = new WeakMap<Language, ReadonlyMap<string, readonly Opener[]>>();

/** By first character; longer openers first, so that `--[[` wins over `--`. */
function openersOf(language: Language): ReadonlyMap<string, readonly Opener[]> {
  const known = tables.get(language);
  if (known) return known;
  const base = { holds: "", depth: 0, atBlank: false, nests: false, escape: false };
  const all: Opener[] = [
    ...language.line.map((open) => ({
      ...base,
      kind: "comment" as const,
      open,
      close: "\n",
      multiline: false,
      atBlank: language.lineAfterBlank ?? false,
    })),
    ...language.block.map(([open, close]) => ({
      ...base,
      kind: "comment" as const,
      open,
      close,
      multiline: true,
      nests: language.nestedBlocks ?? false,
    })),
    ...language.strings.map((form: StringForm) => ({ ...base, kind: "string" as const, holds: "", ...form })),
  ].toSorted((a, b) => b.open.length - a.open.length);
  const table = Map.groupBy(all, (opener) => opener.open[0]!);
  tables.set(language, table);
  return table;
}

/** The line with everything but the wanted parts blanked out, so that places in it stay the same. */
function only(scanned: Scanned, line: number, wanted: (kind: number) => boolean): string {
  const text = scanned.lines[line - 1] ?? "";
  const start = scanned.starts[line - 1] ?? 0;
  let result = "";
  for (let at = 0; at < text.length; at++) result += wanted(scanned.parts[start + at]!) ? text[at] : " ";
  return result;
}

export function codeOn(scanned: Scanned, line: number): string {
  return only(scanned, line, (kind) => kind === part.code || kind === part.quote);
}

export function commentOn(scanned: Scanned, line: number): string {
  return only(scanned, line, (kind) => kind === part.comment);
}

export function stringsOn(scanned: Scanned, line: number): string {
  return only(scanned, line, (kind) => kind === part.string);
}

export function partAt(scanned: Scanned, line: number, column: number): number {
  return scanned.parts[(scanned.starts[line - 1] ?? 0) + column] ?? part.code;
}

/** Whether the line begins inside a string or a block comment that an earlier line opened. */
export function beginsInside(scanned: Scanned, line: number): boolean {
  const kind = partAt(scanned, line, 0);
  if (kind === part.string) return true;
  const newline = (scanned.starts[line - 1] ?? 0) - 1;
  return kind === part.comment && newline >= 0 && scanned.parts[newline] === part.comment;
}

/** Whether nothing but a comment stands on the line. */
export function isOnlyComment(scanned: Scanned, line: number): boolean {
  const text = scanned.lines[line - 1] ?? "";
  return text.trim() !== "" && text.trim() === commentOn(scanned, line).trim();
}
