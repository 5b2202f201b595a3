// Finds where a linter is used: the folders with its config and the manifests that pin it.
import { parse } from "jsonc-parser";
import { folderOf, foldersUp, inFolder, fileName } from "../../../change/paths.ts";
import { isNoisePath } from "../../../change/file-kinds.ts";
import type { Linter, LinterUse } from "../linter.ts";
import type { Project } from "../runner.ts";

export type LintJson = Record<string, unknown>;

/** The object in a JSON file with comments; empty if there is none. */
export async function jsonAt(project: Project, path: string): Promise<LintJson> {
  return objectOf(parse((await project.read(path)) ?? "", [], { allowTrailingComma: true }));
}

export function objectOf(value: unknown): LintJson {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as LintJson) : {};
}

export function stringValues(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** Files by name, without vendored ones. */
export function filesNamed({ paths }: Pick<Project, "paths">, name: RegExp): string[] {
  return paths.filter((path) => name.test(fileName(path)) && !isNoisePath(path));
}

/** Folders without another one of them above. */
export function topmost(folders: readonly string[]): string[] {
  const all = new Set(folders);
  return [...all].filter((folder) => folder === "" || [...foldersUp(folderOf(folder))].every((up) => !all.has(up)));
}

const kinds = ["devDependencies", "dependencies", "optionalDependencies", "peerDependencies"];

export function hasDependency(manifest: LintJson, name: string): boolean {
  return kinds.some((kind) => Object.hasOwn(objectOf(manifest[kind]), name));
}

/** A manifest of the folder or its parents names the package, so a lockfile pins it. */
async function isPinned(project: Project, folder: string, name: string): Promise<boolean> {
  for (const up of foldersUp(folder))
    if (hasDependency(await jsonAt(project, inFolder(up, "package.json")), name)) return true;
  return false;
}

/** Marks places where no manifest pins the npm package. */
export async function withPinning(
  project: Project,
  name: string,
  places: readonly LinterUse[],
): Promise<readonly LinterUse[]> {
  return await Promise.all(
    places.map(async (used) =>
      (await isPinned(project, used.cwd, name))
        ? used
        : { ...used, trouble: `it is configured, but no package.json names ${name}` },
    ),
  );
}

/** Folders whose manifest pins and runs a program, for linters that need no config. */
export async function foldersOfScripts(project: Project, name: string, program: string): Promise<string[]> {
  const word = new RegExp(`(?:^|[\\s"'&|;(])${program}(?:$|[\\s"'&|;)])`);
  const found = await Promise.all(
    filesNamed(project, /^package\.json$/).map(async (path) => {
      const manifest = await jsonAt(project, path);
      const runs = Object.values(objectOf(manifest["scripts"])).some(
        (script) => typeof script === "string" && word.test(script),
      );
      return runs && hasDependency(manifest, name) ? [folderOf(path)] : [];
    }),
  );
  return found.flat();
}

export async function manifestsWith(project: Project, keys: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    filesNamed(project, /^package\.json$/).map(async (path) => {
      const manifest = await jsonAt(project, path);
      return keys.some((key) => Object.hasOwn(manifest, key)) ? [path] : [];
    }),
  );
  return found.flat();
}
/** Where a linter that is named like its package has a config or is run by a script. */
export function placesOf(linter: string, configs: RegExp): Linter["detect"] {
  return async (base) => {
    const configured = filesNamed(base, configs).map(folderOf);
    const folders = topmost([...configured, ...(await foldersOfScripts(base, linter, linter))]);
    const places = folders.map((cwd) => ({ linter, cwd, config: null }));
    return await withPinning(base, linter, places);
  };
}
