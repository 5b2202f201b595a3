// Looks up a cited path leniently, from the root, from the document and by its ending.
import type { FileDiff } from "../../../change/diff.ts";

export interface PathIndex {
  exists(path: string, from: string): boolean;
  /** How many leading folders of the path exist. */
  depth(path: string): number;
  /** The only file in the tree that the path can mean; null if there is none or more than one. */
  file(path: string, from: string): string | null;
}

export function createPathIndex(paths: readonly string[]): PathIndex {
  const known = new Map<string, string>();
  const bare = new Set<string>();
  for (const path of paths) {
    const low = path.toLowerCase();
    known.set(low, path);
    bare.add(withoutExtension(low));
    for (let slash = low.lastIndexOf("/"); slash > 0; slash = low.lastIndexOf("/", slash - 1)) {
      const folder = low.slice(0, slash);
      if (bare.has(`${folder}/`)) break;
      bare.add(`${folder}/`);
    }
  }
  const all = [...known.keys()];

  function isThere(low: string): boolean {
    const path = low.replace(/\/+$/, "");
    return known.has(path) || bare.has(path) || bare.has(`${path}/`) || bare.has(withoutExtension(path));
  }

  function endsSomePath(low: string): boolean {
    const path = withoutExtension(low.replace(/\/+$/, ""));
    if (path === "") return true;
    const inside = `/${path}`;
    return all.some((one) => {
      const at = one.indexOf(inside);
      if (at < 0) return false;
      const next = one[at + inside.length];
      return next === undefined || next === "/" || next === ".";
    });
  }

  return {
    exists(path, from) {
      const low = path.toLowerCase();
      return candidates(low, from.toLowerCase()).some(isThere) || endsSomePath(stripDots(low));
    },
    depth(path) {
      const parts = stripDots(path.toLowerCase()).split("/");
      let depth = 0;
      while (depth < parts.length - 1 && bare.has(`${parts.slice(0, depth + 1).join("/")}/`)) depth++;
      return depth;
    },
    file(path, from) {
      const low = path.toLowerCase();
      const exact = candidates(low, from.toLowerCase()).flatMap((one) => known.get(one) ?? []);
      if (exact.length > 0) return exact[0]!;
      const ends = all.filter((one) => one.endsWith(`/${stripDots(low)}`));
      return ends.length === 1 ? known.get(ends[0]!)! : null;
    },
  };
}

/** Relative to the root and to every folder above the document. */
function candidates(path: string, from: string): string[] {
  const folders = from.split("/").slice(0, -1);
  const paths = [normalizePath(path)];
  for (let length = folders.length; length > 0; length--)
    paths.push(normalizePath(`${folders.slice(0, length).join("/")}/${path}`));
  return paths;
}

export function normalizePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function stripDots(path: string): string {
  return path.replace(/^(?:\.{1,2}\/)+|^\/+/, "");
}

function withoutExtension(path: string): string {
  const name = path.lastIndexOf("/") + 1;
  const dot = path.indexOf(".", name + 1);
  return dot < 0 ? path : path.slice(0, dot);
}

/** Paths that this change removes, with their new path. */
export function removedPaths(files: readonly FileDiff[]): Map<string, string | null> {
  const remaining = new Set(files.flatMap(({ newPath }) => newPath ?? []));
  return new Map(
    files.flatMap(({ oldPath, newPath, status }) =>
      oldPath !== null && oldPath !== newPath && status !== "copied" && !remaining.has(oldPath)
        ? [[oldPath.toLowerCase(), newPath] as const]
        : [],
    ),
  );
}
