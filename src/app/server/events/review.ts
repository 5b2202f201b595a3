// Handles submitted reviews whose body mentions the bot. Line comments have their own event.
import * as z from "zod";
import { commentPayloadParts, mentionJobs, commentSchema } from "./mention-jobs.ts";
import type { WebhookEvent } from "./event.ts";

const payload = z.object({
  ...commentPayloadParts,
  action: z.literal("submitted"),
  pull_request: z.object({ number: z.int() }),
  review: commentSchema.extend({ submitted_at: z.string() }),
});

export const reviewEvent: WebhookEvent = {
  name: "pull_request_review",
  needsSelf: true,
  job(given, host, self) {
    const read = payload.safeParse(given);
    if (!read.success || self === null) return null;
    const { pull_request: pull, review: comment, repository, installation } = read.data;
    const place = {
      surface: "review-body",
      host,
      number: pull.number,
      inReplyTo: null,
      path: null,
      line: null,
      hunk: null,
      at: comment.submitted_at,
    } as const;
    return mentionJobs(comment, { ...place, repository, installation: installation?.id }, self);
  },
};
