// A lock file as the check compares it: what it fetches, from where, and what it remembers of the manifests.
import type { Declared, Manifest } from "./dependency.ts";

export interface Locked {
  name: string;
  version: string;
  /** The checksum of each file that may be fetched; one with an empty name where there is only one. */
  hashes: ReadonlyMap<string, string>;
  /** The address it is fetched from, where the lock file says so; for a registry's package, the registry's. */
  from: string | null;
  /** It comes from the repository itself, from git, or inside another package, and so has no checksum. */
  unhashed?: true;
  runsScripts?: true;
  /** The name that the address belongs to, where the entry itself is called otherwise on purpose. */
  alias?: true;
  /** Its line, or a text that only its line holds. */
  at: number | string;
}

export interface Lock {
  packages: Locked[];
  /**
   * Whether this file was made with the dependency as the manifest in the folder declares it now; null where there is
   * no telling. The folder is relative to the lock file's own.
   */
  agrees(declared: Declared, folder: string, manifest: Manifest): boolean | null;
}

export function oneHash(hash: string | null | undefined): ReadonlyMap<string, string> {
  return hash ? new Map([["", hash]]) : new Map();
}

export function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, "$2");
}

export function lineOf(text: string, at: number | string): number {
  if (typeof at === "number") return at;
  const offset = text.indexOf(at);
  return offset < 0 ? 1 : text.slice(0, offset).split("\n").length;
}

/** Whether a lock file's text names the package, in a word of its own and not as the end of a scoped name. */
export function namesPackage(text: string, name: string): boolean {
  const escaped = name.replace(/[^\w]/g, "\\$&");
  return new RegExp(`(?<![\\w.-]|@[\\w.-]{1,100}/)${escaped}(?![\\w.-])`).test(text);
}
