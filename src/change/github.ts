// The read-only GitHub interface of the flow; `world/github` implements it.
import type { Commit, Oid, Ownership } from "./change.ts";
import type { PullRequestRef } from "../pull-request.ts";

/** A file as GitHub lists it; the diff itself comes from git, which knows no limits. */
interface PullFile {
  path: string;
  status: "added" | "deleted" | "modified" | "renamed" | "copied" | "changed";
  additions: number;
  deletions: number;
}

export interface LinkedText {
  /** `#12`, or `owner/repo#12` where it is in another repository. */
  reference: string;
  title: string;
  body: string;
}

/** One thing that the account of our token has written on the pull request. */
export interface OwnComment {
  kind: "review" | "line" | "conversation";
  /** GitHub's node id. */
  id: string;
  url: string;
  body: string;
  /** Of a comment on a line: its thread. */
  thread: { id: string; resolved: boolean; path: string; line: number | null } | null;
}

/** Everything that GitHub says of a pull request, read at one moment. */
export interface PullSnapshot {
  pull: PullRequestRef;
  url: string;
  state: "open" | "closed" | "merged";
  title: string;
  body: string;
  /** A login; null when the account is gone. */
  author: string | null;
  /** As GitHub writes it: OWNER, MEMBER, CONTRIBUTOR, FIRST_TIME_CONTRIBUTOR, NONE … */
  association: string;
  draft: boolean;
  labels: readonly string[];
  /** The branch it is to be merged into, and that branch's tip. */
  base: { ref: string; sha: Oid };
  /** `repository` is `owner/name`, null when the fork is gone. */
  head: { ref: string; sha: Oid; repository: string | null };
  /** Where the change left the base branch. */
  mergeBase: Oid;
  /** Oldest first. GitHub lists at most 250. */
  commits: readonly Commit[];
  commitsTotal: number;
  files: readonly PullFile[];
  filesTotal: number;
  additions: number;
  deletions: number;
  /** Issues that the pull request says it closes. */
  issues: readonly LinkedText[];
  /** Whose token it is. An App's is `name[bot]`. */
  viewer: { login: string; app: boolean };
  owned: Ownership;
  /** What that account has already written here. */
  output: readonly OwnComment[];
  /** Requests that it took. */
  requests: number;
}

/** What is asked again before drafting and right before posting. */
export interface PullNow {
  head: Oid;
  state: PullSnapshot["state"];
  draft: boolean;
  title: string;
}

export interface GitHubReads {
  snapshot(pull: PullRequestRef): Promise<PullSnapshot>;
  now(pull: PullRequestRef): Promise<PullNow>;
  /** The open pull request of a branch; null when there is none. */
  pullOf(repository: Pick<PullRequestRef, "host" | "owner" | "repo">, branch: string): Promise<PullRequestRef | null>;
  /** The texts of issues by reference, those that can be read; asked in one request. */
  issues(pull: PullRequestRef, references: readonly string[]): Promise<readonly LinkedText[]>;
}
