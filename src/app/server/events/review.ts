// Handles submitted reviews whose body mentions the bot. Line comments have their own event.
import * as z from "zod";
import { commentPayloadParts, commentSchema, mentionEvent } from "./mention-jobs.ts";

const payload = z.object({
  ...commentPayloadParts,
  action: z.literal("submitted"),
  pull_request: z.object({ number: z.int() }),
  review: commentSchema.extend({ submitted_at: z.string() }),
});

export const reviewEvent = mentionEvent("pull_request_review", payload, ({ pull_request: pull, review }) => ({
  comment: review,
  surface: "review-body",
  number: pull.number,
  at: review.submitted_at,
}));
