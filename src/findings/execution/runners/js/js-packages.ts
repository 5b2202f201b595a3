// Finds the packages of a project, without those in fixtures, templates and build output.
import { isNoisePath } from "../../../../change/file-kinds.ts";
import { folderOf, foldersUp, inFolder, fileName } from "../../../../change/paths.ts";
import { oncePer } from "../../../../change/symbols/once-per.ts";
import { asObject, type JsonObject } from "../../../../change/symbols/repository-files.ts";
import { resolverFor } from "../../../../change/symbols/resolve-import.ts";
import type { Project } from "../../runner.ts";
import { invocationsIn, type Invocation } from "./invocations.ts";
import { projectTree } from "./project-tree.ts";

export interface Package {
  folder: string;
  manifest: JsonObject;
  invocations: readonly Invocation[];
  /** Names of the files next to its package.json. */
  beside: readonly string[];
}

const mostPackages = 2000;
/** Packages in these folders are not run. Narrower than `isSample`: examples and `e2e/` may have tests of their own. */
const notWorkedOn =
  /(?:^|\/)(?:fixtures?|__fixtures__|__fixtures|testdata|test-data|__tests__|__mocks__|templates?|tests?|specs?|build)\/|(?:^|\/)e2e\/[^/]+\//;

export const packagesOf = oncePer(async (project: Project): Promise<readonly Package[]> => {
  const files = await resolverFor(projectTree(project)).files();
  const manifests = project.paths
    .filter((path) => fileName(path) === "package.json" && !isNoisePath(path) && !notWorkedOn.test(path))
    .toSorted((a, b) => a.split("/").length - b.split("/").length)
    .slice(0, mostPackages);
  const beside = besideOf(project.paths, new Set(manifests.map(folderOf)));
  const packages = await Promise.all(
    manifests.map(async (path): Promise<Package[]> => {
      const manifest = await files.json(path);
      const folder = folderOf(path);
      return manifest === null
        ? []
        : [{ folder, manifest, invocations: invocationsIn(manifest), beside: beside.get(folder) ?? [] }];
    }),
  );
  return packages.flat();
});

function besideOf(paths: readonly string[], folders: ReadonlySet<string>): Map<string, string[]> {
  const beside = new Map<string, string[]>();
  for (const path of paths) {
    const folder = folderOf(path);
    if (!folders.has(folder)) continue;
    const names = beside.get(folder) ?? [];
    names.push(fileName(path));
    beside.set(folder, names);
  }
  return beside;
}

export async function jsPackageAt(project: Project, folder: string): Promise<Package | null> {
  return (await packagesOf(project)).find((one) => one.folder === folder) ?? null;
}

/** Installed dependencies; peer dependencies are not. */
export function dependenciesOf({ manifest }: Package): string[] {
  return ["devDependencies", "dependencies", "optionalDependencies"].flatMap((field) =>
    Object.keys(asObject(manifest[field]) ?? {}),
  );
}

export function dependsOn(one: Package, names: RegExp): boolean {
  return dependenciesOf(one).some((name) => names.test(name));
}

/** A workspace root: its dependencies are shared and say nothing about itself. */
export function holdsPackages({ manifest, beside }: Package): boolean {
  return (
    manifest["workspaces"] !== undefined || beside.some((name) => /^(?:pnpm-workspace\.yaml|lerna\.json)$/.test(name))
  );
}

/** The nearest of the folders above a path. */
export function nearestOf(folders: ReadonlySet<string>, path: string): string | null {
  for (const folder of foldersUp(folderOf(path))) if (folders.has(folder)) return folder;
  return null;
}

/** The nearest file with such a name, from a folder upwards. */
export function nearestFile(project: Project, from: string, names: RegExp): string | null {
  const folders = new Map<string, string>();
  for (const path of project.paths) if (names.test(fileName(path))) folders.set(folderOf(path), path);
  for (const folder of foldersUp(from)) {
    const found = folders.get(folder);
    if (found !== undefined) return found;
  }
  return null;
}

export function under(folder: string, path: string): boolean {
  return folder === "" || path.startsWith(inFolder(folder, ""));
}
