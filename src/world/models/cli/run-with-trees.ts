// Runs a program in a sandbox that holds its installation, its own home and the two trees, all read-only, and none of
// the user's files.
import { closeSync, existsSync, openSync, readSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { BindMount } from "../../sandbox/bubblewrap.ts";
import { runInSandbox } from "../../sandbox/run-in-sandbox.ts";
import type { ExportedTrees } from "./export-trees.ts";
import { findProgram } from "./find-program.ts";
import type { OwnFolder } from "./own-folder.ts";
import type { ProgramOutput, ProgramRun } from "./run-program.ts";

/** Where things are inside. */
export const inside = { cwd: "/review", beside: "/beside", home: "/tmp/home", temporary: "/tmp" };
const tools = "/tools";
const ofSystem = /^\/(?:usr|bin|lib|lib64)\//;
/** Name resolution and certificates: it has the network that it has without a sandbox, but no tool that uses one. */
const network = ["resolv.conf", "hosts", "nsswitch.conf", "ssl", "ca-certificates", "pki"].map(
  (name) => `/etc/${name}`,
);
const certificates = ["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"];
/** Large runtimes reserve far more than they use. */
const memoryMb = 8192;
const tmpMb = 512;
const homeMb = 128;

export interface TreeRun extends Omit<ProgramRun, "cwd"> {
  trees: ExportedTrees;
  folder: OwnFolder;
  /** Files of its home, by name. */
  homeFiles: readonly string[];
  /** Of the user, for finding programs. */
  path: string;
}

export async function runWithTrees(run: TreeRun): Promise<ProgramOutput> {
  const { trees, folder, env, path, homeFiles } = run;
  const broken = new AbortController();
  const { file, mounts } = installation(run.file, path);
  const ended = await runInSandbox({
    program: "/usr/bin/env",
    args: [file, ...run.args],
    readOnly: [
      ...mounts,
      { from: trees.base, to: `${inside.cwd}/base` },
      { from: trees.head, to: `${inside.cwd}/head` },
      { from: folder.beside, to: inside.beside },
      ...homeFiles.map((name) => ({ from: join(folder.home, name), to: join(inside.home, name) })),
      ...[...network, ...certificates.flatMap((name) => env[name] ?? [])].filter(existsSync).map(asItIs),
    ],
    network: true,
    cwd: inside.cwd,
    memoryMb,
    tmpMb,
    writable: [{ at: inside.home, mb: homeMb }],
    environment: { ...env, PATH: `${tools}:/usr/local/bin:/usr/bin:/bin`, HOME: inside.home, TMPDIR: inside.temporary },
    hasKeys: true,
    ms: run.ms,
    mostOutput: run.mostOutput,
    stdio: {
      input: run.input,
      hears(text) {
        try {
          run.hears?.(text);
        } catch (error) {
          broken.abort(error);
        }
      },
    },
    env: { PATH: path },
    stop: AbortSignal.any([run.stop, broken.signal]),
  });
  return ended;
}

function asItIs(path: string): BindMount {
  return { from: path, to: path };
}

/** The program's real file, with the packages beside it and the interpreter that its first line names. */
function installation(program: string, path: string): { file: string; mounts: BindMount[] } {
  const file = realpathSync(program);
  const packages = /^.*?\/node_modules(?=\/)/.exec(file)?.[0];
  const own = ofSystem.test(file) ? [] : [asItIs(packages ?? file)];
  return { file, mounts: [...own, ...interpreter(file, path)] };
}

function interpreter(file: string, path: string): BindMount[] {
  const [, named = "", argument = ""] = /^#!\s*(\S+)[ \t]*(\S*)/.exec(beginning(file)) ?? [];
  if (named === "") return [];
  if (named !== "/usr/bin/env") return ofSystem.test(named) ? [] : [{ from: realpathSync(named), to: named }];
  const found = findProgram(argument, path)?.file;
  return found === undefined ? [] : [{ from: realpathSync(found), to: `${tools}/${argument}` }];
}

function beginning(file: string): string {
  const open = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(256);
    return bytes.toString("latin1", 0, readSync(open, bytes));
  } finally {
    closeSync(open);
  }
}
