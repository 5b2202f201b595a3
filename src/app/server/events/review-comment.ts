// Handles new comments on a line or in a thread.
import * as z from "zod";
import { commentPayloadParts, mentionJobs, commentSchema } from "./mention-jobs.ts";
import type { WebhookEvent } from "./event.ts";

const payload = z.object({
  ...commentPayloadParts,
  action: z.literal("created"),
  pull_request: z.object({ number: z.int() }),
  comment: commentSchema.extend({
    created_at: z.string(),
    in_reply_to_id: z.int().nullish(),
    path: z.string(),
    line: z.int().nullish(),
    original_line: z.int().nullish(),
    diff_hunk: z.string(),
  }),
});

export const reviewComment: WebhookEvent = {
  name: "pull_request_review_comment",
  needsSelf: true,
  job(given, host, self) {
    const read = payload.safeParse(given);
    if (!read.success || self === null) return null;
    const { pull_request: pull, comment, repository, installation } = read.data;
    const place = {
      surface: "review-comment",
      host,
      number: pull.number,
      inReplyTo: comment.in_reply_to_id ?? null,
      path: comment.path,
      line: comment.line ?? comment.original_line ?? null,
      hunk: comment.diff_hunk,
      at: comment.created_at,
    } as const;
    return mentionJobs(comment, { ...place, repository, installation: installation?.id }, self);
  },
};
