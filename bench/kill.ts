// kill -9 at random points of a process that runs a sandbox: after the next run, no process, temporary folder or control
// group of it is left.
//   node bench/kill.ts [times] [seed]
import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as wait } from "node:timers/promises";
import { makeRepository } from "../src/world/git/make-repository.ts";
import { processesWith } from "../test/support/escape/machine.ts";
import { finish } from "./measure.ts";

const program = fileURLToPath(new URL("../test/support/sandbox-runner-process.ts", import.meta.url));
const stop = new AbortController().signal;

interface Life {
  pid: number;
  mark: string;
  /** How far it came. */
  reached: "started" | "said" | "ended";
}

/** Runs until it ends, or is killed after so long. */
async function live(mark: string, killAfterMs: number | null): Promise<Life> {
  const args = [program, mark, repository.path, ...(killAfterMs === null ? ["once"] : [])];
  const env = { ...process.env, TMPDIR: folder };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  let reached: Life["reached"] = "started";
  child.stdout.on("data", () => (reached = "said"));
  const closed = ended(child);
  if (killAfterMs !== null) {
    await Promise.race([wait(killAfterMs), closed]);
    child.kill("SIGKILL");
  }
  await closed;
  return { pid: child.pid!, mark, reached: child.signalCode === null ? "ended" : reached };
}

async function ended(child: ChildProcess): Promise<void> {
  await new Promise((resolve) => child.on("exit", resolve));
}

/** Of a process that is gone; nobody else has anything in the folder. */
function leftOf({ pid, mark }: Life): string[] {
  const ids = new Set([...processesWith(mark), ...processesWith(`crosscheck-tree-${pid}-`)]);
  return [...readdirSync(folder), ...[...ids].map((id) => `process ${id}`), ...groupsOf(pid)];
}

function groupsOf(pid: number): string[] {
  const own = /^\d+:memory:(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1];
  if (own === undefined) return [];
  return readdirSync(`/sys/fs/cgroup/memory${own}`).filter((name) => name.startsWith(`crosscheck-memory-${pid}-`));
}

/** Numbers that are the same for the same seed. */
function draws(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const times = Number(process.argv[2] ?? 50);
const draw = draws(Number(process.argv[3] ?? 1));
const repository = await makeRepository([{ message: "1", files: { "a.txt": "a", "b/c.txt": "c" } }], process.env, stop);
const folder = mkdtempSync(join(tmpdir(), "crosscheck-kills-"));
// The sandbox of root runs as nobody.
chmodSync(folder, 0o755);
try {
  await live("mark-first", null);
  const start = performance.now();
  await live("mark-second", null);
  // So that some are killed while their command runs.
  const latestMs = 2 * (performance.now() - start);
  const lives: Life[] = [];
  let leftBefore = 0;
  let leftAfter = 0;
  for (let index = 0; index < times; index++) {
    const life = await live(`mark-${process.pid}-${index}`, draw() * latestMs);
    lives.push(life);
    leftBefore += leftOf(life).length;
    await live(`next-${process.pid}-${index}`, null);
    const left = leftOf(life);
    leftAfter += left.length;
    if (left.length > 0) console.log(`  left of kill ${index} (${life.reached}): ${left.join(", ")}`);
  }
  const count = (reached: Life["reached"]) => lives.filter((life) => life.reached === reached).length;
  console.log(
    `${times} kills within ${Math.round(latestMs)} ms: ${count("started")} before its command said anything, ` +
      `${count("said")} while it ran, ${count("ended")} too late`,
  );
  console.log(`left at once: ${leftBefore} processes, folders and groups; after the next run: ${leftAfter}`);
  finish({
    "something was left to remove at all": leftBefore > 0,
    "nothing is left after the next run": leftAfter === 0,
    "each was killed": count("ended") === 0,
  });
} finally {
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
}
