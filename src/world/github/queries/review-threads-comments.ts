// Queries the remaining comments of a long thread.
import { query } from "../document.ts";
import type { Connection } from "./pull-snapshot.ts";
import { saidInThread, type CommentNode } from "./review-threads.ts";

export interface ReviewThreadCommentsData {
  /** Null if the thread is gone. */
  node: { comments?: Connection<CommentNode> } | null;
}

export const reviewThreadComments = query<ReviewThreadCommentsData, { thread: string; after: string | null }>(`
  query ReviewThreadComments($thread: ID!, $after: String) {
    node(id: $thread) {
      ... on PullRequestReviewThread {
        comments(first: 100, after: $after) {
          nodes { ...SaidInThread }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }
  ${saidInThread}
`);
