// Queries review threads page by page. The diff hunk, shared by a thread's comments, is requested once. A page has at
// most 100 threads with 51 comments: about 5,200 of the 500,000 nodes that GitHub allows.
import { query } from "../document.ts";
import type { Connection } from "./pull-snapshot.ts";

/** A comment of a thread; `normalise.ts` validates each value. */
export interface CommentNode {
  id: string;
  fullDatabaseId: string | null;
  author: { __typename: string; login: string } | null;
  authorAssociation: string;
  body: string;
  path: string;
  line: number | null;
  createdAt: string;
  updatedAt: string;
  lastEditedAt: string | null;
  url: string;
  state: string;
  isMinimized: boolean;
  viewerDidAuthor: boolean;
  viewerCanUpdate: boolean;
  viewerCanDelete: boolean;
}

export interface ReviewThreadNode {
  id: string;
  isResolved: boolean;
  isOutdated: boolean;
  path: string;
  line: number | null;
  startLine: number | null;
  originalLine: number | null;
  viewerCanReply: boolean;
  viewerCanResolve: boolean;
  start: { nodes: readonly ({ diffHunk: string; originalCommit: { oid: string } | null } | null)[] | null };
  comments: Connection<CommentNode>;
}

export interface ReviewThreadsData {
  viewer: { login: string };
  repository: {
    name: string;
    owner: { login: string };
    pullRequest: {
      headRefOid: string;
      reviewThreads: Connection<ReviewThreadNode> & { totalCount: number };
    } | null;
  } | null;
}

export interface ReviewThreadsVariables extends Readonly<Record<string, unknown>> {
  owner: string;
  name: string;
  number: number;
  first: number;
  after: string | null;
}

export const saidInThread = `
  fragment SaidInThread on PullRequestReviewComment {
    id
    fullDatabaseId
    author { __typename login }
    authorAssociation
    body
    path
    line
    createdAt
    updatedAt
    lastEditedAt
    url
    state
    isMinimized
    viewerDidAuthor
    viewerCanUpdate
    viewerCanDelete
  }
`;

export const reviewThreads = query<ReviewThreadsData, ReviewThreadsVariables>(`
  query ReviewThreads($owner: String!, $name: String!, $number: Int!, $first: Int!, $after: String) {
    viewer { login }
    repository(owner: $owner, name: $name) {
      name
      owner { login }
      pullRequest(number: $number) {
        headRefOid
        reviewThreads(first: $first, after: $after) {
          totalCount
          nodes {
            id
            isResolved
            isOutdated
            path
            line
            startLine
            originalLine
            viewerCanReply
            viewerCanResolve
            start: comments(first: 1) {
              nodes {
                diffHunk
                originalCommit { oid }
              }
            }
            comments(first: 50) {
              nodes { ...SaidInThread }
              pageInfo { hasNextPage endCursor }
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }
  ${saidInThread}
`);
