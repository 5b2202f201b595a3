// Defines the Change under review: a frozen value created in `assemble-change.ts`. Everything is plain JSON data except
// `Tree` and `Code`, which read the repository.
import type { StoredKnowledge } from "./stored-knowledge.ts";
import type { Config } from "./config.ts";
import type { FileDiff } from "./diff.ts";
import type { Intent } from "./intent.ts";
import type { Symbols, Uses } from "./symbols/symbols.ts";
import type { Triage } from "./triage.ts";
import type { PullRequestRef } from "../pull-request.ts";

export type Oid = string & { readonly oid: unique symbol };
export type Identity = string & { readonly identity: unique symbol };
/** Identifies a hunk: path, `#`, and its position in the file from 1. */
export type HunkId = string;
export type Side = "base" | "head";

export interface CodeLocation {
  path: string;
  side: Side;
  start: number;
  end: number;
}
export interface Quote extends CodeLocation {
  /** Verbatim, because it is compared with the file. */
  text: string;
  /** Shown instead of the text if the text contains a secret. */
  masked?: string;
}

export interface Commit {
  sha: string;
  message: string;
  author: string;
}

/** Text that people wrote about the change. Withheld from reviewers that look for defects. */
export interface AuthorText {
  title: string;
  body: string;
  branch: string | null;
  author: string | null;
  labels: readonly string[];
  draft: boolean;
  /** Oldest first; the list may be shorter than `commitsTotal`. */
  commits: readonly Commit[];
  commitsTotal: number;
  issues: readonly { reference: string; title: string; body: string }[];
  request: string | null;
}

/** Something a person asked to verify. */
export interface Concern {
  id: string;
  text: string;
  source: "body" | "issue" | "request";
  status: "verified" | "failed" | "open";
  how: string | null;
}

/** Something that was left out or truncated, with the reason. */
export type Omission =
  | { kind: "too-large"; path: string; bytes: number; limit: number }
  | { kind: "lfs-pointer"; path: string }
  | { kind: "lfs-not-applied" }
  | { kind: "submodule"; path: string }
  | { kind: "nested-repository"; path: string }
  | { kind: "combined"; path: string }
  | { kind: "shallow" }
  | { kind: "commits"; read: number; total: number }
  | { kind: "config-not-used"; path: string; why: "only-at-head" | "changed-at-head" | "ignored" | "broken" }
  | { kind: "counts-differ"; git: Counts; github: Counts }
  | { kind: "issues-not-read"; references: readonly string[]; message: string };

export interface Counts {
  files: number;
  additions: number;
  deletions: number;
}

/** One earlier review of the same pull request. */
export interface Round {
  base: Oid;
  head: Oid;
  /** The content of each hunk without line numbers (`hunkPatch`), which a rebase does not change. */
  hunks: readonly string[];
}

interface FindingSubject {
  check: string;
  kind: string;
  path: string;
  line: number;
  quote: string;
  /** Absent in records of earlier versions. */
  severity?: string | undefined;
}

/** A finding that an earlier round posted or a person dismissed. */
export interface PastFinding {
  identity: Identity;
  state: "open" | "fixed" | "dismissed";
  /** Its subject, to recognise it after renames and moves; null if only a marker is left. */
  about: FindingSubject | null;
  /** Its comment and thread; null if it is in a review body. */
  comment: string | null;
  thread: string | null;
}

/** A review of ours that asks for changes and was not dismissed. */
export interface ChangeRequest {
  /** GitHub's node id of the review. */
  review: string;
  /** What asked for changes. */
  reasons: readonly string[];
}

/** Earlier rounds; empty for a first review and for local ones. */
export interface ReviewHistory {
  /** Oldest first. */
  rounds: readonly Round[];
  findings: readonly PastFinding[];
  /** Absent if there are none. */
  requests?: readonly ChangeRequest[];
  /** What the store has learned about the repository; absent if it was not queried. */
  learned?: StoredKnowledge;
}

export const noPast: ReviewHistory = { rounds: [], findings: [] };

export interface Change {
  from: LocalOrigin | PullOrigin;
  base: Oid;
  head: Oid;
  files: readonly FileDiff[];
  words: AuthorText;
  intent: Intent;
  concerns: readonly Concern[];
  triage: Triage;
  config: Config;
  owned: Ownership;
  past: ReviewHistory;
  cuts: readonly Omission[];
}

interface LocalOrigin {
  kind: "local";
  shown: string;
  why: string | null;
  /** It is a merge commit, which has the title and description of what it merged. */
  merge?: true;
}

export interface PullOrigin {
  kind: "pull";
  pull: PullRequestRef;
  url: string;
  /** The account of the token; null without one. */
  viewer: string | null;
  /** Whether the change comes from a fork. */
  fork: boolean;
}

export interface Ownership {
  is: "mine" | "theirs" | "unknown";
  why: "trusted-path" | "trusted-remote" | "not-asked" | "owner" | "organisation-admin" | "not-admin";
}

export interface Tree {
  /** The file's bytes; null if it does not exist or is too large (then there is an `Omission`). */
  read(path: string): Promise<Uint8Array | null>;
  paths(): Promise<readonly string[]>;
}

/** One commit with its own diff, which can contain what a later commit removed. */
export interface CommitDiff {
  sha: string;
  files: readonly FileDiff[];
}

/** The code at both ends of the change. */
export interface Code {
  base: Tree;
  head: Tree;
  /** The declarations, exports and imports of a file; null if it does not exist or cannot be read. */
  symbols(path: string, side: Side): Promise<Symbols | null>;
  /**
   * The lines at head that contain each name as a whole word. A name is any text of one line: an identifier, a path, a
   * flag. Call it once with all names: the runner combines the searches of all checks.
   */
  uses(names: readonly string[]): Promise<Uses>;
  /** Each commit of the change, oldest first; empty for staged or working files, or for a single commit. */
  commits(): Promise<readonly CommitDiff[]>;
  /** Whether the repository has a commit of this id or abbreviation; null if unknown, as in a shallow clone. */
  hasCommit(id: string): Promise<boolean | null>;
}

/** Opens the code at two ends; grammars and index are kept between changes. */
export interface CodeReader {
  at(base: Oid, head: Oid): Code;
}
