// Defines the git interface that the flow uses; `world/git` implements it.
import type { Commit, Oid, Tree } from "./change.ts";

/** One row of `git diff-tree --raw`, which is exact even if the patch text is ambiguous. */
export interface RawRow {
  oldMode: string;
  newMode: string;
  oldOid: string;
  newOid: string;
  status: string;
  oldPath: string;
  newPath: string;
}

export interface Snapshot {
  tree: Oid;
  /** Repositories inside the working tree that are not submodules: git does not record them. */
  nested: readonly string[];
  /** Files that a filter such as Git LFS would have changed. */
  filtered: boolean;
}

/** A commit before the change, with the files that it touched. */
export interface PastCommit {
  /** Commit time in seconds. */
  when: number;
  subject: string;
  paths: readonly string[];
}

export interface Remote {
  name: string;
  /** As in the config, with credentials, so it is never shown. */
  url: string;
}

export interface Git {
  /** The location of the repository, for display. */
  readonly shown: string;
  readonly bare: boolean;
  readonly shallow: boolean;
  /** The commit or tree that a name resolves to; null if there is none. */
  resolve(name: string): Promise<Oid | null>;
  /** The current branch; null if HEAD is detached. */
  branch(): Promise<string | null>;
  mergeBase(a: Oid, b: Oid): Promise<Oid | null>;
  emptyTree(): Oid;
  staged(): Promise<Snapshot>;
  working(): Promise<Snapshot>;
  compare(base: Oid, head: Oid): Promise<{ rows: RawRow[]; patch: Uint8Array }>;
  /** The newest `limit` commits, oldest first, and the total number. */
  commits(base: Oid, head: Oid, limit: number): Promise<{ commits: Commit[]; total: number }>;
  /** The newest `limit` commits up to one, newest first, without merges and roots; none if it is a tree. */
  pastCommits(tip: Oid, limit: number): Promise<PastCommit[]>;
  tree(oid: Oid): Tree;
  /** A file by its object id; null if it is missing or above the size limit. */
  blob(oid: string): Promise<Uint8Array | null>;
  /** The sizes of objects, in bytes, without reading them. */
  sizes(oids: readonly string[]): Promise<Map<string, number>>;
  /** In config order; a remote with several addresses has an entry for each. */
  remotes(): Promise<readonly Remote[]>;
}
