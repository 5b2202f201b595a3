// Renders a line of code with its syntax tokens and its changed words; long lines are truncated.
import { longLine } from "../../words/report-texts.ts";
import { maxHtmlLine } from "./page-limits.ts";
import { exactHtml, type Html } from "./template.ts";

/** Keyword, string, comment, constant, function, type: classes of the page's style. */
export type CodeTokenKind = "k" | "s" | "c" | "n" | "f" | "t";

/** Where the tokens of a line begin, in order; null: plain text. */
export type LineTokens = readonly (readonly [start: number, kind: CodeTokenKind | null])[];

export type WordRange = readonly [start: number, end: number];

export interface LineStyle {
  tokens?: LineTokens | undefined;
  /** Parts that differ from the line on the other side. */
  words?: readonly WordRange[] | undefined;
}

export function codeLine(text: string, style: LineStyle = {}): Html {
  if (text.length <= maxHtmlLine) return segments(text, style);
  const start = text.slice(0, maxHtmlLine).replace(/[\ud800-\udbff]$/, "");
  return exactHtml`${segments(start, style)}<i>${longLine(text.length - start.length)}</i>`;
}

function segments(text: string, { tokens = [], words = [] }: LineStyle): Html {
  const edges = new Set([0, ...tokens.map(([start]) => start), ...words.flat()]);
  const cuts = [...edges].filter((at) => at < text.length && !splitsPair(text, at)).toSorted((a, b) => a - b);
  let token = 0;
  return exactHtml`${cuts.map((from, index) => {
    const part = text.slice(from, cuts[index + 1]);
    while (token + 1 < tokens.length && tokens[token + 1]![0] <= from) token++;
    const [start = 0, kind = null] = tokens[token] ?? [];
    const shown = kind !== null && start <= from && part.trim() !== "" ? exactHtml`<b class=${kind}>${part}</b>` : part;
    return words.some(([a, b]) => a <= from && from < b) ? exactHtml`<mark>${shown}</mark>` : shown;
  })}`;
}

function splitsPair(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1));
}
