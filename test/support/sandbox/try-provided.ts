// For tests: runs a command on a copy of a tree, in bubblewrap, with what was provided for it and nothing else.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { execPath, env } from "node:process";
import type { Machine, SandboxDependencies, StagedTree } from "../../../src/world/sandbox/sandbox-dependencies.ts";
import { runInSandbox } from "../../../src/world/sandbox/run-in-sandbox.ts";

const inside = `
const { cpSync, mkdirSync, rmSync, symlinkSync } = require("node:fs");
const { spawnSync } = require("node:child_process");
const { dirname, join } = require("node:path");
const { links, words, cwd, env } = JSON.parse(require("node:fs").readFileSync("/plan/plan.json", "utf8"));
cpSync("/tree", "/work", { recursive: true, verbatimSymlinks: true });
for (const { at, to } of links) {
  const link = join("/work", at);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(to, link);
}
const ran = spawnSync(words[0], words.slice(1), { cwd: join("/work", cwd), env, stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1e8 });
process.stdout.write(String(ran.stdout) + String(ran.stderr) + (ran.error?.message ?? ""));
process.exit(ran.status ?? 99);
`;

export async function tryProvided(
  provided: SandboxDependencies,
  tree: StagedTree,
  words: readonly [string, ...string[]],
  cwd = "",
): Promise<{ code: number | string; output: string }> {
  const path = [...provided.path, "/usr/bin", "/bin"].join(":");
  const plan = {
    links: provided.links,
    words,
    cwd,
    env: { HOME: "/tmp", TMPDIR: "/tmp", ...provided.env, PATH: path },
  };
  const ran = await runInSandbox({
    program: execPath,
    args: ["-e", inside],
    files: new Map([["plan.json", JSON.stringify(plan)]]),
    filesAt: "/plan",
    readOnly: [{ from: tree.folder, to: "/tree" }, ...provided.readOnly],
    writable: [{ at: "/work", mb: 512 }],
    environment: { PATH: path, HOME: "/tmp" },
    memoryMb: 4096,
    ms: 120_000,
    mostOutput: 10_000_000,
    env,
    stop: new AbortController().signal,
  });
  return {
    code: ran.is === "ended" ? ran.code : `${ran.is} ${"why" in ran ? ran.why : ""}`,
    output: ran.out + ran.err,
  };
}

/** Every file below a folder, as a tree that was checked out there. */
export function stagedAt(folder: string): StagedTree {
  const paths = globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return {
    folder,
    paths,
    read: async (path) => (paths.includes(path) ? readFileSync(join(folder, path), "utf8") : null),
  };
}

export function thisMachine(more: Partial<Machine> = {}): Machine {
  return { env, clone: null, cache: "/nowhere", node: execPath, stop: new AbortController().signal, ...more };
}
