// Aggregates people's reactions to findings per check or reviewer and repository. People without write permission do
// not count.
import type { UnitTally } from "../../change/stored-knowledge.ts";

/** From strongest to weakest: a commit outweighs a comment, a comment outweighs a resolved thread. */
export const signals = ["fixed", "dismissed", "thumbs-up", "thumbs-down", "resolved-unchanged"] as const;
export type Signal = (typeof signals)[number];

export interface FeedbackStatement {
  place: string;
  identity: string;
  unit: string;
  signal: string;
  actor: string;
  at: number;
}

/** `null`: no reaction that counts. */
export function feedbackVerdict(feedback: readonly Pick<FeedbackStatement, "signal">[]): "useful" | "dismissed" | null {
  const has = (signal: Signal) => feedback.filter((one) => one.signal === signal).length;
  if (has("fixed") > 0) return "useful";
  if (has("dismissed") > 0) return "dismissed";
  const thumbs = has("thumbs-up") - has("thumbs-down");
  if (thumbs !== 0) return thumbs > 0 ? "useful" : "dismissed";
  return has("resolved-unchanged") > 0 ? "dismissed" : null;
}

/** Each finding counts once per check or reviewer that reported it, however many people judged it. */
export function feedbackTally(
  feedback: readonly FeedbackStatement[],
  resets: ReadonlyMap<string, number>,
): UnitTally[] {
  const counting = feedback.filter(({ unit, at }) => at > (resets.get(unit) ?? -Infinity));
  return [...Map.groupBy(counting, ({ unit }) => unit)]
    .map(([unit, rows]) => {
      const findings = Map.groupBy(rows, ({ place, identity }) => `${place}\0${identity}`);
      const verdicts = [...findings.values()].map(feedbackVerdict).filter((one) => one !== null);
      return { unit, judged: verdicts.length, dismissed: verdicts.filter((one) => one === "dismissed").length };
    })
    .filter(({ judged }) => judged > 0)
    .toSorted((a, b) => b.judged - a.judged || (a.unit < b.unit ? -1 : 1));
}

/** One of our comments on GitHub, with its outcome. */
export interface ObservedComment {
  identity: string;
  /** The checks and reviewers that reported it. */
  units: readonly string[];
  reactions: readonly { by: string; content: "+1" | "-1" }[];
  resolvedBy: string | null;
  /** State of the finding in the store; fixed means that the quoted lines are gone. */
  state: "open" | "fixed" | "dismissed";
  /** Who dismissed it, with their reason: each person once. */
  dismissals: readonly { by: string; reason: string }[];
}

export interface ObservedPull {
  place: string;
  /** Whose commits count as a response. */
  author: string | null;
  comments: readonly ObservedComment[];
}

export interface FeedbackReaction extends FeedbackStatement {
  signal: Signal;
  reason: string | null;
}

/** `mayWrite`: whether a login has write permission on the repository. */
export function feedbackReactions(
  { place, author, comments }: ObservedPull,
  mayWrite: (login: string) => boolean,
  at: number,
): FeedbackReaction[] {
  return comments.flatMap(({ identity, units, reactions, resolvedBy, state, dismissals }) => {
    const given: { signal: Signal; actor: string | null; reason?: string }[] = [
      ...reactions.map(({ by, content }) => ({
        signal: content === "+1" ? ("thumbs-up" as const) : ("thumbs-down" as const),
        actor: by,
      })),
      ...(state === "fixed" ? [{ signal: "fixed" as const, actor: author }] : []),
      ...dismissals.map(({ by, reason }) => ({ signal: "dismissed" as const, actor: by, reason })),
      ...(resolvedBy !== null && state === "open"
        ? [{ signal: "resolved-unchanged" as const, actor: resolvedBy }]
        : []),
    ];
    return given.flatMap(({ signal, actor, reason = null }) =>
      actor === null || !mayWrite(actor)
        ? []
        : units.map((unit) => ({ place, identity, unit, signal, actor, reason, at })),
    );
  });
}

/** Everyone who reacted: their permission must be known before anything is learned. */
export function peopleIn({ author, comments }: ObservedPull): string[] {
  const named = comments.flatMap(({ reactions, resolvedBy, dismissals, state }) => [
    state === "fixed" ? author : null,
    ...reactions.map(({ by }) => by),
    resolvedBy,
    ...dismissals.map(({ by }) => by),
  ]);
  return [...new Set(named.filter((one) => one !== null))];
}
