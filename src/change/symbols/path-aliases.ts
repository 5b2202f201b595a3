// Reads path aliases: `paths` and `baseUrl` of tsconfig files, aliases of bundlers.
import { folderOf, inFolder, resolveFrom } from "../paths.ts";
import { oncePer } from "./once-per.ts";
import { starMatch } from "./package-entry.ts";
import { asObject, asStrings, type JsonObject, type RepositoryFiles } from "./repository-files.ts";

/** A pattern with at most one star, and its target paths in order. */
interface Alias {
  pattern: string;
  targets: readonly string[];
}

export interface Aliases {
  exact: readonly Alias[];
  /** Other bare names are resolved here. */
  baseUrl: string | null;
}

const tsconfig = /^[tj]sconfig(?:[.-][\w.-]+)?\.json$/;
const bundlerConfig =
  /^(?:vite|vitest|svelte|nuxt|electron\.vite|webpack|rspack|rsbuild|astro|rollup|next)\.config\.[cm]?[jt]s$/;
const most = 40;

/** The configs of each folder, collected in one pass. */
export const configsByFolder = oncePer((paths: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const configs = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (!tsconfig.test(name) && !bundlerConfig.test(name)) continue;
    const folder = folderOf(path);
    const list = configs.get(folder) ?? [];
    // `tsconfig.json` takes precedence over its variants.
    if (/^[tj]sconfig\.json$/.test(name)) list.unshift(path);
    else list.push(path);
    configs.set(folder, list);
  }
  return configs;
});

/** The aliases of the configs in one folder, including those they extend. */
export async function aliasesOf(files: RepositoryFiles, configs: readonly string[]): Promise<Aliases> {
  const all: Aliases[] = [];
  for (const path of configs.slice(0, most))
    all.push(path.endsWith(".json") ? await tsconfigAliases(files, path, 0) : await bundlerAliases(files, path));
  return {
    exact: all.flatMap(({ exact }) => exact).toSorted((a, b) => prefixLength(b.pattern) - prefixLength(a.pattern)),
    baseUrl: all.find(({ baseUrl }) => baseUrl !== null)?.baseUrl ?? null,
  };
}

function prefixLength(pattern: string): number {
  const star = pattern.indexOf("*");
  return star < 0 ? 1e6 : star;
}

const none: Aliases = { exact: [], baseUrl: null };

/** `paths` and `baseUrl` are each inherited as a whole and are relative to the config that defines them. */
async function tsconfigAliases(files: RepositoryFiles, path: string, depth: number): Promise<Aliases> {
  const json = await files.json(path);
  if (!json || depth > 8) return none;
  let inherited = none;
  for (const parent of asStrings(json["extends"]).slice(0, most)) {
    const target = parentConfig(files, path, parent);
    if (target === null) continue;
    const parentAliases = await tsconfigAliases(files, target, depth + 1);
    inherited = {
      exact: parentAliases.exact.length > 0 ? parentAliases.exact : inherited.exact,
      baseUrl: parentAliases.baseUrl ?? inherited.baseUrl,
    };
  }
  const options = asObject(json["compilerOptions"]) ?? {};
  const own =
    typeof options["baseUrl"] === "string" ? resolveFrom(folderOf(path), expandConfigDir(options["baseUrl"])) : null;
  const baseUrl = own ?? inherited.baseUrl;
  const paths = asObject(options["paths"]);
  if (!paths) return { exact: inherited.exact, baseUrl };
  return { exact: pathAliases(paths, baseUrl ?? folderOf(path)), baseUrl };
}

function expandConfigDir(path: string): string {
  return path.replace(/^\$\{configDir\}\/?/, "./");
}

function parentConfig(files: RepositoryFiles, path: string, parent: string): string | null {
  const isRelative = /^\.{1,2}(?:\/|$)/.test(parent);
  const candidates = isRelative ? [resolveFrom(folderOf(path), parent)] : [];
  return (
    candidates
      .flatMap((one) => (one === null ? [] : [one, `${one}.json`, `${one}/tsconfig.json`]))
      .find((one) => files.has(one)) ?? null
  );
}

function pathAliases(paths: JsonObject, folder: string): Alias[] {
  return Object.entries(paths).map(([pattern, targets]) => ({
    pattern,
    targets: asStrings(targets)
      .map((target) => resolveFrom(folder, expandConfigDir(target)))
      .filter((target) => target !== null),
  }));
}

// `"@": path.resolve(__dirname, "src")`, `$lib: "./src/lib"`, `{ find: "@", replacement: fileURLToPath(new URL("./src", …)) }`.
const pair = /(?:^|[{,\s])(?:["'`]([^"'`\s]{1,80})["'`]|([$\w]{1,40}))\s{0,4}:\s{0,4}([^\n]{1,300})$/;
const findOption = /\bfind\s{0,4}:\s{0,4}(?:["'`]([^"'`\s]{1,80})["'`]|\/\^?([^/\\]{1,40})\\?\/)/;
const lastString = /["'`](\.{0,2}\/?[\w@./-]{0,200})["'`][^"'`]{0,60}$/;

/** Parsed line by line: a false alias resolves to no file and does no harm. */
async function bundlerAliases(files: RepositoryFiles, path: string): Promise<Aliases> {
  const text = new TextDecoder().decode((await files.read(path)) ?? new Uint8Array());
  const folder = folderOf(path);
  const exact: Alias[] = [];
  if (/(?:^|\/)svelte\.config\./.test(path)) exact.push(...folderAlias("$lib", inFolder(folder, "src/lib")));
  const lines = text.split("\n").filter((line) => line.length < 400);
  for (const [index, line] of lines.slice(0, 3000).entries()) {
    const find = findOption.exec(line);
    const named = find ?? pair.exec(line.trimEnd());
    const name = named?.[1] ?? named?.[2];
    const targetMatch = lastString.exec(
      find ? (/replacement/.test(line) ? line : (lines[index + 1] ?? "")) : (named?.[3] ?? ""),
    );
    const target = name === undefined || targetMatch === null ? null : resolveFrom(folder, targetMatch[1]!);
    if (name !== undefined && target !== null)
      exact.push(...folderAlias(name.replace(/\/\*?$/, ""), target.replace(/\/\*$/, "")));
  }
  return { exact, baseUrl: null };
}

function folderAlias(name: string, target: string): Alias[] {
  return [
    { pattern: name, targets: [target] },
    { pattern: `${name}/*`, targets: [inFolder(target, "*")] },
  ];
}

/** The paths that a specifier may resolve to, most specific alias first. */
export function aliasTargets(aliases: Aliases, specifier: string): string[] {
  const targets = aliases.exact.flatMap(({ pattern, targets: all }) => {
    if (pattern === specifier) return all;
    const star = pattern.includes("*") ? starMatch(pattern, specifier) : null;
    return star === null ? [] : all.map((target) => target.replace("*", () => star));
  });
  return aliases.baseUrl === null ? targets : [...targets, inFolder(aliases.baseUrl, specifier)];
}
