// tsconfig files that extend, reference or alias something that is not there.
import { folderOf, resolveFrom } from "../../../change/paths.ts";
import type { Node } from "jsonc-parser";
import { entriesOf, readJson, stringsOf, valueOf, type Json } from "./json.ts";
import type { Broken, Layout, SourceFile } from "./layout.ts";

export function isTsconfig(path: string): boolean {
  return /(?:^|\/)[tj]sconfig(?:[.-][^/]*)?\.json$/.test(path);
}

type Read = (path: string) => Promise<string | null>;

export async function brokenInTsconfig(file: SourceFile, layout: Layout, read: Read): Promise<Broken[]> {
  const json = readJson(file.text);
  if (!json) return [];
  return [
    ...(await brokenExtends(file, json, layout)),
    ...(await brokenReferences(file, json, layout)),
    ...(await brokenPaths(file, json, layout, read)),
  ];
}

/** A path that the compiler takes as a file of this project; a bare name is a package, `${configDir}` elsewhere. */
function isRelative(path: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(path) && !path.includes("${");
}

async function brokenExtends(file: SourceFile, json: Json, layout: Layout): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const node of stringsOf(valueOf(json.root, "extends"))) {
    const said = String(node.value);
    const target = isRelative(said) ? resolveFrom(folderOf(file.path), said) : null;
    if (target === null || (await isThere(target, ["", ".json"], layout))) continue;
    broken.push({
      kind: "missing-config",
      key: `extends ${said}`,
      line: json.lineOf(node),
      title: `This config extends ${said}, which does not exist`,
      explanation:
        "The compiler stops with an error before it looks at any file. Point `extends` at the config's " +
        "present place, or remove it.",
    });
  }
  return broken;
}

async function brokenReferences(file: SourceFile, json: Json, layout: Layout): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const item of valueOf(json.root, "references")?.children ?? []) {
    const node = valueOf(item, "path");
    if (node?.type !== "string") continue;
    const said = String(node.value);
    const target = said.includes("${") ? null : resolveFrom(folderOf(file.path), said);
    if (target === null || (await isThere(target, ["", "/tsconfig.json"], layout, { folder: false }))) continue;
    broken.push({
      kind: "missing-config",
      key: `reference ${said}`,
      line: json.lineOf(node),
      title: `The project reference ${said} leads to no tsconfig`,
      explanation:
        "`tsc --build` fails on a reference that it cannot find. Correct the path, or remove the reference " +
        "along with the project.",
    });
  }
  return broken;
}

async function brokenPaths(file: SourceFile, json: Json, layout: Layout, read: Read): Promise<Broken[]> {
  const aliases = entriesOf(valueOf(valueOf(json.root, "compilerOptions"), "paths"));
  if (aliases.length === 0) return [];
  const baseUrl = await baseUrlOf(file.path, json, read);
  if (baseUrl.is === "unknown") return [];
  const folder = baseUrl.is === "set" ? baseUrl.folder : folderOf(file.path);
  const broken: Broken[] = [];
  for (const [alias, list] of aliases) {
    const targets = stringsOf(list);
    // The list is a list of fallbacks: one that leads somewhere is enough.
    if (targets.length === 0 || (await anyThere(targets, folder, layout))) continue;
    const said = targets.map((target) => String(target.value)).join(", ");
    broken.push({
      kind: "missing-alias-target",
      key: `paths ${alias} ${said}`,
      line: json.lineOf(targets[0] ?? list),
      title: `The path alias ${alias} leads to ${said}, which does not exist`,
      explanation:
        "Imports through this alias do not resolve. Point it at the present place, or remove it together " +
        "with its imports.",
    });
  }
  return broken;
}

type BaseUrl = { is: "set"; folder: string } | { is: "unset" } | { is: "unknown" };

/** Aliases are relative to `baseUrl`, which may be inherited, also from a package that the tree does not hold. */
async function baseUrlOf(path: string, json: Json, read: Read, depth = 0): Promise<BaseUrl> {
  const own = valueOf(valueOf(json.root, "compilerOptions"), "baseUrl");
  if (own) {
    const folder = String(own.value).includes("${") ? null : resolveFrom(folderOf(path), String(own.value));
    return folder === null ? { is: "unknown" } : { is: "set", folder };
  }
  for (const parent of stringsOf(valueOf(json.root, "extends")).toReversed()) {
    const inherited = await baseUrlOfParent(path, String(parent.value), read, depth + 1);
    if (inherited.is !== "unset") return inherited;
  }
  return { is: "unset" };
}

async function baseUrlOfParent(path: string, parent: string, read: Read, depth: number): Promise<BaseUrl> {
  const target = isRelative(parent) && depth < 9 ? resolveFrom(folderOf(path), parent) : null;
  if (target === null) return { is: "unknown" };
  for (const candidate of [target, `${target}.json`]) {
    const text = await read(candidate);
    const json = text === null ? null : readJson(text);
    if (json) return baseUrlOf(candidate, json, read, depth);
  }
  return { is: "unknown" };
}

const endings = ["", ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".vue", ".svelte"];

async function anyThere(targets: readonly Node[], folder: string, layout: Layout): Promise<boolean> {
  for (const target of targets) {
    const said = String(target.value);
    if (said.includes("${")) return true;
    const star = said.indexOf("*");
    const path = resolveFrom(folder, star < 0 ? said : said.slice(0, star));
    if (path === null) return true;
    if (star < 0 ? await isThere(path, endings, layout) : await startsThere(path, said.charAt(star - 1), layout))
      return true;
  }
  return false;
}

async function startsThere(path: string, before: string, layout: Layout): Promise<boolean> {
  const prefix = before === "/" || before === "" ? (path === "" ? "" : `${path}/`) : path;
  return layout.hasPrefix(prefix) || (await layout.isMadeLater(`${prefix}x`));
}

async function isThere(
  path: string,
  ends: readonly string[],
  layout: Layout,
  { folder = true } = {},
): Promise<boolean> {
  if (ends.some((end) => layout.hasFile(path === "" && end.startsWith("/") ? end.slice(1) : path + end))) return true;
  return (folder && layout.hasDirectory(path)) || (await layout.isMadeLater(path));
}
