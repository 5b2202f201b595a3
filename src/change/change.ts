// What is reviewed: one frozen value, made in one place (`read-change.ts`) and passed on.
// Everything here is plain data that survives JSON, but for `Tree` and `Code`, which read the repository.
import type { StoredKnowledge } from "./stored-knowledge.ts";
import type { Config } from "./config.ts";
import type { FileDiff } from "./diff.ts";
import type { Intent } from "./intent.ts";
import type { Symbols, Uses } from "./symbols/symbols.ts";
import type { Triage } from "./triage.ts";
import type { PullRequestRef } from "../pull-request.ts";

export type Oid = string & { readonly oid: unique symbol };
export type Identity = string & { readonly identity: unique symbol };
/** Names one hunk of the change: the path, `#`, and the hunk's position in its file from 1. */
export type HunkId = string;
export type Side = "base" | "head";

export interface CodeLocation {
  path: string;
  side: Side;
  start: number;
  end: number;
}
export interface Quote extends CodeLocation {
  /** Verbatim: it is held against the file. */
  text: string;
  /** What people and programs are shown instead, where the text itself must not be repeated. */
  masked?: string;
}

export interface Commit {
  sha: string;
  message: string;
  author: string;
}

/** What people wrote about the change. Withheld from reviewers that look for defects. */
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

/** Something a person asked to have verified. */
export interface Concern {
  id: string;
  text: string;
  source: "body" | "issue" | "request";
  status: "verified" | "failed" | "open";
  how: string | null;
}

/** What was left out or cut short, and why. */
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
  /** What each hunk did, without its line numbers (`hunkPatch`): a rebase does not change it. */
  hunks: readonly string[];
}

/** A finding that an earlier round posted, or that a person dismissed. */
export interface PastFinding {
  identity: Identity;
  state: "open" | "fixed" | "dismissed";
  /** What it was about, by which it is known again when its file was renamed or its code moved; absent where only a marker is left. */
  about: { check: string; kind: string; path: string; line: number; quote: string } | null;
  /** The comment that says it, and its thread; null where it stands in a body. */
  comment: string | null;
  thread: string | null;
}

/** What earlier rounds left behind; empty on a first review and on every local one. */
export interface ReviewHistory {
  /** Oldest first. */
  rounds: readonly Round[];
  findings: readonly PastFinding[];
  /** What the store knows of the repository; absent where nobody asked it. */
  learned?: StoredKnowledge;
}

export const noPast: ReviewHistory = { rounds: [], findings: [] };

export interface Change {
  from: { kind: "local"; shown: string; why: string | null } | PullOrigin;
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

export interface PullOrigin {
  kind: "pull";
  pull: PullRequestRef;
  url: string;
  /** The account of the token; null where nobody has one. */
  viewer: string | null;
  /** Whether the change comes from another repository than it goes to. */
  fork: boolean;
}

export interface Ownership {
  is: "mine" | "theirs" | "unknown";
  why: "trusted-path" | "trusted-remote" | "not-asked" | "owner" | "organisation-admin" | "not-admin";
}

export interface Tree {
  /** The file's bytes; null where there is no such file, or where it is too large to read (then a `Cut` says so). */
  read(path: string): Promise<Uint8Array | null>;
  paths(): Promise<readonly string[]>;
}

/** One commit of the change with its own diff, which can hold what the whole no longer shows. */
export interface CommitDiff {
  sha: string;
  files: readonly FileDiff[];
}

/** The code around the change, at both ends of it. */
export interface Code {
  base: Tree;
  head: Tree;
  /** What a file declares, exports and imports; null where there is no such file, or no telling. */
  symbols(path: string, side: Side): Promise<Symbols | null>;
  /**
   * The lines at head on which each name stands as a word of its own. A name is any text of one line: an identifier, a
   * path, a flag. Ask once, with all names: the runner makes one search of what all checks ask for.
   */
  uses(names: readonly string[]): Promise<Uses>;
  /** Each commit of the change, oldest first; none for staged or working files, or where there is but one commit. */
  commits(): Promise<readonly CommitDiff[]>;
  /** Whether the repository has a commit of this id or abbreviation; null where that cannot be told, as in a shallow clone. */
  hasCommit(id: string): Promise<boolean | null>;
}

/** Opens the code at two ends; what it loads (grammars, an index) is kept from one change to the next. */
export interface CodeReader {
  at(base: Oid, head: Oid): Code;
}
