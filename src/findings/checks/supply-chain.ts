// Finds risky changes of dependencies, lock files and package-manager settings.
import { readText } from "../changed-text.ts";
import type { Change, Code, Tree } from "../../change/change.ts";
import { isSubmodule, isSymlink, pathOf, type FileDiff } from "../../change/diff.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { checked, whenAnyFile } from "../read-all.ts";
import type { Check } from "../report.ts";
import { isDockerfile } from "./dependency-chain/dockerfile.ts";
import { findAllowedScripts } from "./supply-chain/allowed-scripts.ts";
import type { DeclaredDependency, DependencyManifest } from "./supply-chain/dependency.ts";
import { findDisagreement, folderBelowLock, type Disagreement } from "./supply-chain/disagreement.ts";
import { toDisagreementProblems } from "./supply-chain/disagreement-problems.ts";
import { examples } from "./supply-chain/examples.ts";
import { governingLock, isTestInputOrVendored, lockReader, manifestReader } from "./supply-chain/dependency-files.ts";
import { findUnpinnedImages } from "./supply-chain/base-images.ts";
import { namesPackage, type DependencyLock } from "./supply-chain/lock.ts";
import { findLockProblems } from "./supply-chain/lock-changes.ts";
import { findManifestProblems } from "./supply-chain/manifest-changes.ts";
import { isSettingsFile, findWeakSettings } from "./supply-chain/weak-settings.ts";
import type { DependencyProblem } from "./supply-chain/dependency-problem.ts";

export const supplyChain: Check = {
  id: "supply-chain",
  title: "New and moved dependencies",
  passes: ["security"],
  explains:
    "Reads the manifests, lock files and package-manager settings that a change touches, before and after, for " +
    "npm, pnpm, Yarn, Bun, pip, uv, Poetry, Cargo, Go, Bundler and Composer. It reports what a plain version " +
    "update does not do: a checksum that was removed or changed, a package from another host or over plain HTTP, " +
    "a name one typo away from a well-known package, a branch instead of a commit, an unbounded range, a disabled " +
    "protection, and a lock file that does not match its manifest. New install scripts and sources other than the " +
    "registry are listed but not posted. Test fixtures, examples and templates are ignored.",
  kinds: {
    "look-alike-name": {
      severity: "medium",
      category: "security",
      says: "a new dependency's name is nearly that of a well-known package",
    },
    "look-alike-with-script": {
      severity: "high",
      category: "security",
      says: "a package with a look-alike name also runs an install script",
    },
    "install-script": {
      severity: "medium",
      category: "security",
      says: "a new package runs scripts when it is installed",
    },
    "integrity-removed": { severity: "high", category: "security", says: "a lock file lost the checksum of a package" },
    "integrity-changed": { severity: "high", category: "security", says: "the checksum of the same version changed" },
    "insecure-transport": {
      severity: "high",
      category: "security",
      says: "packages are downloaded without encryption or verification",
    },
    "misnamed-source": { severity: "high", category: "security", says: "a lock file entry points to another package" },
    "other-registry": {
      severity: "medium",
      category: "security",
      says: "a package comes from a host that is new to the lock file",
    },
    "non-registry-source": {
      severity: "medium",
      category: "dependencies",
      says: "a dependency comes from a repository or a URL",
    },
    "unpinned-git": {
      severity: "medium",
      category: "security",
      says: "a dependency follows a branch instead of a commit",
    },
    "loosened-range": {
      severity: "medium",
      category: "dependencies",
      says: "a pinned version became an unbounded range",
    },
    "lock-disagrees": {
      severity: "medium",
      category: "dependencies",
      says: "the lock file does not match this manifest",
    },
    "weakened-install": {
      severity: "medium",
      category: "security",
      says: "a setting disables a protection of the package manager",
    },
    "unpinned-image": {
      severity: "medium",
      category: "dependencies",
      says: "a base image is no longer pinned to a version",
    },
  },
  examples,

  when: whenAnyFile(isChecked, "no changed manifests, lock files or package-manager settings"),

  async run(change, { code }, stop) {
    const reading: DependencyReading = {
      code,
      moved: await readManifestsAtBase(change, code),
      locks: new Map(),
      disagreeing: [],
    };
    const findings: RawFinding[] = [];
    const files = change.files.filter(isChecked);
    for (const file of files) {
      stop.throwIfAborted();
      const path = pathOf(file);
      const problems = (await findProblems(reading, file, path)).toSorted((a, b) => a.line - b.line);
      findings.push(...problems.map((problem) => toFinding({ path, ...problem })));
    }
    findings.push(...toDisagreementProblems(reading.disagreeing).map(toFinding));
    return checked("security", findings, files, "compared dependencies, lock files and settings before and after");
  },
};

function toFinding({ severity, ...problem }: DependencyProblem & { path: string }): RawFinding {
  const finding = buildFinding(supplyChain, problem);
  return severity === undefined ? finding : { ...finding, severity };
}

