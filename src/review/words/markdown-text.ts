// Escapes one line of untrusted text as Markdown.
import { liveRanges, type AllowedLinks, type Range } from "../sanitize-outgoing/live-ranges.ts";
import { codeSpan } from "../sanitize-outgoing/markdown-tree.ts";
import { oneLine } from "./text.ts";

const nothingIsAllowed: AllowedLinks = { link: () => false, reference: () => false };

/**
 * Safe at the start of a line and within one: no heading, list, quote, rule, table, fence, HTML, link or task box, and
 * no line of the summary's own. Mentions, URLs and references go into code spans, since GitHub looks for them after
 * removing backslashes and entities.
 */
export function markdownText(text: string): string {
  const line = oneLine(text).trim();
  return withCode(line, liveSpans(line));
}

const inlineCode = /(?<!`)`([^`]+)`(?!`)/g;

/** Like `markdownText`, and code between backquotes stays code. */
export function markdownProse(text: string): string {
  const line = oneLine(text).trim();
  const live = liveSpans(line);
  const written = [...line.matchAll(inlineCode)]
    .map(({ index: from, 0: span, 1: code = "" }) => ({ from, to: from + span.length, code }))
    // A table cannot hold a pipe in code, and what is live beyond the code must not stay so.
    .filter(({ code }) => code.trim() !== "" && !code.includes("|"))
    .filter((span) => live.every((one) => isApart(one, span) || (span.from < one.from && one.to < span.to)));
  const bare = live.filter((one) => written.every((span) => isApart(one, span)));
  return withCode(
    line,
    [...written, ...bare].toSorted((a, b) => a.from - b.from),
  );
}

interface CodeRange extends Range {
  code: string;
}

function liveSpans(line: string): CodeRange[] {
  return liveRanges(line, nothingIsAllowed).map(({ from, to }) => ({ from, to, code: line.slice(from, to) }));
}

function isApart(a: Range, b: Range): boolean {
  return a.to <= b.from || b.to <= a.from;
}

function withCode(line: string, spans: readonly CodeRange[]): string {
  let done = "";
  let at = 0;
  for (const { from, to, code } of spans) {
    done += escaped(line.slice(at, from));
    done += codeSpan(code, done.endsWith("`") ? "`" : "", "");
    at = to;
  }
  return startOfLine(done + escaped(line.slice(at)));
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[\\`*_[\]~|]/g, "\\$&");
}

/** What means something only where a line begins: marks of headings, lists and rules, numbers, and our own words. */
function startOfLine(text: string): string {
  return text
    .replace(/^(\d+)([.):])/, "$1\\$2")
    .replace(/^[-+=#:(]/, "\\$&")
    .replace(/^(reviewed):/i, "$1\\:");
}
