// Loads what the store knows about a repository before a review, and stores what the review adds.
import { checks } from "../../../findings/checks/index.ts";
import type { StoredKnowledge, SeenPattern } from "../../../change/stored-knowledge.ts";
import { isPattern } from "../../../findings/lessons/patterns.ts";
import { reviewers } from "../../../findings/reviewers/index.ts";
import type { Draft } from "../../../review/draft.ts";
import { learnFromReview, type LearningResult } from "../../../threads/learn-from-review.ts";
import type { LearnedPayload } from "../../../threads/learn/learned-schema.ts";
import { feedbackTally } from "../../../threads/learn/feedback-signals.ts";
import type { Store } from "../../../world/store/store.ts";
import { pullRequestKey, type PullRequestRef, repositoryKey } from "../../../pull-request.ts";

export type LearningStore = Pick<Store, "lessons" | "feedback">;

export async function readLearned(store: LearningStore, repository: string): Promise<StoredKnowledge> {
  const [lessons, patterns, feedback, resets] = await Promise.all([
    store.lessons.of(repository),
    store.lessons.patterns(repository),
    store.feedback.of(repository),
    store.feedback.resets(repository),
  ]);
  return {
    lessons: lessons.filter(({ state }) => state === "approved").map(({ rule, unit, pull }) => ({ rule, unit, pull })),
    patterns: patterns
      .map(({ own, promoted: _promoted, ...pattern }) => ({ ...pattern, promoted: !own }))
      .filter((pattern): pattern is SeenPattern => isPattern(pattern)),
    tallies: feedbackTally(feedback, resets),
  };
}

/** Called after every posted review; idempotent. A local change has no pull request, so nothing is stored. */
export async function keepLearned(
  draft: Pick<Draft, "change" | "judged">,
  store: Pick<Store, "lessons">,
  now: number,
): Promise<LearningResult | null> {
  const { from } = draft.change;
  if (from.kind !== "pull") return null;
  const learned = learnedFrom(draft, await seenElsewhere(from.pull, store));
  await keepToLearn(learned, from.pull, store, now);
  return learned;
}

export type SeenElsewhere = Awaited<ReturnType<Store["lessons"]["seen"]>>;

/** Findings of other pull requests of the repository, for processes without a store. */
export async function seenElsewhere(pull: PullRequestRef, { lessons }: Pick<Store, "lessons">): Promise<SeenElsewhere> {
  return await lessons.seen(repositoryKey(pull), pullRequestKey(pull));
}

export function learnedFrom(draft: Pick<Draft, "judged">, seen: SeenElsewhere): LearningResult {
  return learnFromReview(draft, {
    known: knownUnits(),
    seenBefore: ({ unit, kind }) => seen.find((one) => one.unit === unit && one.kind === kind)?.times ?? 0,
  });
}

/** A payload from another process must be validated by `parseLearned` first. */
export async function keepToLearn(
  learned: LearnedPayload,
  pull: PullRequestRef,
  { lessons }: Pick<Store, "lessons">,
  now: number,
): Promise<void> {
  const [repository, place] = [repositoryKey(pull), pullRequestKey(pull)];
  await lessons.see(repository, place, learned);
  for (const { id, rule, unit, kind, seen } of learned.candidates)
    await lessons.propose({ repository, id, rule, unit, kind, pull: pull.number, seen, at: now });
}

function knownUnits(): ReadonlySet<string> {
  return new Set([...checks, ...reviewers].map(({ id }) => id));
}
