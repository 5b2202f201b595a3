// Verifies quotes against files, with normalised whitespace and a small tolerance for moved lines.
import type { Quote } from "../change/change.ts";

/**
 * A line of a commit in the middle of the change. Neither end has it, so it has no line number, and no file to be held
 * against; the gate can see whether the commit is one of the change's, and only a check may say what stands in it.
 */
export interface CommitQuote extends Quote {
  commit: string;
}

export function isOfCommit(quote: Quote): quote is CommitQuote {
  return "commit" in quote;
}

/** How far a quoted line may have moved and still be the one that was meant. */
export const drift = 3;

/** A file's lines, ready to be compared with quotes. */
export interface QuotedFile {
  lines: readonly string[];
}

export function quotedFile(bytes: Uint8Array): QuotedFile {
  return { lines: new TextDecoder().decode(bytes).split("\n") };
}

/** Indentation, line ends and runs of blanks say nothing about what a line does. */
export function normalise(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export type QuoteVerdict = { is: "there" } | { is: "moved"; to: number } | { is: "missing" };

export function checkQuote(quote: Quote, file: QuotedFile | null): QuoteVerdict {
  const wanted = quote.text.trimEnd().split("\n").map(normalise);
  // Nothing but blanks is evidence of nothing.
  if (file === null || wanted.every((line) => line === "")) return { is: "missing" };
  if (standsAt(file, quote.start, wanted)) return { is: "there" };
  for (let away = 1; away <= drift; away++)
    for (const line of [quote.start - away, quote.start + away])
      if (standsAt(file, line, wanted)) return { is: "moved", to: line };
  return { is: "missing" };
}

function standsAt(file: QuotedFile, line: number, wanted: readonly string[]): boolean {
  if (line < 1 || line - 1 + wanted.length > file.lines.length) return false;
  return wanted.every((text, index) => normalise(file.lines[line - 1 + index] ?? "") === text);
}
