// Queries a whole pull request. Each list has its own switch and cursor, so that the next pages are requested together.
import { query } from "../document.ts";

export interface Connection<T> {
  nodes: readonly (T | null)[] | null;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The lists that are read page by page. */
export interface Lists {
  commits?: Connection<{ commit: CommitNode }> & { totalCount: number };
  files?: Connection<FileNode> | null;
  reviews?: Connection<OwnNode & { state: string }> | null;
  reviewThreads?: Connection<ThreadNode>;
  comments?: Connection<OwnNode>;
}
export type ListName = keyof Lists;

interface CommitNode {
  oid: string;
  message: string;
  author: { name: string | null } | null;
}
interface FileNode {
  path: string;
  changeType: "ADDED" | "CHANGED" | "COPIED" | "DELETED" | "MODIFIED" | "RENAMED";
  additions: number;
  deletions: number;
}
export interface OwnNode {
  id: string;
  url: string;
  body: string;
  viewerDidAuthor: boolean;
}
export interface ThreadNode {
  id: string;
  isResolved: boolean;
  path: string;
  line: number | null;
  comments: Connection<OwnNode & { state: string }>;
}

export type BaseFile = { object: { text?: string | null; isTruncated?: boolean } | null } | null;

export interface About {
  number: number;
  url: string;
  state: "OPEN" | "CLOSED" | "MERGED";
  title: string;
  body: string;
  isDraft: boolean;
  authorAssociation: string;
  author: { __typename: string; login: string } | null;
  labels: { nodes: readonly ({ name: string } | null)[] | null } | null;
  baseRefName: string;
  baseRefOid: string;
  baseRef: { target: { oid: string; config?: BaseFile; replyTemplate?: BaseFile } | null } | null;
  headRefName: string;
  headRepository: { nameWithOwner: string } | null;
  additions: number;
  deletions: number;
  changedFiles: number;
  closingIssuesReferences: {
    nodes:
      | readonly ({ number: number; title: string; body: string; repository: { nameWithOwner: string } } | null)[]
      | null;
  } | null;
}

export interface PullSnapshotData {
  viewer?: { login: string };
  repository: {
    name: string;
    owner: { login: string; viewerCanAdminister?: boolean };
    pullRequest: ({ headRefOid: string } & Lists & Partial<About>) | null;
  } | null;
}

export type PullSnapshotVariables = {
  owner: string;
  name: string;
  number: number;
  about: boolean;
} & Record<ListName, boolean> &
  Record<`${ListName}After`, string | null>;

export const pullSnapshot = query<PullSnapshotData, PullSnapshotVariables>(`
  query PullSnapshot(
    $owner: String!
    $name: String!
    $number: Int!
    $about: Boolean!
    $commits: Boolean!
    $commitsAfter: String
    $files: Boolean!
    $filesAfter: String
    $reviews: Boolean!
    $reviewsAfter: String
    $reviewThreads: Boolean!
    $reviewThreadsAfter: String
    $comments: Boolean!
    $commentsAfter: String
  ) {
    viewer @include(if: $about) { login }
    repository(owner: $owner, name: $name) {
      name
      owner {
        login
        ... on Organization { viewerCanAdminister }
      }
      pullRequest(number: $number) {
        headRefOid
        ...About @include(if: $about)
        commits(first: 100, after: $commitsAfter) @include(if: $commits) {
          totalCount
          nodes {
            commit {
              oid
              message
              author { name }
            }
          }
          pageInfo { hasNextPage endCursor }
        }
        files(first: 100, after: $filesAfter) @include(if: $files) {
          nodes { path changeType additions deletions }
          pageInfo { hasNextPage endCursor }
        }
        reviews(first: 100, after: $reviewsAfter) @include(if: $reviews) {
          nodes { id url body viewerDidAuthor state }
          pageInfo { hasNextPage endCursor }
        }
        reviewThreads(first: 50, after: $reviewThreadsAfter) @include(if: $reviewThreads) {
          nodes {
            id
            isResolved
            path
            line
            comments(first: 30) {
              nodes { id url body viewerDidAuthor state }
              pageInfo { hasNextPage endCursor }
            }
          }
          pageInfo { hasNextPage endCursor }
        }
        comments(first: 100, after: $commentsAfter) @include(if: $comments) {
          nodes { id url body viewerDidAuthor }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }

  fragment BaseFileText on Blob { text isTruncated }
  fragment About on PullRequest {
    number
    url
    state
    title
    body
    isDraft
    authorAssociation
    author { __typename login }
    labels(first: 100) {
      nodes { name }
    }
    baseRefName
    baseRefOid
    baseRef {
      target {
        oid
        ... on Commit {
          config: file(path: ".crosscheck.yml") {
            object { ...BaseFileText }
          }
          replyTemplate: file(path: ".crosscheck/templates/review-reply.md") {
            object { ...BaseFileText }
          }
        }
      }
    }
    headRefName
    headRepository { nameWithOwner }
    additions
    deletions
    changedFiles
    closingIssuesReferences(first: 20) {
      nodes {
        number
        title
        body
        repository { nameWithOwner }
      }
    }
  }
`);
