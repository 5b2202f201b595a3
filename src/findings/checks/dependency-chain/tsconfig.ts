// Finds `extends`, `references` and `paths` of a tsconfig that lead to missing files.
import { folderOf, resolveFrom } from "../../../change/paths.ts";
import type { Node } from "jsonc-parser";
import { objectEntries, parseJsonDocument, stringNodes, getProperty, type JsonDocument } from "./json-document.ts";
import type { BrokenReference, ConfigText, FileLayout, FindBroken, ReadConfig } from "./file-layout.ts";

export function isTsconfig(path: string): boolean {
  return /(?:^|\/)[tj]sconfig(?:[.-][^/]*)?\.json$/.test(path);
}

export const brokenInTsconfig: FindBroken = async (file, layout, read) => {
  const json = parseJsonDocument(file.text);
  if (!json) return [];
  return [
    ...(await brokenExtends(file, json, layout)),
    ...(await brokenReferences(file, json, layout)),
    ...(await brokenPaths(file, json, layout, read)),
  ];
};

/**
 * A path that the compiler resolves to a file of this project; a bare name is a package, `${configDir}` is elsewhere.
 */
function isRelative(path: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(path) && !path.includes("${");
}

async function brokenExtends(file: ConfigText, json: JsonDocument, layout: FileLayout): Promise<BrokenReference[]> {
  const broken: BrokenReference[] = [];
  for (const node of stringNodes(getProperty(json.root, "extends"))) {
    const written = String(node.value);
    const target = isRelative(written) ? resolveFrom(folderOf(file.path), written) : null;
    if (target === null || (await exists(target, ["", ".json"], layout))) continue;
    broken.push({
      kind: "missing-config",
      key: `extends ${written}`,
      line: json.lineOf(node),
      title: `This config extends ${written}, which does not exist`,
      explanation:
        "The compiler stops with an error before it reads any file. Point `extends` at the config's " +
        "current path, or remove it.",
    });
  }
  return broken;
}

async function brokenReferences(file: ConfigText, json: JsonDocument, layout: FileLayout): Promise<BrokenReference[]> {
  const broken: BrokenReference[] = [];
  for (const item of getProperty(json.root, "references")?.children ?? []) {
    const node = getProperty(item, "path");
    if (node?.type !== "string") continue;
    const written = String(node.value);
    const target = written.includes("${") ? null : resolveFrom(folderOf(file.path), written);
    if (target === null || (await exists(target, ["", "/tsconfig.json"], layout, { folder: false }))) continue;
    broken.push({
      kind: "missing-config",
      key: `reference ${written}`,
      line: json.lineOf(node),
      title: `The project reference ${written} leads to no tsconfig`,
      explanation:
        "`tsc --build` fails on a reference that it cannot find. Correct the path, or remove the reference " +
        "along with the project.",
    });
  }
  return broken;
}

async function brokenPaths(
  file: ConfigText,
  json: JsonDocument,
  layout: FileLayout,
  read: ReadConfig,
): Promise<BrokenReference[]> {
  const aliases = objectEntries(getProperty(getProperty(json.root, "compilerOptions"), "paths"));
  if (aliases.length === 0) return [];
  const baseUrl = await readBaseUrl(file.path, json, read);
  if (baseUrl.is === "unknown") return [];
  const folder = baseUrl.is === "set" ? baseUrl.folder : folderOf(file.path);
  const broken: BrokenReference[] = [];
  for (const [alias, list] of aliases) {
    const targets = stringNodes(list);
    // The targets are fallbacks: one that exists is enough.
    if (targets.length === 0 || (await anyTargetExists(targets, folder, layout))) continue;
    const written = targets.map((target) => String(target.value)).join(", ");
    broken.push({
      kind: "missing-alias-target",
      key: `paths ${alias} ${written}`,
      line: json.lineOf(targets[0] ?? list),
      title: `The path alias ${alias} leads to ${written}, which does not exist`,
      explanation:
        "Imports through this alias do not resolve. Point it at the current path, or remove it together " +
        "with its imports.",
    });
  }
  return broken;
}

type BaseUrl = { is: "set"; folder: string } | { is: "unset" } | { is: "unknown" };

/** Aliases are relative to `baseUrl`, which may be inherited, even from a package outside the tree. */
async function readBaseUrl(path: string, json: JsonDocument, read: ReadConfig, depth = 0): Promise<BaseUrl> {
  const own = getProperty(getProperty(json.root, "compilerOptions"), "baseUrl");
  if (own) {
    const folder = String(own.value).includes("${") ? null : resolveFrom(folderOf(path), String(own.value));
    return folder === null ? { is: "unknown" } : { is: "set", folder };
  }
  for (const parent of stringNodes(getProperty(json.root, "extends")).toReversed()) {
    const inherited = await readParentBaseUrl(path, String(parent.value), read, depth + 1);
    if (inherited.is !== "unset") return inherited;
  }
  return { is: "unset" };
}

async function readParentBaseUrl(path: string, parent: string, read: ReadConfig, depth: number): Promise<BaseUrl> {
  const target = isRelative(parent) && depth < 9 ? resolveFrom(folderOf(path), parent) : null;
  if (target === null) return { is: "unknown" };
  for (const candidate of [target, `${target}.json`]) {
    const text = await read(candidate);
    const json = text === null ? null : parseJsonDocument(text);
    if (json) return readBaseUrl(candidate, json, read, depth);
  }
  return { is: "unknown" };
}

const endings = ["", ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".vue", ".svelte"];

async function anyTargetExists(targets: readonly Node[], folder: string, layout: FileLayout): Promise<boolean> {
  for (const target of targets) {
    const written = String(target.value);
    if (written.includes("${")) return true;
    const star = written.indexOf("*");
    const path = resolveFrom(folder, star < 0 ? written : written.slice(0, star));
    if (path === null) return true;
    if (star < 0 ? await exists(path, endings, layout) : await prefixExists(path, written.charAt(star - 1), layout))
      return true;
  }
  return false;
}

async function prefixExists(path: string, before: string, layout: FileLayout): Promise<boolean> {
  const prefix = before === "/" || before === "" ? (path === "" ? "" : `${path}/`) : path;
  return layout.hasPrefix(prefix) || (await layout.isExpectedMissing(`${prefix}x`));
}

async function exists(
  path: string,
  ends: readonly string[],
  layout: FileLayout,
  { folder = true } = {},
): Promise<boolean> {
  if (ends.some((end) => layout.hasFile(path === "" && end.startsWith("/") ? end.slice(1) : path + end))) return true;
  return (folder && layout.hasDirectory(path)) || (await layout.isExpectedMissing(path));
}
