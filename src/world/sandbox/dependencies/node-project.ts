// Finds the Node project that a folder belongs to: its lockfile, its packages, and whether it has dependencies.
import { foldersFrom, treePath } from "./this-machine.ts";
import { readStaged } from "./staged-file.ts";
import type { StagedTree } from "../sandbox-dependencies.ts";

const lockfiles = {
  "npm-shrinkwrap.json": "npm",
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
} as const;
export type PackageManager = (typeof lockfiles)[keyof typeof lockfiles];

export interface NodeProject {
  /** Folder of the lockfile, otherwise of the topmost package; "" is the root of the tree. */
  root: string;
  /** Path from the root of the tree. */
  lock: { path: string; manager: PackageManager } | null;
  /** Package folders in `root`, including itself. */
  folders: readonly string[];
}

/** Null without dependencies. */
export async function findNodeProject(cwd: string, tree: StagedTree): Promise<NodeProject | null> {
  const paths = new Set(tree.paths);
  const chain = foldersFrom(cwd);
  const lock = nearestLock(chain, paths);
  const packages = chain.filter((folder) => paths.has(treePath(folder, "package.json")));
  const root = lock?.root ?? packages.at(-1);
  if (root === undefined) return null;
  const folders = packageFolders(tree.paths, root);
  const seen = (await isWorkspace(root, tree, paths)) ? [...new Set([...packages, ...folders])] : packages;
  for (const folder of seen)
    if (await dependsOnSomething(folder, tree)) return { root, lock: lock?.lock ?? null, folders };
  return null;
}

function nearestLock(chain: readonly string[], paths: ReadonlySet<string>) {
  for (const root of chain)
    for (const [name, manager] of Object.entries(lockfiles)) {
      const path = treePath(root, name);
      if (paths.has(path)) return { root, lock: { path, manager } };
    }
  return null;
}

function packageFolders(paths: readonly string[], root: string): string[] {
  const start = root === "" ? "" : `${root}/`;
  return paths
    .filter((path) => path.startsWith(start) && (path === "package.json" || path.endsWith("/package.json")))
    .map((path) => path.slice(0, -"/package.json".length))
    .filter((folder) => !folder.split("/").includes("node_modules"));
}

async function isWorkspace(root: string, tree: StagedTree, paths: ReadonlySet<string>): Promise<boolean> {
  if (paths.has(treePath(root, "pnpm-workspace.yaml"))) return true;
  return (await readPackage(root, tree))?.["workspaces"] !== undefined;
}

const dependencyFields = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

async function dependsOnSomething(folder: string, tree: StagedTree): Promise<boolean> {
  const read = await readPackage(folder, tree);
  return dependencyFields.some((field) => Object.keys(asPlainObject(read?.[field]) ?? {}).length > 0);
}

/** Null if it is invalid; the runner reports that. */
async function readPackage(folder: string, tree: StagedTree): Promise<Record<string, unknown> | null> {
  return parseObject(await readStaged(tree, treePath(folder, "package.json")));
}

export function parseObject(text: string | null): Record<string, unknown> | null {
  try {
    return asPlainObject(JSON.parse(text ?? "null"));
  } catch {
    return null;
  }
}

export function asPlainObject(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
