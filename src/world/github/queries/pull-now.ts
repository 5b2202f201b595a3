// Queries the state that can change during a review.
import { query } from "../document.ts";

export interface PullNowData {
  repository: {
    pullRequest: { headRefOid: string; state: "OPEN" | "CLOSED" | "MERGED"; isDraft: boolean; title: string } | null;
  } | null;
}

export const pullNow = query<PullNowData, { owner: string; name: string; number: number }>(`
  query PullNow($owner: String!, $name: String!, $number: Int!) {
    repository(owner: $owner, name: $name) {
      pullRequest(number: $number) { headRefOid state isDraft title }
    }
  }
`);
