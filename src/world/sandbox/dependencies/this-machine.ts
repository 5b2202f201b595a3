// Queries programs of this machine outside the change and mounts folders of it.
import { accessSync, constants, lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { getuid } from "node:process";
import type { Ecosystem, NotRun } from "../../../findings/execution/sandbox-runner.ts";
import { findProgram } from "../../models/cli/find-program.ts";
import { runProgram } from "../../models/cli/run-program.ts";
import type { Machine, SandboxDependencies } from "../sandbox-dependencies.ts";

export type NotProvidedReason = { is: "not-run" } & NotRun;
export type ReadOnlyMount = SandboxDependencies["readOnly"][number];

/** Path of the tree's copy in the sandbox. */
export const treeInside = "/work";
/** Folder for mounts that can be at any path. */
export const dependenciesInside = "/deps";

const systemFolders = ["/usr", "/lib", "/lib64", "/bin"];

/** Every sandbox has these. */
export function isSystem(path: string): boolean {
  return systemFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** Mounts at the same path, for programs that refer to it; none for system paths. */
export function mountInPlace(path: string): ReadOnlyMount[] {
  return isSystem(path) ? [] : [{ from: path, to: path }];
}

/** Mounts the paths that exist on this machine. */
export function mountExisting(paths: readonly string[]): ReadOnlyMount[] {
  return paths.filter((path) => !isSystem(path) && isReadableInSandbox(path)).map((path) => ({ from: path, to: path }));
}

/**
 * If we are root, the sandbox runs as nobody; parent folders do not matter then, because root does the mounting.
 */
export function isReadableInSandbox(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    if (getuid?.() !== 0) return true;
    const stat = statSync(path);
    const needed = stat.isDirectory() ? 0o005 : 0o004;
    return (stat.mode & needed) === needed;
  } catch {
    return false;
  }
}

/**
 * A real folder of the clone, or null: a checked-out change can contain links that lead anywhere on this machine.
 */
export function ownFolder(clone: string, path: string): string | null {
  const folder = join(clone, path);
  try {
    const isOwn = lstatSync(folder).isDirectory() && realpathSync(folder) === join(realpathSync(clone), path);
    return isOwn ? folder : null;
  } catch {
    return null;
  }
}

const askMs = 20_000;
const mostAnswer = 1_000_000;

/** Output of a program of the user, run outside the change with only the named variables; null if it fails. */
export async function askProgram(
  file: string,
  args: readonly string[],
  variables: readonly string[],
  machine: Machine,
  more: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const env = { ...pickVariables(machine.env, ["PATH", "HOME", ...variables]), LC_ALL: "C", ...more };
  const ran = await runProgram({
    file,
    args,
    env,
    cwd: "/",
    input: "",
    ms: askMs,
    mostOutput: mostAnswer,
    stop: machine.stop,
  });
  return ran.is === "ended" && ran.code === 0 ? ran.out.trim() : null;
}

export function pickVariables(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
}

export function programFile(name: string, machine: Machine): string | null {
  return findProgram(name, machine.env["PATH"] ?? "")?.file ?? null;
}

/** The file of a program that runs. Being on the PATH is not enough: it may be a stub that only looks for the program. */
export async function workingProgram(
  name: string,
  args: readonly string[],
  variables: readonly string[],
  machine: Machine,
): Promise<string | null> {
  const file = programFile(name, machine);
  return file !== null && (await askProgram(file, args, variables, machine)) !== null ? file : null;
}

const buildTools = ["mvn", "gradle", "npm", "pnpm", "yarn", "bun"];

/** Whether a build tool is on the PATH but does not run, such as a version manager's stub without a version. */
export async function isStub(name: string, machine: Machine): Promise<boolean> {
  if (!buildTools.includes(name) || programFile(name, machine) === null) return false;
  return (await workingProgram(name, ["--version"], ["JAVA_HOME"], machine)) === null;
}

export function noProgram(program: string): NotProvidedReason {
  return { is: "not-run", why: "no-program", program };
}

export function noDependencies(ecosystem: Ecosystem, message: string): NotProvidedReason {
  return { is: "not-run", why: "no-dependencies", ecosystem, message };
}

/** For an installed toolchain that the sandbox cannot read. */
export function toolchainUnreachable(ecosystem: Ecosystem, what: string, path: string): NotProvidedReason {
  return noDependencies(
    ecosystem,
    `${what} is in ${path}, which only root can read, and the sandbox does not run as root. Make it readable for others, or run as another user`,
  );
}

/** The folder and its parents, nearest first; "" is the root of the tree. */
export function foldersFrom(cwd: string): string[] {
  const clean = cwd === "." ? "" : cwd.replace(/\/+$/, "");
  if (clean === "") return [""];
  const above = dirname(clean);
  return [clean, ...foldersFrom(above === "." ? "" : above)];
}

export function treePath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

export function isInsideFolder(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
