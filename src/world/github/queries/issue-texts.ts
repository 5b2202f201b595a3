// The texts of several issues in one question. GraphQL has no list of issues by number, so the document has a fixed row of
// places, made once; what is asked for is in the variables, and places that are not needed are left out by theirs.
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
    ... on Issue {
      number
      title
      body
    }
    ... on PullRequest {
      number
      title
      body
    }
  }
`);
