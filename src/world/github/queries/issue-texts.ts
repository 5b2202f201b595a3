// Queries several issues in one request. GraphQL cannot list issues by number, so the document has a fixed number of
// aliases, unused ones skipped by variables.
import { query } from "../document.ts";

export const issuePlaces = 20;
const places = Array.from({ length: issuePlaces }, (_, place) => place);

export type IssueTextsData = Record<
  string,
  | { nameWithOwner: string; issueOrPullRequest: { number?: number; title?: string; body?: string } | null }
  | null
  | undefined
>;
export type IssueTextsVariables = Record<string, string | number | boolean>;

export const issueTexts = query<IssueTextsData, IssueTextsVariables>(`
  query IssueTexts(
    ${places.map((n) => `$asked${n}: Boolean!, $owner${n}: String!, $name${n}: String!, $number${n}: Int!`).join("\n    ")}
  ) {
    ${places
      .map(
        (n) => `issue${n}: repository(owner: $owner${n}, name: $name${n}) @include(if: $asked${n}) {
      nameWithOwner
      issueOrPullRequest(number: $number${n}) {
        ...Text
      }
    }`,
      )
      .join("\n    ")}
  }

  fragment Text on IssueOrPullRequest {
    ... on Issue { number title body }
    ... on PullRequest { number title body }
  }
`);
