// How npm and pnpm are told to install what a lockfile says, with scripts off.
import { stringify } from "yaml";
import type { PackageManager } from "./node-project.ts";
import { largestLock, npmFolders, npmLockRefusal, type LockedProject } from "./npm-sources.ts";
import { largestPnpmLock, pnpmFolders, pnpmLockRefusal } from "./pnpm-sources.ts";

export interface Installer {
  program: "npm" | "pnpm";
  /** As a person would have it done. */
  command: string;
  /** How large a lockfile may be. */
  largest: number;
  /** The packages of the project that a lockfile names, by their folders from its own. */
  folders(lock: string): readonly string[];
  refusal(project: LockedProject): string | null;
  /** Files that say which packages the project has, where manifests do not; ours, and not the change's. */
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
