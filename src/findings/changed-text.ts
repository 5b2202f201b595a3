// Reads the text of a tree's files and selects the changed files that have added text.
import type { Tree } from "../change/change.ts";
import { isSubmodule, isSymlink, type FileDiff } from "../change/diff.ts";

/** null if the tree does not have the file. */
export async function readText(tree: Tree, path: string): Promise<string | null> {
  const bytes = await tree.read(path);
  return bytes && new TextDecoder().decode(bytes);
}

export function hasAddedText(file: FileDiff): file is FileDiff & { newPath: string } {
  return file.newPath !== null && !file.binary && file.additions > 0 && !isSubmodule(file) && !isSymlink(file);
}
