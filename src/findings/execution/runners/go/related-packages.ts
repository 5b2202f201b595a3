// Selects the Go packages with changed files and the packages of the module that import them.
import { folderOf } from "../../../../change/paths.ts";
import type { Project } from "../../runner.ts";
import { fromFolder, nearestFolder } from "../related/folders.ts";
import { readTexts } from "../related/read-texts.ts";
import { isBuiltOnLinux } from "./build-constraints.ts";
import { goModules, importPath, isGoFolder } from "./go-modules.ts";

/** Limits the importers of a package that everything imports. */
const mostImporters = 20;

/** Package folders with tests. */
export async function relatedPackages(
  cwd: string,
  changed: readonly string[],
  project: Project,
): Promise<readonly string[]> {
  const modules = await goModules(project);
  const folders = new Set(modules.keys());
  const files = project.paths.filter((path) => path.endsWith(".go") && isGoFolder(folderOf(path)));
  const own = files.filter((path) => nearestFolder(path, folders) === cwd);
  const packages = new Set(own.map(folderOf));
  const tested = new Set(own.filter((path) => path.endsWith("_test.go")).map(folderOf));
  const touched = new Set(changed.flatMap((path) => packageOf(path, cwd, folders, packages)));
  const sources = new Set(changed.filter((path) => path.endsWith(".go") && !path.endsWith("_test.go")).map(folderOf));
  const wanted = [...touched].filter((folder) => sources.has(folder));
  const importers = await importersOf(wanted, cwd, modules, own, tested, project);
  const all = new Set([...[...touched].filter((folder) => tested.has(folder)), ...importers]);
  return await builtHere([...all], own, project);
}

/** A package without buildable files makes Go fail for all. */
async function builtHere(folders: readonly string[], files: readonly string[], project: Project): Promise<string[]> {
  const wanted = new Set(folders);
  const found = new Set<string>();
  const tests = files.filter((path) => path.endsWith("_test.go") && wanted.has(folderOf(path)));
  await readTexts(project, tests, (path, text) => {
    if (isBuiltOnLinux(path, text)) found.add(folderOf(path));
  });
  return folders.filter((folder) => found.has(folder));
}

/** `testdata` belongs to the surrounding package. */
function packageOf(path: string, cwd: string, folders: ReadonlySet<string>, packages: ReadonlySet<string>): string[] {
  if (nearestFolder(path, folders) !== cwd) return [];
  const data = /^(?:(.*)\/)?testdata\//.exec(path);
  const folder = data ? (data[1] ?? "") : folderOf(path);
  return packages.has(folder) && (data !== null || path.endsWith(".go")) ? [folder] : [];
}

async function importersOf(
  wanted: readonly string[],
  cwd: string,
  modules: ReadonlyMap<string, string>,
  files: readonly string[],
  tested: ReadonlySet<string>,
  project: Project,
): Promise<readonly string[]> {
  const module = modules.get(cwd);
  if (module === undefined || wanted.length === 0) return [];
  const imports = wanted.map((folder) => `"${importPath(module, cwd, folder)}"`);
  const found = new Set<string>();
  await readTexts(
    project,
    files.filter((path) => tested.has(folderOf(path))),
    (path, text) => {
      if (imports.some((one) => text.includes(one))) found.add(folderOf(path));
    },
  );
  return [...found].toSorted().slice(0, mostImporters);
}

/** Argument relative to the module: `./a/b`. */
export function packageArgument(folder: string, cwd: string): string {
  return folder === cwd ? "." : `./${fromFolder(folder, cwd)}`;
}
