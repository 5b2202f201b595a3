// Finds well-known package names that are one typo away from a given name.
import type { PackageEcosystem } from "./dependency.ts";
import { npmNames, npmScopes } from "./popular/npm.ts";
import { composerNames, gemNames, goModuleNames } from "./popular/others.ts";
import { pythonNames } from "./popular/python.ts";
import { crateNames } from "./popular/rust.ts";

export const popularNames: Record<PackageEcosystem, string> = {
  npm: npmNames,
  python: pythonNames,
  rust: crateNames,
  go: goModuleNames,
  ruby: gemNames,
  php: composerNames,
};
const parsedLists = new Map<string, ReadonlySet<string>>();

function parseNames(list: string): ReadonlySet<string> {
  const known = parsedLists.get(list) ?? new Set(list.trim().split(/\s+/));
  parsedLists.set(list, known);
  return known;
}

export function isPopular(name: string, ecosystem: PackageEcosystem): boolean {
  const [scope] = ecosystem === "npm" ? splitScope(name) : [null];
  return scope === null
    ? parseNames(popularNames[ecosystem]).has(name.toLowerCase())
    : parseNames(npmScopes).has(scope);
}

/** The known name that differs by one typo; null for known names and for names without a near match. */
export function findLookAlike(name: string, ecosystem: PackageEcosystem): string | null {
  const lowerName = name.toLowerCase();
  const [scope, rest] = ecosystem === "npm" ? splitScope(lowerName) : [null, lowerName];
  if (scope !== null) {
    const known = findNearest(scope, parseNames(npmScopes));
    return known === null ? null : `@${known}/${rest}`;
  }
  // A major version at the end of a Go module path is part of the same project.
  if (ecosystem === "go") return findNearest(rest.replace(/\/v\d+$/, ""), parseNames(goModuleNames));
  // crates.io treats `_` and `-` as equal.
  const list = parseNames(popularNames[ecosystem]);
  const isSame = ecosystem === "rust" && ["-", "_"].some((mark) => list.has(rest.replace(/[-_]/g, mark)));
  return isSame ? null : findNearest(rest, list);
}

function splitScope(name: string): [scope: string | null, rest: string] {
  const match = /^@([^/]+)\/(.+)$/.exec(name);
  return match ? [match[1] ?? "", match[2] ?? ""] : [null, name];
}

const longest = 100;

function findNearest(name: string, known: ReadonlySet<string>): string | null {
  if (known.has(name) || name.length > longest) return null;
  for (const other of known) if (isOneTypoApart(name, other)) return other;
  return null;
}

/** One letter added, missing or swapped; in longer names also one replaced, or different hyphens. */
export function isOneTypoApart(name: string, known: string): boolean {
  const [short, long] = name.length < known.length ? [name, known] : [known, name];
  // Short names are close to many others.
  if (short.length < 5 || long.length - short.length > 2) return false;
  if (removeMarks(name) === removeMarks(known)) return known.length >= 6 && !/\d$/.test(name);
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const [restShort, restLong] = [short.slice(start), long.slice(start)];
  // A different first letter, as in `kredis` or `preact`, is easy to notice.
  if (start === 0) return isSwap(restShort, restLong);
  if (long.length > short.length) return hasOneMore(short, restShort, restLong);
  return isSwap(restShort, restLong) || isReplaced(restShort, restLong, known.length >= 7);
}

function removeMarks(text: string): string {
  return text.replace(/[-_.]/g, "");
}

/** A number or suffix makes a related name, as in `vue2` and `parsers`; a doubled letter does not. */
function hasOneMore(short: string, restShort: string, restLong: string): boolean {
  const isPlural = restShort === "" && restLong === "s" && !short.endsWith("s");
  return restShort === restLong.slice(1) && !isPlural && !/^\d/.test(restLong);
}

function isSwap(one: string, other: string): boolean {
  return one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2);
}

/** Digits make related names too (`sha2`, `h5py`), except those that look like a letter: `l0dash`. */
function isReplaced(one: string, other: string, isLong: boolean): boolean {
  if (one.slice(1) !== other.slice(1)) return false;
  const pair = `${one[0]}${other[0]}`;
  return /\d/.test(pair) ? /^(?:0o|o0|1l|l1|1i|i1|5s|s5|3e|e3)$/.test(pair) : isLong;
}
