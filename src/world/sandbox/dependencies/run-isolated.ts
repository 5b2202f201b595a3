// Runs a package manager with network access but with no other access to this machine than its own folders. Without
// bubblewrap it still gets an empty environment; it runs no code of the change.
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { platform } from "node:process";
import { runProgram, type ProgramOutput } from "../../models/cli/run-program.ts";
import type { Machine } from "../sandbox-dependencies.ts";
import { mountInPlace, pickVariables, programFile, mountExisting } from "./this-machine.ts";

export interface IsolatedProgram {
  /** Absolute path of a Node script or an executable. */
  program: string;
  args: readonly string[];
  /** Working directory; `writes` are further writable folders. */
  folder: string;
  writes: readonly string[];
  reads: readonly string[];
  env: Readonly<Record<string, string>>;
  ms: number;
}

const mostOutput = 1_000_000;
/** What programs need to start, resolve names and verify certificates. */
const system = ["/usr", "/lib", "/lib64", "/bin"];
const config = [
  "/etc/ld.so.cache",
  "/etc/alternatives",
  "/etc/ssl",
  "/etc/ca-certificates",
  "/etc/pki",
  "/etc/hosts",
  "/etc/nsswitch.conf",
  "/etc/resolv.conf",
];
const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"];
const authorities = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"];

export async function runIsolated(fetching: IsolatedProgram, machine: Machine): Promise<ProgramOutput> {
  const node = realpathSync(programFile("node", machine) ?? machine.node);
  const env = { ...environment(machine), ...fetching.env, PATH: `${dirname(node)}:/usr/bin:/bin` };
  const bwrap = platform === "linux" ? programFile("bwrap", machine) : null;
  const real = realpathSync(fetching.program);
  const program = [...(/\.[cm]?js$/.test(real) ? [node] : []), real, ...fetching.args];
  const words =
    bwrap === null ? program : [bwrap, ...bubblewrapArguments(fetching, [node, rootOf(real)], env), "--", ...program];
  const [file = node, ...args] = words;
  const { folder: cwd, ms } = fetching;
  return await runProgram({ file, args, env, cwd, input: "", ms, mostOutput, stop: machine.stop });
}

/** Skips proxy URLs with credentials. */
function environment({ env }: Machine): Record<string, string> {
  const open = Object.entries(pickVariables(env, proxies)).filter(([, value]) => !value.includes("@"));
  return { ...Object.fromEntries(open), ...pickVariables(env, authorities), LC_ALL: "C" };
}

/** A packaged program needs its package and its siblings. */
function rootOf(program: string): string {
  return /^.*\/node_modules(?=\/)/.exec(program)?.[0] ?? program;
}

function bubblewrapArguments(
  fetching: IsolatedProgram,
  programs: readonly string[],
  env: Readonly<Record<string, string>>,
): string[] {
  const certificates = mountExisting(authorities.flatMap((name) => env[name] ?? []));
  const writes = [fetching.folder, ...fetching.writes];
  return [
    ..."--unshare-pid --unshare-ipc --unshare-uts --die-with-parent --new-session --cap-drop ALL".split(" "),
    ...[...system, ...config].flatMap((path) => ["--ro-bind-try", path, path]),
    ..."--proc /proc --dev /dev --tmpfs /tmp".split(" "),
    ...[...programs.flatMap(mountInPlace), ...certificates].flatMap(({ from, to }) => ["--ro-bind", from, to]),
    ...fetching.reads.flatMap((path) => ["--ro-bind", path, path]),
    ...writes.flatMap((path) => ["--bind", path, path]),
    "--remount-ro",
    "/",
    "--chdir",
    fetching.folder,
  ];
}
