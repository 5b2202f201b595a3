// Runs what a runner builds in a small project on the machine itself, with the real tool: the tree's folder is said as
// /work and the folder of reports as the runner knows it, so that its results are read as they come from a sandbox.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Project } from "../../src/findings/execution/runner.ts";
import { reportFolder, type CommandEnd, type CommandLine } from "../../src/findings/execution/sandbox-runner.ts";

/** For `test.skipIf`: left out with a word where the tool is missing. */
export function skipWithout(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore", timeout: 60_000, env: toolEnvironment() });
    return false;
  } catch {
    console.log(`Skipped: ${[program, ...args].join(" ")} does not work here.`);
    return true;
  }
}

/** Debian's Python has Debian's pytest; a shim before it in the path may have none. */
function toolEnvironment(): NodeJS.ProcessEnv {
  const { HOME, PATH, CARGO_HOME, RUSTUP_HOME, GOCACHE, JAVA_HOME } = process.env;
  return {
    HOME,
    PATH: `/usr/bin:${PATH}`,
    CARGO_HOME,
    RUSTUP_HOME,
    GOCACHE,
    JAVA_HOME,
    GOFLAGS: "-mod=mod",
    GOPROXY: "off",
  };
}

export interface SmallProject extends Project {
  folder: string;
  run(command: CommandLine): Promise<CommandEnd>;
}

export function smallProject(files: Readonly<Record<string, string>>): SmallProject {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-runner-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, "tree", path)), { recursive: true });
    writeFileSync(join(folder, "tree", path), text);
  }
  return { ...projectOf(files), folder, run: async (command) => await run(folder, command) };
}

/** Files that are only read. */
export function projectOf(files: Readonly<Record<string, string>>): Project {
  return {
    paths: Object.keys(files),
    read: async (path) => (Object.hasOwn(files, path) ? files[path]! : null),
  };
}

async function run(folder: string, { words, cwd, env, reports = [] }: CommandLine): Promise<CommandEnd> {
  const tree = join(folder, "tree");
  const written = join(folder, "reports");
  rmSync(written, { recursive: true, force: true });
  mkdirSync(written);
  const [program, ...args] = words.map((word) => word.replaceAll(reportFolder, written));
  const child = spawn(program!, args, {
    cwd: join(tree, cwd),
    env: { ...toolEnvironment(), ...env, TMPDIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const code = await new Promise<number | null>((done, failed) => child.on("error", failed).on("close", done));
  const inside = (text: string) => text.replaceAll(tree, "/work").replaceAll(written, reportFolder);
  return { is: "ended", code, why: null, output: inside(output), reports: reports.flatMap(readReport), ms: 1 };

  function readReport(path: string): CommandEnd["reports"][number][] {
    const absolute = path.startsWith("/");
    const found = absolute
      ? [path.replace(reportFolder, written)]
      : globSync(path, { cwd: join(tree, cwd) }).map((one) => join(tree, cwd, one));
    return found
      .filter((file) => existsSync(file))
      .map((file) => ({ path: inside(file), text: inside(readFileSync(file, "utf8")) }));
  }
}
