// Queries check runs and statuses of a commit, with GitHub's rollup.
import { query } from "../document.ts";
import type { Connection } from "./pull-snapshot.ts";

export type CheckNode =
  | {
      __typename: "CheckRun";
      name: string;
      /** The external id. */
      externalId: string | null;
      status: string;
      conclusion: string | null;
      detailsUrl: string | null;
      url: string;
    }
  | { __typename: "StatusContext"; context: string; state: string; targetUrl: string | null };

export interface CommitChecksData {
  repository: {
    /** Null if the object does not exist; empty if it is not a commit. */
    object: {
      oid?: string;
      statusCheckRollup?: { state: string; contexts: Connection<CheckNode> } | null;
    } | null;
  } | null;
}

export const commitChecks = query<
  CommitChecksData,
  { owner: string; name: string; commit: string; after: string | null }
>(`
  query CommitChecks($owner: String!, $name: String!, $commit: GitObjectID!, $after: String) {
    repository(owner: $owner, name: $name) {
      object(oid: $commit) {
        ... on Commit {
          oid
          statusCheckRollup {
            state
            contexts(first: 100, after: $after) {
              nodes {
                __typename
                ... on CheckRun { name externalId status conclusion detailsUrl url }
                ... on StatusContext { context state targetUrl }
              }
              pageInfo { hasNextPage endCursor }
            }
          }
        }
      }
    }
  }
`);
