// Blanks code, quotes and comments of a Markdown body, so that only the author's prose remains, at the same positions.

/** The body with code, quotes and comments blanked; length and line breaks stay the same. */
export function prose(body: string): string {
  return blankParts(body, true);
}

/** Like `prose`, but keeps inline code, to show a sentence with its names. */
export function proseWithCode(body: string): string {
  return blankParts(body, false);
}

/** Blanks inline code in one line (a title or commit subject); quotes and fences have no meaning there. */
export function withoutCodeSpans(line: string): string {
  const page = new Page(line);
  blankInline(page, 0, line.length, true);
  return page.toString();
}

/** A text with blanked parts, in one buffer, because a body may contain half a million code spans. */
class Page {
  readonly text: string;
  #units: Uint16Array | null = null;

  constructor(text: string) {
    this.text = text;
  }

  blank(start: number, end: number): void {
    const units = (this.#units ??= unitsOf(this.text));
    for (let at = start; at < end; at++) if (units[at] !== lineFeed && units[at] !== carriageReturn) units[at] = space;
  }

  toString(): string {
    if (!this.#units) return this.text;
    const parts: string[] = [];
    // In chunks, because the number of call arguments is limited.
    for (let at = 0; at < this.#units.length; at += 8192)
      parts.push(String.fromCharCode(...this.#units.subarray(at, at + 8192)));
    return parts.join("");
  }
}

const [lineFeed, carriageReturn, space] = [10, 13, 32];

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}

interface Fence {
  mark: string;
  length: number;
}

function blankParts(body: string, codeSpans: boolean): string {
  const page = new Page(body);
  let fence: Fence | null = null;
  let mayIndent = true;
  let inList = false;
  let at = 0;
  while (at < body.length) {
    const end = lineEnd(body, at);
    // If a comment ended in the middle of a line, the rest of the line is text, never a fence or a quote.
    const isWhole = at === 0 || body[at - 1] === "\n";
    const opens: Fence | null = fence || !isWhole ? null : fenceAt(body, at, end);
    const isCode: boolean = mayIndent && isWhole && !inList && isIndentedCode(body, at, end);
    if (fence || opens || isCode || (isWhole && isQuote(body, at, end))) {
      page.blank(at, end);
      fence = opens ?? (fence && closes(body, at, end, fence) ? null : fence);
      mayIndent = isCode;
      at = end + 1;
    } else if (isWhole && skipBlanks(body, at, end) === end) {
      mayIndent = true;
      at = end + 1;
    } else {
      const from = at;
      at = blankInline(page, at, paragraphEnd(body, at), codeSpans);
      inList = hasListItem(body, from, at) || (inList && indentation(body, from, end) > 0);
      mayIndent = false;
    }
  }
  return page.toString();
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/**
 * The end of the lines that may share one code span: before a blank line, a fence or a quote. The first line counts.
 */
function paragraphEnd(text: string, from: number): number {
  let end = lineEnd(text, from);
  while (end < text.length) {
    const next = lineEnd(text, end + 1);
    const start = skipBlanks(text, end + 1, next);
    if (start === next || fenceAt(text, end + 1, next) || isQuote(text, end + 1, next)) return end + 1;
    end = next;
  }
  return text.length;
}

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && (text[at] === " " || text[at] === "\t" || text[at] === "\r")) at++;
  return at;
}

/**
 * The start of a line's own text, after indentation and list markers, because a list item may contain a fence or quote.
 */
function contentStart(text: string, from: number, end: number): number {
  let at = skipBlanks(text, from, end);
  for (;;) {
    let mark = at;
    while (mark < end && mark - at < 9 && text[mark]! >= "0" && text[mark]! <= "9") mark++;
    const isMark = mark > at ? ".)".includes(text[mark] ?? " ") : "-*+".includes(text[mark] ?? " ");
    if (!isMark || mark + 1 >= end || (text[mark + 1] !== " " && text[mark + 1] !== "\t")) return at;
    at = skipBlanks(text, mark + 1, end);
  }
}

function hasListItem(text: string, from: number, end: number): boolean {
  for (let at = from; at < end;) {
    const next = Math.min(end, lineEnd(text, at));
    if (contentStart(text, at, next) > skipBlanks(text, at, next)) return true;
    at = next + 1;
  }
  return false;
}

/** Four columns, as in Markdown. An indented list item is still read as a list, which people mean by it. */
function isIndentedCode(text: string, from: number, end: number): boolean {
  return indentation(text, from, end) >= 4 && !hasListItem(text, from, end);
}

/** In columns; 0 for a blank line. */
function indentation(text: string, from: number, end: number): number {
  const start = skipBlanks(text, from, end);
  if (start === end) return 0;
  const tabs = text.slice(from, Math.min(start, from + 4)).split("\t").length - 1;
  return start - from + 3 * tabs;
}

function isQuote(text: string, from: number, end: number): boolean {
  const start = contentStart(text, from, end);
  // A wrapped line may start with ">=2.0".
  return text[start] === ">" && !/^>=? ?\d/.test(text.slice(start, start + 4));
}

function fenceAt(text: string, from: number, end: number): Fence | null {
  const start = contentStart(text, from, end);
  const mark = text[start];
  if (start >= end || (mark !== "`" && mark !== "~")) return null;
  const length = runLength(text, start, end);
  if (length < 3) return null;
  // Three backticks with another one later on the line are inline code, not a fence.
  if (mark === "`" && text.slice(start + length, end).includes("`")) return null;
  return { mark, length };
}

function closes(text: string, from: number, end: number, fence: Fence): boolean {
  const start = skipBlanks(text, from, end);
  if (start >= end || text[start] !== fence.mark) return false;
  const length = runLength(text, start, end);
  return length >= fence.length && skipBlanks(text, start + length, end) === end;
}

function runLength(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text[at] === text[start]) at++;
  return at - start;
}

/**
 * Blanks code spans, comments and HTML blocks of one paragraph. Returns where to continue: after a block that extends
 * beyond it.
 */
function blankInline(page: Page, start: number, end: number, codeSpans: boolean): number {
  const { text } = page;
  const lastRuns = new Map<number, number>();
  let at = start;
  while (at < end) {
    if (text[at] === "`") {
      const close = spanEnd(text, at, end, lastRuns);
      if (close !== null && codeSpans) page.blank(at, close);
      at = close ?? at + runLength(text, at, end);
    } else if (text[at] === "<") {
      const after = hiddenEnd(text, at);
      if (after !== null) page.blank(at, after);
      at = after ?? at + 1;
    } else at++;
  }
  return at;
}

const block = /^<(pre|blockquote)[\s>]/i;
const blockEnds = { pre: /<\/pre\s{0,9}>/gi, blockquote: /<\/blockquote\s{0,9}>/gi };

/** The end of the comment, preformatted text or quote that opens at `open`; an unclosed one hides the rest, as on GitHub. */
function hiddenEnd(text: string, open: number): number | null {
  if (text.startsWith("<!--", open)) {
    const close = text.indexOf("-->", open + 2);
    return close === -1 ? text.length : close + 3;
  }
  const name = block.exec(text.slice(open, open + 12))?.[1]?.toLowerCase() as keyof typeof blockEnds | undefined;
  if (name === undefined) return null;
  const end = blockEnds[name];
  end.lastIndex = open;
  return end.exec(text) ? end.lastIndex : text.length;
}

/**
 * The end of the code span that opens at `open`: after the next run of as many backticks. A failed search has seen
 * every run up to the end; `lastRuns` records the last position of each length, so that no later search fails again.
 */
function spanEnd(text: string, open: number, end: number, lastRuns: Map<number, number>): number | null {
  const openLength = runLength(text, open, end);
  if (lastRuns.size > 0 && (lastRuns.get(openLength) ?? -1) <= open) return null;
  for (let at = text.indexOf("`", open + openLength); at !== -1 && at < end;) {
    const length = runLength(text, at, end);
    if (length === openLength) return at + length;
    at = text.indexOf("`", at + length);
  }
  for (let at = open; at !== -1 && at < end;) {
    const length = runLength(text, at, end);
    lastRuns.set(length, at);
    at = text.indexOf("`", at + length);
  }
  return null;
}
