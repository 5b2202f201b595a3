// Converts threads on GitHub to reactions to findings.
import type { PastFinding } from "../../change/change.ts";
import { parseMarker } from "../../review/marker.ts";
import { parseMentionCommand } from "../mention/mention-command.ts";
import { parseAddressed, handlesOf } from "../mention/handle.ts";
import type { ObservedComment, ObservedPull } from "./feedback-signals.ts";
import type { ReactedThread } from "./feedback-github.ts";

const longestAnswer = 10_000;
const longestReason = 300;

/** A finding that is not in the store has no check to attribute it to. */
export function observePull(
  place: string,
  { author, threads }: { author: string | null; threads: readonly ReactedThread[] },
  findings: readonly Pick<PastFinding, "identity" | "state" | "about">[],
  slug: string | null,
): ObservedPull {
  const known = new Map(findings.map((one) => [one.identity as string, one]));
  const comments = threads.flatMap(({ body, reactions, resolvedBy, answers }): ObservedComment[] => {
    const identity = parseMarker(body)?.finding;
    const finding = identity === undefined ? undefined : known.get(identity);
    if (identity === undefined || !finding?.about) return [];
    const { state, about } = finding;
    return [{ identity, units: [about.check], reactions, resolvedBy, state, dismissals: dismissalsIn(answers, slug) }];
  });
  return { place, author, comments };
}

const dismissalPattern =
  /^\/?(?:dismiss(?:ed)?|won'?t fix|wontfix|false positive|by design|not an? (?:issue|bug))\b[ \t]*[:,.\u2013\u2014-]?[ \t]*(.*)$/i;

const anyName = /^@[\w-]{1,40}(?:\[bot\])?[ ,:]+/;

/** Each person's latest dismissal reason; without one it is only a reply. */
function dismissalsIn(answers: ReactedThread["answers"], slug: string | null): { by: string; reason: string }[] {
  const people = Map.groupBy(answers, ({ by }) => by);
  return [...people.values()].flatMap((said) => dismissalIn(said, slug) ?? []);
}

/**
 * The last reply that dismisses: by a command addressed to us, or in its first line. `slug`: our own name on GitHub;
 * null if unknown, so any mentioned name may be ours.
 */
export function dismissalIn(
  answers: ReactedThread["answers"],
  slug: string | null,
): { by: string; reason: string } | null {
  for (const { by, body } of answers.toReversed()) {
    const reason = reasonIn(body.slice(0, longestAnswer), slug)
      ?.replaceAll(/\s+/g, " ")
      .replace(/^[ :,.\u2013\u2014-]+/, "")
      .trim();
    if (reason) return { by, reason: reason.slice(0, longestReason) };
  }
  return null;
}

function reasonIn(body: string, slug: string | null): string | undefined {
  const { called, text, calls } =
    slug === null
      ? { called: "not", text: body.trim().replace(anyName, ""), calls: [] }
      : parseAddressed(body, handlesOf(slug));
  const asked = called === "not" ? null : parseMentionCommand(text, calls);
  if (asked?.ask === "dismiss") return asked.reason;
  const first = text.trim().replaceAll("\u2019", "'").split(/\r?\n/, 1)[0]!;
  return dismissalPattern.exec(first)?.[1];
}
