// From threads as they stand on GitHub to what was said of findings.
import type { PastFinding } from "../../change/change.ts";
import { readMarker } from "../../review/marker.ts";
import type { ObservedComment, ObservedPull } from "./feedback.ts";
import type { TakenThread } from "./github.ts";

const longestReason = 300;

/** A finding that the store knows nothing of has no check that could be told. */
export function observed(
  place: string,
  { author, threads }: { author: string | null; threads: readonly TakenThread[] },
  findings: readonly Pick<PastFinding, "identity" | "state" | "about">[],
): ObservedPull {
  const known = new Map(findings.map((one) => [one.identity as string, one]));
  const comments = threads.flatMap(({ body, reactions, resolvedBy, answers }): ObservedComment[] => {
    const identity = readMarker(body)?.finding;
    const finding = identity === undefined ? undefined : known.get(identity);
    if (identity === undefined || !finding?.about) return [];
    const { state, about } = finding;
    return [{ identity, units: [about.check], reactions, resolvedBy, state, dismissal: dismissalIn(answers) }];
  });
  return { place, author, comments };
}

const dismissing =
  /^(?:@[\w-]{1,40}(?:\[bot\])? +)?\/?(?:dismiss(?:ed)?|won'?t fix|wontfix|false positive|by design|not an? (?:issue|bug))\b[ \t]*[:,.\u2013\u2014-]?[ \t]*(.*)$/i;

/** The last answer that says so in its first line; without a reason it is only an answer. */
export function dismissalIn(answers: readonly { by: string; body: string }[]): ObservedComment["dismissal"] {
  for (const { by, body } of answers.toReversed()) {
    const first = body.slice(0, 1_000).trim().replaceAll("’", "'").split(/\r?\n/, 1)[0]!;
    const reason = dismissing.exec(first)?.[1]?.trim();
    if (reason) return { by, reason: reason.slice(0, longestReason) };
  }
  return null;
}
