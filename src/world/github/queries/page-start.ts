// Queries what decides whether a mention is answered.
import { query } from "../document.ts";

export interface RefWithConfig {
  target: { file?: { object: { text?: string | null; isTruncated?: boolean } | null } | null } | null;
}

/** Needs the variable $config. */
export const configFragment = `
  fragment ConfigFile on Ref {
    target {
      ... on Commit {
        file(path: $config) {
          object {
            ... on Blob { text isTruncated }
          }
        }
      }
    }
  }
`;

export interface PageStartData {
  repository: {
    defaultBranchRef?: RefWithConfig | null;
    pullRequest?: { headRefOid: string; baseRef: RefWithConfig | null } | null;
  } | null;
}

export interface PageStartVariables extends Readonly<Record<string, unknown>> {
  owner: string;
  name: string;
  number: number;
  config: string;
  isPull: boolean;
  isIssue: boolean;
}

export const pageStart = query<PageStartData, PageStartVariables>(`
  query PageStart(
    $owner: String!
    $name: String!
    $number: Int!
    $config: String!
    $isPull: Boolean!
    $isIssue: Boolean!
  ) {
    repository(owner: $owner, name: $name) {
      defaultBranchRef @include(if: $isIssue) { ...ConfigFile }
      pullRequest(number: $number) @include(if: $isPull) {
        headRefOid
        baseRef { ...ConfigFile }
      }
    }
  }
  ${configFragment}
`);
