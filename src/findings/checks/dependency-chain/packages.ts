// How a package stands in its repository: a member of the workspace, somebody else's copy, private, or used by others.
import picomatch from "picomatch";
import { folderOf, foldersUp, inFolder, fileName } from "../../../change/paths.ts";
import { readJson, stringsOf, valueOf, type Json } from "./json.ts";
import { isSample } from "../../../change/file-kinds.ts";
import type { Layout, SourceFile } from "./layout.ts";

type Files = Pick<Layout, "hasFile">;
export type Read = (path: string) => Promise<string | null>;

/** Folders whose contents a server hands out as they are. */
const handedOut = /(?:^|\/)(?:public|static|assets|wwwroot|resources)\//;

/** A copy of a package that somebody else publishes: its scripts and entries are not run from here. */
export async function isOthersCopy(file: SourceFile, json: Json, layout: Layout, read: Read): Promise<boolean> {
  const folder = folderOf(file.path);
  const isAsset = handedOut.test(file.path);
  const owner = ownerOf(json);
  if (folder === "" || (!isAsset && owner === null)) return false;
  if (await isMember(folder, layout, read)) return false;
  if (isAsset) return true;
  const around = await ownersAbove(folder, layout, read);
  return around !== null && around !== owner;
}

/** Who the repository belongs to that a manifest names. */
function ownerOf(json: Json): string | null {
  const field = valueOf(json.root, "repository");
  const node = field?.type === "object" ? valueOf(field, "url") : field;
  if (node?.type !== "string") return null;
  const text = String(node.value).slice(0, 500);
  const match =
    /^(?:github:|gitlab:)?([\w.-]+)\/[\w.-]+$/.exec(text) ?? /[/:@][\w.-]+\.\w+[/:]([\w.-]+)\/[\w.-]+/.exec(text);
  return match?.[1]?.toLowerCase() ?? null;
}

async function ownersAbove(folder: string, layout: Layout, read: Read): Promise<string | null> {
  for (const above of foldersAbove(folder)) {
    const path = inFolder(above, "package.json");
    const json = layout.hasFile(path) ? readJson((await read(path)) ?? "") : null;
    const owner = json && ownerOf(json);
    if (owner !== null) return owner;
  }
  return null;
}

function foldersAbove(folder: string): string[] {
  return [...foldersUp(folder)].slice(1);
}

/** Whether a workspace of a folder above takes this folder in. */
export async function isMember(folder: string, layout: Files, read: Read): Promise<boolean> {
  for (const above of foldersAbove(folder)) {
    const relative = above === "" ? folder : folder.slice(above.length + 1);
    if ((await patternsIn(above, layout, read)).some((pattern) => isTakenIn(relative, pattern))) return true;
  }
  return false;
}

async function patternsIn(folder: string, layout: Files, read: Read): Promise<string[]> {
  const patterns: string[] = [];
  for (const name of ["package.json", "lerna.json"]) {
    const path = inFolder(folder, name);
    const json = layout.hasFile(path) ? readJson((await read(path)) ?? "") : null;
    const field = json ? valueOf(json.root, name === "lerna.json" ? "packages" : "workspaces") : undefined;
    patterns.push(
      ...stringsOf(field?.type === "object" ? valueOf(field, "packages") : field).map(({ value }) => String(value)),
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

const longestPattern = 200;
const mostStars = 8;

function isTakenIn(folder: string, pattern: string): boolean {
  const plain = pattern.replace(/^\.\//, "").replace(/\/$/, "");
  // What nobody writes by hand is not worth the time of matching it.
  if (plain.length > longestPattern || plain.split("*").length > mostStars || plain.startsWith("!")) return false;
  return picomatch.isMatch(folder, plain, { dot: true, noextglob: true });
}

export function isPrivate(json: Json): boolean {
  return valueOf(json.root, "private")?.value === true;
}

const mostPackages = 3000;

/** Whether any other package of the repository names this one; the root of a workspace nobody does. */
export async function isUsed(file: SourceFile, json: Json, layout: Layout, read: Read): Promise<boolean> {
  const name = valueOf(json.root, "name");
  if (name?.type !== "string" || valueOf(json.root, "workspaces") !== undefined) return false;
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
