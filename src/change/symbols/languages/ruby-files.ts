// Resolves Ruby constants and required files by file layout: the names that Zeitwerk expects, and folders of libraries.
import type { Tree } from "../../change.ts";
import { fileName, folderOf, inFolder, resolveFrom } from "../../paths.ts";
import { fileSet, folderSet, oncePer } from "../once-per.ts";

export function isRuby(path: string): boolean {
  return /\.(?:rb|rake|ru|gemspec|jbuilder|erb)$|(?:^|\/)(?:Rakefile|Gemfile)$/.test(path);
}

/** `Shop.HTMLCart` is in `shop/html_cart`. */
function constantPath(full: string): string {
  return full
    .replaceAll(/([A-Z\d]+)([A-Z][a-z])/g, "$1_$2")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(".", "/");
}

/** Names differ in where they take capitals apart. */
function folded(path: string): string {
  return path.replaceAll("_", "");
}

const filesByStem = oncePer((paths: readonly string[]) =>
  Map.groupBy(
    paths.filter((path) => path.endsWith(".rb")),
    (path) => folded(fileName(path).slice(0, -3)),
  ),
);

/** A folder from which constants are loaded by name. */
const root = /(?:^|\/)(?:app\/[^/]+(?:\/concerns)?|lib|autoload|src|models|helpers|jobs|test|spec)$|^$/;

/** The file of a constant by its name; null if there is none. */
export function fileOfConstant(full: string, paths: readonly string[]): string | null {
  const wanted = `${folded(constantPath(full))}.rb`;
  const stem = wanted.slice(wanted.lastIndexOf("/") + 1, -3);
  const depth = wanted.split("/").length;
  const isWanted = (path: string) => {
    const parts = path.split("/");
    return folded(parts.slice(-depth).join("/")) === wanted && root.test(parts.slice(0, -depth).join("/"));
  };
  return (filesByStem(paths).get(stem) ?? []).find(isWanted) ?? null;
}

/** Whether the file is named after the constant or a part of it, so that the constant is its own and no addition. */
export function isNamedAfter(path: string, full: string): boolean {
  const parts = full.split(".").map((part) => folded(constantPath(part)));
  const names = path
    .replace(/\.\w+$/, "")
    .split("/")
    .map(folded);
  return parts.includes(names.at(-1)!) || (parts.length > 1 && names.slice(0, -1).includes(parts[0]!));
}

/** The file that `require "a/b"` or `require_relative "a"` loads; null if it is from outside the repository. */
export function requiredFile(
  written: string,
  isRelative: boolean,
  importer: string,
  paths: readonly string[],
): string | null {
  const file = /\.rb$/.test(written) ? written : `${written}.rb`;
  if (isRelative || /^\.\.?\//.test(written)) {
    const path = resolveFrom(folderOf(importer), file);
    return path !== null && fileSet(paths).has(path) ? path : null;
  }
  const stem = folded(fileName(file).slice(0, -3));
  const found = (filesByStem(paths).get(stem) ?? []).filter((path) => path === file || path.endsWith(`/${file}`));
  const libraries = found.filter((path) =>
    /(?:^|\/)(?:lib|test|spec|app)$|^$/.test(path.slice(0, Math.max(0, path.length - file.length - 1))),
  );
  if (libraries.length === 1) return libraries[0]!;
  // Each gem of a repository has its own `lib`.
  const own = importer.split("/")[0];
  return libraries.find((path) => path.split("/")[0] === own) ?? null;
}

/** Whether something else in the tree is loaded by that name, such as a compiled library. */
export async function mayRequire(written: string, tree: Tree): Promise<boolean> {
  const paths = await tree.paths();
  return (
    ["so", "bundle", "jar"].some((end) => paths.some((path) => path.endsWith(`/${written}.${end}`))) ||
    folderSet(paths).has(inFolder("ext", written))
  );
}
