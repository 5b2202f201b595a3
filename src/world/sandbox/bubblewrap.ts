// The command line that starts a program in bubblewrap: namespaces of its own, no network, an empty environment, and of
// this machine's files only what programs need to start, read-only.

import { infoFd } from "./process-exit.ts";

/** Where the program itself lies inside. */
const programInside = "/program";
/** Nobody: the namespaces of root would be root's outside too. */
const nobody = 65534;

export interface SandboxCommand {
  /** A program of this machine, by its absolute path; it is bound read-only and started. */
  program: string;
  args: readonly string[];
  /** Files, folders and sockets of this machine that it may read or connect to, and where it finds them. */
  readOnly?: readonly BindMount[];
  /** What each process may hold of writable memory (RLIMIT_DATA; Node's code range is 512 MB of it), and `/tmp` of files. */
  memoryMb: number;
  /** What `/tmp` may hold, where that is something else. */
  tmpMb?: number;
  /** All of its environment; a PATH and a HOME where nothing is said. */
  environment?: Readonly<Record<string, string>>;
  /** Folders in memory that it may write to, beside `/tmp`. */
  writable?: readonly { at: string; mb: number }[];
  /** Who it takes itself for. Outside it has no more rights for that. */
  user?: number;
  limits?: SandboxLimits;
}

export interface BindMount {
  from: string;
  to: string;
}

export interface SandboxLimits {
  /** Of all its processes together. */
  totalMb: number;
  /** Threads count. */
  processes: number;
  openFiles: number;
  /** Of one file. */
  fileMb: number;
}

/** What a sandbox is started with, by their whole paths: none of them is told where this machine has its programs. */
export interface SandboxPrograms {
  bwrap: string;
  prlimit: string;
  /** For root alone. */
  setpriv?: string;
}

/** What this machine's bubblewrap and kernel can do. */
export interface SandboxAbilities {
  programs: SandboxPrograms;
  asRoot: boolean;
  /** Since 0.8: no namespaces within, and so less of the kernel to reach. */
  noNamespaces: boolean;
  /** Since Linux 5.14: those of a namespace are counted apart from the user's others. */
  countsProcesses: boolean;
}

/** What dynamically linked programs need. */
const system = ["/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache"];
const isolation = words("--unshare-all --die-with-parent --new-session --clearenv --hostname sandbox");
const noNamespaces = words("--unshare-user --disable-userns");
const devices = words("--proc /proc --dev /dev");
/** What is written without a limit would be memory without a limit. */
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
    ...(can.noNamespaces ? noNamespaces : []),
    ...(user === undefined ? [] : words(`--unshare-user --uid ${user} --gid ${user}`)),
    ...system.flatMap((path) => ["--ro-bind-try", path, path]),
    ...devices,
    ...writable.flatMap((folder) => ["--size", `${folder.mb * mb}`, "--tmpfs", folder.at]),
    ...[{ from: program, to: programInside }, ...readOnly].flatMap(({ from, to }) => ["--ro-bind", from, to]),
    ...readOnlyRoot,
    ...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...words("--chdir /tmp --"),
    // In here it counts the processes of this namespace; outside, it would count all of the user's.
    ...(limits && can.countsProcesses ? ["prlimit", `--nproc=${limits.processes}`, "--"] : []),
    programInside,
    ...args,
  ];
}

/** For what is ours alone: nothing from outside is ever split. */
function words(text: string): string[] {
  return text.split(" ");
}

/** Who owns the files that are made for the sandbox, when we are root: it reads them as nobody. */
export const sandboxOwner: { uid: number; gid: number } = { uid: nobody, gid: nobody };
