// Tells whether a package is a workspace member, a foreign copy, private, or used by other packages.
import { globMatcher } from "../../../change/path-glob.ts";
import { folderOf, foldersUp, inFolder, fileName } from "../../../change/paths.ts";
import { parseJsonDocument, stringNodes, getProperty, type JsonDocument } from "./json-document.ts";
import { isSample } from "../../../change/file-kinds.ts";
import type { ConfigText, FileLayout, ReadConfig } from "./file-layout.ts";

type Files = Pick<FileLayout, "hasFile">;
/** Folders that a server serves as they are. */
const servedFolder = /(?:^|\/)(?:public|static|assets|wwwroot|resources)\//;

/** A copy of a third-party package: its scripts and entries are not used here. */
export async function isForeignCopy(
  file: ConfigText,
  json: JsonDocument,
  layout: FileLayout,
  read: ReadConfig,
): Promise<boolean> {
  const folder = folderOf(file.path);
  const isAsset = servedFolder.test(file.path);
  const owner = repositoryOwner(json);
  if (folder === "" || (!isAsset && owner === null)) return false;
  if (await isWorkspaceMember(folder, layout, read)) return false;
  if (isAsset) return true;
  const around = await nearestOwnerAbove(folder, layout, read);
  return around !== null && around !== owner;
}

/** The owner of the repository that a manifest names. */
function repositoryOwner(json: JsonDocument): string | null {
  const field = getProperty(json.root, "repository");
  const node = field?.type === "object" ? getProperty(field, "url") : field;
  if (node?.type !== "string") return null;
  const text = String(node.value).slice(0, 500);
  const match =
    /^(?:github:|gitlab:)?([\w.-]+)\/[\w.-]+$/.exec(text) ?? /[/:@][\w.-]+\.\w+[/:]([\w.-]+)\/[\w.-]+/.exec(text);
  return match?.[1]?.toLowerCase() ?? null;
}

async function nearestOwnerAbove(folder: string, layout: FileLayout, read: ReadConfig): Promise<string | null> {
  for (const above of foldersAbove(folder)) {
    const path = inFolder(above, "package.json");
    const json = layout.hasFile(path) ? parseJsonDocument((await read(path)) ?? "") : null;
    const owner = json && repositoryOwner(json);
    if (owner !== null) return owner;
  }
  return null;
}

function foldersAbove(folder: string): string[] {
  return [...foldersUp(folder)].slice(1);
}

/** Whether a workspace of a parent folder includes this folder. */
export async function isWorkspaceMember(folder: string, layout: Files, read: ReadConfig): Promise<boolean> {
  for (const above of foldersAbove(folder)) {
    const relative = above === "" ? folder : folder.slice(above.length + 1);
    if ((await workspacePatterns(above, layout, read)).some((pattern) => matchesPattern(relative, pattern)))
      return true;
  }
  return false;
}

async function workspacePatterns(folder: string, layout: Files, read: ReadConfig): Promise<string[]> {
  const patterns: string[] = [];
  for (const name of ["package.json", "lerna.json"]) {
    const path = inFolder(folder, name);
    const json = layout.hasFile(path) ? parseJsonDocument((await read(path)) ?? "") : null;
    const field = json ? getProperty(json.root, name === "lerna.json" ? "packages" : "workspaces") : undefined;
    patterns.push(
      ...stringNodes(field?.type === "object" ? getProperty(field, "packages") : field).map(({ value }) =>
        String(value),
      ),
    );
  }
  const pnpm = inFolder(folder, "pnpm-workspace.yaml");
  if (layout.hasFile(pnpm)) patterns.push(...pnpmPackages((await read(pnpm)) ?? ""));
  return patterns;
}

function pnpmPackages(text: string): string[] {
  const all: string[] = [];
  let isIn = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^[\w-]+:/.test(line)) isIn = line.startsWith("packages:");
    const item = isIn ? /^\s{0,8}-\s{1,8}["']?([^"'#\s]{1,200})/.exec(line)?.[1] : undefined;
    if (item !== undefined) all.push(item);
  }
  return all;
}

function matchesPattern(folder: string, pattern: string): boolean {
  const plain = pattern.replace(/^\.\//, "").replace(/\/$/, "");
  return !plain.startsWith("!") && globMatcher(plain, { dot: true, noextglob: true })(folder);
}

export function isPrivatePackage(json: JsonDocument): boolean {
  return getProperty(json.root, "private")?.value === true;
}

const mostPackages = 3000;

/** Whether another package of the repository depends on this one; nothing depends on a workspace root. */
export async function isUsedByOtherPackage(
  file: ConfigText,
  json: JsonDocument,
  layout: FileLayout,
  read: ReadConfig,
): Promise<boolean> {
  const name = getProperty(json.root, "name");
  if (name?.type !== "string" || getProperty(json.root, "workspaces") !== undefined) return false;
  const quoted = JSON.stringify(String(name.value));
  const others = layout
    .paths()
    .filter((path) => fileName(path) === "package.json" && path !== file.path && !isSample(path));
  for (const path of others.slice(0, mostPackages)) {
    const text = (await read(path)) ?? "";
    if (text.includes(`${quoted}:`) || text.includes(`${quoted} :`)) return true;
  }
  return false;
}
