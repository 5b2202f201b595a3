// The tree as references see it: what exists, what is gone, and what a text that looks like a path could mean.

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

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The folder of a file and all above it, the nearest first, the root ("") last. */
export function foldersAbove(path: string): string[] {
  const folders = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return [...folders, ""];
}

/** `a/b` and `../c` as `a/c`; null where it leaves the repository. */
export function join(folder: string, path: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
