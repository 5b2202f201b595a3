// Tokenizes JavaScript and TypeScript, including JSX, in one pass, as far as needed to distinguish code from comments,
// strings, templates, regular expressions and markup.
import {
  commentEnd,
  isBlank,
  isDigit,
  isValueEnd,
  isWord,
  markLength,
  patternEnd,
  stringEnd,
  wordEnd,
} from "./js-literals.ts";
import { childStep, TagFinder, tagStep } from "./js-markup.ts";

export type TokenKind = "end" | "word" | "string" | "template" | "value" | "mark";

type FrameKind = "(" | "[" | "{" | "${" | "tag{" | "child{" | "children";

/** An open bracket or template. A linked list, so that a position can be saved and restored at no cost. */
interface Frame {
  kind: FrameKind;
  under: Frame | null;
  depth: number;
  /** The parenthesis of an `if`, `for`, `while` or `with`, after which a statement starts. */
  heads: boolean;
}

/** A saved position, created by `place` and restored by `goBack`. */
export interface TokenPlace {
  at: number;
  frame: Frame | null;
  resume: "tag" | "template" | null;
  kind: TokenKind;
  start: number;
  end: number;
  afterDot: boolean;
  closedHead: boolean;
}

const wordBefore =
  /^(?:return|typeof|case|in|of|do|else|void|throw|await|yield|instanceof|new|delete|default|extends)$/;
const headWord = /^(?:if|for|while|with)$/;
export class Tokens {
  kind: TokenKind = "end";
  start = 0;
  end = 0;
  /** Whether a line break precedes this token. */
  newline = false;
  /** Whether the word is a member's name: `a.import`, `a?.import`. */
  afterDot = false;
  /** Ranges of comments. */
  readonly comments: [number, number][] = [];
  readonly text: string;

  private at = 0;
  private frame: Frame | null = null;
  private resume: TokenPlace["resume"] = null;
  private closedHead = false;
  private commentsUntil = 0;
  private noPatternUntil = 0;
  private readonly jsx: boolean;
  private readonly tags: TagFinder;

  constructor(text: string, { jsx }: { jsx: boolean }) {
    this.text = text;
    this.jsx = jsx;
    this.tags = new TagFinder(text);
    if (text.startsWith("#!")) this.at = text.includes("\n") ? text.indexOf("\n") : text.length;
  }

  get ended(): boolean {
    return this.kind === "end";
  }

  get depth(): number {
    return this.frame?.depth ?? 0;
  }

  get value(): string {
    return this.text.slice(this.start, this.end);
  }

  /** The content of a string, or of a template without expressions. */
  get inside(): string {
    const raw = this.text.slice(this.start + 1, this.end - 1);
    return raw.includes("\\") ? raw.replaceAll(/\\(.)/g, "$1") : raw;
  }

  is(value: string): boolean {
    return this.end - this.start === value.length && this.text.startsWith(value, this.start);
  }

  place(): TokenPlace {
    const { at, frame, resume, kind, start, end, afterDot, closedHead } = this;
    return { at, frame, resume, kind, start, end, afterDot, closedHead };
  }

  goBack(place: TokenPlace): void {
    Object.assign(this, place);
  }

  next(): TokenKind {
    this.newline = false;
    if (this.resume === "template") return this.template(this.at - 1);
    if (this.resume === "tag") return this.markup(true);
    if (this.frame?.kind === "children") return this.markup(false);
    this.skipBlanks();
    if (this.at >= this.text.length) return this.token("end", this.at, this.at);
    return this.code(this.text.charCodeAt(this.at));
  }

  private token(kind: TokenKind, start: number, end: number): TokenKind {
    this.afterDot =
      kind === "word" &&
      this.kind === "mark" &&
      this.text.charCodeAt(this.end - 1) === 0x2e &&
      this.end - this.start < 3;
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.at = end;
    return kind;
  }

  private skipBlanks(): void {
    const { text } = this;
    for (; this.at < text.length;) {
      const code = text.charCodeAt(this.at);
      if (code === 10) this.newline = true;
      if (isBlank(code)) this.at++;
      else if (code !== 0x2f || !this.skipComment()) return;
    }
  }

  private skipComment(): boolean {
    const { text, at } = this;
    const end = commentEnd(text, at);
    if (end === 0) return false;
    if (text.slice(at, end).includes("\n")) this.newline = true;
    // After a restore, the same comment is read again.
    if (at >= this.commentsUntil) this.comments.push([at, end]);
    this.commentsUntil = Math.max(this.commentsUntil, end);
    this.at = end;
    return true;
  }

