// What the packed build costs to start, against the floor: node itself, and git's own diff of the same change.
//   node bench/packed.ts
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRepository } from "../src/world/git/make-repository.ts";
import { describe, finish } from "./measure.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "crosscheck-packed-"));
const rounds = 25;

function time(command: string, args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args, {
    env: { ...process.env, XDG_CACHE_HOME: join(folder, "cache"), CROSSCHECK_DATA: join(folder, "data") },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr.toString()}`);
  return performance.now() - start;
}

/** Each round runs ours and the floor back to back. */
function ratio(ours: () => number, floor: () => number) {
  ours();
  floor();
  return describe(Array.from({ length: rounds }, () => ours() / floor()));
}

const files = (count: number, text: (index: number) => string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`src/part${index % 40}/file${index}.ts`, text(index)]),
  );
const body = (index: number, extra = "") =>
  `export function work${index}(input: string): string {\n  const parts = input.split(",");\n${extra}  return parts.join("-${index}");\n}\n`.repeat(
    8,
  );

const made = await makeRepository(
  [
    { message: "feat: start", files: files(2000, (index) => body(index)) },
    { message: "feat: ten files", files: files(10, (index) => body(index, "  parts.reverse();\n")) },
  ],
  process.env,
  new AbortController().signal,
);
try {
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
      cwd: root,
      stdio: ["ignore", "pipe", "ignore"],
    }).toString(),
  ) as { filename: string }[];
  execFileSync("npm", ["install", "--no-save", "--prefix", folder, join(folder, packed!.filename)], {
    stdio: "ignore",
  });
  const bin = join(folder, "node_modules/crosscheck-review/bin/crosscheck.js");
  const node = process.execPath;
  const bare = () => time(node, ["-e", "0"]);
  const diff = () => time("git", ["-C", made.path, "diff", "HEAD^", "HEAD"]);
  console.log(`node -e 0: ${bare().toFixed(0)} ms, git diff: ${diff().toFixed(0)} ms (for scale; only ratios count)`);
  const noise = ratio(bare, bare);
  console.log(`noise, node against itself: ${noise.text}`);
  const help = ratio(() => time(node, [bin, "--help"]), bare);
  console.log(`--help: ${help.text} of node -e 0`);
  const review = ratio(
    () => time(node, [bin, "review", "HEAD^..HEAD", "--repo", made.path]),
    () => bare() + diff(),
  );
  console.log(`review of 10 files in 2,000: ${review.text} of node -e 0 plus git diff`);
  finish({ "--help at most 1.7 times": help.value <= 1.7, "review at most 4 times": review.value <= 4 });
} finally {
  made.remove();
  rmSync(folder, { recursive: true, force: true });
}
