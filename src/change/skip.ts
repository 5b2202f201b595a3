// Decides whether a pull request is skipped, and why. Called before anything is fetched and again with the base's
// config.
import type { Config, Trigger } from "./config.ts";
import type { PullSnapshot } from "./github.ts";
import { readIntent } from "./intent.ts";

export interface Skip {
  why: "no-review-tag" | "draft" | "closed" | "disabled" | "no-trigger" | "over-limit";
  /** What to show: the tag, the pull request's state, the event, or the limit. */
  shown: string;
}

/** A draft is skipped unless the base's config includes drafts; while that is unknown, it is not skipped. */
export function skipOf(
  pull: Pick<PullSnapshot, "title" | "draft" | "state">,
  config?: Partial<Pick<Config, "reviewDrafts" | "authorTags">>,
): Skip | null {
  const closed = closedSkip(pull);
  if (closed) return closed;
  const { authorTags } = config ?? {};
  const { noReview } = readIntent({ title: pull.title, body: null, commits: [], authorTags });
  if (noReview) return { why: "no-review-tag", shown: "[no-review]" };
  return pull.draft && config?.reviewDrafts === false ? { why: "draft", shown: "draft" } : null;
}

export function closedSkip({ state }: Pick<PullSnapshot, "state">): Skip | null {
  return state === "open" ? null : { why: "closed", shown: state };
}

/** Whether the repository wants a review now. An explicit request is honoured unless reviews are off. */
export function untriggered({ enabled, triggers }: Config["review"], trigger: Trigger | null): Skip | null {
  if (!enabled) return { why: "disabled", shown: "review.enabled" };
  return trigger === null || triggers.includes(trigger) ? null : { why: "no-trigger", shown: trigger };
}
