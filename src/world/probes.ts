// Runs the programs that `crosscheck doctor` reports on, with argument arrays, a timeout and a minimal environment.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { versions } from "node:process";
import { UserError } from "../errors.ts";
import { discover } from "./git/discover.ts";
import { findProgram } from "./models/cli/find-program.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The result of running a program; null if there is no such program. */
export type ProbeRun =
  | { is: "ended"; code: number; out: string }
  | { is: "too-slow" }
  | { is: "failed"; why: string }
  | null;
type ProbeResult = { works: true; says: string } | { works: false; why: string };

export interface Probes {
  node: string;
  git: ProbeRun;
  repository:
    | { is: "found"; path: string; bare: boolean; shallow: boolean }
    | { is: "none"; why: string }
    | { is: "broken"; why: string; mend: string };
  temporary: ProbeResult & { path: string };
  /** Names of variables that hold a token; never a token itself. */
  tokens: readonly string[];
  /** Whether GitHub's command-line tool runs. */
  gh: boolean;
  sandbox: ProbeRun;
  store: ProbeResult;
}

const limitMs = 5_000;
const longestOutput = 2_000;

export async function runProbes(folder: string, env: Env, stop: AbortSignal): Promise<Probes> {
  const [git, gh, sandbox, store] = await Promise.all([
    run("git", ["--version"], env, stop),
    run("gh", ["--version"], env, stop),
    run("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"], env, stop),
    openStore(),
  ]);
  return {
    node: versions.node,
    git,
    repository: findRepository(folder),
    temporary: tryTemporary(),
    tokens: ["GITHUB_TOKEN", "GH_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"].filter(
      (name) => (env[name] ?? "") !== "",
    ),
    gh: gh?.is === "ended" && gh.code === 0 && gh.out.startsWith("gh version "),
    sandbox,
    store,
  };
}

/** Runs the program in the root folder with PATH only, so that it sees no token, setting or repository. */
export async function run(
  program: string,
  args: readonly string[],
  env: Env,
  stop: AbortSignal,
  limit = limitMs,
): Promise<ProbeRun> {
  const found = findProgram(program, env["PATH"] ?? "");
  if (found === null) return null;
  return await new Promise((resolve) => {
    const child = spawn(found.file, args, {
      cwd: "/",
      env: { PATH: env["PATH"], SystemRoot: env["SystemRoot"], LC_ALL: "C" },
      signal: AbortSignal.any([stop, AbortSignal.timeout(limit)]),
      killSignal: "SIGKILL",
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    let out = "";
    const keep = (text: string) => (out = `${out}${text}`.slice(0, longestOutput));
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.on("error", (error) => {
      // Child processes of the program may hold the pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(error.name === "AbortError" ? { is: "too-slow" } : { is: "failed", why: error.message });
    });
    child.on("close", (code) => resolve({ is: "ended", code: code ?? -1, out: out.trim() }));
  });
}

function findRepository(folder: string): Probes["repository"] {
  try {
    const { commonDir, workTree, gitDir } = discover(folder);
    return {
      is: "found",
      path: workTree ?? gitDir,
      bare: workTree === null,
      shallow: existsSync(join(commonDir, "shallow")),
    };
  } catch (error) {
    const why = (error as Error).message;
    const mend = error instanceof UserError ? error.remedy : "Check the folder and its permissions.";
    return /is not in a git repository$/.test(why) ? { is: "none", why } : { is: "broken", why, mend };
  }
}

function tryTemporary(): Probes["temporary"] {
  const path = tmpdir();
  try {
    const made = mkdtempSync(join(realpathSync(path), "crosscheck-doctor-"));
    try {
      writeFileSync(join(made, "probe"), "written");
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
    return { works: true, says: path, path };
  } catch (error) {
    return { works: false, why: (error as Error).message, path };
  }
}

async function openStore(): Promise<ProbeResult> {
  try {
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(":memory:");
    const row = database.prepare("select sqlite_version() as version").get();
    database.close();
    return { works: true, says: String(row?.["version"]) };
  } catch (error) {
    return { works: false, why: (error as Error).message };
  }
}
