// Runs a program in a sandbox that holds its installation and the two trees, both read-only, a home of its own in memory,
// and none of the user's files. It reaches its vendor's hosts and no others.
import { closeSync, existsSync, openSync, readSync, realpathSync } from "node:fs";
import { execPath } from "node:process";
import { programInside, type BindMount } from "../../sandbox/bubblewrap.ts";
import { openHostProxy } from "../../sandbox/host-proxy.ts";
import { insideProgram } from "../../sandbox/inside-program.ts";
import { runInSandbox } from "../../sandbox/run-in-sandbox.ts";
import type { ExportedTrees } from "./export-trees.ts";
import { findProgram } from "./find-program.ts";
import type { FileReader } from "./program.ts";
import type { ProgramOutput, ProgramRun } from "./run-program.ts";
import type { ProgramAccess } from "./program-access.ts";

/** Where things are inside. */
export const inside = { cwd: "/review", beside: "/beside", home: "/tmp/home", temporary: "/tmp" };
const ours = "/crosscheck";
const socket = "/proxy";
const tools = "/tools";
const ofSystem = /^\/(?:usr|bin|lib|lib64)\//;
const certificates = ["/etc/ssl", "/etc/ca-certificates", "/etc/pki"];
const certificateVariables = ["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "CODEX_CA_CERTIFICATE"];
/** Large runtimes reserve far more than they use. */
const memoryMb = 8192;
const tmpMb = 512;
const homeMb = 128;

export interface TreeRun extends Omit<ProgramRun, "cwd"> {
  trees: ExportedTrees;
  access: ProgramAccess;
  /** The folder of files named in arguments. */
  beside: string;
  /** Of the user, for finding programs. */
  path: string;
}

/** Reads the trees inside, for programs that need it. */
export function fileReader(): FileReader {
  return { command: programInside, args: [`${ours}/${insideProgram("read-files").name}`, inside.cwd] };
}

export async function runWithTrees(run: TreeRun): Promise<ProgramOutput> {
  const { trees, access, env, path } = run;
  const broken = new AbortController();
  const { file, mounts } = installation(run.file, path);
  const [runner, reader] = [insideProgram("run-behind-proxy"), insideProgram("read-files")];
  const proxy = await openHostProxy(access.hosts, { idleMs: run.ms });
  try {
    return await runInSandbox({
      program: execPath,
      args: [`${ours}/${runner.name}`, socket, file, ...run.args],
      files: new Map([...runner.files, ...reader.files]),
      filesAt: ours,
      readOnly: [
        ...mounts,
        { from: trees.base, to: `${inside.cwd}/base` },
        { from: trees.head, to: `${inside.cwd}/head` },
        { from: run.beside, to: inside.beside },
        { from: proxy.socket, to: socket },
        ...[...certificates, ...certificateVariables.flatMap((name) => env[name] ?? [])].filter(existsSync).map(asItIs),
      ],
      cwd: inside.cwd,
      memoryMb,
      tmpMb,
      writable: [{ at: inside.home, mb: homeMb }],
      environment: {
        ...env,
        PATH: `${tools}:/usr/local/bin:/usr/bin:/bin`,
        HOME: inside.home,
        TMPDIR: inside.temporary,
        CROSSCHECK_HOME_FILES: JSON.stringify(access.homeFiles),
      },
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
  } finally {
    await proxy.close();
  }
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
