// Finds the pieces of code that a comment names: which were there then, and which are there now.
import { editDistance } from "../../change/edit-distance.ts";
import type { NamedCode } from "./code-facts.ts";
import { addedSameKind } from "./fault-kinds.ts";
import type { Objections } from "./objections.ts";
import { isSwapped } from "./swapped-code.ts";
import {
  anyName,
  containsTokens,
  containsLoosely,
  isName,
  shareIn,
  distinctiveTokens,
  codeTokens,
} from "./code-tokens.ts";

interface CurrentCode {
  /** The replacement and what was added nearby. */
  here: readonly string[];
  around: readonly string[];
  /** The commented code and its replacement, without comments. */
  commented: readonly string[];
  place: readonly string[];
}

export function namedCode(
  { spans, removed, added, asked }: Objections,
  then: { commented: readonly string[]; around: readonly string[] },
  now: CurrentCode,
): { quotes: NamedCode[]; proposals: NamedCode[] } {
  const { here, around } = now;
  const quotes: NamedCode[] = [];
  const proposals: NamedCode[] = [];
  for (const text of [...spans, ...removed]) {
    const tokens = codeTokens(text);
    const words = distinctiveTokens(tokens);
    if (words.length === 0) continue;
    const name = tokens.every((one) => isName(one) || one === "." || one === "::" || one === "->" || one === "?.");
    const stands = containsCode(here, tokens);
    if (containsCode(then.commented, tokens))
      quotes.push({ text, name, stands, altered: !stands && isOfItsKind(tokens, name, now) });
    // Code beside the commented line must be gone too, unless it is a bare name.
    else if (containsTokens(then.around, tokens)) {
      if (!name && words.length > 1)
        quotes.push({ text, name, stands: containsTokens(around, tokens), altered: false });
    } else if (!removed.includes(text)) proposals.push({ text, name, stands, altered: false });
  }
  for (const text of added) {
    const tokens = codeTokens(text);
    if (distinctiveTokens(tokens).length > 1 && !containsTokens(then.around, tokens))
      proposals.push({ text, name: false, stands: containsTokens(here, tokens), altered: false });
  }
  // Next to a quote, code that is not requested anywhere is only an explanation: "stripped with `-O`".
  const explains = ({ text, stands }: NamedCode) => !stands && !asked.includes(text) && !added.includes(text);
  return {
    quotes: withoutParts(quotes),
    proposals: quotes.length === 0 ? proposals : proposals.filter((one) => !explains(one)),
  };
}

/** A lone sign may be attached to a name: `@` in `@file`. */
function containsCode(code: readonly string[], tokens: readonly string[]): boolean {
  const [sign = ""] = tokens;
  if (tokens.length === 1 && /^[@#$]$/.test(sign)) return code.some((one) => one.startsWith(sign));
  return containsTokens(code, tokens);
}

/** The replacement is equivalent: of the same known kind, or of the same form. */
function isOfItsKind(tokens: readonly string[], name: boolean, { here, commented, place }: CurrentCode): boolean {
  const kind = addedSameKind(tokens, commented, place);
  if (kind !== "unknown") return kind === "came" || (!name && isAltered(here, tokens));
  return (name ? isLike : isAltered)(here, tokens) || isSwapped(tokens, commented, place);
}

/** Something was inserted between its words, or a few names changed: that alone fixes nothing. */
function isAltered(here: readonly string[], tokens: readonly string[]): boolean {
  if (containsTokens(here, tokens)) return false;
  if (containsLoosely(here, tokens)) return true;
  const words = distinctiveTokens(tokens);
  const gone = new Set(tokens.filter((one, at) => !separators.has(one) && !standsBeside(here, tokens, at)));
  // Another operator has another meaning.
  if (![...gone].every(isName)) return false;
  const share = shareIn(distinctiveTokens(here), words);
  // The closing bracket is ignored, because there may be more arguments now.
  const open = tokens.at(-1) === ")" ? tokens.slice(0, -1) : tokens;
  const withOtherNames = open.map((one) => (gone.has(one) ? anyName : one));
  return share > mostIsLeft || (share > halfIsLeft && containsTokens(here, withOtherNames));
}

/** Separators and brackets; changes in them are irrelevant. */
const separators = new Set(["(", ")", ",", ";", ".", ":", '"', "'", "`"]);

/** Names count alone; signs, which occur everywhere, only together with a neighbour. */
function standsBeside(here: readonly string[], tokens: readonly string[], at: number): boolean {
  if (isName(tokens[at]!)) return here.includes(tokens[at]!);
  const pairs = [tokens.slice(Math.max(0, at - 1), at + 1), tokens.slice(at, at + 2)];
  return pairs.some((pair) => (pair.length > 1 || tokens.length === 1) && containsTokens(here, pair));
}

/** Nearly the same name, as in `usr_` for `usr` or `strncpy` for `strcpy`. */
function isLike(here: readonly string[], tokens: readonly string[]): boolean {
  const name = tokens.at(-1)!.toLowerCase();
  if (name.length < 3 || containsTokens(here, tokens)) return false;
  return here.some((one) => {
    const other = one.toLowerCase();
    return other.includes(name) || (name.length > 4 && editDistance(name, other, 1) !== null);
  });
}

const mostIsLeft = 0.7;
const halfIsLeft = 0.5;

/** Drops a name that is part of a longer quote. */
function withoutParts(quotes: readonly NamedCode[]): NamedCode[] {
  const rows = quotes.map(({ text }) => codeTokens(text));
  return quotes.filter(
    ({ name }, at) => !name || !rows.some((row) => row.length > rows[at]!.length && containsTokens(row, rows[at]!)),
  );
}
