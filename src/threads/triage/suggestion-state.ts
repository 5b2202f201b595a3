// Checks whether a comment's suggestion equals the current code.
import type { CodeFacts } from "./code-facts.ts";
import type { Objections } from "./objections.ts";
import { containsTokens, distinctiveTokens, tokensOfLines } from "./code-tokens.ts";

export function suggestionState(
  suggestions: Objections["suggestions"],
  then: { commented: readonly string[]; around: readonly string[] },
  around: readonly string[],
  here: readonly string[],
): CodeFacts["suggestion"] {
  const texts = suggestions.map(tokensOfLines).filter((tokens) => distinctiveTokens(tokens).length > 0);
  if (texts.length === 0) return null;
  const each = texts.map((tokens) => {
    if (containsTokens(around, tokens) && !containsTokens(then.around, tokens)) return "stands";
    const [old, fresh] = [distinctiveTokens(then.commented), distinctiveTokens(tokens)];
    const bringsIn = fresh.filter((one) => !old.includes(one));
    const takesOut = old.filter((one) => !fresh.includes(one));
    if (bringsIn.length === 0 || takesOut.length === 0) return "missing";
    return bringsIn.every((one) => here.includes(one)) && !takesOut.some((one) => here.includes(one))
      ? "substance"
      : "missing";
  });
  return each.includes("missing") ? "missing" : each.includes("substance") ? "substance" : "stands";
}
