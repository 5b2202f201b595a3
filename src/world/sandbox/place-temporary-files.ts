// Writes files for a sandbox to a temporary folder that only the sandbox's user can read.
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeTemporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

export type FilesToPlace = ReadonlyMap<string, Uint8Array | string>;

export function placeTemporaryFiles(files: FilesToPlace, owner: { uid: number; gid: number } | null): TemporaryFolder {
  const { path, remove } = makeTemporaryFolder("sandbox");
  try {
    const folders = new Set([path]);
    for (const [name, content] of files) {
      // A crafted tree can hold names that git refuses.
      if (!isInside(name)) throw new Error(`"${name}" is not a path inside a folder`);
      const file = join(path, name);
      for (let folder = dirname(file); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, content, { mode: 0o600, flag: "wx" });
      if (owner) chownSync(file, owner.uid, owner.gid);
    }
    if (owner) for (const folder of folders) chownSync(folder, owner.uid, owner.gid);
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function isInside(name: string): boolean {
  return !name.includes("\0") && name.split(/[/\\]/).every((part) => part !== "" && part !== "." && part !== "..");
}
