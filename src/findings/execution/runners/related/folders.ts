// Relates files to the folders in which a runner is used.
import { folderOf, foldersUp } from "../../../../change/paths.ts";

export function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

/** Path relative to the folder. */
export function fromFolder(path: string, folder: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}

/** The nearest of the folders above a file. */
export function nearestFolder(path: string, folders: ReadonlySet<string>): string | null {
  for (const folder of foldersUp(folderOf(path))) if (folders.has(folder)) return folder;
  return null;
}

/** The candidates with the most folder names in common. */
export function closest(path: string, candidates: readonly string[]): string[] {
  const parts = new Set(folderOf(path).split("/"));
  const score = (one: string) =>
    folderOf(one)
      .split("/")
      .filter((part) => parts.has(part)).length;
  const best = Math.max(...candidates.map(score));
  return candidates.filter((one) => score(one) === best);
}
