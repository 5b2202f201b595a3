// Lists the files that configure a linter at both ends of the change, including the files they extend. All are taken
// from base.
import { parse as parseJson } from "jsonc-parser";
import { folderOf, resolveFrom } from "../../../change/paths.ts";
import type { Project } from "../runner.ts";
import { filesNamed, manifestsWith, objectOf, stringValues } from "./linter-places.ts";

/** Read by most linters of JavaScript to know what to leave out. */
const ignoreFiles = /^\.(?:git|eslint|prettier|oxlint|oxfmt|biome)?ignore$/;

export interface ConfigNames {
  names: RegExp;
  /** Keys of package.json that hold the same. */
  keys?: readonly string[];
  /** The part of a config that counts, where the file holds other things, too: one that the change leaves alone stays. */
  partOf?(text: string, path: string): unknown;
  /** Keys of a config in JSON whose values name further files. */
  follows?: readonly string[];
}

/** A change that has more of them than this builds its linter, and does not configure it. */
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
  // A Set is walked to the end of what is added meanwhile.
  for (const path of found)
    for (const next of await extendedFiles(base, path, follows)) if (found.size < most) found.add(next);
  return [...found];
}

/** What people write under some keys of a JSON file. */
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

/** Files of the project that a config names, as they are at base: what the change adds to it is not seen anyhow. */
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
  // Code may name what it builds on in any way; a file too many does no harm.
  if (/\.[cm]?[jt]s$/.test(path)) return [...text.matchAll(quoted)].map((match) => match[2]!);
  if (/\.toml$/.test(path))
    return [...text.matchAll(/^\s*extend\s*=\s*["']([^"'\n]+)["']/gm)].map((match) => match[1]!);
  const config = objectOf(parseJson(text, [], { allowTrailingComma: true }));
  return follows.flatMap((key) => stringValues(config[key])).filter((said) => relative.test(said));
}
