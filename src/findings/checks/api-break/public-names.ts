// Lists the names that a published package exports, with the file that declares each.
import type { Tree } from "../../../change/change.ts";
import { linksOf, type LinkOrigin } from "../../../change/symbols/links-of.ts";
import { packageFile } from "../../../change/symbols/package-entry.ts";
import { resolverFor } from "../../../change/symbols/resolve-import.ts";
import { asObject, type JsonObject } from "../../../change/symbols/repository-files.ts";

export interface PublishedPackage {
  folder: string;
  name: string;
  version: string;
  manifest: JsonObject;
}

/** More re-exports are not followed. */
const mostFiles = 400;

/** Returns the package that contains the file, if it is published. */
export async function publishedPackage(tree: Tree, path: string): Promise<PublishedPackage | null> {
  const near = await resolverFor(tree).packageOf(path);
  const { name, version } = near?.manifest ?? {};
  if (!near || near.manifest["private"] === true || typeof name !== "string" || typeof version !== "string")
    return null;
  return { folder: near.folder, name, version, manifest: near.manifest };
}

/**
 * Maps each public name as users import it (`name` or `./subpath name`) to its origin; null if an entry is built from
 * unknown files.
 */
export async function publicNames(tree: Tree, of: PublishedPackage): Promise<Map<string, LinkOrigin> | null> {
  const names = new Map<string, LinkOrigin>();
  for (const subpath of publicSubpaths(of.manifest)) {
    const entry = packageFile(await resolverFor(tree).files(), of.folder, of.manifest, subpath);
    if (entry === null) return null;
    for (const name of await exportedNames(tree, entry, new Set())) {
      const origin = await linksOf(tree).origin(entry, name);
      if (origin) names.set(subpath === "." ? name : `${subpath} ${name}`, origin);
    }
  }
  return names;
}

/** Skips patterns and non-code entries: they name files, not exports. */
function publicSubpaths(manifest: JsonObject): string[] {
  const exports = asObject(manifest["exports"]);
  const keys = Object.keys(exports ?? {}).filter((key) => key.startsWith("."));
  const plain = keys.filter((key) => !key.includes("*") && !/\.(?:json|css|svg|wasm)$|\/internal|\/$/.test(key));
  return keys.length > 0 ? plain : ["."];
}

async function exportedNames(tree: Tree, path: string, seen: Set<string>): Promise<string[]> {
  if (seen.has(path) || seen.size > mostFiles) return [];
  seen.add(path);
  const names = [];
  const exports = (await linksOf(tree).of(path))?.exports ?? [];
  const passedOn = exports.flatMap(({ name, from }) => (name === "*" && from !== null ? from : []));
  const targets = await Promise.all(passedOn.map((from) => resolverFor(tree).resolve(from, path)));
  await linksOf(tree).ahead(targets.filter((target) => target !== null));
  for (const one of exports) {
    if (one.name !== "*") names.push(one.name);
    else if (one.from !== null) {
      const target = await resolverFor(tree).resolve(one.from, path);
      if (target !== null)
        names.push(...(await exportedNames(tree, target, seen)).filter((name) => name !== "default"));
    }
  }
  return names;
}
