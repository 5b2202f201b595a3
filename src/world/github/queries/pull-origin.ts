// Queries whose code a pull request is, which decides whether models are asked about it.
import { query } from "../document.ts";

export interface PullOriginData {
  repository: {
    pullRequest: {
      author: { __typename: string; login: string } | null;
      isCrossRepository: boolean;
      labels: { nodes: readonly ({ name: string } | null)[] | null } | null;
    } | null;
  } | null;
}

export const pullOrigin = query<PullOriginData, { owner: string; name: string; number: number }>(`
  query PullOrigin($owner: String!, $name: String!, $number: Int!) {
    repository(owner: $owner, name: $name) {
      pullRequest(number: $number) {
        author { __typename login }
        isCrossRepository
        labels(first: 100) { nodes { name } }
      }
    }
  }
`);
