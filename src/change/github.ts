// Defines the read-only GitHub interface that the flow uses; `world/github` implements it.
import type { Commit, Oid, Ownership } from "./change.ts";
import type { PullRequestRef } from "../pull-request.ts";

/** A file as GitHub lists it; the diff itself comes from git, which has no limits. */
interface PullFile {
  path: string;
  status: "added" | "deleted" | "modified" | "renamed" | "copied" | "changed";
  additions: number;
  deletions: number;
}

export interface LinkedText {
  /** `#12`, or `owner/repo#12` for another repository. */
  reference: string;
  title: string;
  body: string;
}

/** A comment by the account of our token. */
export interface OwnComment {
  kind: "review" | "line" | "conversation";
  /** GitHub's node id. */
  id: string;
  url: string;
  body: string;
  /** The thread of a line comment. */
  thread: { id: string; resolved: boolean; path: string; line: number | null } | null;
  /** Of a review that asks for changes and was not dismissed. */
  requestsChanges?: true;
}

/** A snapshot of a pull request. */
export interface PullSnapshot {
  pull: PullRequestRef;
  url: string;
  state: "open" | "closed" | "merged";
  title: string;
  body: string;
  /** A login; null if the account was deleted. */
  author: string | null;
  /** As GitHub writes it: OWNER, MEMBER, CONTRIBUTOR, FIRST_TIME_CONTRIBUTOR, NONE … */
  association: string;
  draft: boolean;
  labels: readonly string[];
  /** The target branch and its tip. */
  base: {
    ref: string;
    sha: Oid;
    /** The config and the reply template at that tip; null if there is none, absent if GitHub does not give it. */
    config?: string | null | undefined;
    replyTemplate?: string | null | undefined;
  };
  /** `repository` is `owner/name`, or null if the fork was deleted. */
  head: { ref: string; sha: Oid; repository: string | null };
  mergeBase: Oid;
  /** Oldest first. GitHub lists at most 250. */
  commits: readonly Commit[];
  commitsTotal: number;
  files: readonly PullFile[];
  filesTotal: number;
  additions: number;
  deletions: number;
  /** Issues that the pull request closes. */
  issues: readonly LinkedText[];
  /** The account of the token. An App's login is `name[bot]`. */
  viewer: { login: string; app: boolean };
  owned: Ownership;
  /** Comments that this account has already posted. */
  output: readonly OwnComment[];
  /** The number of API requests used. */
  requests: number;
}

/** The state that is fetched again before drafting and right before posting. */
export interface PullNow {
  head: Oid;
  state: PullSnapshot["state"];
  draft: boolean;
  title: string;
}

export interface GitHubReads {
  snapshot(pull: PullRequestRef): Promise<PullSnapshot>;
  now(pull: PullRequestRef): Promise<PullNow>;
  /** The open pull request of a branch; null if there is none. */
  pullOf(repository: Pick<PullRequestRef, "host" | "owner" | "repo">, branch: string): Promise<PullRequestRef | null>;
  /** The readable issues among the references, fetched in one request. */
  issues(pull: PullRequestRef, references: readonly string[]): Promise<readonly LinkedText[]>;
}