  private code(code: number): TokenKind {
    const { at, text } = this;
    if (isWord(code)) return this.token(isDigit(code) ? "value" : "word", at, wordEnd(text, at));
    switch (code) {
      case 0x22: // "
      case 0x27: // '
        return this.string();
      case 0x60: // `
        return this.template(at);
      case 0x28:
        return this.open("(");
      case 0x5b:
        return this.open("[");
      case 0x7b:
        return this.open("{");
      case 0x29:
      case 0x5d:
      case 0x7d:
        return this.close(code);
      case 0x2f:
        return this.slash();
      case 0x3c:
        if (this.jsx && this.valueMayBegin() && this.tags.isTag(at)) {
          this.at++;
          return this.markup(true);
        }
        return this.token("mark", at, at + 1);
      default:
        return this.token("mark", at, at + markLength(text, at));
    }
  }

  private string(): TokenKind {
    const { end, closed } = stringEnd(this.text, this.at);
    return this.token(closed ? "string" : "value", this.at, end);
  }

  private template(start: number): TokenKind {
    const { text } = this;
    const continued = this.resume === "template";
    this.resume = null;
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x5c) at++;
      else if (code === 0x60) return this.token(continued ? "value" : "template", start, at + 1);
      else if (code === 0x24 && text.charCodeAt(at + 1) === 0x7b) {
        this.push("${");
        return this.token("mark", start, at + 2);
      }
    }
    return this.token("end", start, text.length);
  }

  private push(kind: FrameKind, heads = false): void {
    this.frame = { kind, under: this.frame, depth: this.depth + 1, heads };
  }

  private open(kind: "(" | "[" | "{"): TokenKind {
    this.push(kind, kind === "(" && this.kind === "word" && !this.afterDot && headWord.test(this.value));
    return this.token("mark", this.at, this.at + 1);
  }

  private close(code: number): TokenKind {
    const top = this.frame;
    this.closedHead = false;
    if (code === 0x7d) this.closeBrace();
    else if (top?.kind === (code === 0x29 ? "(" : "[")) {
      this.closedHead = top.heads;
      this.frame = top.under;
    }
    return this.token("mark", this.at, this.at + 1);
  }

  /** A brace also closes unclosed frames inside it, because the text may be broken. */
  private closeBrace(): void {
    let top = this.frame;
    while (top && (top.kind === "(" || top.kind === "[")) top = top.under;
    if (!top || top.kind === "children") return;
    if (top.kind === "${") this.resume = "template";
    if (top.kind === "tag{") this.resume = "tag";
    this.frame = top.under;
  }

  private patternMayBegin(): boolean {
    if (this.kind === "mark" && this.text.charCodeAt(this.end - 1) === 0x7d) return true;
    return this.valueMayBegin() || (this.kind === "mark" && this.is(">"));
  }

  /** Whether a value may follow the last token; otherwise `/` divides and `<` compares. */
  private valueMayBegin(): boolean {
    if (this.kind === "end") return true;
    if (this.kind === "word") return !this.afterDot && wordBefore.test(this.value);
    if (this.kind !== "mark") return false;
    const last = this.text.charCodeAt(this.end - 1);
    if (last === 0x29) return this.closedHead;
    if (last === 0x7d) return this.text.charCodeAt(this.end - 2) === 0x24;
    if (last === 0x5d || this.is("++") || this.is("--") || this.is(">")) return false;
    // In `a! / b` the mark is a non-null assertion; in `!/b/` it negates a regular expression.
    return last !== 0x21 || !isValueEnd(this.text.charCodeAt(this.start - 1));
  }

  private slash(): TokenKind {
    const mayBegin = this.at >= this.noPatternUntil && this.patternMayBegin();
    const { end, closed } = mayBegin ? patternEnd(this.text, this.at) : { end: 0, closed: false };
    if (closed) return this.token("value", this.at, end);
    // One failed search per line keeps the scan linear.
    this.noPatternUntil = Math.max(end, this.noPatternUntil);
    return this.token("mark", this.at, this.at + 1);
  }

  /** Scans markup to the next code in it, or past the end of the outermost element. */
  private markup(inTag: boolean): TokenKind {
    this.resume = null;
    for (let tag = inTag; this.at < this.text.length;) {
      const { at, met } = tag ? tagStep(this.text, this.at) : childStep(this.text, this.at);
      this.at = at;
      if (met === "code") {
        this.push(tag ? "tag{" : "child{");
        return this.token("mark", at - 1, at);
      }
      if (met === "opened") this.push("children");
      if (met === "closed") this.frame = this.frame?.under ?? null;
      tag = met === "tag";
      if (!tag && met !== "end" && this.frame?.kind !== "children") return this.token("value", at - 1, at);
    }
    return this.token("end", this.at, this.at);
  }
}
