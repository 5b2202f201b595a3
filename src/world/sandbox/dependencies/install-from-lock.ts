// Installs the packages of an npm or pnpm lockfile without running any of them: scripts are off, only the lockfile and
// the dependency fields of manifests are used, and every package comes from the user's own registries.
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { arch, platform, versions } from "node:process";
import { newTemporaryFolder, ownedName } from "../temporary-folder.ts";
import type { Machine, StagedTree } from "../sandbox-dependencies.ts";
import { limitCache, cachedInstall } from "./install-cache.ts";
import type { Installer } from "./installers.ts";
import { parseObject, type NodeProject } from "./node-project.ts";
import { askRegistries, type Registries } from "./npm-registries.ts";
import { runIsolated } from "./run-isolated.ts";
import { readStaged, stagedSize } from "./staged-file.ts";
import { treePath, isReadableInSandbox, noDependencies, type NotProvidedReason } from "./this-machine.ts";

const installMs = 300_000;

export interface FoundInstaller extends Installer {
  /** Path of the program on this machine. */
  file: string;
}

export interface InstalledPackages {
  is: "made";
  how: "installed" | "kept";
  /** Same layout as the lockfile's folder. */
  folder: string;
}

/** Files of the install folder, by path. */
type InstallFiles = ReadonlyMap<string, string>;

export async function installFromLock(
  project: NodeProject,
  lockPath: string,
  installer: FoundInstaller,
  tree: StagedTree,
  machine: Machine,
): Promise<InstalledPackages | NotProvidedReason> {
  const notInstalled = (why: string) =>
    noDependencies(
      "node",
      `${why}. Run ${installer.command} in your clone with the same lockfile; the packages are then used from there`,
    );
  const refused = (why: string) => notInstalled(`nothing is installed from ${lockPath}: ${why}`);
  const { largest } = installer;
  if ((stagedSize(tree, lockPath) ?? 0) > largest) return refused(`it is larger than ${largest / 1_000_000} MB`);
  const lock = await readStaged(tree, lockPath, largest);
  if (lock === null) return refused("it is not a regular file");
  const manifests = await readManifests(project, installer.folders(lock), tree);
  const files = new Map([...filesFor(lockPath, lock, manifests), ...installer.config([...manifests.keys()])]);
  const folder = join(machine.cache, "dependencies");
  mkdirSync(folder, { recursive: true });
  if (!isReadableInSandbox(folder))
    return notInstalled(`only root can read the cache folder ${folder}, and the sandbox does not run as root`);
  return await cachedInstall<NotProvidedReason>({ folder }, keyOf(files), async (into) => {
    const registries = await askRegistries(installer.file, machine);
    if (registries === null) return notInstalled(`${installer.program} did not report your registry`);
    const why = installer.refusal({ lock, manifests, origins: registries.origins });
    if (why !== null) return refused(why);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(into, path)), { recursive: true });
      writeFileSync(join(into, path), text);
    }
    const failed = await runInstaller(installer, into, folder, registries, machine);
    return failed === null ? null : notInstalled(failed);
  });
}

/** The fields of package.json that an install needs; scripts, config and programs of the project are left out. */
const manifestFields = [
  "name",
  "version",
  "workspaces",
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "peerDependenciesMeta",
  "bundleDependencies",
  "bundledDependencies",
  "overrides",
];

async function readManifests(
  project: NodeProject,
  named: readonly string[],
  tree: StagedTree,
): Promise<Map<string, string>> {
  const manifests = new Map<string, string>();
  const there = new Set(project.folders);
  for (const relative of named) {
    const folder = relative === "" ? project.root : treePath(project.root, relative);
    if (!there.has(folder)) continue;
    const read = parseObject(await readStaged(tree, treePath(folder, "package.json"))) ?? {};
    const kept = Object.fromEntries(manifestFields.flatMap((field) => (field in read ? [[field, read[field]]] : [])));
    manifests.set(relative, JSON.stringify(kept));
  }
  return manifests;
}

function filesFor(lockPath: string, lock: string, manifests: ReadonlyMap<string, string>): InstallFiles {
  return new Map([
    ...[...manifests].map(([folder, text]): [string, string] => [treePath(folder, "package.json"), text]),
    [lockPath.slice(lockPath.lastIndexOf("/") + 1), lock],
  ]);
}

/** Registries are not part of the key: a cached install passed the check when it was made. */
function keyOf(files: InstallFiles): string {
  const parts = [...files, versions.node.split(".")[0], platform, arch];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Returns the error, or null. */
async function runInstaller(
  installer: FoundInstaller,
  folder: string,
  kept: string,
  registries: Registries,
  machine: Machine,
): Promise<string | null> {
  const home = newTemporaryFolder(ownedName("install"));
  const cacheName = `${installer.program}-cache`;
  const cache = join(kept, cacheName);
  limitCache(kept, cacheName);
  mkdirSync(cache, { recursive: true });
  try {
    writeFileSync(join(home, ".npmrc"), registries.config);
    const env = { ...environment(home, cache), npm_config_registry: registries.main };
    const args = installer.args(cache);
    const ran = await runIsolated(
      { program: installer.file, args, folder, writes: [home, cache], reads: registries.files, env, ms: installMs },
      machine,
    );
    if (ran.is === "ended" && ran.code === 0) return null;
    if (ran.is === "too-slow") return `${installer.command} took longer than ${installMs / 1000} seconds`;
    return ran.is === "not-started" ? ran.why : `${installer.command} said: ${firstErrors(`${ran.err}\n${ran.out}`)}`;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function environment(home: string, cache: string): Record<string, string> {
  return {
    HOME: home,
    TMPDIR: home,
    CI: "true",
    npm_config_globalconfig: "/dev/null",
    npm_config_cache: cache,
    npm_config_logs_max: "0",
    npm_config_update_notifier: "false",
    // No accepted lockfile needs git.
    npm_config_git: "/dev/null",
    // Without a network, npm would retry for a minute.
    npm_config_fetch_retries: "1",
    npm_config_fetch_retry_mintimeout: "500",
    npm_config_fetch_retry_maxtimeout: "5000",
  };
}

/** The first lines in one, without npm's hint at its log file. */
function firstErrors(err: string): string {
  const lines = err
    .split("\n")
    .map((line) => line.replace(/^npm (?:error|ERR!)\s*/, "").trim())
    .filter((line) => line !== "" && !/complete log of this run/.test(line));
  const errors = lines
    .slice(0, 4)
    .join("; ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "?");
  return errors === "" ? "nothing" : errors.slice(0, 400);
}
