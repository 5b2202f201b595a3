// Queries feedback on our line comments: reactions, replies, and who resolved the thread. Reactions are read for the
// first comment only, because GitHub charges for each list.
import { query } from "../document.ts";
import type { Connection } from "./pull-snapshot.ts";

type Some<Node> = { nodes: readonly (Node | null)[] | null };

export interface FeedbackThreadNode {
  isResolved: boolean;
  resolvedBy: { login: string } | null;
  /** The first comment of the thread. */
  first: Some<{
    id: string;
    body: string;
    viewerDidAuthor: boolean;
    reactions: Some<{ content: string; user: { login: string } | null }> & { pageInfo: { hasNextPage: boolean } };
  }>;
  /** The latest comments, possibly including the first. */
  answers: Some<{
    id: string;
    body: string;
    viewerDidAuthor: boolean;
    author: { __typename: string; login: string } | null;
  }> & { pageInfo: { hasPreviousPage: boolean } };
}

export interface CommentFeedbackData {
  repository: {
    pullRequest: { author: { login: string } | null; reviewThreads: Connection<FeedbackThreadNode> } | null;
  } | null;
}

export const commentFeedback = query<
  CommentFeedbackData,
  { owner: string; name: string; number: number; after: string | null }
>(`
  query CommentFeedback($owner: String!, $name: String!, $number: Int!, $after: String) {
    repository(owner: $owner, name: $name) {
      pullRequest(number: $number) {
        author { login }
        reviewThreads(first: 50, after: $after) {
          nodes {
            isResolved
            resolvedBy { login }
            first: comments(first: 1) {
              nodes {
                id
                body
                viewerDidAuthor
                reactions(first: 100) {
                  nodes {
                    content
                    user { login }
                  }
                  pageInfo { hasNextPage }
                }
              }
            }
            answers: comments(last: 30) {
              nodes {
                id
                body
                viewerDidAuthor
                author { __typename login }
              }
              pageInfo { hasPreviousPage }
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }
`);