function isChecked(file: FileDiff): boolean {
  const path = file.newPath;
  if (path === null || file.binary || isSubmodule(file) || isSymlink(file) || isTestInputOrVendored(path)) return false;
  return (
    manifestReader(path) !== undefined || lockReader(path) !== undefined || isSettingsFile(path) || isDockerfile(path)
  );
}

interface DependencyReading {
  code: Code;
  /** Lock files at head, each parsed once for all manifests below it. */
  locks: Map<string, Promise<DependencyLock | null>>;
  /** The dependencies of each changed manifest at base, by its old path. */
  moved: ReadonlyMap<string, DependencyManifest>;
  /** Merged at the end. */
  disagreeing: Disagreement[];
}

async function readManifestsAtBase(change: Change, code: Code): Promise<Map<string, DependencyManifest>> {
  const all = new Map<string, DependencyManifest>();
  for (const { oldPath } of change.files) {
    const read = oldPath === null ? undefined : manifestReader(oldPath);
    const text = read && oldPath !== null ? await readText(code.base, oldPath) : null;
    const manifest = text === null ? null : (read?.(text) ?? null);
    if (manifest && oldPath !== null) all.set(oldPath, manifest);
  }
  return all;
}

async function findProblems(reading: DependencyReading, file: FileDiff, path: string): Promise<DependencyProblem[]> {
  const { base, head } = reading.code;
  const after = await readText(head, path);
  if (after === null) return [];
  const before = (file.oldPath === null ? null : await readText(base, file.oldPath)) ?? "";
  const settings = isSettingsFile(path) ? findWeakSettings(file, path) : [];
  if (isDockerfile(path)) return [...settings, ...findUnpinnedImages(before, after)];
  const lock = lockReader(path);
  if (lock) {
    const now = await readLock(reading, path);
    const old = before === "" ? null : lock.read(before);
    return now ? findLockProblems({ ecosystem: lock.ecosystem, before: old, after: now, text: after }) : [];
  }
  const manifest = manifestReader(path)?.(after);
  return manifest
    ? [...settings, ...(await findInManifest(reading, file, { path, before, after, manifest }))]
    : settings;
}

function readLock({ code, locks }: DependencyReading, path: string): Promise<DependencyLock | null> {
  const known =
    locks.get(path) ??
    readText(code.head, path).then((text) => (text === null ? null : (lockReader(path)?.read(text) ?? null)));
  locks.set(path, known);
  return known;
}

interface ManifestTexts {
  path: string;
  before: string;
  after: string;
  manifest: DependencyManifest;
}

async function findInManifest(
  reading: DependencyReading,
  file: FileDiff,
  sides: ManifestTexts,
): Promise<DependencyProblem[]> {
  const { code, moved } = reading;
  const { path, manifest } = sides;
  const { ecosystem } = manifest;
  const declared = (file.oldPath === null ? undefined : moved.get(file.oldPath))?.dependencies ?? [];
  const elsewhere = [...moved].flatMap(([oldPath, one]): readonly DeclaredDependency[] =>
    oldPath !== file.oldPath && one.ecosystem === ecosystem ? one.dependencies : [],
  );
  const [atHead, atBase] = [await readPaths(code.head), await readPaths(code.base)];
  const lock = governingLock(path, ecosystem, (one) => atHead.has(one));
  const oldLock = governingLock(path, ecosystem, (one) => atBase.has(one));
  const locked = oldLock === null ? null : await readText(code.base, oldLock);
  const compared = { file, text: sides.after, after: manifest, before: declared, elsewhere };
  const disagreeing =
    lock &&
    (await findDisagreement({
      ...compared,
      path,
      lockPath: lock,
      lock: () => readLock(reading, lock),
      old: () => readPairAtBase(reading, file, oldLock, locked),
      read: (one) => readText(code.head, one),
      paths: atHead,
    }));
  if (disagreeing) reading.disagreeing.push(disagreeing);
  return [
    ...findManifestProblems({
      ...compared,
      locked: lock !== null,
      wasLocked: (name) => locked !== null && namesPackage(locked, name),
    }),
    ...(ecosystem === "npm" ? findAllowedScripts(file, path, sides.before, sides.after) : []),
  ];
}

function readPairAtBase(
  { moved }: DependencyReading,
  { oldPath }: FileDiff,
  lockPath: string | null,
  text: string | null,
) {
  const manifest = oldPath === null ? undefined : moved.get(oldPath);
  const lock = lockPath === null || text === null ? null : lockReader(lockPath)?.read(text);
  if (!manifest || !lock || oldPath === null || lockPath === null) return null;
  return { manifest, lock, folder: folderBelowLock(lockPath, oldPath) };
}

const pathsByTree = new WeakMap<Tree, Promise<ReadonlySet<string>>>();

async function readPaths(tree: Tree): Promise<ReadonlySet<string>> {
  const paths = pathsByTree.get(tree) ?? tree.paths().then((all) => new Set(all));
  pathsByTree.set(tree, paths);
  return paths;
}
