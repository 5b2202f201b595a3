// How people took our comments on the lines of a pull request: reactions, answers, and who closed the thread.
import { query } from "../document.ts";
import type { Connection } from "./pull-snapshot.ts";

export interface FeedbackThreadNode {
  id: string;
  isResolved: boolean;
  resolvedBy: { login: string } | null;
  comments: {
    nodes:
      | readonly ({
          id: string;
          body: string;
          viewerDidAuthor: boolean;
          author: { login: string } | null;
          reactions: { nodes: readonly ({ content: string; user: { login: string } | null } | null)[] | null };
        } | null)[]
      | null;
  };
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
        author {
          login
        }
        reviewThreads(first: 50, after: $after) {
          nodes {
            id
            isResolved
            resolvedBy {
              login
            }
            comments(first: 20) {
              nodes {
                id
                body
                viewerDidAuthor
                author {
                  login
                }
                reactions(first: 50) {
                  nodes {
                    content
                    user {
                      login
                    }
                  }
                }
              }
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);
