// Queries the open pull requests of a repository, for the sweep.
import { query } from "../document.ts";

interface OpenPullNode {
  number: number;
  headRefOid: string;
  isDraft: boolean;
  author: { __typename: string; login: string } | null;
}

export interface OpenPullsData {
  repository: {
    pullRequests: {
      nodes: readonly (OpenPullNode | null)[] | null;
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
}

export const openPulls = query<OpenPullsData, { owner: string; name: string; after: string | null }>(`
  query OpenPulls($owner: String!, $name: String!, $after: String) {
    repository(owner: $owner, name: $name) {
      pullRequests(states: [OPEN], first: 100, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
        nodes { number headRefOid isDraft author { __typename login } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);
