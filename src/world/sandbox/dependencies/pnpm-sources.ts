// Refuses pnpm lockfiles that name anything but packages of the user's own registries.
import { join } from "node:path/posix";
import { parse } from "yaml";
import { asPlainObject, parseObject } from "./node-project.ts";
import { isPlainPath, isPlainSpec, originOf, quoteSource, type LockedProject } from "./npm-sources.ts";

/** In characters; parsing YAML is slow. */
export const largestPnpmLock = 5_000_000;

const versions = /^(?:6|9)\.\d+$/;
/** Name and version of a package; resolved peers are in parentheses. */
const locked = /^\/?((?:@[\w.~-]+\/)?[\w.~-]+)@(\d[\w.+-]*)(?:\(.*\))?$/;
const lockedVersion = /^(?:\/?(?:@[\w.~-]+\/)?[\w.~-]+@)?\d[\w.+-]*(?:\(.*\))?$/;
const dependencyFields = ["dependencies", "devDependencies", "optionalDependencies"] as const;

type Entry = Record<string, unknown>;

/** Package folders relative to the lockfile; none if it is unreadable. */
export function pnpmFolders(lock: string): string[] {
  const read = readLock(lock);
  const importers = Object.keys(asPlainObject(read?.["importers"]) ?? { ".": {} });
  return importers.map((folder) => (folder === "." ? "" : folder));
}

export function pnpmLockRefusal({ lock, manifests, origins }: LockedProject): string | null {
  if (lock.length > largestPnpmLock) return `it is larger than ${largestPnpmLock / 1_000_000} MB`;
  const read = readLock(lock);
  if (read === null) return "it is not YAML";
  if (!versions.test(String(read["lockfileVersion"]))) return "it is of another version than 6 and 9";
  // These let the change patch or replace packages.
  for (const field of ["patchedDependencies", "pnpmfileChecksum", "overrides", "catalogs"])
    if (read[field] !== undefined) return `it has ${field}, which is not supported`;
  return (
    first(read["importers"], (folder, entry) => importerRefusal(folder, entry, manifests)) ??
    importerRefusal(".", read, manifests) ??
    first(read["packages"], (name, entry) => packageRefusal(name, entry, origins)) ??
    first(read["snapshots"], (name, entry) => dependencyRefusal(name, entry)) ??
    first(read["packages"], (name, entry) => dependencyRefusal(name, entry)) ??
    manifestRefusal(manifests)
  );
}

function readLock(text: string): Entry | null {
  try {
    return text.length > largestPnpmLock ? null : asPlainObject(parse(text, { logLevel: "error" }));
  } catch {
    return null;
  }
}

function first(entries: unknown, why: (name: string, entry: Entry) => string | null): string | null {
  for (const [name, entry] of Object.entries(asPlainObject(entries) ?? {})) {
    const found = why(name, asPlainObject(entry) ?? {});
    if (found !== null) return `${quoteSource(name)}: ${found}`;
  }
  return null;
}

function importerRefusal(folder: string, entry: Entry, manifests: ReadonlyMap<string, string>): string | null {
  const place = folder === "." ? "" : folder;
  if (!manifests.has(place)) return "the project has no such package";
  return firstDependency(entry, (value) => {
    const version = asPlainObject(value)?.["version"] ?? value;
    if (typeof version !== "string") return false;
    const link = /^link:(.*)$/.exec(version)?.[1];
    if (link === undefined) return lockedVersion.test(version);
    const target = join(place, link);
    return manifests.has(target === "." ? "" : target);
  });
}

/** Without a tarball URL, pnpm uses the registry; a URL must have an allowed origin. */
function packageRefusal(name: string, entry: Entry, origins: ReadonlySet<string>): string | null {
  if (!locked.test(name)) return "it is no name and version of a package";
  const { integrity, tarball, ...more } = asPlainObject(entry["resolution"]) ?? { is: "none" };
  if (Object.keys(more).length > 0 || typeof integrity !== "string") return "it comes from no registry";
  const origin = typeof tarball === "string" ? originOf(tarball) : null;
  if (tarball === undefined || (origin !== null && origins.has(origin))) return null;
  return `it comes from ${quoteSource(tarball)}, which is no registry of yours`;
}

function dependencyRefusal(name: string, entry: Entry): string | null {
  if (!locked.test(name)) return "it is no name and version of a package";
  return firstDependency(entry, (version) => typeof version === "string" && lockedVersion.test(version));
}

function firstDependency(entry: Entry, isGood: (value: unknown) => boolean): string | null {
  for (const field of dependencyFields)
    for (const [name, value] of Object.entries(asPlainObject(entry[field]) ?? {}))
      if (!isGood(value)) return `it has ${quoteSource(name)} as ${quoteSource(value)}, which no registry has`;
  return null;
}

/** `workspace:` specs are fine: the lockfile entries are checked separately. */
function manifestRefusal(manifests: ReadonlyMap<string, string>): string | null {
  for (const [folder, text] of manifests) {
    if (folder !== "" && !isPlainPath(folder)) return `${quoteSource(folder)}: it lies outside of the project`;
    const isGood = (spec: unknown) =>
      isPlainSpec(spec) || (typeof spec === "string" && /^workspace:[\w^~*.+-]*$/.test(spec));
    const why = firstDependency(parseObject(text) ?? {}, isGood);
    if (why !== null) return `${quoteSource(folder === "" ? "package.json" : `${folder}/package.json`)}: ${why}`;
  }
  return null;
}
