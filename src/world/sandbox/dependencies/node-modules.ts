// Installed packages as they get inside. They are bound read-only, laid out as they are outside; the tree's own
// `node_modules` are real folders of links to them, so that tools can write their caches there.
import { readdirSync, readlinkSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { isAbsolute } from "node:path/posix";
import { isInside } from "../../run-commands/is-inside.ts";
import type { SandboxDependencies } from "../sandbox-dependencies.ts";
import { dependenciesInside, treePath } from "./this-machine.ts";

/** Apart from the tree, but laid out like it: links between `node_modules` of one workspace lead from one to the other. */
const modulesInside = `${dependenciesInside}/modules`;

/** Tools write here, and what they find there of another run only misleads them. */
const cache = /^\.(?:vite.*|cache|tmp|temp)$/;

export interface NodeModules {
  /** A `node_modules` folder of this machine. */
  from: string;
  /** The folder of the tree whose `node_modules` it is to be. */
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
  // Made again as it is: a package of the workspace is the tree's, and not the one outside.
  const to = readlinkSync(from);
  return isAbsolute(to) || !isInside(`${at}/../${to}`) ? [] : [{ at, to }];
}
