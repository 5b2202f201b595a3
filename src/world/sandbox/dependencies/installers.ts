// Defines how npm and pnpm install from a lockfile with scripts off.
import { stringify } from "yaml";
import type { PackageManager } from "./node-project.ts";
import { largestLock, npmFolders, npmLockRefusal, type LockedProject } from "./npm-sources.ts";
import { largestPnpmLock, pnpmFolders, pnpmLockRefusal } from "./pnpm-sources.ts";

export interface Installer {
  program: "npm" | "pnpm";
  /** The command a person would run. */
  command: string;
  /** Size limit of a lockfile. */
  largest: number;
  /** Folders of the workspace packages that a lockfile names, relative to it. */
  folders(lock: string): readonly string[];
  refusal(project: LockedProject): string | null;
  /** Generates workspace config if manifests do not list the packages. */
  config(folders: readonly string[]): ReadonlyMap<string, string>;
  args(cache: string): readonly string[];
}

export const installers: Readonly<Partial<Record<PackageManager, Installer>>> = {
  npm: {
    program: "npm",
    command: "npm ci",
    largest: largestLock,
    folders: npmFolders,
    refusal: npmLockRefusal,
    config: () => new Map(),
    args: () => ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"],
  },
  pnpm: {
    program: "pnpm",
    command: "pnpm install",
    largest: largestPnpmLock,
    folders: pnpmFolders,
    refusal: pnpmLockRefusal,
    config: (folders) =>
      new Map([["pnpm-workspace.yaml", stringify({ packages: folders.filter((path) => path !== "") })]]),
    args: (cache) => [
      "install",
      "--frozen-lockfile",
      "--ignore-scripts",
      "--ignore-pnpmfile",
      "--prefer-offline",
      "--reporter=append-only",
      `--store-dir=${cache}`,
    ],
  },
};
