// Reads manifests and lockfiles of the checked-out tree. They are untrusted: only regular files up to a size limit are
// read.
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { StagedTree } from "../sandbox-dependencies.ts";

const largestManifest = 1_000_000;

export function stagedSize(tree: StagedTree, path: string): number | null {
  const stat = lstatSync(join(tree.folder, path), { throwIfNoEntry: false });
  return stat?.isFile() ? stat.size : null;
}

export async function readStaged(tree: StagedTree, path: string, largest = largestManifest): Promise<string | null> {
  const size = stagedSize(tree, path);
  return size === null || size > largest ? null : await tree.read(path);
}
