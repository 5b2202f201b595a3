// Reads feedback on a pull request's findings from GitHub and stores that of people with write permission.
import { feedbackReactions, peopleIn, type FeedbackReaction } from "../../../threads/learn/feedback-signals.ts";
import type { FeedbackReads } from "../../../threads/learn/feedback-github.ts";
import { observePull } from "../../../threads/learn/observe-pull.ts";
import type { KeptFinding } from "../../../world/store/kept/outputs.ts";
import type { Store } from "../../../world/store/store.ts";
import { pastFinding } from "../../review/past-rounds.ts";
import { type PullRequestRef, pullRequestKey, repositoryKey } from "../../../pull-request.ts";

export interface FeedbackRead {
  reactions: readonly FeedbackReaction[];
  /** The number of people who reacted without write access; their feedback is ignored. */
  ignored: number;
  complete: boolean;
}

export interface FeedbackTarget {
  pull: PullRequestRef;
  /** The stored findings of the pull request. */
  findings: readonly KeptFinding[];
  /** The App's slug; null if unknown. */
  slug: string | null;
  now: number;
}

export async function collectFeedback(
  pull: PullRequestRef,
  github: FeedbackReads,
  store: FeedbackStore,
  now: number,
  slug: string | null = null,
): Promise<FeedbackRead> {
  const findings = await store.findings.of(pullRequestKey(pull));
  const feedback = await readFeedback({ pull, findings, slug, now }, github);
  await storeFeedback(pull, feedback, store);
  return feedback;
}

/** Reads without storing anything. */
export async function readFeedback(
  { pull, findings, slug, now }: FeedbackTarget,
  github: FeedbackReads,
): Promise<FeedbackRead> {
  const taken = await github.taken(pull);
  const seen = observePull(pullRequestKey(pull), taken, findings.map(pastFinding), slug);
  const people = peopleIn(seen);
  const writers = new Set<string>();
  for (const login of people) if (await github.mayWrite(pull, login)) writers.add(login);
  const reactions = feedbackReactions(seen, (login) => writers.has(login), now);
  return { reactions: reactions, ignored: people.length - writers.size, complete: taken.complete };
}

export type FeedbackStore = Pick<Store, "findings" | "feedback" | "dismissals">;

/** Idempotent. */
export async function storeFeedback(
  pull: PullRequestRef,
  { reactions, complete }: FeedbackRead,
  store: FeedbackStore,
): Promise<void> {
  const repository = repositoryKey(pull);
  if (complete) await withdrawRemoved(pullRequestKey(pull), repository, reactions, store);
  await store.feedback.record(reactions.map((one) => ({ ...one, repository })));
}

/**
 * Withdraws stored feedback that no longer exists, such as a removed reaction or a reopened thread. A fix remains, and
 * so does a dismissal that was given to the bot as a command.
 */
async function withdrawRemoved(
  place: string,
  repository: string,
  reactions: readonly FeedbackReaction[],
  { feedback, dismissals }: FeedbackStore,
): Promise<void> {
  const name = ({ identity, unit, signal, actor }: Omit<FeedbackReaction, "signal"> & { signal: string }) =>
    JSON.stringify([identity, unit, signal, actor]);
  const now = new Set(reactions.map(name));
  const called = new Set((await dismissals.of(place)).map(({ identity, saidBy }) => `${identity} ${saidBy}`));
  const lasts = ({ signal, identity, actor }: Pick<FeedbackReaction, "identity" | "actor"> & { signal: string }) =>
    signal === "fixed" || (signal === "dismissed" && called.has(`${identity} ${actor}`));
  const before = (await feedback.of(repository)).filter((one) => one.place === place && !lasts(one));
  for (const one of before) if (!now.has(name(one))) await feedback.withdraw(one);
}
