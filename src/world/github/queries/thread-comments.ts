// Queries the remaining comments of a thread that is longer than the snapshot shows.
import { query } from "../document.ts";
import type { ThreadNode } from "./pull-snapshot.ts";

export interface ThreadCommentsData {
  node: { comments?: ThreadNode["comments"] } | null;
}

export const threadComments = query<ThreadCommentsData, { thread: string; after: string | null }>(`
  query ThreadComments($thread: ID!, $after: String) {
    node(id: $thread) {
      ... on PullRequestReviewThread {
        comments(first: 100, after: $after) {
          nodes { id url body viewerDidAuthor state }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }
`);
