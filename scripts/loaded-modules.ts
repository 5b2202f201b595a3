// Finds which modules a command loads, by running it from source.
import { spawnSync } from "node:child_process";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRepository } from "../src/world/git/make-repository.ts";

/** Names each loaded file on a line of its own, on a stream that the command does not use. */
const recorder = `data:text/javascript,import{registerHooks}from"node:module";import{writeSync}from"node:fs";
registerHooks({load(url,context,next){if(url.startsWith("file:"))writeSync(3,url+"\\n");return next(url,context)}})`;

/** Paths under src/, and the names of packages, of what starts every command and of what a local review adds. */
export async function loadedModules(): Promise<{ start: Set<string>; review: Set<string> }> {
  const made = await makeRepository(
    [
      { message: "feat: start", files: { "src/join.ts": "export const join = (a: string) => a;\n" } },
      { message: "feat: add an end", files: { "src/join.ts": "export const join = (a: string) => `${a}.`;\n" } },
    ],
    process.env,
    new AbortController().signal,
  );
  try {
    const start = loadedBy(["--help"]);
    return { start, review: loadedBy(["review", "HEAD^..HEAD", "--no-models", "--repo", made.path]) };
  } finally {
    made.remove();
  }
}

/** A file of ours by its path, one of a package by the package's name: the bundler may choose another file of it. */
export function moduleName(id: string): string {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? relative(process.cwd(), id);
}

function loadedBy(args: readonly string[]): Set<string> {
  const { status, output } = spawnSync(process.execPath, ["--import", recorder, "src/main.ts", ...args], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  if (status !== 0) throw new Error(`crosscheck ${args.join(" ")} ended with ${status}`);
  return new Set(
    output[3]!
      .toString()
      .trim()
      .split("\n")
      .map((url) => moduleName(fileURLToPath(url))),
  );
}
