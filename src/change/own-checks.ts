// Locates a repository's own checks and derives their ids.

/** Every TypeScript file directly in it is a check, except tests; subfolders contain helpers. */
export const ownCheckFolder = ".crosscheck/checks";

/** The files of the folder, helpers included. */
export function ownCheckFiles(paths: readonly string[]): string[] {
  return paths.filter((path) => path.startsWith(`${ownCheckFolder}/`));
}

/** The check's id is its file name; null for a file that is not a check. */
export function ownCheckId(path: string): string | null {
  if (!path.startsWith(`${ownCheckFolder}/`)) return null;
  const name = path.slice(ownCheckFolder.length + 1);
  if (name.includes("/") || !name.endsWith(".ts") || /\.(?:test|spec|d)\.ts$/.test(name)) return null;
  return name.slice(0, -".ts".length);
}

export function ownCheckIds(paths: readonly string[]): string[] {
  return paths.flatMap((path) => ownCheckId(path) ?? []);
}

/** Ids appear in config, in comments and in posted reviews. */
export function isCheckId(id: string): boolean {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) && id.length <= 60;
}
