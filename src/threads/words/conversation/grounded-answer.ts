// Formats a model's answer with the code and the texts that it is based on.
import { codeBlock, codeText } from "../../../review/words/code-text.ts";
import { markdownText } from "../../../review/words/markdown-text.ts";
import { oneLine, plain, shorten } from "../../../review/words/text.ts";

export interface GroundedPoint {
  text: string;
  /** Already checked. */
  quote: GroundedQuote | null;
}

type GroundedQuote =
  | { from: "head" | "base"; path: string; line: number; text: string }
  /** A text that is no file, such as the description. */
  | { from: "shown"; label: string; text: string };

/** The points are a model's Markdown: the final sanitizing makes them inert. */
export function groundedAnswer(points: readonly GroundedPoint[], leftOut: number): string {
  const paragraphs = points.flatMap(({ text, quote }) => [
    shorten(plain(text).trim(), 4000),
    ...(quote ? [quoteText(quote)] : []),
  ]);
  const note =
    leftOut === 0
      ? []
      : [
          `(${leftOut === 1 ? "One statement was" : `${leftOut} statements were`} left out: what was quoted for ${leftOut === 1 ? "it" : "them"} could not be found.)`,
        ];
  return [...paragraphs, ...note].join("\n\n");
}

function quoteText(quote: GroundedQuote): string {
  const text = shorten(plain(quote.text), 2000);
  if (quote.from === "shown") return `From the ${markdownText(quote.label)}:\n\n${codeBlock(text.trim())}`;
  const place = codeText(`${oneLine(quote.path)}:${quote.line}`);
  return `${place}${quote.from === "base" ? " before the change" : ""}\n\n${codeBlock(text)}`;
}
