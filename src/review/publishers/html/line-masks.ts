// Maps each line that a finding masks to the text that the report shows instead.
import type { Side } from "../../../change/change.ts";
import type { Draft } from "../../draft.ts";
import { maskedQuotes } from "../../redact-draft.ts";
import { shownQuote } from "../../words/finding-lines.ts";

/** The replacement of a line; undefined where the line may be shown. */
export type Masks = (side: Side, path: string, line: number) => string | undefined;

export function lineMasks(draft: Draft): Masks {
  const masks = new Map<string, string>();
  for (const quote of maskedQuotes(draft)) {
    const shown = shownQuote(quote).split("\n");
    const whole = shown.length === quote.end - quote.start + 1;
    for (let line = quote.start; line <= quote.end; line++)
      masks.set(`${quote.side}:${line}:${quote.path}`, whole ? shown[line - quote.start]! : "…");
  }
  if (masks.size === 0) return () => undefined;
  return (side, path, line) => masks.get(`${side}:${line}:${path}`);
}
