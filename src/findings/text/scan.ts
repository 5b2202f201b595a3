// Tells code, comments and strings apart, character by character, in one pass and in linear time: JavaScript by the
// tokens that its imports are read from, other languages by tables. Where a language is stranger than its table says, a
// mistake ends with the line, because most strings do.
import { Tokens } from "../../change/symbols/js-tokens.ts";
import { scriptBlocks, type ScriptBlock } from "../../change/symbols/script-blocks.ts";
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
  return { lines, parts: partsOf(text, language), starts };
}

function partsOf(text: string, language: Language): Uint8Array {
  if (language.script === "js" || language.script === "jsx")
    return scriptParts({ text, jsx: language.script === "jsx", offset: 0 }, new Uint8Array(text.length));
  const scripts = language.script === "blocks" ? scriptBlocks(text) : [];
  let rest = text;
  for (const {
    text: { length },
    offset,
  } of scripts)
    rest = rest.slice(0, offset) + " ".repeat(length) + rest.slice(offset + length);
  const parts = new Scanner(rest, language).run();
  for (const script of scripts) scriptParts(script, parts);
  return parts;
}

/** JavaScript by its own tokens, since only they tell a pattern from a division and markup from both. */
function scriptParts(
  { text, jsx, offset }: Pick<ScriptBlock, "text" | "jsx" | "offset">,
  parts: Uint8Array,
): Uint8Array {
  const fill = (kind: number, from: number, to: number) => parts.fill(kind, offset + from, offset + to);
  const quoted = (from: number, to: number, open: number, close: number) => {
    fill(part.quote, from, from + open);
    fill(part.string, from + open, to - close);
    fill(part.quote, to - close, to);
  };
  const tokens = new Tokens(text, { jsx });
  for (let last = 0, done = false; !done; last = tokens.end) {
    done = tokens.next() === "end";
    const { start, end, kind } = tokens;
    if (jsx && start - last > 3)
      for (const { index, 0: attribute, 1: value } of text.slice(last, start).matchAll(attributeValue)) {
        const to = last + index + attribute.length;
        quoted(to - value!.length, to, 1, 1);
      }
    const first = text[start];
    const holds = kind === "mark" && end - start > 1 && text.startsWith("${", end - 2);
    if (kind === "string" || kind === "template") quoted(start, end, 1, 1);
    else if (holds || (first === "}" && kind !== "mark") || (first === "`" && kind === "end")) {
      // A piece of a template, between the code that it holds.
      quoted(start, holds ? end - 2 : end, 1, kind === "value" ? 1 : 0);
      if (first === "}") fill(part.code, start, start + 1);
    } else if (first === '"' || first === "'") quoted(start, end, 1, 0);
    else if (first === "/" && kind === "value") fill(part.regex, start, end);
  }
  for (const [from, to] of tokens.comments) fill(part.comment, from, to);
  return parts;
}

const attributeValue = /=\s*("[^"]*"|'[^']*')/g;

class Scanner {
  readonly text: string;
  readonly language: Language;
  readonly parts: Uint8Array;
  readonly openers: ReadonlyMap<string, readonly Opener[]>;
  readonly stack: Frame[] = [];
  readonly heredocs: string[] = [];
  at = 0;

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
    if (character === "<" && this.language.heredoc) this.heredocStart();
    if (character === "\n" && this.heredocs.length > 0) return this.heredocBodies();
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
