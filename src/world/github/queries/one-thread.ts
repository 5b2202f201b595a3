// Queries one thread right before something is written in it: its last comments and the pull request's head.
import { query } from "../document.ts";
import { saidInThread, type CommentNode } from "./review-threads.ts";

export interface OneThreadData {
  viewer: { login: string };
  /** Null if the thread is gone. */
  node: {
    pullRequest?: { headRefOid: string };
    comments?: { nodes: readonly (CommentNode | null)[] | null };
  } | null;
}

export const oneThread = query<OneThreadData, { thread: string }>(`
  query OneThread($thread: ID!) {
    viewer { login }
    node(id: $thread) {
      ... on PullRequestReviewThread {
        pullRequest { headRefOid }
        comments(last: 100) {
          nodes { ...SaidInThread }
        }
      }
    }
  }
  ${saidInThread}
`);
