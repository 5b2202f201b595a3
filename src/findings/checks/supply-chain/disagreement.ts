// Finds dependencies that a manifest declares and its lock file does not contain as declared.
import { folderOf, fileName } from "../../../change/paths.ts";
import type { DependencyManifest } from "./dependency.ts";
import { isWorkspaceMember } from "../dependency-chain/package-relations.ts";
import { isLockOf, manifestReader } from "./dependency-files.ts";
import type { DependencyLock } from "./lock.ts";
import { changedDependencies, findDependencyLine, type ManifestSides } from "./manifest-changes.ts";

interface ManifestComparison extends Pick<ManifestSides, "file" | "text" | "after" | "before"> {
  path: string;
  lockPath: string;
  /** The lock file at head. */
  lock(): Promise<DependencyLock | null>;
  /** The manifest and lock file at base, if both existed. */
  old(): { manifest: DependencyManifest; lock: DependencyLock; folder: string } | null;
  read(path: string): Promise<string | null>;
  paths: ReadonlySet<string>;
}

const mostDependencies = 2000;

/** A manifest and the lock file that lacks what it declares. */
export interface Disagreement {
  path: string;
  lockPath: string;
  /** Each as `name spec`. */
  missing: readonly string[];
  line: number;
  text: string;
  /**
   * `locked`: matching versions are locked in a place where the package manager looks, but not for this package.
   * `stale`: the files disagreed at base already, so nobody keeps them in sync.
   */
  how: "missing" | "locked" | "stale";
}

export async function findDisagreement(compared: ManifestComparison): Promise<Disagreement | null> {
  const { lockPath, after, before, path } = compared;
  // Only dependencies that this change declares: older disagreements are not reported.
  const declared = changedDependencies({ after, before, elsewhere: [] }).slice(0, mostDependencies);
  const lock = declared.length > 0 && isLockOf(lockPath, path) ? await compared.lock() : null;
  if (!lock || (lock.forUnnamed && !(await isInWorkspace(compared)))) return null;
  const manifest = await addRootOverrides(compared);
  const folder = folderBelowLock(lockPath, path);
  const agreement = declared.map((one) => ({ one, is: lock.agrees(one, folder, manifest) }));
  const unknown = agreement.filter(({ is }) => is === false || is === "locked");
  if (unknown.length === 0) return null;
  const own = await readWorkspaceNames(compared);
  const stale = new Set(namesStaleAtBase(compared, manifest.overridden).filter((name) => !own.has(name)));
  const left = unknown.filter(({ one }) => !own.has(one.name) && !stale.has(one.name));
  const missing = left.filter(({ is }) => is === false);
  const listed = (missing.length > 0 ? missing : left).map(({ one }) => one);
  const [first] = listed;
  const place = first && findDependencyLine(compared, first.name, first.spec);
  if (!place) return null;
  const how = missing.length === 0 ? "locked" : stale.size > 0 ? "stale" : "missing";
  return { path, lockPath, missing: listed.map(({ name, spec }) => `${name} ${spec}`.trim()), ...place, how };
}

/** A package below the lock file but outside the workspace has its own lock file or none. */
async function isInWorkspace({ lockPath, path, read, paths }: ManifestComparison): Promise<boolean> {
  if (folderOf(lockPath) === folderOf(path)) return true;
  return isWorkspaceMember(folderOf(path), { hasFile: (one) => paths.has(one) }, read);
}

/** Names that disagreed at base already. */
function namesStaleAtBase({ old }: ManifestComparison, overridden: ReadonlySet<string>): string[] {
  const before = old();
  if (!before) return [];
  const manifest = { ...before.manifest, overridden: new Set([...before.manifest.overridden, ...overridden]) };
  const stale = manifest.dependencies
    .slice(0, mostDependencies)
    .filter((one) => before.lock.agrees(one, before.folder, manifest) === false);
  return stale.map(({ name }) => name);
}

export function folderBelowLock(lock: string, manifest: string): string {
  const root = folderOf(lock);
  const folder = folderOf(manifest);
  return root === "" ? folder : folder.slice(root.length + 1);
}

/** Overrides in the manifest beside the lock file apply to the whole workspace. */
async function addRootOverrides({
  lockPath,
  path,
  after,
  read,
  paths,
}: ManifestComparison): Promise<DependencyManifest> {
  const overridden = new Set(after.overridden);
  const names =
    after.ecosystem === "npm"
      ? ["package.json", "pnpm-workspace.yaml"]
      : after.ecosystem === "rust"
        ? ["Cargo.toml"]
        : [];
  for (const name of names) {
    const root = folderOf(lockPath) === "" ? name : `${folderOf(lockPath)}/${name}`;
    const text = root !== path && paths.has(root) ? await read(root) : null;
    for (const one of (text === null ? null : manifestReader(root)?.(text))?.overridden ?? []) overridden.add(one);
  }
  return { ...after, overridden };
}

const mostPackages = 500;

/** Yarn v1 lock files omit the workspace's own packages; these are their names. */
async function readWorkspaceNames({ lockPath, read, paths }: ManifestComparison): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  if (fileName(lockPath) !== "yarn.lock") return own;
  for (const path of [...paths].filter((one) => fileName(one) === "package.json").slice(0, mostPackages)) {
    const text = await read(path);
    const name = text === null ? null : manifestReader(path)?.(text)?.name;
    if (name) own.add(name);
  }
  return own;
}
