// Lists the files that configure a linter at both ends of the change, including the files they extend. All are taken
// from base.
import { parse as parseJson } from "jsonc-parser";
import { folderOf, resolveFrom } from "../../../change/paths.ts";
import type { Project } from "../runner.ts";
import { filesNamed, manifestsWith, objectOf, stringValues } from "./linter-places.ts";

/** Ignore files of JavaScript linters. */
const ignoreFiles = /^\.(?:git|eslint|prettier|oxlint|oxfmt|biome)?ignore$/;

export interface ConfigNames {
  names: RegExp;
  /** Keys of package.json that hold the config. */
  keys?: readonly string[];
  /** The relevant part of a shared config file; if it is unchanged, the file stays as at head. */
  partOf?(text: string, path: string): unknown;
  /** Keys of a JSON config that name further files. */
  follows?: readonly string[];
}

/** A project with more than this develops its linter. */
const most = 500;

export async function configFilesOf(
  base: Project,
  head: Project,
  { names, keys = [], partOf, follows = ["extends", "plugins", "jsPlugins"] }: ConfigNames,
): Promise<readonly string[]> {
  const ends = [base, head];
  const ignores = ends.flatMap((project) => filesNamed(project, ignoreFiles));
  const named = ends.flatMap((project) => filesNamed(project, names));
  const manifests = keys.length === 0 ? [] : await Promise.all(ends.map((project) => manifestsWith(project, keys)));
  const found = new Set([
    ...ignores,
    ...(partOf ? await differingFiles(named, partOf, ends) : named),
    ...(await differingFiles(manifests.flat(), (text) => pickKeys(text, keys), ends)),
  ]);
  // Iteration includes paths added meanwhile.
  for (const path of found)
    for (const next of await extendedFiles(base, path, follows)) if (found.size < most) found.add(next);
  return [...found];
}

/** Values of some keys of a JSON file. */
export function pickKeys(text: string, keys: readonly string[]): unknown {
  const object = objectOf(parseJson(text, [], { allowTrailingComma: true }));
  return keys.map((key) => object[key] ?? null);
}

async function differingFiles(
  paths: readonly string[],
  partOf: (text: string, path: string) => unknown,
  ends: readonly Project[],
): Promise<string[]> {
  const found = await Promise.all(
    [...new Set(paths)].map(async (path) => {
      const texts = await Promise.all(ends.map((project) => project.read(path)));
      const parts = texts.map((text) => (text === null ? "none" : JSON.stringify(partOf(text, path))));
      return new Set(parts).size > 1 ? [path] : [];
    }),
  );
  return found.flat();
}

const endings = ["", ".json", ".jsonc", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", "/index.js", "/index.ts"];

/** Files that a config at base refers to. */
async function extendedFiles(base: Project, path: string, follows: readonly string[]): Promise<string[]> {
  const text = await base.read(path);
  if (text === null) return [];
  const found: string[] = [];
  for (const said of referencedPaths(path, text, follows).slice(0, most)) {
    const from = resolveFrom(folderOf(path), said);
    const file = from === null ? null : await firstExisting(base, from);
    if (file !== null) found.push(file);
  }
  return found;
}

async function firstExisting(base: Project, path: string): Promise<string | null> {
  for (const end of endings) if ((await base.read(path + end)) !== null) return path + end;
  return null;
}

const relative = /^\.{1,2}\//;
const quoted = /(["'`])(\.{1,2}\/[^"'`\n]{1,300})\1/g;

function referencedPaths(path: string, text: string, follows: readonly string[]): string[] {
  // In code, any quoted relative path may be a reference; extra files do no harm.
  if (/\.[cm]?[jt]s$/.test(path)) return [...text.matchAll(quoted)].map((match) => match[2]!);
  if (/\.toml$/.test(path))
    return [...text.matchAll(/^\s*extend\s*=\s*["']([^"'\n]+)["']/gm)].map((match) => match[1]!);
  const config = objectOf(parseJson(text, [], { allowTrailingComma: true }));
  return follows.flatMap((key) => stringValues(config[key])).filter((said) => relative.test(said));
}
