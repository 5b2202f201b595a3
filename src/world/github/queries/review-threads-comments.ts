// The rest of a thread that is longer than what a page of threads shows of it.
import { query } from "../document.ts";
import type { Connection } from "./pull-snapshot.ts";
import { saidInThread, type CommentNode } from "./review-threads.ts";

export interface ReviewThreadCommentsData {
  /** Null once the thread is gone. */
  node: { comments?: Connection<CommentNode> } | null;
}

export const reviewThreadComments = query<ReviewThreadCommentsData, { thread: string; after: string | null }>(`
  query ReviewThreadComments($thread: ID!, $after: String) {
    node(id: $thread) {
      ... on PullRequestReviewThread {
        comments(first: 100, after: $after) {
          nodes {
            ...SaidInThread
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
  ${saidInThread}
`);
