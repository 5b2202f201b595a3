// What all checks cost on real changes of a large repository, against one `git grep` for one name on the same trees.
//   node bench/prescan.ts [--last 60] [--cold 10] [--where] <repository>...
// Warm: one process that has reviewed older changes, with its index; cold: a fresh process for each change. Both sides
// of every ratio run back to back. --where prints which steps and checks the time goes to.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openGitRepository, type OpenRepository } from "../src/app/review/open-repository.ts";
import { addedLines } from "../src/change/diff.ts";
import { checks } from "../src/findings/checks/index.ts";
import { review } from "../src/review-change.ts";
import { makeRepository } from "../src/world/git/make-repository.ts";
import { largestFile } from "../src/world/git/own-directory.ts";
import { keepHeapSmall } from "../src/world/small-heap.ts";
import { describe, finish } from "./measure.ts";
import { packInto } from "./pack.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    last: { type: "string", default: "60" },
    cold: { type: "string", default: "10" },
    where: { type: "boolean", default: false },
  },
});
// As the command line does.
keepHeapSmall();
const stop = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), "crosscheck-prescan-"));
const env = { ...process.env, XDG_CACHE_HOME: join(folder, "cache"), NODE_COMPILE_CACHE: join(folder, "compiled") };
const goals: Record<string, boolean> = {};

interface Step {
  parent: string;
  sha: string;
}

