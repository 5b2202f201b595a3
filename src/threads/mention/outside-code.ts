// Blanks out code, quotes and HTML comments in a comment; every character keeps its position. A single pass without a
// parser, since it runs on every incoming comment, however odd.

const fence = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})(.*)$/;
const quoted = /^ {0,3}>/;
const indented = /^(?: {4}|\t)/;

/** Returns text of the same length; blanked characters are NUL. */
export function outsideCode(text: string): string {
  const blanked = [...blocks(text), ...htmlRanges(text)];
  return withoutSpans(blank(text, blanked));
}

interface Range {
  from: number;
  to: number;
}

function blank(text: string, ranges: readonly Range[]): string {
  let done = "";
  let at = 0;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (to <= at) continue;
    const start = Math.max(from, at);
    done += text.slice(at, start) + "\0".repeat(to - start);
    at = to;
  }
  return done + text.slice(at);
}

/** Fenced code, quoted lines, and lines that are indented after an empty one. */
function blocks(text: string): Range[] {
  const found: Range[] = [];
  let open: string | null = null;
  let before: "blank" | "text" | "code" = "blank";
  let from = 0;
  for (const line of text.split("\n")) {
    const to = from + line.length;
    const marks = fence.exec(line);
    if (open !== null) {
      found.push({ from, to });
      if (marks && closes(marks, open)) open = null;
    } else if (marks && !(marks[1]!.startsWith("`") && marks[2]!.includes("`"))) {
      open = marks[1]!;
      found.push({ from, to });
    } else if (quoted.test(line)) {
      found.push({ from, to });
      before = "text";
    } else if (line.trim() === "") before = before === "code" ? "code" : "blank";
    else if (indented.test(line) && before !== "text") {
      found.push({ from, to });
      before = "code";
    } else before = "text";
    from = to + 1;
  }
  return found;
}

function closes([, run = "", rest = ""]: RegExpExecArray, open: string): boolean {
  return run[0] === open[0] && run.length >= open.length && rest.trim() === "";
}

const shownTags = ["code", "pre", "blockquote"];

function htmlRanges(text: string): Range[] {
  const lower = text.toLowerCase();
  return [
    ...between(lower, "<!--", "-->", true),
    ...shownTags.flatMap((tag) => between(lower, `<${tag}>`, `</${tag}>`, false)),
  ];
}

/** An unclosed HTML comment hides the rest of the text; other unclosed tags hide nothing. */
function between(text: string, opens: string, ends: string, evenUnclosed: boolean): Range[] {
  const found: Range[] = [];
  for (let from = text.indexOf(opens); from !== -1;) {
    const end = text.indexOf(ends, from + opens.length);
    if (end === -1) return evenUnclosed ? [...found, { from, to: text.length }] : found;
    found.push({ from, to: end + ends.length });
    from = text.indexOf(opens, end + ends.length);
  }
  return found;
}

/** Code spans lie within one paragraph. */
function withoutSpans(text: string): string {
  const spans: Range[] = [];
  let start = 0;
  let from = 0;
  for (const line of `${text}\n`.split("\n")) {
    if (/^[\s\0]*$/.test(line)) {
      spans.push(...spansIn(text, start, from));
      start = from;
    }
    from += line.length + 1;
  }
  return blank(text, spans);
}

interface Run {
  at: number;
  length: number;
}

/** A run of backticks up to the next of the same length. */
function spansIn(text: string, start: number, to: number): Range[] {
  const runs: Run[] = [...text.slice(start, to).matchAll(/`+/g)].map((run) => ({
    at: start + run.index,
    length: run[0].length,
  }));
  const later = new Map<number, number[]>();
  for (const { at, length } of runs.toReversed()) {
    const same = later.get(length);
    if (same) same.push(at);
    else later.set(length, [at]);
  }
  const found: Range[] = [];
  let end = 0;
  for (const { at, length } of runs) {
    const same = later.get(length)!;
    same.pop();
    if (at < end || isEscaped(text, at)) continue;
    const close = same.at(-1);
    if (close === undefined) continue;
    end = close + length;
    found.push({ from: at, to: end });
  }
  return found;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes += 1;
  return slashes % 2 === 1;
}
