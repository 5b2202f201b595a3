// Matches code that a comment names without marking it as code: "use the logger" and an added `log.error`, "the inline
// rescue" and a removed `rescue`.
import { addedSameKind } from "./fault-kinds.ts";
import { isSwapped } from "./swapped-code.ts";
import { asksRemoval } from "./holding-words.ts";
import { isName, withoutStrings } from "./code-tokens.ts";

/** Words too common to mean anything when added or removed. */
const common = new Set(
  "the and not for new let var get set one use this that all any are was has have with from into its can may will when where which what there here then than them they should would could must more most only also just very some such each every other same too out off but you your our his her who how why does did done make makes made made use used uses using call calls called value values type types line lines code name names string number list return returns function method class const data item items case way thing things null none nil true false else end self int char void".split(
    " ",
  ),
);

export function unmarkedCode(
  prose: string,
  commented: readonly string[],
  place: readonly string[],
): "added" | "mended" | null {
  const [old, now] = [partsOf(commented), partsOf(place)];
  const named = wordsOf(prose).filter((word) => old.some((one) => isForm(word, one)));
  if (named.length > 0 && named.every((word) => isGone(word, commented, place))) return "mended";
  if (asksRemoval(prose)) return null;
  const came = now.filter((one) => !old.includes(one));
  return askedFor(prose).some((word) => came.some((one) => isForm(word, one))) ? "added" : null;
}

/** Removed, and not replaced by code of the same form. */
function isGone(word: string, commented: readonly string[], place: readonly string[]): boolean {
  const names = withoutStrings(commented).filter((one) => partsOf([one]).some((part) => isForm(word, part)));
  const stands = partsOf(place).some((part) => isForm(word, part));
  return !stands && !names.some((name) => addedSameKind([name], commented, place) === "came") && !names.some(swapped);

  function swapped(name: string): boolean {
    return addedSameKind([name], commented, place) === "unknown" && isSwapped([name], commented, place);
  }
}

/** Words that are called wanted or missing: "use the logger", "not deferred", "no timeout". */
function askedFor(prose: string): string[] {
  const found = prose.toLowerCase().matchAll(asking);
  return [...found].map(([, word = ""]) => word).filter((word) => !common.has(word));
}

const asking =
  /(?:\b(?:use|prefer|add|needs?|miss(?:es|ing)?|no|not|never|without|lacks?|should be|at least|be)|n't) (?:an? |the |any |be )?([a-z]{3,30})/g;

function wordsOf(prose: string): string[] {
  const words = prose.toLowerCase().match(/[a-z]{3,30}/g) ?? [];
  return [...new Set(words)].filter((word) => !common.has(word)).slice(0, 200);
}

/** Splits `readText` and `read_text` into `read` and `text`. */
function partsOf(tokens: readonly string[]): string[] {
  const parts = withoutStrings(tokens)
    .filter(isName)
    .flatMap((one) => one.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []);
  return [...new Set(parts.map((part) => part.toLowerCase()))].filter((part) => part.length > 2 && !common.has(part));
}

/** Suffixes of otherwise equal words. */
const ending = /^(?:[a-z]?(?:s|es|ed|d|ing|ings|er|ers|or|r)|ion|ation|ment|ant|ity|outs?)$/;

/** Matches `logger` and `log`, `checked` and `check`. */
function isForm(word: string, part: string): boolean {
  const [short, long] = word.length < part.length ? [word, part] : [part, word];
  return long.startsWith(short) && (long === short || ending.test(long.slice(short.length)));
}
