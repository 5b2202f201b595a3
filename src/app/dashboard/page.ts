// Defines the types of a dashboard page or action. Pages are rendered with templates that escape.
import type { Html } from "../../review/publishers/html/template.ts";
import type { Site } from "./site.ts";
import { parsePullRequestKey, type PullRequestRef } from "../../pull-request.ts";

/**
 * A visitor's access to a repository's reviews: none; see posted reviews; or steer: see drafts, confirm and edit them,
 * decide on lessons.
 */
export type Right = "none" | "see" | "steer";

export interface Visitor {
  /** Recorded with their decisions. */
  name: string;
  /** Signed in and able to sign out; a local user cannot. */
  signedIn: boolean;
  /** `host/owner/repo`. */
  may(repository: string): Promise<Right>;
}

export interface Visit {
  site: Site;
  visitor: Visitor;
  /** The CSRF token of forms. */
  csrf: string;
  /** The value of a path parameter. */
  param(name: string): string;
  /** The value of a query parameter; null if it is absent or empty. */
  query(name: string): string | null;
  /** The value of a cookie; null if it is absent. */
  cookie(name: string): string | null;
  /** The value of a form field; empty if it is absent. */
  field(name: string): string;
  /** A script of ours requested a fragment. */
  partial: boolean;
}

export type SectionId =
  | "playground"
  | "overview"
  | "reviews"
  | "threads"
  | "lessons"
  | "units"
  | "figures"
  | "jobs"
  | "settings";

export type PageResponse =
  /** Inside the layout of all pages. */
  | { is: "page"; title: string; section: SectionId | null; body: Html; status?: number }
  /** A fragment, inserted by a script. */
  | { is: "part"; body: Html }
  /** Nothing changed since the last request. */
  | { is: "same" }
  /** The action succeeded; redirects to `path`. */
  | { is: "to"; path: string }
  /** For programs and downloads. */
  | {
      is: "text";
      type: string;
      body: string;
      /** The file name of the download, in ASCII; absent: the browser shows it. */
      name?: string;
    };

export interface Page {
  /** `post` changes something; its form is verified first. */
  method: "get" | "post";
  /** As in `/reviews/:id`. */
  path: string;
  run(visit: Visit): Promise<PageResponse>;
}

/** Missing or invisible: the same response, so that nothing is revealed. */
export class NotHere extends Error {}
/** The pull request in the page's path. */
export function pullRequestIn(visit: Pick<Visit, "param">): PullRequestRef {
  const [host, owner, repo, number] = ["host", "owner", "repo", "number"].map((name) => visit.param(name));
  const pull = parsePullRequestKey(`${host}/${owner}/${repo}#${number}`);
  if (pull === null) throw new NotHere();
  return pull;
}
/** Visible, but the visitor may not do this. */
export class NotTheirs extends Error {}
/** The request body is larger than any form of ours. */
export class BodyTooLarge extends Error {}
