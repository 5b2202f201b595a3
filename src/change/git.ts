// The git interface of the flow; `world/git` implements it.
import type { Commit, Oid, Tree } from "./change.ts";

/** One row of `git diff-tree --raw`, which is exact where the patch text is ambiguous. */
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

export interface Remote {
  name: string;
  /** As in the config, with credentials: never shown. */
  url: string;
}

export interface Git {
  /** Where the repository is, as people would name it. */
  readonly shown: string;
  readonly bare: boolean;
  readonly shallow: boolean;
  /** The commit (or tree) that a name means; null when nothing does. */
  resolve(name: string): Promise<Oid | null>;
  /** The branch that HEAD is on; null when it is detached. */
  branch(): Promise<string | null>;
  mergeBase(a: Oid, b: Oid): Promise<Oid | null>;
  emptyTree(): Oid;
  staged(): Promise<Snapshot>;
  working(): Promise<Snapshot>;
  compare(base: Oid, head: Oid): Promise<{ rows: RawRow[]; patch: Uint8Array }>;
  /** Oldest first; at most `limit` of the newest, and how many there are. */
  commits(base: Oid, head: Oid, limit: number): Promise<{ commits: Commit[]; total: number }>;
  tree(oid: Oid): Tree;
  /** A file by its object id; null when it is not there or larger than the limit. */
  blob(oid: string): Promise<Uint8Array | null>;
  /** The sizes of objects, in bytes, without reading them. */
  sizes(oids: readonly string[]): Promise<Map<string, number>>;
  /** In the order of the config; one that has several addresses comes with each of them. */
  remotes(): Promise<readonly Remote[]>;
}
