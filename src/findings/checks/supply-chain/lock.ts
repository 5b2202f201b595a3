// Defines a lock file as supply-chain compares it.
import type { DeclaredDependency, DependencyManifest } from "./dependency.ts";

export interface LockedPackage {
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
  at: LockPosition;
}

/** A line, a text that only this line holds, or an entry of a tree in which one name may stand in many places. */
type LockPosition = number | string | NestedEntry;

/** An entry of the tree that npm wrote before its version 7. */
export interface NestedEntry {
  name: string;
  above: NestedEntry | null;
}

export interface DependencyLock {
  packages: LockedPackage[];
  /** It does not say which packages of the workspace it is for. */
  forUnnamed?: true;
  /**
   * Whether this file was made with the dependency as the manifest in the folder declares it now; null where there is
   * no telling. The folder is relative to the lock file's own. `locked` is for a file that does not have it as a
   * dependency of that manifest, but has a version that serves where the package manager looks for it.
   */
  agrees(declared: DeclaredDependency, folder: string, manifest: DependencyManifest): boolean | null | "locked";
}

export function singleHash(hash: string | null | undefined): ReadonlyMap<string, string> {
  return hash ? new Map([["", hash]]) : new Map();
}

export function stripQuotes(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, "$2");
}

export function lockLine(text: string, at: LockPosition): number {
  if (typeof at === "number") return at;
  const offset = typeof at === "string" ? text.indexOf(at) : findNestedOffset(text, at);
  return offset < 0 ? 1 : text.slice(0, offset).split("\n").length;
}

const deepest = 100;

function pathNames(at: NestedEntry): string[] {
  const names: string[] = [];
  for (let one: NestedEntry | null = at; one && names.length < deepest; one = one.above) names.unshift(one.name);
  return names;
}

/** The same text for the same place of two versions of a file. */
export function positionKey(at: string | NestedEntry): string {
  return typeof at === "string" ? at : pathNames(at).join(" > ");
}

/** By the form that npm writes: each step of the tree is two levels further in than the one above, and comes after it. */
function findNestedOffset(text: string, at: NestedEntry): number {
  const indent = /^\{\r?\n([ \t]{1,16})"/.exec(text)?.[1] ?? "  ";
  const names = pathNames(at);
  let offset = text.indexOf(`\n${indent}"dependencies": {`);
  for (const [depth, name] of names.entries()) {
    if (offset < 0) break;
    const found = text.indexOf(`\n${indent.repeat(2 * (depth + 1))}${JSON.stringify(name)}: {`, offset);
    offset = found < 0 ? -1 : found + 1;
  }
  return offset < 0 ? text.indexOf(`${JSON.stringify(at.name)}: {`) : offset;
}

/** Whether a lock file's text names the package, in a word of its own and not as the end of a scoped name. */
export function namesPackage(text: string, name: string): boolean {
  const escaped = name.replace(/[^\w]/g, "\\$&");
  return new RegExp(`(?<![\\w.-]|@[\\w.-]{1,100}/)${escaped}(?![\\w.-])`).test(text);
}
