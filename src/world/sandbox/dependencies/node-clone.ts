// Finds installed packages in the user's clone if they match the lockfile of the tree.
import { lstatSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Machine, StagedTree } from "../sandbox-dependencies.ts";
import { asPlainObject, parseObject, type NodeProject } from "./node-project.ts";
import { treePath, isReadableInSandbox, ownFolder } from "./this-machine.ts";

const mostFolders = 500;
const largestLock = 50_000_000;

export type ClonePackages = { is: "same"; clone: string; folders: readonly string[] } | { is: "other"; why: string };

export function findInClone(project: NodeProject, tree: StagedTree, { clone }: Machine): ClonePackages {
  if (clone === null) return cannotUse("there is no clone");
  const { root, lock } = project;
  const compared = lock ? [lock.path] : project.folders.map((folder) => treePath(folder, "package.json"));
  const differs = compared.find((path) => !isSameFile(join(tree.folder, path), join(clone, path)));
  if (differs !== undefined) return cannotUse(`${differs} is another one in ${clone}`);
  const folders = project.folders
    .filter((folder) => ownFolder(clone, treePath(folder, "node_modules")) !== null)
    .slice(0, mostFolders);
  if (!folders.includes(root)) return cannotUse(`${join(clone, root)} has no node_modules folder`);
  const hidden = folders.find((folder) => !isReadableInSandbox(join(clone, folder, "node_modules")));
  if (hidden !== undefined) return cannotUse(`the sandbox cannot read ${join(clone, hidden, "node_modules")}`);
  const why = lock && outdatedReason(join(clone, root), basename(lock.path));
  return why ? cannotUse(why) : { is: "same", clone, folders };
}

function cannotUse(why: string): ClonePackages {
  return { is: "other", why };
}

function isSameFile(one: string, two: string): boolean {
  const [a, b] = [plainFile(one), plainFile(two)];
  return a !== null && b !== null && a.equals(b);
}

function plainFile(path: string): Buffer | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= largestLock ? readFileSync(path) : null;
}

/** The install may be older than the lockfile. npm and pnpm record what they installed from; other managers are trusted. */
function outdatedReason(folder: string, lockfile: string): string | null {
  const older = `what is installed in ${join(folder, "node_modules")} is not what ${lockfile} asks for`;
  const read = (path: string) => plainFile(join(folder, path))?.toString("utf8") ?? null;
  if (lockfile.endsWith(".json"))
    return isNpmInstalled(read(lockfile), read("node_modules/.package-lock.json")) ? null : older;
  if (lockfile === "pnpm-lock.yaml")
    return isPnpmInstalled(read(lockfile), read("node_modules/.pnpm/lock.yaml")) ? null : older;
  return null;
}

/** Every required package is installed in its version. Optional ones may be missing: most are for other platforms. */
export function isNpmInstalled(lock: string | null, installed: string | null): boolean {
  const wanted = asPlainObject(parseObject(lock)?.["packages"]);
  const there = asPlainObject(parseObject(installed)?.["packages"]);
  if (wanted === null || there === null) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    const want = asPlainObject(entry);
    if (!/(?:^|\/)node_modules\//.test(place) || want === null) return true;
    const has = asPlainObject(there[place]);
    if (has === null) return want["optional"] === true || want["devOptional"] === true || want["peer"] === true;
    const isOther = (field: string) =>
      want[field] !== undefined && has[field] !== undefined && want[field] !== has[field];
    return !isOther("version") && !isOther("integrity");
  });
}

/** Same requirements, and no package that the lockfile lacks. pnpm leaves out packages of other platforms. */
export function isPnpmInstalled(lock: string | null, installed: string | null): boolean {
  if (lock === null || installed === null) return false;
  if (lock === installed) return true;
  const [wanted, there] = [pnpmParts(lock), pnpmParts(installed)];
  const known = new Set(wanted.packages);
  return wanted.asked === there.asked && there.packages.every((name) => known.has(name));
}

function pnpmParts(text: string): { asked: string; packages: string[] } {
  const [asked = "", ...rest] = text.split(/^(?=packages:)/m);
  return { asked, packages: rest.join("").match(/^ {2}\S.*:$/gm) ?? [] };
}
