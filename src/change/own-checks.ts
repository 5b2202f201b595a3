// Where a repository keeps checks of its own, and what they are called.

/** Every TypeScript file directly in it is a check, but for tests; what lies in folders below it helps them. */
export const ownCheckFolder = ".crosscheck/checks";

/** The files of the folder, helpers included. */
export function ownCheckFiles(paths: readonly string[]): string[] {
  return paths.filter((path) => path.startsWith(`${ownCheckFolder}/`));
}

/** A check is called what its file is called; null for a file that is not a check. */
export function ownCheckId(path: string): string | null {
  if (!path.startsWith(`${ownCheckFolder}/`)) return null;
  const name = path.slice(ownCheckFolder.length + 1);
  if (name.includes("/") || !name.endsWith(".ts") || /\.(?:test|spec|d)\.ts$/.test(name)) return null;
  return name.slice(0, -".ts".length);
}

export function ownCheckIds(paths: readonly string[]): string[] {
  return paths.flatMap((path) => ownCheckId(path) ?? []);
}

/** Ids stand in config, in comments and in what is posted. */
export function isCheckId(id: string): boolean {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) && id.length <= 60;
}
