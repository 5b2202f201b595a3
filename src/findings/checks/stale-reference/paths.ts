// The tree as references see it: what exists, what is gone, and what a text that looks like a path could mean.
import { folderOf, nameOf } from "../../../change/paths.ts";

export interface Layout {
  has(path: string): boolean;
  /** The files whose path ends in `/tail`, or is it. */
  endingIn(tail: string): readonly string[];
}

export function layoutOf(paths: readonly string[]): Layout {
  const all = new Set(paths);
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = nameOf(path);
    const same = byName.get(name);
    if (same) same.push(path);
    else byName.set(name, [path]);
    for (let folder = folderOf(path); folder !== "" && !all.has(folder); folder = folderOf(folder)) all.add(folder);
  }
  return {
    has: (path) => all.has(path),
    endingIn: (tail) => (byName.get(nameOf(tail)) ?? []).filter((path) => path === tail || path.endsWith(`/${tail}`)),
  };
}
