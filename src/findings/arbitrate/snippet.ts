// Extracts the code of a dispute for the arbiter: the quoted lines with a little context.
import { startOfText } from "../../secrets/cut-text.ts";
import { redactPrivateKeys } from "../../secrets/private-key.ts";
import { isOfCommit, type QuotedFile } from "../quote.ts";
import type { GateFacts } from "../gate.ts";
import type { Finding } from "../finding.ts";

const around = 5;
const mostLines = 40;
const longestLine = 400;
/** A claim rests on one or two places; more of them would be the diff by another name. */
const mostQuotes = 3;

/** The numbered lines from `start` to `end` and those near them; null where the file has no such line. */
export function snippetAround({ lines }: QuotedFile, start: number, end = start): string | null {
  if (start < 1 || start > lines.length) return null;
  const first = Math.max(1, start - around);
  const last = Math.min(lines.length, Math.max(end, start) + around, first + mostLines - 1);
  // Of a private key, the lines shown may not include its first, by which it is recognised.
  return redactPrivateKeys(lines.join("\n"))
    .split("\n")
    .slice(first - 1, last)
    .map((text, index) => `${first + index}: ${bounded(text)}`)
    .join("\n");
}

function bounded(text: string): string {
  const line = text.replace(/\r$/, "");
  return line.length <= longestLine ? line : `${startOfText(line, longestLine)} … (cut)`;
}

/** What stands at the places that a finding quotes, not what it says stands there; a hidden value stays hidden. */
export function snippetOf({ evidence }: Finding, text: GateFacts["text"]): string | null {
  const parts = evidence.slice(0, mostQuotes).flatMap((quote) => {
    if (quote.masked !== undefined) return [`${quote.path}\n${quote.start}: ${bounded(quote.masked)}`];
    // No file holds it any more; that it stood in that commit was checked.
    if (isOfCommit(quote)) return [`${quote.path}\n${bounded(quote.text)}`];
    const file = text(quote.path, quote.side);
    const lines = file && snippetAround(file, quote.start, quote.end);
    return lines === null ? [] : [`${quote.path}\n${lines}`];
  });
  return parts.length === 0 ? null : parts.join("\n\n");
}
