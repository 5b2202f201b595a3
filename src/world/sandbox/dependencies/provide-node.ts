// Provides a Node project's packages: from the user's clone if the same lockfile is installed there, otherwise
// installed from the lockfile.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Machine, SandboxDependencies, StagedTree } from "../sandbox-dependencies.ts";
import { findInClone } from "./node-clone.ts";
import { bindModules, type NodeModules } from "./node-modules.ts";
import { findNodeProject, type NodeProject } from "./node-project.ts";
import { installFromLock } from "./install-from-lock.ts";
import { installers } from "./installers.ts";
import {
  dependenciesInside,
  treePath,
  noDependencies,
  treeInside,
  foldersFrom,
  workingProgram,
  type NotProvidedReason,
} from "./this-machine.ts";

const nodeInside = `${dependenciesInside}/node/bin`;

export async function provideNode(
  cwd: string,
  tree: StagedTree,
  machine: Machine,
): Promise<SandboxDependencies | NotProvidedReason> {
  const project = await findNodeProject(cwd, tree);
  if (project === null || bringsItsOwn(project, tree)) return withNode([], "machine", machine.node, cwd, machine);
  const inClone = findInClone(project, tree, machine);
  if (inClone.is === "same") {
    const { clone, folders } = inClone;
    return withNode(
      modulesOf(folders, (folder) => join(clone, folder)),
      "clone",
      clone,
      cwd,
      machine,
    );
  }
  const { lock, root, folders } = project;
  if (lock === null) return missing(`there is no lockfile, and ${inClone.why}`, "npm install");
  const installer = installers[lock.manager];
  const file = installer ? await workingProgram(installer.program, ["--version"], [], machine) : null;
  if (!installer || file === null) return missing(inClone.why, `${lock.manager} install`);
  const made = await installFromLock(project, lock.path, { ...installer, file }, tree, machine);
  if (made.is !== "made") return made;
  const outside = (folder: string) => join(made.folder, folder.slice(root.length));
  return withNode(modulesOf(folders, outside), made.how, made.folder, cwd, machine);
}

/** The repository has its packages checked in. */
function bringsItsOwn({ root }: NodeProject, tree: StagedTree): boolean {
  const start = treePath(root, "node_modules");
  return tree.paths.some((path) => path === start || path.startsWith(`${start}/`));
}

function modulesOf(folders: readonly string[], outside: (folder: string) => string): NodeModules[] {
  return folders
    .map((folder) => ({ from: join(outside(folder), "node_modules"), folder }))
    .filter(({ from }) => existsSync(from));
}

function withNode(
  modules: readonly NodeModules[],
  from: SandboxDependencies["did"]["from"],
  folder: string,
  cwd: string,
  machine: Machine,
): SandboxDependencies {
  const { readOnly, links } = bindModules(modules);
  const programs = foldersFrom(cwd).map((above) => `${treeInside}/${treePath(above, "node_modules/.bin")}`);
  return {
    readOnly: [{ from: machine.node, to: `${nodeInside}/node` }, ...readOnly],
    env: {},
    path: [...programs, nodeInside],
    links,
    did: { ecosystem: "node", from, folder },
  };
}

function missing(why: string, command: string): NotProvidedReason {
  return noDependencies(
    "node",
    `${why}. Run ${command} in your clone with the same lockfile; the packages are then used from there`,
  );
}
