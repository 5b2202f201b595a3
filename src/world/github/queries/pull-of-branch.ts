// The pull requests of a branch: in its own repository, or, from a fork, in the one that it was forked from. Others may
// have a branch of that name, so that the head's repository is asked for too.
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
      parent {
        ...Pulls
      }
    }
  }

  fragment Pulls on Repository {
    name
    nameWithOwner
    owner {
      login
    }
    pullRequests(
      first: 50
      states: [OPEN]
      headRefName: $branch
      orderBy: { field: UPDATED_AT, direction: DESC }
    ) {
      nodes {
        number
        headRepository {
          nameWithOwner
        }
      }
    }
  }
`);
