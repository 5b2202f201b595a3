// Defines the mutation that replies to a review thread.
import { mutation } from "../document.ts";

export interface ReplyToThreadData {
  addPullRequestReviewThreadReply: { comment: { id: string; url: string } | null } | null;
}

export const replyToThread = mutation<ReplyToThreadData, { thread: string; body: string }>(`
  mutation ReplyToThread($thread: ID!, $body: String!) {
    addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $thread, body: $body }) {
      comment { id url }
    }
  }
`);
