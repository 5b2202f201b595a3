// How people took findings (LRN-4): what each said or did of one, and what that amounts to for a check or reviewer in a
// repository. Nothing is learned from people who may not write to it (LRN-5).
import type { UnitTally } from "../../change/stored-knowledge.ts";

/** From the strongest to the weakest: a deed says more than a word, a word more than a closed thread. */
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

/** `null`: nobody said anything that counts. */
export function verdictOf(said: readonly Pick<FeedbackStatement, "signal">[]): "useful" | "dismissed" | null {
  const has = (signal: Signal) => said.filter((one) => one.signal === signal).length;
  if (has("fixed") > 0) return "useful";
  if (has("dismissed") > 0) return "dismissed";
  const thumbs = has("thumbs-up") - has("thumbs-down");
  if (thumbs !== 0) return thumbs > 0 ? "useful" : "dismissed";
  return has("resolved-unchanged") > 0 ? "dismissed" : null;
}

/** Each finding counts once for each unit that said it, whoever and however many judged it. */
export function tallyOf(said: readonly FeedbackStatement[], resets: ReadonlyMap<string, number>): UnitTally[] {
  const counting = said.filter(({ unit, at }) => at > (resets.get(unit) ?? -Infinity));
  return [...Map.groupBy(counting, ({ unit }) => unit)]
    .map(([unit, rows]) => {
      const findings = Map.groupBy(rows, ({ place, identity }) => `${place}\0${identity}`);
      const verdicts = [...findings.values()].map(verdictOf).filter((one) => one !== null);
      return { unit, judged: verdicts.length, dismissed: verdicts.filter((one) => one === "dismissed").length };
    })
    .filter(({ judged }) => judged > 0)
    .toSorted((a, b) => b.judged - a.judged || (a.unit < b.unit ? -1 : 1));
}

/** One of our comments as it stands on GitHub, with what became of it. */
export interface ObservedComment {
  identity: string;
  /** The checks and reviewers that said it. */
  units: readonly string[];
  reactions: readonly { by: string; content: "+1" | "-1" }[];
  resolvedBy: string | null;
  /** What the store knows of the finding: fixed means that the lines it quotes are gone. */
  state: "open" | "fixed" | "dismissed";
  /** Who dismissed it, and why they said so: each person once. */
  dismissals: readonly { by: string; reason: string }[];
}

export interface ObservedPull {
  place: string;
  /** Whose commits answer a comment. */
  author: string | null;
  comments: readonly ObservedComment[];
}

export interface Heard extends FeedbackStatement {
  signal: Signal;
  reason: string | null;
}

/** `mayWrite`: who has write permission on the repository, by login. */
export function heardFrom(
  { place, author, comments }: ObservedPull,
  mayWrite: (login: string) => boolean,
  at: number,
): Heard[] {
  return comments.flatMap(({ identity, units, reactions, resolvedBy, state, dismissals }) => {
    const told: { signal: Signal; actor: string | null; reason?: string }[] = [
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
    return told.flatMap(({ signal, actor, reason = null }) =>
      actor === null || !mayWrite(actor)
        ? []
        : units.map((unit) => ({ place, identity, unit, signal, actor, reason, at })),
    );
  });
}

/** Everyone who said or did something: their permission has to be known before anything is learned. */
export function peopleIn({ author, comments }: ObservedPull): string[] {
  const named = comments.flatMap(({ reactions, resolvedBy, dismissals, state }) => [
    state === "fixed" ? author : null,
    ...reactions.map(({ by }) => by),
    resolvedBy,
    ...dismissals.map(({ by }) => by),
  ]);
  return [...new Set(named.filter((one) => one !== null))];
}
