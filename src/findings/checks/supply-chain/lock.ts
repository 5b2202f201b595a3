// Defines a lock file as supply-chain compares it.
import type { DeclaredDependency, DependencyManifest } from "./dependency.ts";

export interface LockedPackage {
  name: string;
  version: string;
  /** The checksum of each downloadable file; an empty name if there is only one. */
  hashes: ReadonlyMap<string, string>;
  /** The download address if the lock file has one; for a registry package, the registry's. */
  from: string | null;
  /** The package is local, from git or bundled in another package, so it has no checksum. */
  unhashed?: true;
  runsScripts?: true;
  /** Whether the entry's name deliberately differs from the name in the address. */
  alias?: true;
  at: LockPosition;
}

/** A line number, text that only this line contains, or an entry of a tree in which a name can occur many times. */
type LockPosition = number | string | NestedEntry;

/** An entry of the tree in lock files before npm 7. */
export interface NestedEntry {
  name: string;
  above: NestedEntry | null;
}

export interface DependencyLock {
  packages: LockedPackage[];
  /** The file does not list the workspace packages that it covers. */
  forUnnamed?: true;
  /**
   * Whether this file contains the dependency as the manifest in the folder declares it; null if unknown. The folder is
   * relative to the lock file. `locked`: the file does not list it for that manifest, but has a matching version where
   * the package manager looks for it.
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

/** A stable key for the same entry in two versions of a file. */
export function positionKey(at: string | NestedEntry): string {
  return typeof at === "string" ? at : pathNames(at).join(" > ");
}

/** Relies on npm's format: each level of the tree is indented by two more steps and follows its parent. */
function findNestedOffset(text: string, at: NestedEntry): number {
  const indent = /^\{\r?\n([ \t]{1,16})"/.exec(text)?.[1] ?? "  ";
  const names = pathNames(at);
  let offset = text.indexOf(`\n${indent}"dependencies": {`);
  for (const [depth, name] of names.entries()) {
    if (offset < 0) break;
    const position = text.indexOf(`\n${indent.repeat(2 * (depth + 1))}${JSON.stringify(name)}: {`, offset);
    offset = position < 0 ? -1 : position + 1;
  }
  return offset < 0 ? text.indexOf(`${JSON.stringify(at.name)}: {`) : offset;
}

/** Whether the text contains the package name as a whole word and not as the end of a scoped name. */
export function namesPackage(text: string, name: string): boolean {
  const escaped = name.replace(/[^\w]/g, "\\$&");
  return new RegExp(`(?<![\\w.-]|@[\\w.-]{1,100}/)${escaped}(?![\\w.-])`).test(text);
}
