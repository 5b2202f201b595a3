// Defines the data of a review job. Jobs of an older version may still be waiting.
import * as z from "zod";
import { triggers } from "../../../change/config.ts";
import { pullRequestKey, pullRequestSchema } from "../../../pull-request.ts";
import type { StoredJob } from "../../../world/store/kept/jobs.ts";

export const reviewPullData = z.object({
  pull: pullRequestSchema(z),
  installation: z.int().nullable(),
  /** Names what a person requested, so that it is done once; null: no request. */
  request: z.string().nullable(),
  /** The event, in the terms of `review.triggers`; absent: a person asked. */
  trigger: z.enum(triggers).nullish(),
  /** The head at that time. */
  head: z.string().nullish(),
  /** Who opened the pull request, or asked for the review; absent: unknown. */
  author: z.string().nullish(),
  /** The check run is written again, even if it did not change. */
  rerun: z.boolean().optional(),
});

export type ReviewPullData = z.infer<typeof reviewPullData>;

export function reviewPullJobFor(data: ReviewPullData): StoredJob {
  return { kind: "review-pull", key: pullRequestKey(data.pull), data, author: data.author ?? undefined };
}
