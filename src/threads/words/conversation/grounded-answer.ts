// Formats a model's answer with the code that it is based on.
import { codeBlock, codeText } from "../../../review/words/code-text.ts";
import { oneLine, plain, shorten } from "../../../review/words/text.ts";

export interface GroundedPoint {
  text: string;
  /** Already checked against the file. */
  quote: { path: string; line: number; text: string } | null;
}

/** The points are a model's Markdown: the final sanitizing makes them inert. */
export function groundedAnswer(points: readonly GroundedPoint[], leftOut: number): string {
  const paragraphs = points.flatMap(({ text, quote }) => [
    shorten(plain(text).trim(), 4000),
    ...(quote
      ? [`${codeText(`${oneLine(quote.path)}:${quote.line}`)}\n\n${codeBlock(shorten(plain(quote.text), 2000))}`]
      : []),
  ]);
  const note =
    leftOut === 0
      ? []
      : [
          `(${leftOut === 1 ? "One statement was" : `${leftOut} statements were`} left out: the code does not say what was quoted for ${leftOut === 1 ? "it" : "them"}.)`,
        ];
  return [...paragraphs, ...note].join("\n\n");
}
