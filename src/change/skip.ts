// Whether a pull request is left alone, and why. Pure, and asked twice: before anything is fetched, and once more when
// the base's config is known.
import type { Config, Trigger } from "./config.ts";
import type { PullSnapshot } from "./github.ts";
import { readIntent } from "./intent.ts";

export interface Skip {
  why: "no-review-tag" | "draft" | "closed" | "disabled" | "no-trigger";
  /** As people know it: the tag, the pull request's state, or what happened to it. */
  shown: string;
}

/** A draft is left alone unless the base's config wants drafts reviewed: while that is not known, it is not skipped. */
export function skipOf(
  pull: Pick<PullSnapshot, "title" | "draft" | "state">,
  config?: Pick<Config, "reviewDrafts">,
): Skip | null {
  if (pull.state !== "open") return { why: "closed", shown: pull.state };
  const { noReview } = readIntent({ title: pull.title, body: null, commits: [] });
  if (noReview) return { why: "no-review-tag", shown: "[no-review]" };
  return pull.draft && config?.reviewDrafts === false ? { why: "draft", shown: "draft" } : null;
}

/** Whether the repository wants a review now. Who asks for one (no trigger) is answered unless reviews are off. */
export function untriggered({ enabled, triggers }: Config["review"], trigger: Trigger | null): Skip | null {
  if (!enabled) return { why: "disabled", shown: "review.enabled" };
  return trigger === null || triggers.includes(trigger) ? null : { why: "no-trigger", shown: trigger };
}
