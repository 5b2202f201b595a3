// Handles new comments on a line or in a thread.
import * as z from "zod";
import { commentPayloadParts, commentSchema, mentionEvent } from "./mention-jobs.ts";

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

export const reviewComment = mentionEvent(
  "pull_request_review_comment",
  payload,
  ({ pull_request: pull, comment }) => ({
    comment,
    surface: "review-comment",
    number: pull.number,
    inReplyTo: comment.in_reply_to_id ?? null,
    path: comment.path,
    line: comment.line ?? comment.original_line ?? null,
    hunk: comment.diff_hunk,
    at: comment.created_at,
  }),
);
