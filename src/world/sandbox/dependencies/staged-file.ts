// Files of the staged tree that say what a project depends on. They are an attacker's: only plain files are read, and no
// large ones.
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { StagedTree } from "../sandbox-dependencies.ts";

/** Nobody's own manifest is larger. */
const largestManifest = 1_000_000;

export function stagedSize(tree: StagedTree, path: string): number | null {
  const stat = lstatSync(join(tree.folder, path), { throwIfNoEntry: false });
  return stat?.isFile() ? stat.size : null;
}

export async function readStaged(tree: StagedTree, path: string, largest = largestManifest): Promise<string | null> {
  const size = stagedSize(tree, path);
  return size === null || size > largest ? null : await tree.read(path);
}
