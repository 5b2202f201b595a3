// Splits text into sentences, since the summary's rules count them.
import { shorten } from "./text.ts";

/**
 * A full stop ends a sentence before a blank, an East Asian one anywhere. Not within `a.b`, `x!=y` or `why?.not`, and
 * not before a lowercase letter, as in "e.g. this".
 */
const ending = /(?<![.!?…])[.!?…]+["'”’)\]]*\s+(?!["'“‘([]*\p{Ll})|[。！？]+["'”’)\]」』]*\s*/gu;

/** Abbreviations whose full stop ends no sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.?g|i\.?e|etc|cf|vs|approx|incl|resp|nos?|fig|mrs?|ms|dr|st)\.[)\]]?\s*$/i;
const longestAbbreviation = 10;

export function sentencesOf(text: string): string[] {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const found: string[] = [];
  let from = 0;
  for (const match of line.matchAll(ending)) {
    const to = match.index + match[0].length;
    if (abbreviation.test(line.slice(Math.max(from, to - longestAbbreviation), to))) continue;
    found.push(line.slice(from, to).trim());
    from = to;
  }
  return [...found, line.slice(from)].filter((sentence) => sentence !== "");
}

/** The first sentences of a text, with a full stop at the end; empty when the text is. */
export function firstSentences(text: string, most: number, longest: number): string {
  const short = shorten(text.trim(), longest);
  if (short === "") return "";
  const ended = /[.!?…。！？]["'”’)\]」』]*$/u.test(short) ? short : `${short}.`;
  return sentencesOf(ended).slice(0, most).join(" ");
}
