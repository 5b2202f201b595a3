// The data of a review job. Jobs of an older version may still be waiting.
import * as z from "zod";
import { triggers } from "../../../change/config.ts";
import { pullRequestSchema } from "../../../pull-request.ts";

export const reviewPullData = z.object({
  pull: pullRequestSchema(z),
  installation: z.int().nullable(),
  /** Names what a person asked for, so that it is answered once; null: nobody asked. */
  request: z.string().nullable(),
  /** What happened, by the repository's own words for it; absent: a person asked. */
  trigger: z.enum(triggers).nullish(),
  /** The head at that time. */
  head: z.string().nullish(),
  /** The check run is to be written anew, even if it says the same. */
  rerun: z.boolean().optional(),
});

export type ReviewPullData = z.infer<typeof reviewPullData>;
