// Reading threads. Real ones are normalised, without one failure, and held against what came of them: how well does
// "GitHub says outdated" foretell that somebody resolved it? And a thousand threads of fifty comments are read from the
// stand-in: the number of requests, and the memory of the process that reads.
//   node bench/threads.ts [--eval ../shared/eval] [--threads 1000] [--comments 50] [--body 800]
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { addManyThreads } from "../test/support/github/many-threads.ts";
import { openStandin, type Standin } from "../src/standin/github/standin.ts";
import type { ReviewThread } from "../src/threads/thread.ts";
import { unknownCodeFacts } from "../src/threads/triage/code-facts.ts";
import { applyTriageRules } from "../src/threads/triage/triage-rules.ts";
import { apiOf } from "../src/world/github/address.ts";
import { openThreadReads } from "../src/world/github/thread-reads.ts";
import { keepHeapSmall } from "../src/world/small-heap.ts";
import { finish } from "./measure.ts";
import { programIn, run } from "./run-program.ts";
import { loneNode, normalised, savedNode, type LoneComment, type SavedThread } from "./threads/saved.ts";

const { values } = parseArgs({
  options: {
    eval: { type: "string", default: "../shared/eval" },
    threads: { type: "string", default: "1000" },
    comments: { type: "string", default: "50" },
    /** Characters in each comment. */
    body: { type: "string", default: "800" },
    /** The half that reads: a host, in a process of its own. */
    read: { type: "string" },
    /** Collects what is garbage at every page, so that what is in use can be told from what only waits. */
    collect: { type: "boolean", default: false },
  },
});
const mostMemory = 100;

if (values.read === undefined) finish({ ...realThreads(values.eval), ...(await manyThreads()) });
else await readHere(values.read);

function realThreads(folder: string): Record<string, boolean> {
  const place = join(folder, "threads");
  if (!existsSync(join(place, "threads.jsonl"))) {
    console.log("skipped: no data of real threads (give the eval folder by --eval)");
    return {};
  }
  const saved = rowsOf<SavedThread>(join(place, "threads.jsonl"));
  const lone = rowsOf<LoneComment>(join(place, "comments.jsonl"));
  const made = saved.map((row) => ({ row, thread: normalised(savedNode(row), row.comments) }));
  const grouped = [...Map.groupBy(lone, (one) => one.thread_root).values()].map((all) =>
    normalised(loneNode(all), all),
  );
  const failures = [...made.map(({ thread }) => thread), ...grouped].filter((thread) => thread === null).length;
  console.log(
    `${saved.length} real threads and ${lone.length} real comments in ${grouped.length} more: ${failures} failures`,
  );
  foretell(made.flatMap(({ row, thread }) => (thread ? [{ row, thread }] : [])));
  return { "every real thread is normalised": failures === 0 };
}

