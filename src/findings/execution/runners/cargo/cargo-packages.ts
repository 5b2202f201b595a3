// Finds the Cargo packages of a project by the folder in which Cargo runs: their workspace, or their own.
import { globMatcher } from "../../../../change/path-glob.ts";
import { folderOf, foldersUp, inFolder, fileName } from "../../../../change/paths.ts";
import { oncePer } from "../../../../change/symbols/once-per.ts";
import { asArray, asRecord, asString } from "../../../checks/supply-chain/dependency.ts";
import { parseTomlTable } from "../../../checks/supply-chain/manifest-python.ts";
import type { Project } from "../../runner.ts";
import { fromFolder, nearestFolder } from "../related/folders.ts";

export interface CargoPackage {
  name: string;
  folder: string;
  manifest: Readonly<Record<string, unknown>>;
}

const mostManifests = 1_000;

export const cargoFolders = oncePer(async (project: Project): Promise<ReadonlyMap<string, readonly CargoPackage[]>> => {
  const manifests = new Map<string, Readonly<Record<string, unknown>>>();
  const files = project.paths.filter((path) => fileName(path) === "Cargo.toml");
  for (const path of files.toSorted((a, b) => a.length - b.length).slice(0, mostManifests)) {
    const manifest = parseTomlTable((await project.read(path)) ?? "");
    if (manifest !== null) manifests.set(folderOf(path), manifest);
  }
  const found = new Map<string, CargoPackage[]>();
  for (const [folder, manifest] of manifests) {
    const name = asString(asRecord(manifest["package"])["name"]);
    const home = name === null ? null : homeOf(folder, manifests);
    if (name !== null && home !== null) found.set(home, [...(found.get(home) ?? []), { name, folder, manifest }]);
  }
  return found;
});

/** Null for a package inside a workspace that does not list it: Cargo refuses to run it. */
function homeOf(folder: string, manifests: ReadonlyMap<string, Readonly<Record<string, unknown>>>): string | null {
  for (const above of foldersUp(folder)) {
    const workspace = manifests.get(above)?.["workspace"];
    if (workspace === undefined) continue;
    if (above === folder) return above;
    const path = fromFolder(folder, above);
    const matches = (key: string) =>
      globMatcher(listed(asRecord(workspace)[key]), { dot: true, noextglob: true })(path);
    // Excluded packages stand alone.
    if (matches("exclude")) return folder;
    return matches("members") ? above : null;
  }
  return folder;
}

function listed(value: unknown): string[] {
  return asArray(value).flatMap((one) =>
    typeof one === "string" ? [one.replace(/^\.\//, "").replace(/\/$/, "")] : [],
  );
}

/** Folders by names in results: crates, programs, and integration tests that only one package has. */
export function namesOf(packages: readonly CargoPackage[], paths: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name, folder, manifest } of packages) {
    const bins = asArray(manifest["bin"]).map((bin) => asString(asRecord(bin)["name"]));
    for (const one of [name, asString(asRecord(manifest["lib"])["name"]), ...bins])
      if (one !== null) names.set(one.replaceAll("-", "_"), folder);
  }
  const folders = new Set(packages.map(({ folder }) => folder));
  const several = new Set<string>();
  for (const path of paths) {
    const [, folder = "", test] = /^(?:(.*)\/)?(tests\/[^/]+(?:\/main)?\.rs)$/.exec(path) ?? [];
    if (test === undefined || !folders.has(folder)) continue;
    if (names.has(test)) several.add(test);
    names.set(test, folder);
  }
  for (const test of several) names.delete(test);
  return names;
}

/** The package of a file among those run in `cwd`, or null. */
export function cargoPackageAt(
  path: string,
  cwd: string,
  folders: ReadonlyMap<string, readonly CargoPackage[]>,
): CargoPackage | null {
  const packages = new Map([...folders.values()].flat().map((one) => [one.folder, one]));
  const found = packages.get(nearestFolder(path, new Set(packages.keys())) ?? "");
  return found && folders.get(cwd)?.includes(found) ? found : null;
}

/** The integration test that a file belongs to, or null. */
export function integrationTest(path: string, { folder, manifest }: CargoPackage): string | null {
  const inside = fromFolder(path, folder);
  for (const test of asArray(manifest["test"]).map(asRecord))
    if (asString(test["path"])?.replace(/^\.\//, "") === inside) return asString(test["name"]);
  return /^tests\/([^/]+?)(?:\.rs|\/.+\.rs)$/.exec(inside)?.[1] ?? null;
}

/** `src/a/tests.rs` as `a::tests`: what the names of its tests begin with. */
export function modulePath(path: string, { folder }: CargoPackage): string | null {
  const inside = /^src\/(.+)\.rs$/.exec(fromFolder(path, folder))?.[1];
  return inside?.replace(/\/mod$/, "").replaceAll("/", "::") ?? null;
}

export function hasLock(cwd: string, project: Project): boolean {
  return project.paths.includes(inFolder(cwd, "Cargo.lock"));
}