/** Newest first; roots are left out. */
function history(repository: string, count: number): Step[] {
  const log = ["-C", repository, "rev-list", "--first-parent", "--parents", `--max-count=${count}`, "HEAD"];
  return execFileSync("git", log, { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.split(" "))
    .flatMap(([sha = "", parent]) => (parent === undefined ? [] : [{ sha, parent }]));
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

function timeOf(command: string, args: readonly string[]): { ms: number; status: number | null; stderr: string } {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args, { env, maxBuffer: 1e9 });
  return { ms: performance.now() - start, status, stderr: stderr.toString() };
}

const grepFor = (repository: string, name: string, tree: string) =>
  timeOf("git", ["-C", repository, "grep", "-n", "-w", name, tree]).ms;

const where = new Map<string, number>();
const spent = (step: string, ms: number) => where.set(step, (where.get(step) ?? 0) + ms);

async function reviewed(opened: OpenRepository, { parent, sha }: Step) {
  let last = performance.now();
  let step = "";
  const clock = { now: () => performance.now(), today: () => "2026-01-05" };
  const progress = (to: { step: string }) => {
    if (to.step === "checked") return;
    if (step !== "") spent(step, performance.now() - last);
    [step, last] = [to.step, performance.now()];
  };
  const reading = { ...opened, checks, user: {}, largestFile, clock, stop, progress };
  const draft = await review({ kind: "range", from: parent, to: sha, symmetric: false }, reading, {
    ignoreConfig: true,
  });
  spent(step, performance.now() - last);
  for (const report of draft.reports) {
    spent(`  ${report.unit}`, report.ms);
    if (report.status === "failed") throw new Error(`${report.unit} failed on ${sha}: ${JSON.stringify(report.why)}`);
  }
  return draft;
}

/** A longer word that the change adds: what somebody would look for. */
function nameIn(draft: Awaited<ReturnType<typeof reviewed>>): string {
  for (const file of draft.change.files)
    for (const { text } of addedLines(file)) {
      const name = /\b[A-Za-z][A-Za-z0-9]{7,30}\b/.exec(text)?.[0];
      if (name !== undefined) return name;
    }
  return "function";
}

const share = (numbers: readonly number[], part: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? Number.NaN;

async function warm(repository: string, last: number): Promise<void> {
  const opened = openGitRepository(repository, env, stop);
  try {
    // Older changes warm the process; the newer ones that are measured are new to it.
    const steps = history(repository, last * 2).toReversed();
    const prepared = await timed(() => opened.code.prepare(steps[0]!.sha));
    for (const step of steps.slice(0, -last)) await reviewed(opened, step);
    where.clear();
    const [ratios, noise, lines]: [number[], number[], number[]] = [[], [], []];
    for (const step of steps.slice(-last)) {
      const { ms, value: draft } = await timed(() => reviewed(opened, step));
      const name = nameIn(draft);
      const [first, second] = [grepFor(repository, name, step.sha), grepFor(repository, name, step.sha)];
      ratios.push((ms * 2) / (first + second));
      noise.push(first / second);
      lines.push(draft.change.files.reduce((sum, file) => sum + file.additions + file.deletions, 0));
    }
    const memory = process.resourceUsage().maxRSS / 1024;
    console.log(`  noise, git grep against itself: ${describe(noise).text}`);
    console.log(
      `  the index was ready after ${(prepared.ms / 1000).toFixed(1)} s; changed lines: median ${share(lines, 0.5)}`,
    );
    console.log(`  warm: p50 ${share(ratios, 0.5).toFixed(2)}, p90 ${share(ratios, 0.9).toFixed(2)} of one git grep`);
    console.log(`  memory at most ${memory.toFixed(0)} MB`);
    goals[`${repository}: warm p50 at most 0.5`] = share(ratios, 0.5) <= 0.5;
    goals[`${repository}: warm p90 at most 1`] = share(ratios, 0.9) <= 1;
    goals[`${repository}: warm memory below 500 MB`] = memory < 500;
    if (values.where) showWhere(last);
  } finally {
    await opened.close();
  }
}

/** Checks run side by side: their times include each other's. */
function showWhere(count: number): void {
  for (const [step, ms] of where) console.log(`    ${step}: ${(ms / count).toFixed(1)} ms`);
}

/** Says at its end how much memory it took. */
const saysMemory = `data:text/javascript,process.on("exit",()=>process.stderr.write("maxrss="+process.resourceUsage().maxRSS))`;

function cold(repository: string, bin: string, count: number): void {
  const ratios: number[] = [];
  let memory = 0;
  const steps = history(repository, count + 1);
  for (const [index, { parent, sha }] of steps.entries()) {
    const range = `${parent}..${sha}`;
    const args = ["--import", saysMemory, bin, "review", range, "--repo", repository, "--no-config", "--json"];
    const ours = timeOf(process.execPath, args);
    if (ours.status !== 0) throw new Error(`review of ${range} ended with ${ours.status}: ${ours.stderr}`);
    const floor = grepFor(repository, "function", sha) + timeOf(process.execPath, ["-e", "0"]).ms;
    // The first run fills the compile cache, as an install's first run does.
    if (index > 0) ratios.push(ours.ms / floor);
    // Its threads say it as well, as they end.
    const said = [...ours.stderr.matchAll(/maxrss=(\d+)/g)].map((match) => Number(match[1]) / 1024);
    memory = Math.max(memory, ...said);
  }
  const ratio = describe(ratios);
  console.log(`  cold: ${ratio.text} of git grep plus node -e 0; memory at most ${memory.toFixed(0)} MB`);
  goals[`${repository}: cold at most 2.5 times`] = ratio.value <= 2.5;
  goals[`${repository}: cold memory below 500 MB`] = memory < 500;
}

/** A made-up diff, once, twice and four times as long, in files of the same size. */
async function growth(): Promise<void> {
  const lines = (index: number, name: string, call: string) =>
    Array.from({ length: 60 }, (_, line) =>
      line === 0
        ? `export function ${name}${index}(input) {\n`
        : `  ${line % 6 === 0 ? call : "keep"}(input, ${line});\n`,
    ).join("");
  const before = (index: number) => `${lines(index, "value", "compute")}}\n`;
  const after = (index: number) => `${lines(index, "worth", "computed")}}\n`;
  const all = (text: (index: number) => string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`src/part${index}.ts`, text(index)]));
  const made = await makeRepository([{ message: "feat: start", files: all(before, 80) }], process.env, stop);
  const opened = openGitRepository(made.path, env, stop);
  try {
    const sizes = [20, 40, 80];
    for (const size of sizes) {
      await made.git("checkout", "--quiet", "-B", `size${size}`, "main");
      await made.commit({ message: "feat: rename", files: all(after, size) });
    }
    const parent = await made.git("rev-parse", "main");
    const steps = await Promise.all(
      sizes.map(async (size) => ({ parent, sha: await made.git("rev-parse", `size${size}`) })),
    );
    await opened.code.prepare(parent);
    const rounds: number[][] = [];
    for (let round = 0; round < 9; round++) {
      const times: number[] = [];
      for (const step of steps) times.push((await timed(() => reviewed(opened, step))).ms);
      if (round > 1) rounds.push(times);
    }
    const [twice, fourTimes] = [1, 2].map((index) => describe(rounds.map((times) => times[index]! / times[0]!)));
    console.log(`growth with the diff: twice as long ${twice!.text}, four times as long ${fourTimes!.text}`);
    goals["a diff four times as long takes at most six times as long"] = fourTimes!.value <= 6;
  } finally {
    await opened.close();
    made.remove();
  }
}

try {
  if (positionals.length === 0) throw new Error("Name a repository: node bench/prescan.ts <repository>...");
  console.log(`${checks.length} checks`);
  const bin = Number(values.cold) > 0 ? packInto(folder) : "";
  for (const repository of positionals) {
    const files = execFileSync("git", ["-C", repository, "ls-tree", "-r", "--name-only", "HEAD"], { maxBuffer: 1e9 });
    console.log(`${repository}: ${files.filter((byte) => byte === 10).length} files`);
    if (Number(values.cold) > 0) cold(repository, bin, Number(values.cold));
    await warm(repository, Number(values.last));
  }
  await growth();
  finish(goals);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
