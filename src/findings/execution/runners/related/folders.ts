// Relates files to the folders in which a runner is used.
import { folderOf, foldersUp } from "../../../../change/paths.ts";

export function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

/** As a program sees it that is run in the folder. */
export function fromFolder(path: string, folder: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}

/** The nearest of some folders that holds the file. */
export function nearestFolder(path: string, folders: ReadonlySet<string>): string | null {
  for (const folder of foldersUp(folderOf(path))) if (folders.has(folder)) return folder;
  return null;
}

/** Whether what a file maps to is likelier the one or the other: how many of its folders have the same name. */
export function closest(path: string, candidates: readonly string[]): string[] {
  const parts = new Set(folderOf(path).split("/"));
  const score = (one: string) =>
    folderOf(one)
      .split("/")
      .filter((part) => parts.has(part)).length;
  const best = Math.max(...candidates.map(score));
  return candidates.filter((one) => score(one) === best);
}
