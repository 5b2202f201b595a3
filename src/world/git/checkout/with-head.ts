// Combines the files of one tree with selected files of another.
import type { TreeEntry } from "./tree-entries.ts";

/** A path that the other tree lacks is removed. If a file and a folder collide, the other tree's entry wins. */
export function withPathsOf(
  entries: readonly TreeEntry[],
  others: readonly TreeEntry[],
  paths: readonly string[],
): readonly TreeEntry[] {
  const named = new Set(paths);
  const taken = others.filter(({ path }) => named.has(path));
  const takenPaths = new Set(taken.map(({ path }) => path));
  const takenFolders = new Set(taken.flatMap(({ path }) => foldersOf(path)));
  const kept = entries.filter(
    ({ path }) =>
      !named.has(path) && !takenFolders.has(path) && !foldersOf(path).some((folder) => takenPaths.has(folder)),
  );
  return [...kept, ...taken];
}

/** All parent folders of a path except the root. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.push(path.slice(0, at));
  return folders;
}