function rowsOf<T>(file: string): T[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

function isStale(thread: ReviewThread): boolean {
  return applyTriageRules(thread, unknownCodeFacts("no-commit", { lineAtHead: false })).classification === "stale";
}

type Judged = readonly { row: SavedThread; thread: ReviewThread }[];

/** What a bot writes under its own comment once it sees the fix: it would answer the question by itself. */
function saysAddressed({ row }: Judged[number]): boolean {
  return row.says_addressed_in_commit;
}

function foretell(all: Judged): void {
  const known = all.filter(({ row }) => row.isOutdated !== null);
  const resolved = all.filter(({ thread }) => thread.isResolved).length;
  console.log(`${resolved} of ${all.length} are resolved; of ${known.length} it is known whether they are outdated`);
  tell("GitHub says outdated, for resolved", known, ({ thread }) => thread.isOutdated);
  tell(
    '  where nobody wrote "Addressed in commit"',
    known.filter((one) => !saysAddressed(one)),
    ({ thread }) => thread.isOutdated,
  );
  tell('apart: "Addressed in commit", for resolved', all, saysAddressed);
  // The code is not part of the data: what the rule says of each if the line of every outdated one were gone. The words
  // that make it a person's matter are left to the rule.
  tell("our rule for stale, where what is outdated is gone", known, ({ thread }) => isStale(thread));
  tell(
    '  where nobody wrote "Addressed in commit"',
    known.filter((one) => !saysAddressed(one)),
    ({ thread }) => isStale(thread),
  );
}

function tell(what: string, all: Judged, says: (one: Judged[number]) => boolean): void {
  const right = all.filter((one) => says(one) && one.thread.isResolved).length;
  const said = all.filter(says).length;
  const wanted = all.filter(({ thread }) => thread.isResolved).length;
  console.log(
    `${what}: precision ${(right / said).toFixed(3)} (${right} of ${said}), recall ${(right / wanted).toFixed(3)} (of ${wanted})`,
  );
}

interface Read {
  requests: number;
  threads: number;
  comments: number;
  complete: boolean;
  told: number;
  /** In MB above what the process had before it read. */
  inUse: Grown;
  held: Grown;
}
interface Grown {
  most: number;
  atEnd: number;
}

async function manyThreads(): Promise<Record<string, boolean>> {
  const [threads, comments, size] = [Number(values.threads), Number(values.comments), Number(values.body)];
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-threads-"));
  const path = process.env["PATH"] ?? "";
  const github = await openStandin({ folder, clock: { now: Date.now }, path });
  try {
    for (const login of ["ada", "bob"]) github.user(login);
    const shop = await github.repository("ada", "shop", [{ message: "Open the shop", files: { "a.ts": "1\n" } }]);
    await github.push(shop, "side", [{ message: "More", files: { "a.ts": "2\n" } }], { from: "main" });
    const pull = await github.openPull(shop, "ada", { title: "More", head: "side" });
    const body = (n: number, nth: number) => `${n}/${nth} `.padEnd(size, "Is this – really – what was meant? ");
    addManyThreads(github.hub, pull, { threads, comments, by: "bob", body });
    const env = { PATH: path, GH_TOKEN: github.token("ada") };
    const args = [fileURLToPath(import.meta.url), "--read", github.host, "--threads", values.threads];
    const reading = async (...more: string[]) =>
      JSON.parse((await run(process.execPath, [...args, ...more], { env, cwd: folder })).out) as Read;
    // Two processes: one that collects would hold less than one that is left alone.
    const collected = await reading("--collect");
    const asked = github.requests.length;
    const read = await reading();
    const pages = Math.ceil(threads / 100);
    const { inUse } = collected;
    const { held } = read;
    console.log(
      `${read.threads} threads with ${read.comments} comments of ${size} characters: ${read.requests} requests for ${pages} pages, told ${read.told} times how far it is`,
    );
    console.log(
      `memory above the start, in MB: in use ${shown(inUse)}; held by a process of which nothing is asked but to read: ${shown(held)}`,
    );
    const whole = await commandMemory(github, folder, values.threads);
    const least = await commandMemory(github, folder, "1");
    console.log(
      `the whole command, whose board shows them: ${(whole - least).toFixed(0)} MB more than it takes for one thread`,
    );
    return {
      "every comment is read": read.complete && read.comments === threads * comments,
      "at most one request more than pages": read.requests <= 1 + pages && asked === read.requests,
      "progress is told at every page": read.told === pages,
      [`memory in use under ${mostMemory} MB above the start`]: inUse.most < mostMemory,
      [`memory held by the process under ${mostMemory} MB above the start`]: held.most < mostMemory,
      [`the whole command under ${mostMemory} MB above what it takes for one thread`]: whole - least < mostMemory,
      "nothing was written": github.ledger.wire().length === 0,
    };
  } finally {
    await github.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The most that `crosscheck comments` held, in MB. */
async function commandMemory(github: Standin, folder: string, max: string): Promise<number> {
  const [pr, data] = [`http://${github.host}/ada/shop/pull/1`, join(folder, "data")];
  const args = ["comments", "--pr", pr, "--all", "--json", "--dry-run", "--max-threads", max, "--data", data];
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, GH_ENTERPRISE_TOKEN: github.token("ada") };
  const { memory } = await run(process.execPath, [...programIn(folder, true), ...args], { env, cwd: folder });
  return (memory * 1024 * 1024) / 1e6;
}

function shown({ most, atEnd }: Grown): string {
  return `${most.toFixed(0)} at most, ${atEnd.toFixed(0)} at the end`;
}

async function readHere(host: string): Promise<void> {
  // As the command line does.
  keepHeapSmall();
  const collect = values.collect ? collector() : () => {};
  const token = process.env["GH_TOKEN"] ?? "";
  const clock = { now: Date.now, wait: async () => {} };
  const reads = openThreadReads({
    api: apiOf(host),
    token: async () => token,
    clock,
    stop: AbortSignal.timeout(600_000),
  });
  const at = { host, owner: "ada", repo: "shop", number: 1 };
  // What reading takes at all is loaded before it is measured.
  await reads.checks(at, "0".repeat(40) as Parameters<typeof reads.checks>[1]).catch(() => null);
  const inUse = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1e6;
  };
  const held = () => process.memoryUsage.rss() / 1e6;
  const [start, startHeld] = [inUse(), held()];
  let told = 0;
  let most = 0;
  const progress = () => {
    told += 1;
    most = Math.max(most, inUse() - start);
  };
  const scan = await reads.threads(at, { max: Number(values.threads), progress });
  // The system's own count of the most that was ever held, not a look now and then.
  const mostHeld = (process.resourceUsage().maxRSS * 1024) / 1e6 - startHeld;
  const { requests, complete, threads } = scan;
  const read: Read = {
    requests,
    threads: threads.length,
    comments: threads.reduce((sum, thread) => sum + thread.comments.length, 0),
    complete,
    told,
    inUse: { most, atEnd: inUse() - start },
    held: { most: mostHeld, atEnd: held() - startHeld },
  };
  process.stdout.write(JSON.stringify(read));
}

function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  return () => {
    // The first takes what holds the buffers of the replies, the second the buffers.
    collect();
    collect();
  };
}
