// The command line that starts a program in bubblewrap: namespaces of its own, no network, an empty environment, and of
// this machine's files only what programs need to start, read-only.

/** Where the program itself lies inside. */
const programInside = "/program";
/** Nobody: the namespaces of root would be root's outside too. */
const nobody = 65534;

export interface Inside {
  /** A program of this machine, by its absolute path; it is bound read-only and started. */
  program: string;
  args: readonly string[];
  /** Files and folders of this machine that it may read, and where it finds them. */
  readOnly?: readonly { from: string; to: string }[];
  /** What each process may hold of writable memory (RLIMIT_DATA; Node's code range is 512 MB of it), and `/tmp` of files. */
  memoryMb: number;
}

/** What dynamically linked programs need. */
const system = ["/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache"];
const apart = words("--unshare-all --die-with-parent --new-session --clearenv --hostname sandbox");
const devices = words("--proc /proc --dev /dev");
/** What is written without a limit would be memory without a limit. */
const nothingElse = words("--remount-ro /dev --remount-ro /");
const environment = words("--setenv PATH /usr/bin:/bin --setenv HOME /tmp --chdir /tmp");
const asNobody = words(`setpriv --reuid=${nobody} --regid=${nobody} --clear-groups`);

export function commandLine(inside: Inside, asRoot: boolean): readonly string[] {
  const { program, args, readOnly = [], memoryMb } = inside;
  const bytes = memoryMb * 1024 * 1024;
  return [
    ...(asRoot ? asNobody : []),
    ...words(`prlimit --data=${bytes} --core=0 bwrap`),
    ...apart,
    ...system.flatMap((path) => ["--ro-bind-try", path, path]),
    ...devices,
    ...words(`--size ${bytes} --tmpfs /tmp`),
    ...[{ from: program, to: programInside }, ...readOnly].flatMap(({ from, to }) => ["--ro-bind", from, to]),
    ...nothingElse,
    ...environment,
    "--",
    programInside,
    ...args,
  ];
}

/** For what is ours alone: nothing from outside is ever split. */
function words(text: string): string[] {
  return text.split(" ");
}

/** Who owns the files that are made for the sandbox, when we are root: it reads them as nobody. */
export const ownerInside: { uid: number; gid: number } = { uid: nobody, gid: nobody };
