// Queries the pull requests of a branch, in its own repository or the fork's parent, with the head's repository,
// because others may have a branch of that name.
import { query } from "../document.ts";

export interface BranchPulls {
  name: string;
  owner: { login: string };
  nameWithOwner: string;
  pullRequests: {
    nodes: readonly ({ number: number; headRepository: { nameWithOwner: string } | null } | null)[] | null;
  };
}
export interface PullOfBranchData {
  repository: (BranchPulls & { parent: BranchPulls | null }) | null;
}

export const pullOfBranchQuery = query<PullOfBranchData, { owner: string; name: string; branch: string }>(`
  query PullOfBranch($owner: String!, $name: String!, $branch: String!) {
    repository(owner: $owner, name: $name) {
      ...Pulls
      parent { ...Pulls }
    }
  }

  fragment Pulls on Repository {
    name
    nameWithOwner
    owner { login }
    pullRequests(
      first: 50
      states: [OPEN]
      headRefName: $branch
      orderBy: { field: UPDATED_AT, direction: DESC }
    ) {
      nodes {
        number
        headRepository { nameWithOwner }
      }
    }
  }
`);
