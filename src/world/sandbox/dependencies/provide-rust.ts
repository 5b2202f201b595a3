// Provides the machine's Rust and its downloaded crates. Fetches nothing; Cargo's config and credentials stay outside.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Machine, SandboxDependencies, StagedTree } from "../sandbox-dependencies.ts";
import { readStaged } from "./staged-file.ts";
import {
  askProgram,
  mountInPlace,
  treePath,
  isReadableInSandbox,
  noDependencies,
  noProgram,
  programFile,
  toolchainUnreachable,
  foldersFrom,
  mountExisting,
  type ReadOnlyMount,
  type NotProvidedReason,
} from "./this-machine.ts";

/** Cargo writes here, next to the mounts. */
const homeInside = "/tmp/cargo";
const variables = ["RUSTUP_HOME", "CARGO_HOME", "RUSTUP_TOOLCHAIN"];
const largestLock = 10_000_000;

export async function provideRust(
  cwd: string,
  tree: StagedTree,
  machine: Machine,
): Promise<SandboxDependencies | NotProvidedReason> {
  const rustc = programFile("rustc", machine);
  if (rustc === null || programFile("cargo", machine) === null) return noProgram("cargo");
  // rustup's proxy on the PATH could fetch a toolchain; use the toolchain itself.
  const root = await askProgram(rustc, ["--print", "sysroot"], variables, machine, { RUSTUP_AUTO_INSTALL: "0" });
  if (root === null || !existsSync(join(root, "bin", "cargo"))) return noProgram("cargo");
  if (!isReadableInSandbox(root)) return toolchainUnreachable("rust", "Rust", root);
  const home = machine.env["CARGO_HOME"] ?? join(machine.env["HOME"] ?? "/", ".cargo");
  const crates = await lockedCrates(cwd, tree);
  const bound = bindCrates(home, crates);
  if (bound === null)
    return noDependencies("rust", `the crates of Cargo.lock are not in ${home}. Run cargo fetch in your clone`);
  return {
    readOnly: [...mountInPlace(root), ...mountExisting(["/etc/alternatives"]), ...bound],
    env: { CARGO_HOME: homeInside, CARGO_NET_OFFLINE: "true", CARGO_TARGET_DIR: "/tmp/target" },
    path: [join(root, "bin")],
    links: [],
    did: { ecosystem: "rust", from: "machine", folder: home },
  };
}

interface Crates {
  /** As `name-version`, like the registry's files. */
  registry: readonly string[];
  git: boolean;
}

async function lockedCrates(cwd: string, tree: StagedTree): Promise<Crates> {
  const lock = foldersFrom(cwd)
    .map((folder) => treePath(folder, "Cargo.lock"))
    .find((path) => tree.paths.includes(path));
  const text = lock === undefined ? "" : ((await readStaged(tree, lock, largestLock)) ?? "");
  const crates = [...text.matchAll(/^name = "([\w-]+)"\nversion = "([\w.+-]+)"\nsource = "(registry|sparse)\+/gm)];
  return { registry: crates.map(([, name, version]) => `${name}-${version}`), git: /^source = "git\+/m.test(text) };
}

/** Null if no crate was downloaded. Crates of other platforms may be missing. */
function bindCrates(home: string, crates: Crates): ReadOnlyMount[] | null {
  const registry = join(home, "registry");
  const downloaded = namesIn(join(registry, "cache"));
  const unpacked = namesIn(join(registry, "src"));
  const there = crates.registry.filter((crate) => downloaded.has(`${crate}.crate`) || unpacked.has(crate));
  if (crates.registry.length > 0 && there.length === 0) return null;
  // Cargo must be able to write there if crates still have to be unpacked.
  const all = there.every((crate) => unpacked.has(crate));
  const folders = [
    ...(crates.registry.length > 0 ? ["registry/index", "registry/cache"] : []),
    ...(there.length > 0 && all ? ["registry/src"] : []),
    ...(crates.git ? ["git/db", "git/checkouts"] : []),
  ];
  return folders
    .map((folder) => ({ from: join(home, folder), to: `${homeInside}/${folder}` }))
    .filter(({ from }) => isReadableInSandbox(from));
}

function namesIn(folder: string): Set<string> {
  const registries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return new Set(
    registries.filter((entry) => entry.isDirectory()).flatMap((entry) => readdirSync(join(folder, entry.name))),
  );
}
