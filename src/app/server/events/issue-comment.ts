// Handles new comments on a pull request or issue. Edits and deletions are ignored.
import * as z from "zod";
import { commentPayloadParts, commentSchema, mentionEvent } from "./mention-jobs.ts";

const payload = z.object({
  ...commentPayloadParts,
  action: z.literal("created"),
  issue: z.object({ number: z.int(), pull_request: z.object({}).nullish() }),
  comment: commentSchema.extend({ created_at: z.string() }),
});

export const issueComment = mentionEvent("issue_comment", payload, ({ issue, comment }) => ({
  comment,
  surface: issue.pull_request ? "pull-comment" : "issue-comment",
  number: issue.number,
  at: comment.created_at,
}));
