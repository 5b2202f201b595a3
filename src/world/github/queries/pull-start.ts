// Queries what decides whether a pull request is reviewed.
import { query } from "../document.ts";
import { configFragment, type RefWithConfig } from "./page-start.ts";

export interface PullStartData {
  repository: {
    pullRequest: {
      headRefOid: string;
      state: "OPEN" | "CLOSED" | "MERGED";
      isDraft: boolean;
      title: string;
      baseRef: RefWithConfig | null;
    } | null;
  } | null;
}

export const pullStart = query<PullStartData, { owner: string; name: string; number: number; config: string }>(`
  query PullStart($owner: String!, $name: String!, $number: Int!, $config: String!) {
    repository(owner: $owner, name: $name) {
      pullRequest(number: $number) {
        headRefOid
        state
        isDraft
        title
        baseRef { ...ConfigFile }
      }
    }
  }
  ${configFragment}
`);
