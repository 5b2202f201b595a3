// What of this machine is handed on: programs are asked about themselves, away from the change, and folders are bound.
import { accessSync, constants, lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { getuid } from "node:process";
import type { Ecosystem, NotRun } from "../../../findings/execution/sandbox-runner.ts";
import { findProgram } from "../../models/cli/find-program.ts";
import { runProgram } from "../../models/cli/run-program.ts";
import type { Machine, SandboxDependencies } from "../sandbox-dependencies.ts";

export type NotProvidedReason = { is: "not-run" } & NotRun;
export type ReadOnlyMount = SandboxDependencies["readOnly"][number];

/** Where the copy of the tree lies inside. */
export const treeInside = "/work";
/** Where we put what is bound and has no need to lie where it does on this machine. */
export const dependenciesInside = "/deps";

const systemFolders = ["/usr", "/lib", "/lib64", "/bin"];

/** What every sandbox has anyway. */
export function isSystem(path: string): boolean {
  return systemFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** At its own path, so that what names it by that path finds it; nothing for what is there anyway. */
export function mountInPlace(path: string): ReadOnlyMount[] {
  return isSystem(path) ? [] : [{ from: path, to: path }];
}

/** For what some machines have and others do not. */
export function mountExisting(paths: readonly string[]): ReadOnlyMount[] {
  return paths.filter((path) => !isSystem(path) && isReadableInSandbox(path)).map((path) => ({ from: path, to: path }));
}

/**
 * Whether the sandbox can read a file or folder. When we are root it runs as nobody; folders on the way do not bar that,
 * since root does the binding.
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
 * A folder of the clone's that is really there: a link could lead to anything on this machine, and a link can be part of
 * a change that the user has checked out.
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

/** What a program of the user's says of itself, in no folder of the change's and with nothing but the named variables. */
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

/** The file of a program on the user's PATH. */
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

export function noProgram(program: string): NotProvidedReason {
  return { is: "not-run", why: "no-program", program };
}

export function noDependencies(ecosystem: Ecosystem, message: string): NotProvidedReason {
  return { is: "not-run", why: "no-dependencies", ecosystem, message };
}

/** For a toolchain that is there, but not for the sandbox. */
export function toolchainUnreachable(ecosystem: Ecosystem, what: string, path: string): NotProvidedReason {
  return noDependencies(
    ecosystem,
    `${what} is in ${path}, which others than root cannot read, and the sandbox is not root. Let others read it, or run as another user`,
  );
}

/** The folder and all above it, the nearest first; "" is the root of the tree. */
export function foldersFrom(cwd: string): string[] {
  const clean = cwd === "." ? "" : cwd.replace(/\/+$/, "");
  if (clean === "") return [""];
  const above = dirname(clean);
  return [clean, ...foldersFrom(above === "." ? "" : above)];
}

/** A path of the tree's from a folder of it and a name. */
export function treePath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Whether one path of this machine is another or lies in it. */
export function isInsideFolder(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
