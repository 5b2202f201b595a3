// Mounts installed packages read-only and links the tree's `node_modules` to them, so that tools can write caches
// there.
import { readdirSync, readlinkSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { isAbsolute } from "node:path/posix";
import { isInside } from "../../run-commands/is-inside.ts";
import type { SandboxDependencies } from "../sandbox-dependencies.ts";
import { dependenciesInside, treePath } from "./this-machine.ts";

/** Outside the tree, with its layout: `node_modules` of one workspace link to each other. */
const modulesInside = `${dependenciesInside}/modules`;

/** Caches of earlier runs would mislead tools. */
const cache = /^\.(?:vite.*|cache|tmp|temp)$/;

export interface NodeModules {
  from: string;
  /** The folder of the tree that gets it as `node_modules`. */
  folder: string;
}

export function bindModules(all: readonly NodeModules[]): Pick<SandboxDependencies, "readOnly" | "links"> {
  const placed = all.map(({ from, folder }) => ({ from, at: treePath(folder, "node_modules") }));
  return {
    readOnly: placed.map(({ from, at }) => ({ from, to: `${modulesInside}/${at}` })),
    links: placed.flatMap(({ from, at }) => linksTo(from, at)),
  };
}

function linksTo(from: string, at: string): SandboxDependencies["links"][number][] {
  return readdirSync(from, { withFileTypes: true }).flatMap((entry) => {
    if (cache.test(entry.name)) return [];
    const inner = { from: join(from, entry.name), at: `${at}/${entry.name}` };
    const holdsMore = entry.isDirectory() && (entry.name.startsWith("@") || entry.name === ".bin");
    return holdsMore ? linksTo(inner.from, inner.at) : linkTo(entry, inner.from, inner.at);
  });
}

function linkTo(entry: Dirent, from: string, at: string): SandboxDependencies["links"][number][] {
  if (!entry.isSymbolicLink()) return [{ at, to: `${modulesInside}/${at}` }];
  // Keep relative links: a workspace package is the tree's, not the clone's.
  const to = readlinkSync(from);
  return isAbsolute(to) || !isInside(`${at}/../${to}`) ? [] : [{ at, to }];
}
