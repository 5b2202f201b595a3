// Classifies a program's error output as one of a review's fault kinds.
import type { ModelFaultKind } from "../../../errors.ts";

/** In this order: a status is more specific than the advice around it. */
const signs: readonly (readonly [ModelFaultKind, RegExp])[] = [
  ["unauthorised", /\b40[13]\b/],
  ["overloaded", /\b(?:429|503|529)\b/],
  ["unreachable", /\b50[24]\b/],
  [
    "unauthorised",
    /unauthori[sz]ed|unauthenticated|not (?:logged|signed) in|log ?in again|\/login\b|authenticat|auth method|api key/i,
  ],
  ["overloaded", /overloaded|rate.?limit|too many requests|resource.exhausted|usage limit|quota/i],
  [
    "unreachable",
    /\bE(?:CONN\w+|NOTFOUND|AI_AGAIN|TIMEDOUT)\b|connection (?:refused|failed|error)|error sending request|fetch failed|could not connect/i,
  ],
  ["wrong-version", /(?:unknown|unrecognized|unexpected) (?:option|argument|feature)/i],
];

export function kindOfWords(words: string): ModelFaultKind {
  return signs.find(([, sign]) => sign.test(words))?.[0] ?? "failed";
}

/** The last meaningful line, not a stack frame or a closing bracket. */
export function lastLine(err: string): string {
  const lines = err
    .slice(-20_000)
    .split(/[\r\n]+/)
    .map((line) => line.trim());
  return lines.findLast((line) => /\p{L}/u.test(line) && !/^(?:at |Node\.js v)/.test(line)) ?? "";
}
