// Maps manifest and lock file names to the functions that read them.
import { isSample, isVendoredProject } from "../../../change/file-kinds.ts";
import { fileName } from "../../../change/paths.ts";
import type { PackageEcosystem, DependencyManifest } from "./dependency.ts";
import type { DependencyLock } from "./lock.ts";
import { readBunLock, readPackageLock } from "./lock-npm.ts";
import { readComposerLock, readGemfileLock, readGoSum } from "./lock-others.ts";
import { readPnpmLock } from "./lock-pnpm.ts";
import { readCargoLock, readPoetryLock, readUvLock } from "./lock-toml.ts";
import { readYarnLock } from "./lock-yarn.ts";
import { readPackageJson, readPnpmWorkspace } from "./manifest-npm.ts";
import { readComposerJson, readGemfile, readGoMod } from "./manifest-others.ts";
import { readPyproject, readRequirements } from "./manifest-python.ts";
import { readCargoToml } from "./manifest-rust.ts";

const manifests = new Map<string, (text: string) => DependencyManifest | null>([
  ["package.json", readPackageJson],
  ["pnpm-workspace.yaml", readPnpmWorkspace],
  ["pyproject.toml", readPyproject],
  ["Cargo.toml", readCargoToml],
  ["go.mod", readGoMod],
  ["Gemfile", readGemfile],
  ["composer.json", readComposerJson],
]);

interface LockReader {
  ecosystem: PackageEcosystem;
  /** The manifests that the package manager generates it from. */
  manifestNames: readonly string[];
  read(text: string): DependencyLock | null;
}

const locks = new Map<string, LockReader>([
  ["package-lock.json", { ecosystem: "npm", manifestNames: ["package.json"], read: readPackageLock }],
  ["npm-shrinkwrap.json", { ecosystem: "npm", manifestNames: ["package.json"], read: readPackageLock }],
  ["pnpm-lock.yaml", { ecosystem: "npm", manifestNames: ["package.json", "pnpm-workspace.yaml"], read: readPnpmLock }],
  ["yarn.lock", { ecosystem: "npm", manifestNames: ["package.json"], read: readYarnLock }],
  ["bun.lock", { ecosystem: "npm", manifestNames: ["package.json"], read: readBunLock }],
  ["uv.lock", { ecosystem: "python", manifestNames: ["pyproject.toml"], read: readUvLock }],
  ["poetry.lock", { ecosystem: "python", manifestNames: ["pyproject.toml"], read: readPoetryLock }],
  ["Cargo.lock", { ecosystem: "rust", manifestNames: ["Cargo.toml"], read: readCargoLock }],
  ["go.sum", { ecosystem: "go", manifestNames: ["go.mod"], read: readGoSum }],
  ["Gemfile.lock", { ecosystem: "ruby", manifestNames: ["Gemfile"], read: readGemfileLock }],
  ["composer.lock", { ecosystem: "php", manifestNames: ["composer.json"], read: readComposerLock }],
]);
// Lock formats that this check cannot parse; their presence means that another file does not decide.
const otherLocks: ReadonlyMap<string, PackageEcosystem> = new Map([
  ["bun.lockb", "npm"],
  ["deno.lock", "npm"],
  ["pdm.lock", "python"],
  ["Pipfile.lock", "python"],
]);

const requirements =
  /^(?:[\w.-]*[-_.])?(?:requirements|constraints)(?:[-_.][\w.-]*)?\.(?:txt|in)$|(?:^|\/)requirements\/[\w.-]+\.(?:txt|in)$/;

// Hand-written manifests and lines are shorter.
const largestManifest = 1_000_000;
const longestLine = 5000;

export function manifestReader(path: string): ((text: string) => DependencyManifest | null) | undefined {
  const name = fileName(path);
  const read =
    manifests.get(name) ?? (requirements.test(name) || requirements.test(path) ? readRequirements : undefined);
  return read && ((text) => (isTooLong(text) ? null : read(text)));
}

function isTooLong(text: string): boolean {
  return text.length > largestManifest || text.split("\n").some((line) => line.length > longestLine);
}

export function lockReader(path: string): LockReader | undefined {
  return locks.get(fileName(path));
}

/**
 * Whether the lock file is generated from a manifest of this name: requirements.txt beside `uv.lock` is independent.
 */
export function isLockOf(lock: string, manifest: string): boolean {
  return lockReader(lock)?.manifestNames.includes(fileName(manifest)) ?? false;
}

/** Whether a manifest is test or generator input, or belongs to vendored code. */
export function isTestInputOrVendored(path: string): boolean {
  return isSample(path) || isVendoredProject(path);
}

/** The lock file that governs a manifest: the only one in the nearest folder that has any. Null if there are two. */
export function governingLock(
  manifest: string,
  ecosystem: PackageEcosystem,
  has: (path: string) => boolean,
): string | null {
  const names = [...locks].filter(([, lock]) => lock.ecosystem === ecosystem).map(([name]) => name);
  const others = [...otherLocks].filter(([, one]) => one === ecosystem).map(([name]) => name);
  let folder = manifest;
  do {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    const inFolder = (name: string) => (folder === "" ? name : `${folder}/${name}`);
    const present = [...names, ...others].filter((name) => has(inFolder(name)));
    const [only] = present;
    if (only !== undefined) return present.length === 1 && names.includes(only) ? inFolder(only) : null;
  } while (folder !== "");
  return null;
}
