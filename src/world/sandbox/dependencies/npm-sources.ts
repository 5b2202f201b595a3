// Refuses npm lockfiles that name anything but packages of the user's own registries. The lockfile is untrusted: it
// decides what is fetched and where it is written.
import { join } from "node:path/posix";
import { asPlainObject, parseObject } from "./node-project.ts";

/** In characters; about ten times the largest real lockfiles. */
export const largestLock = 20_000_000;
const mostPackages = 30_000;

const name = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~_-][\w.~-]*$/i;
const version = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;
/** A version range or a tag; cannot be a URL, path or repository. */
const range = /^[\w^~<>=|*+-][\w\s.^~<>=|*+-]*$/;
const archive = /\.(?:tgz|tar\.gz|tar)$/i;
const alias = /^npm:((?:@[^@/]+\/)?[^@/]+)(?:@(.*))?$/;

export interface LockedProject {
  lock: string;
  /** Package folders relative to the lockfile, with their manifests; "" is its own. */
  manifests: ReadonlyMap<string, string>;
  /** Allowed origins, such as `https://registry.example`. */
  origins: ReadonlySet<string>;
}

/** Package folders relative to the lockfile; none if it is unreadable. */
export function npmFolders(lock: string): string[] {
  const places = Object.keys(asPlainObject(parseObject(lock)?.["packages"]) ?? {});
  return places.filter((place) => !place.includes("node_modules/"));
}

/** Null if the lockfile is acceptable. */
export function npmLockRefusal({ lock, manifests, origins }: LockedProject): string | null {
  if (lock.length > largestLock) return `it is larger than ${largestLock / 1_000_000} MB`;
  const read = parseObject(lock);
  if (read === null) return "it is not JSON";
  const packages = asPlainObject(read["packages"]);
  if (packages === null) return "it has no packages, as lockfiles have that npm 7 and later write";
  const entries = Object.entries(packages);
  if (entries.length > mostPackages) return `it has more than ${mostPackages} packages`;
  for (const [place, entry] of entries) {
    const why = entryRefusal(place, asPlainObject(entry), manifests, origins);
    if (why !== null) return `${quoteSource(place)}: ${why}`;
  }
  for (const [folder, text] of manifests) {
    const why = specRefusal(parseObject(text) ?? {}, { folder, manifests });
    if (why !== null) return `${quoteSource(folder === "" ? "package.json" : `${folder}/package.json`)}: ${why}`;
  }
  return null;
}

type Entry = Record<string, unknown> | null;

function entryRefusal(
  place: string,
  entry: Entry,
  manifests: ReadonlyMap<string, string>,
  origins: ReadonlySet<string>,
): string | null {
  if (entry === null) return "it is no package";
  if (place !== "" && !isPlainPath(place)) return "it lies outside of the project";
  const at = place.lastIndexOf("node_modules/");
  const why = specRefusal(entry, at === -1 ? { folder: place, manifests } : null);
  if (why !== null) return why;
  if (at === -1) return manifests.has(place) ? null : "the project has no such package";
  if (!name.test(place.slice(at + "node_modules/".length))) return "it is no name of a package";
  if (entry["name"] !== undefined && !isName(entry["name"])) return "it stands for no name of a package";
  if (entry["link"] === true) return linkRefusal(entry["resolved"], manifests);
  // npm would follow that lockfile, which is not checked.
  if (entry["hasShrinkwrap"] === true) return "it brings a lockfile of its own";
  return sourceRefusal(entry, origins);
}

function linkRefusal(target: unknown, manifests: ReadonlyMap<string, string>): string | null {
  return typeof target === "string" && isPlainPath(target) && manifests.has(target)
    ? null
    : `it is linked to ${quoteSource(target)}, which is no package of the project`;
}

function sourceRefusal(entry: Record<string, unknown>, origins: ReadonlySet<string>): string | null {
  const { resolved } = entry;
  // Without an address, npm asks the registry for this version.
  if (resolved === undefined)
    return typeof entry["version"] === "string" && version.test(entry["version"])
      ? null
      : `${quoteSource(entry["version"])} is no version`;
  const origin = typeof resolved === "string" ? originOf(resolved) : null;
  return origin !== null && origins.has(origin)
    ? null
    : `it comes from ${quoteSource(resolved)}, which is no registry of yours`;
}

/** Null for anything but an http(s) URL without credentials. */
export function originOf(address: string): string | null {
  const url = URL.parse(address);
  const isWeb = url !== null && (url.protocol === "https:" || url.protocol === "http:");
  return isWeb && url.username === "" && url.password === "" ? url.origin : null;
}

const specFields = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "overrides",
] as const;

/** npm resolves specs that the lockfile lacks before it reports the mismatch. */
function specRefusal(entry: Record<string, unknown>, own: OwnPackage | null): string | null {
  for (const field of specFields)
    for (const [wanted, spec] of specsIn(entry[field]))
      if (!isPlainSpec(spec) && !isOwnFolder(spec, own))
        return `it asks for ${quoteSource(wanted)} as ${quoteSource(spec)}, which no registry has`;
  return null;
}

/** A package of the project may refer to others by folder. */
interface OwnPackage {
  folder: string;
  manifests: ReadonlyMap<string, string>;
}

function isOwnFolder(spec: unknown, own: OwnPackage | null): boolean {
  const path = typeof spec === "string" ? /^file:([^:\\]*)$/.exec(spec)?.[1] : undefined;
  return path !== undefined && own !== null && own.manifests.has(join(own.folder, path).replace(/\/$/, ""));
}

/** Overrides can nest. */
function specsIn(value: unknown): [name: string, spec: unknown][] {
  const found: [string, unknown][] = [];
  const waiting = [asPlainObject(value) ?? {}];
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const [wanted, spec] of Object.entries(next)) {
      const more = asPlainObject(spec);
      if (more) waiting.push(more);
      else found.push([wanted, spec]);
    }
  return found;
}

export function isPlainSpec(spec: unknown): boolean {
  if (typeof spec !== "string") return false;
  if (spec === "") return true;
  const other = alias.exec(spec);
  if (other) return isName(other[1]) && isPlainSpec(other[2] ?? "");
  // An override may reuse the version of a dependency.
  if (spec.startsWith("$")) return isName(spec.slice(1));
  return range.test(spec.trim()) && !archive.test(spec);
}

function isName(value: unknown): boolean {
  return typeof value === "string" && name.test(value);
}

/** A relative path without `..` that means the same on every system. */
export function isPlainPath(path: string): boolean {
  return !/[\\:\0]/.test(path) && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** In one line, shortened. */
export function quoteSource(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  // Control and format characters could hide the text around them.
  const plain = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "?");
  return `"${plain.length > 120 ? `${plain.slice(0, 120)}…` : plain}"`;
}
