// Provides HTML templates that escape by default: an inserted value is text unless another template made it.
import { plain } from "../../words/text.ts";

/** Trusted markup. Only this file creates it, so no text of a change can pass for it. */
export class Html {
  readonly #markup: string;

  constructor(markup: string, made: symbol) {
    if (made !== trusted) throw new Error("only a template makes HTML");
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

const trusted = Symbol("made by a template");

export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let markup = strings[0] ?? "";
  for (const [index, part] of parts.entries()) markup += write(part) + strings[index + 1];
  return new Html(markup, trusted);
}

/**
 * The same under a name that the formatter ignores: for thousands of rows, and for markup whose whitespace is visible.
 */
export const exactHtml = html;

function write(part: HtmlPart): string {
  if (part instanceof Html) return part.toString();
  if (typeof part === "string") return escape(part);
  if (typeof part === "number") return String(part);
  return Array.isArray(part) ? part.map(write).join("") : "";
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Safe between tags and in quoted attributes; hidden and bidirectional control characters are written out. */
export function escape(text: string): string {
  return plain(text).replaceAll(/[&<>"']/g, (character) => entities[character]!);
}

/** Unescaped text: our own style and script, never anything from a change. */
export function trustedHtml(text: string): Html {
  return new Html(text, trusted);
}
