// One page of the dashboard, or one thing that can be done on it. What it shows is HTML of our own templates, which escape.
import type { Html } from "../../review/publishers/html/template.ts";
import type { Site } from "./site.ts";
import { parsePullRequestKey, type PullRequestRef } from "../../pull-request.ts";

/**
 * What a visitor may do with a repository's reviews: nothing; see what is posted, as everybody can who reads the
 * repository; or steer: see drafts, confirm and edit them, decide on lessons.
 */
export type Right = "none" | "see" | "steer";

export interface Visitor {
  /** Named where they decide something. */
  name: string;
  /** Signed in, and can sign out; a person at their own machine cannot. */
  signedIn: boolean;
  /** `host/owner/repo`. */
  may(repository: string): Promise<Right>;
}

export interface Visit {
  site: Site;
  visitor: Visitor;
  /** What forms carry, so that no other site can send them. */
  csrf: string;
  /** Of the path, by the names in it. */
  param(name: string): string;
  /** Of the address, after `?`; an empty one is none. */
  query(name: string): string | null;
  /** Of the form that was sent; empty where it has no such field. */
  field(name: string): string;
  /** A part of a page was asked for, by a script of ours. */
  partial: boolean;
}

export type SectionId = "playground" | "reviews" | "threads" | "lessons" | "units" | "figures" | "jobs" | "settings";

export type PageResponse =
  /** In the frame that all pages have. */
  | { is: "page"; title: string; section: SectionId | null; body: Html; status?: number }
  /** A piece of one, put into it by a script. */
  | { is: "part"; body: Html }
  /** Nothing is new since the part was asked for last: what is shown stays. */
  | { is: "same" }
  /** Done; the browser goes there. */
  | { is: "to"; path: string }
  /** For programs and downloads. */
  | {
      is: "text";
      type: string;
      body: string;
      /** Of the file that a browser saves it as, in plain letters; absent: it is shown. */
      name?: string;
    };

export interface Page {
  /** `post` changes something; its form is checked before it runs. */
  method: "get" | "post";
  /** As in `/reviews/:id`. */
  path: string;
  run(visit: Visit): Promise<PageResponse>;
}

/** There is no such thing, or none that this visitor may know of: the same answer, so that nobody learns which. */
export class NotHere extends Error {}
/** The pull request that the page's path names. */
export function pullRequestIn(visit: Pick<Visit, "param">): PullRequestRef {
  const [host, owner, repo, number] = ["host", "owner", "repo", "number"].map((name) => visit.param(name));
  const pull = parsePullRequestKey(`${host}/${owner}/${repo}#${number}`);
  if (pull === null) throw new NotHere();
  return pull;
}
/** It can be seen, but this is not theirs to do. */
export class NotTheirs extends Error {}
/** More was sent than any form of ours holds. */
export class BodyTooLarge extends Error {}
