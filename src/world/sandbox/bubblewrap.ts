// Builds the command line that starts a program in bubblewrap: own namespaces, no network, an empty environment, and
// read-only system files.

import { infoFd } from "./process-exit.ts";

/** The file descriptor from which bubblewrap reads the filter of system calls. */
export const filterFd = 4;

/** Where `program` is mounted. */
export const programInside = "/program";
/** Nobody: in root's namespaces it would be root outside as well. */
const nobody = 65534;

export interface SandboxCommand {
  /** Absolute path of a program of this machine; mounted read-only. */
  program: string;
  args: readonly string[];
  /** Files, folders and sockets of this machine, and where they are mounted. */
  readOnly?: readonly BindMount[];
  /** Limit for the writable memory of each process (RLIMIT_DATA; Node's code range takes 512 MB of it), and default size of `/tmp`. */
  memoryMb: number;
  /** Size of `/tmp`; `memoryMb` by default. */
  tmpMb?: number;
  /** The whole environment; by default a PATH and a HOME. */
  environment?: Readonly<Record<string, string>>;
  /** The environment holds keys, so it is inherited instead of named on the command line. */
  hasKeys?: boolean;
  /** Writable folders in memory besides `/tmp`. */
  writable?: readonly { at: string; mb: number }[];
  /** User id inside; it grants no rights outside. */
  user?: number;
  limits?: SandboxLimits;
  /** The working folder; `/tmp` by default. */
  cwd?: string;
}

export interface BindMount {
  from: string;
  to: string;
}

export interface SandboxLimits {
  /** Memory of all processes together. */
  totalMb: number;
  /** Threads count as processes. */
  processes: number;
  openFiles: number;
  /** Size of one file. */
  fileMb: number;
}

/** Absolute paths of the programs that start a sandbox: they get no PATH. */
export interface SandboxPrograms {
  bwrap: string;
  prlimit: string;
  /** Only needed by root. */
  setpriv?: string;
}

export interface SandboxAbilities {
  programs: SandboxPrograms;
  asRoot: boolean;
  /** Since bubblewrap 0.8: can forbid nested namespaces, which reduces the reachable kernel surface. */
  noNamespaces: boolean;
  /** The filter of system calls; null where none is known for this architecture. */
  filter: Uint8Array | null;
  /** Folders of this machine in /usr that can hold credentials, such as npm's global config. */
  hidden: readonly string[];
  /** Since Linux 5.14: process limits count per namespace, not per user. */
  countsProcesses: boolean;
}

/** What dynamically linked programs need. */
const system = ["/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache"];
const isolation = words("--unshare-all --die-with-parent --new-session --hostname sandbox");
const noNamespaces = words("--unshare-user --disable-userns");
const devices = words("--proc /proc --dev /dev");
/** Unlimited writes would be unlimited memory. */
const readOnlyRoot = words("--remount-ro /dev --remount-ro /");
const defaultEnvironment = { PATH: "/usr/bin:/bin", HOME: "/tmp" };
const asNobody = words(`--reuid=${nobody} --regid=${nobody} --clear-groups`);
const mb = 1024 * 1024;

export function bubblewrapCommand(inside: SandboxCommand, can: SandboxAbilities): readonly string[] {
  const { program, args, readOnly = [], memoryMb, environment = defaultEnvironment, limits, user } = inside;
  const writable = [{ at: "/tmp", mb: inside.tmpMb ?? memoryMb }, ...(inside.writable ?? [])];
  const { bwrap, prlimit, setpriv } = can.programs;
  return [
    ...(can.asRoot && setpriv !== undefined ? [setpriv, ...asNobody] : []),
    prlimit,
    ...words(`--data=${memoryMb * mb} --core=0`),
    ...(limits ? [`--nofile=${limits.openFiles}`, `--fsize=${limits.fileMb * mb}`] : []),
    bwrap,
    "--info-fd",
    `${infoFd}`,
    ...isolation,
    ...(inside.hasKeys ? [] : ["--clearenv"]),
    ...(can.noNamespaces ? noNamespaces : []),
    ...(can.filter === null ? [] : ["--seccomp", `${filterFd}`]),
    ...(user === undefined ? [] : words(`--unshare-user --uid ${user} --gid ${user}`)),
    ...system.flatMap((path) => ["--ro-bind-try", path, path]),
    ...can.hidden.flatMap((folder) => ["--tmpfs", folder, "--remount-ro", folder]),
    ...devices,
    ...writable.flatMap((folder) => ["--size", `${folder.mb * mb}`, "--tmpfs", folder.at]),
    ...[{ from: program, to: programInside }, ...readOnly].flatMap(({ from, to }) => ["--ro-bind", from, to]),
    ...readOnlyRoot,
    ...Object.entries(inside.hasKeys ? {} : environment).flatMap(([name, value]) => ["--setenv", name, value]),
    "--chdir",
    inside.cwd ?? "/tmp",
    "--",
    // Set inside, the limit counts this namespace; outside, it would count all processes of the user.
    ...(limits && can.countsProcesses ? ["prlimit", `--nproc=${limits.processes}`, "--"] : []),
    programInside,
    ...args,
  ];
}

/** Only for our own constants; untrusted text is never split. */
function words(text: string): string[] {
  return text.split(" ");
}

/** Owner of the sandbox's files if we are root, because it reads them as nobody. */
export const sandboxOwner: { uid: number; gid: number } = { uid: nobody, gid: nobody };
