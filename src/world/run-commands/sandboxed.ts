// Runs a command of a repository that is not the user's own in a sandbox, without network access, on a copy of the
// working tree. The tree is mounted read-only, without `.git`, whose config can contain credentials.
import { lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { execPath } from "node:process";
import { findProgram } from "../models/cli/find-program.ts";
import type { ProgramOutput } from "../models/cli/run-program.ts";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";

interface Run {
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  stop: AbortSignal;
}

type Bound = { from: string; to: string };

const tree = "/tree";
const tools = "/tools";
/** For each process, and for the copy. */
const memoryMb = 4096;
const mostOutput = 50_000_000;

export async function runSandboxed(
  words: readonly [string, ...string[]],
  { folder, env, stop }: Run,
  ms: number,
): Promise<ProgramOutput> {
  const entries = entriesOf(folder);
  const found = toolFor(words[0], env["PATH"] ?? "");
  // The Node that copies the tree is also the `node` of package scripts.
  const readOnly = [...entries.bound, { from: execPath, to: `${tools}/node` }, ...found.bound];
  const plan = JSON.stringify({ tree, tools, links: entries.links, words: [found.program, ...words.slice(1)] });
  let output = "";
  const ran = await runInSandbox({
    program: execPath,
    args: ["--input-type=module", "-e", copyAndRun, plan],
    readOnly,
    memoryMb,
    ms,
    mostOutput,
    // Only the end is kept; Node's own errors go to standard error.
    stdio: { onOutput: (text) => void (output = (output + text).slice(-100_000)) },
    env,
    stop,
  });
  return { ...ran, out: output };
}

/** A mount would follow a symbolic link to any place on this machine, so links are recreated in the copy. */
function entriesOf(folder: string): { bound: Bound[]; links: [name: string, target: string][] } {
  const bound: Bound[] = [];
  const links: [string, string][] = [];
  for (const name of readdirSync(folder)) {
    if (name === ".git") continue;
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) links.push([name, readlinkSync(path)]);
    else if (stat.isFile() || stat.isDirectory()) bound.push({ from: path, to: `${tree}/${name}` });
  }
  return { bound, links };
}

const systemFolders = ["/usr/", "/bin/", "/lib/", "/lib64/"];

/**
 * The path of the program inside the sandbox. System programs are there already; others are mounted: a single file, or
 * the npm package that contains it.
 */
function toolFor(program: string, path: string): { program: string; bound: Bound[] } {
  if (program.includes("/")) return { program, bound: [] };
  const found = findProgram(program, path);
  if (found === null) return { program, bound: [] };
  const file = realpathSync(found.file);
  if (program === "node" || systemFolders.some((folder) => file.startsWith(folder))) return { program, bound: [] };
  const inPackage = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\/(.+)$/.exec(file.split(sep).join("/"));
  if (inPackage) {
    const to = `${tools}/packages/${basename(inPackage[2]!)}`;
    return { program: `${to}/${inPackage[3]!}`, bound: [{ from: inPackage[1]!, to }] };
  }
  return { program: `${tools}/${program}`, bound: [{ from: file, to: `${tools}/${program}` }] };
}

/**
 * Runs inside the sandbox. `node_modules` is linked instead of copied, because it is large and need not be writable.
 * The command's standard output and error are merged in order.
 */
const copyAndRun = `
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { spawnSync } from "node:child_process";
const { tree, tools, links, words } = JSON.parse(process.argv[1]);
const copy = "/tmp/work";
mkdirSync(copy);
for (const name of existsSync(tree) ? readdirSync(tree) : []) {
  if (name === "node_modules") symlinkSync(tree + "/" + name, copy + "/" + name);
  else cpSync(tree + "/" + name, copy + "/" + name, { recursive: true, verbatimSymlinks: true });
}
for (const [name, target] of links) symlinkSync(target, copy + "/" + name);
const env = { PATH: tools + ":/usr/local/bin:/usr/bin:/bin", HOME: "/tmp", LANG: "C.UTF-8", CI: "true", PWD: copy };
const ran = spawnSync(words[0], words.slice(1), { cwd: copy, env, stdio: ["ignore", 1, 1] });
if (ran.error) console.log(words[0] + " cannot be started here: " + ran.error.code);
process.exit(ran.error ? 127 : (ran.status ?? 128));
`;
