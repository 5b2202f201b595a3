// Provides the Python for a project's tests: the virtual environment of the user's clone, otherwise a Python of the
// machine, preferably one with pytest.
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { Machine, SandboxDependencies, StagedTree } from "../sandbox-dependencies.ts";
import {
  askProgram,
  isInsideFolder,
  mountInPlace,
  treePath,
  isReadableInSandbox,
  noProgram,
  ownFolder,
  programFile,
  treeInside,
  toolchainUnreachable,
  foldersFrom,
  type NotProvidedReason,
} from "./this-machine.ts";

interface Python {
  /** The folder of its programs, and the folders they need. */
  programs: string;
  folders: readonly string[];
}

export async function providePython(
  cwd: string,
  tree: StagedTree,
  machine: Machine,
): Promise<SandboxDependencies | NotProvidedReason> {
  const env = { ...pythonEnvironment, PYTHONPATH: sources(cwd, tree).join(":") };
  const own = findVirtualEnvironment(cwd, tree, machine);
  if (own) return pythonDependencies(own.python, { ...env, VIRTUAL_ENV: own.folder }, "clone", own.folder);
  const found = await findMachinePython(machine);
  if (found.is !== "found") return found;
  return pythonDependencies(found.python, env, "machine", found.python.programs);
}

/** No bytecode next to sources, and no packages from the user's home. */
const pythonEnvironment = { PYTHONDONTWRITEBYTECODE: "1", PYTHONNOUSERSITE: "1" };

function pythonDependencies(
  python: Python,
  env: SandboxDependencies["env"],
  from: "clone" | "machine",
  folder: string,
): SandboxDependencies {
  return {
    readOnly: python.folders.flatMap(mountInPlace),
    env,
    path: [python.programs],
    links: [],
    did: { ecosystem: "python", from, folder },
  };
}

function sources(cwd: string, tree: StagedTree): string[] {
  return foldersFrom(cwd).flatMap((folder) => {
    const source = treePath(folder, "src");
    const own = folder === "" ? treeInside : `${treeInside}/${folder}`;
    return tree.paths.some((path) => path.startsWith(`${source}/`)) ? [own, `${treeInside}/${source}`] : [own];
  });
}

/**
 * Mounted at its original path, to which its programs refer. Its files are read, but never run outside the sandbox,
 * because they may come from a checked-out change.
 */
function findVirtualEnvironment(
  cwd: string,
  tree: StagedTree,
  { clone, env }: Machine,
): { python: Python; folder: string } | null {
  if (clone === null) return null;
  for (const above of foldersFrom(cwd))
    for (const name of [".venv", "venv"]) {
      const path = treePath(above, name);
      const folder = ownFolder(clone, path);
      if (folder === null || tree.paths.some((file) => file.startsWith(`${path}/`)) || !isReadableInSandbox(folder))
        continue;
      const base = baseInstallation(folder, env["HOME"] ?? "/");
      if (base !== null) return { python: { programs: join(folder, "bin"), folders: [folder, base] }, folder };
    }
  return null;
}

/** The installation behind a virtual environment, or null. */
function baseInstallation(environment: string, home: string): string | null {
  try {
    const config = join(environment, "pyvenv.cfg");
    if (!lstatSync(config).isFile()) return null;
    const programs = /^home\s*=\s*(\S.*?)\s*$/m.exec(readFileSync(config, "utf8"))?.[1];
    if (programs === undefined || !isAbsolute(programs)) return null;
    const base = dirname(realpathSync(programs));
    return isInstallation(base) && !isInsideFolder(base, home) && isReadableInSandbox(base) ? base : null;
  } catch {
    return null;
  }
}

function isInstallation(folder: string): boolean {
  const libraries = join(folder, "lib");
  return (
    existsSync(join(folder, "bin", "python3")) &&
    existsSync(libraries) &&
    readdirSync(libraries).some((name) => /^python3\.\d+$/.test(name) && existsSync(join(libraries, name, "os.py")))
  );
}

const question =
  "import sys, json, importlib.util as u; print(json.dumps([sys.prefix, sys.base_prefix, sys.executable, u.find_spec('pytest') is not None]))";

type FoundPython = { is: "found"; python: Python };

/** The first on the PATH with pytest, otherwise the first. */
async function findMachinePython(machine: Machine): Promise<FoundPython | NotProvidedReason> {
  const files = (machine.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => programFile("python3", { ...machine, env: { PATH: folder } }) ?? []);
  let first: FoundPython | null = null;
  let hidden: string | null = null;
  for (const file of new Set(files)) {
    const output = await askProgram(file, ["-I", "-c", question], ["PYENV_ROOT", "PYENV_VERSION"], machine);
    const answer = output === null ? null : readAnswer(output);
    if (answer === null) continue;
    const folders = [...new Set([answer.prefix, answer.base])];
    const barred = folders.find((folder) => !isReadableInSandbox(folder));
    if (barred !== undefined) {
      hidden ??= barred;
      continue;
    }
    const found: FoundPython = { is: "found", python: { programs: dirname(answer.executable), folders } };
    if (answer.hasPytest) return found;
    first ??= found;
  }
  return first ?? (hidden === null ? noProgram("python3") : toolchainUnreachable("python", "Python", hidden));
}

function readAnswer(text: string) {
  const [prefix, base, executable, hasPytest] = JSON.parse(text) as unknown[];
  const areText = typeof prefix === "string" && typeof base === "string" && typeof executable === "string";
  return areText ? { prefix, base, executable, hasPytest: hasPytest === true } : null;
}
