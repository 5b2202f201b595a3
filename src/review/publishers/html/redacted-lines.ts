// Maps each line that a finding redacts to the text that the report shows instead.
import type { Side } from "../../../change/change.ts";
import type { Draft } from "../../draft.ts";
import { redactedQuotes } from "../../redact-draft.ts";
import { shownQuote } from "../../words/finding-lines.ts";

/** The replacement of a line; undefined if the line may be shown. */
export type RedactedLines = (side: Side, path: string, line: number) => string | undefined;

export function redactedLines(draft: Draft): RedactedLines {
  const texts = new Map<string, string>();
  for (const quote of redactedQuotes(draft)) {
    const shown = shownQuote(quote).split("\n");
    const whole = shown.length === quote.end - quote.start + 1;
    for (let line = quote.start; line <= quote.end; line++)
      texts.set(`${quote.side}:${line}:${quote.path}`, whole ? shown[line - quote.start]! : "…");
  }
  if (texts.size === 0) return () => undefined;
  return (side, path, line) => texts.get(`${side}:${line}:${path}`);
}
