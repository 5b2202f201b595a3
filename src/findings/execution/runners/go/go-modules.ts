// Finds the Go modules of a project and the import paths of their packages.
import { folderOf, inFolder, fileName } from "../../../../change/paths.ts";
import { oncePer } from "../../../../change/symbols/once-per.ts";
import type { Project } from "../../runner.ts";
import { fromFolder } from "../related/folders.ts";

const mostModules = 100;

/** Module path by folder, without modules in test data. */
export const goModules = oncePer(async (project: Project): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  const files = project.paths.filter((path) => fileName(path) === "go.mod" && isGoFolder(folderOf(path)));
  for (const path of files.slice(0, mostModules)) {
    const name = /^module\s+"?([^\s"]+)"?/m.exec((await project.read(path)) ?? "")?.[1];
    if (name !== undefined) found.set(folderOf(path), name);
  }
  return found;
});

/** Go skips these folders. */
export function isGoFolder(folder: string): boolean {
  return !/(?:^|\/)(?:testdata|vendor|node_modules|[._][^/]*)(?:\/|$)/.test(folder);
}

export function importPath(module: string, moduleFolder: string, folder: string): string {
  const inside = folder === moduleFolder ? "" : fromFolder(folder, moduleFolder);
  return inside === "" ? module : `${module}/${inside}`;
}

/** The folder of a package, or null if it is external. */
export function packageFolder(path: string, modules: ReadonlyMap<string, string>): string | null {
  for (let module = path; module !== ""; module = folderOf(module)) {
    const folder = modules.get(module);
    if (folder !== undefined) return module === path ? folder : inFolder(folder, path.slice(module.length + 1));
  }
  return null;
}
