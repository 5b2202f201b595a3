// Handles new comments on a pull request or issue. Edits and deletions are ignored.
import * as z from "zod";
import { commentPayloadParts, mentionJobs, commentSchema } from "./mention-jobs.ts";
import type { WebhookEvent } from "./event.ts";

const payload = z.object({
  ...commentPayloadParts,
  action: z.literal("created"),
  issue: z.object({ number: z.int(), pull_request: z.object({}).nullish() }),
  comment: commentSchema.extend({ created_at: z.string() }),
});

export const issueComment: WebhookEvent = {
  name: "issue_comment",
  needsSelf: true,
  job(given, host, self) {
    const read = payload.safeParse(given);
    if (!read.success || self === null) return null;
    const { issue, comment, repository, installation } = read.data;
    const place = {
      surface: issue.pull_request ? "pull-comment" : "issue-comment",
      host,
      number: issue.number,
      inReplyTo: null,
      path: null,
      line: null,
      hunk: null,
      at: comment.created_at,
    } as const;
    return mentionJobs(comment, { ...place, repository, installation: installation?.id }, self);
  },
};
