// Looks up existing paths by full path or by ending.
import { fileName } from "../../../change/paths.ts";
import { fileSet, folderSet, oncePer } from "../../../change/symbols/once-per.ts";

export interface PathLookup {
  has(path: string): boolean;
  /** The files whose path is `tail` or ends in `/tail`. */
  endingIn(tail: string): readonly string[];
}

export function createPathLookup(paths: readonly string[]): PathLookup {
  const [files, folders] = [fileSet(paths), folderSet(paths)];
  return {
    has: (path) => files.has(path) || folders.has(path),
    endingIn: (tail) =>
      (pathsByName(paths).get(fileName(tail)) ?? []).filter((path) => path === tail || path.endsWith(`/${tail}`)),
  };
}

const pathsByName = oncePer((paths: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = fileName(path);
    const same = byName.get(name);
    if (same) same.push(path);
    else byName.set(name, [path]);
  }
  return byName;
});
