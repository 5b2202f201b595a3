// Compares what a comment asks for in plain words, point by point, with the code. If one point is not shown, nothing is
// concluded, because the fix may be incomplete.
import type { CodeFacts, NamedCode } from "./code-facts.ts";
import type { Clause } from "./objections.ts";
import { containsTokens } from "./code-tokens.ts";
import { triageTopics } from "./topics.ts";
import { unmarkedCode } from "./unmarked-code.ts";

interface Code {
  /** The code of the commented lines, without comments. */
  commented: readonly string[];
  /** The replacement; `here` also includes lines added nearby. */
  place: readonly string[];
  here: readonly string[];
}

interface Named {
  quotes: readonly NamedCode[];
  proposals: readonly NamedCode[];
}

export type PlainRequestResult = Pick<CodeFacts, "inWords" | "unshown">;

export function plainRequestResult(clauses: readonly Clause[], named: Named, code: Code): PlainRequestResult {
  const inTopics = clauses.map(({ prose }) => byTopics(prose, code));
  if (inTopics.includes("open")) return { inWords: "open", unshown: true };
  const each = clauses.map(
    (clause, at) => inTopics[at] ?? byNames(clause, named) ?? unmarkedCode(clause.prose, code.commented, code.place),
  );
  const unshown = clauses.length > 1 && each.includes(null);
  if (each.length === 0 || each.includes(null)) return { inWords: null, unshown };
  return { inWords: each.every((one) => one === "added") ? "added" : "mended", unshown };
}

function byTopics(prose: string, { commented, place, here }: Code): CodeFacts["inWords"] {
  const fresh = place.filter((one) => !commented.includes(one));
  const has = (row: readonly string[]) => containsTokens(commented, row);
  const speaking = triageTopics.filter(
    ({ says, about, when }) => says.test(prose) && (about?.some(has) ?? true) && (when?.some(has) ?? true),
  );
  if (speaking.length === 0) return null;
  const mended = speaking.every(({ about = [], without = [], brings }) => {
    // Replacing it by another of the same kind is not a fix: `unwrap` for `expect`.
    if (about.some((row) => containsTokens(place, row) || (has(row) && containsTokens(here, row)))) return false;
    return !without.some((row) => containsTokens(place, row)) && (!brings || fresh.some((one) => brings.test(one)));
  });
  if (!mended) return "open";
  return speaking.every(({ around }) => around) ? "added" : "mended";
}

/** By the named code: all old code is gone, or all requested code is present. */
function byNames({ spans }: Clause, { quotes, proposals }: Named): "added" | "mended" | null {
  const own = quotes.filter(({ text }) => spans.includes(text));
  if (own.length > 0) return own.every(({ stands, altered }) => !stands && !altered) ? "mended" : null;
  const asked = proposals.filter(({ text }) => spans.includes(text));
  return asked.length > 0 && asked.every(({ stands }) => stands) ? "added" : null;
}
