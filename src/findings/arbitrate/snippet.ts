// Extracts the code of a dispute for the arbiter: the quoted lines with a little context.
import type { Quote } from "../../change/change.ts";
import { startOfText } from "../../secrets/cut-text.ts";
import { redactFileLines } from "../../secrets/redact-file.ts";
import { isOfCommit, type QuotedFile } from "../quote.ts";
import type { GateFacts } from "../gate.ts";
import type { Finding } from "../finding.ts";

const mostLines = 40;
const longestLine = 400;

/** Lines shown before and after those that are quoted. */
const around = 5;
/** A claim rests on a few places; more of them would be the diff by another name. */
const mostQuotes = 3;

/** The numbered lines from `start` to `end` and those near them; null where the file has no such line. */
export function snippetAround(path: string, { lines }: QuotedFile, start: number, end = start): string | null {
  if (start < 1 || start > lines.length) return null;
  const first = Math.max(1, start - around);
  const last = Math.min(lines.length, Math.max(end, start) + around, first + mostLines - 1);
  return redactFileLines(path, lines, first - 1, last)
    .map((text, index) => `${first + index}: ${bounded(text)}`)
    .join("\n");
}

function bounded(text: string): string {
  const line = text.replace(/\r$/, "");
  return line.length <= longestLine ? line : `${startOfText(line, longestLine)} … (cut)`;
}

/** What stands at the places that a finding quotes, not what it says stands there; a hidden value stays hidden. */
export function snippetOf({ evidence }: Finding, text: GateFacts["text"]): string | null {
  const apart = evidence.filter((quote, at) => !evidence.slice(0, at).some((other) => showsBoth(other, quote)));
  const parts = apart.slice(0, mostQuotes).flatMap((quote) => {
    if (quote.masked !== undefined) return [`${quote.path}\n${quote.start}: ${bounded(quote.masked)}`];
    // No file holds it any more; that it stood in that commit was checked.
    if (isOfCommit(quote)) return [`${quote.path}\n${bounded(quote.text)}`];
    const file = text(quote.path, quote.side);
    const lines = file && snippetAround(quote.path, file, quote.start, quote.end);
    return lines === null ? [] : [`${quote.path}${quote.side === "base" ? " at base" : ""}\n${lines}`];
  });
  return parts.length === 0 ? null : parts.join("\n\n");
}

/** Whether the lines shown for one quote hold another. */
function showsBoth(shown: Quote, quote: Quote): boolean {
  if (quote.masked !== undefined || shown.masked !== undefined || isOfCommit(shown) || isOfCommit(quote)) return false;
  const isInFile = shown.path === quote.path && shown.side === quote.side;
  return isInFile && quote.start >= shown.start - around && quote.end <= shown.end + around;
}
