// 1,000 postings to a GitHub that answers 30% of the writes wrongly after it applied them, by processes that are killed at
// random moments and share one store; and a death before each single call. By the ledger: nothing lost, nothing doubled.
//   node bench/exactly-once.ts [postings]
import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Action, Plan } from "../src/review/plan.ts";
import { leaseMs } from "../src/review/post-once.ts";
import { perform, type ReviewWriter } from "../src/review-change.ts";
import type { Faultable, FaultKind } from "../src/standin/github/faults.ts";
import type { RawHandler } from "../src/standin/github/server.ts";
import type { Standin } from "../src/standin/github/standin.ts";
import { leaseOwnerName } from "../src/world/lease-owner.ts";
import { openStore } from "../src/world/store/open-store.ts";
import {
  clientOf,
  Death,
  mortal,
  openPostingWorld,
  planOn,
  quickClock,
  tallyOf,
} from "../test/support/exactly-once.ts";
import type { PostingWorld, ReviewedPull } from "../test/support/exactly-once.ts";
import { finish } from "./measure.ts";
import type { Said, Work } from "./post-plans.ts";
import { pullRequestKey } from "../src/pull-request.ts";

const poster = fileURLToPath(new URL("post-plans.ts", import.meta.url));
const processes = 3;
const batch = 40;
/** In requests that GitHub gets from all of them. */
const longestLife = 700;

async function main(postings: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-exactly-once-"));
  const started = performance.now();
  const seconds = () => `${Math.round((performance.now() - started) / 1000)} s`;
  try {
    const swept = await onNewGitHub(join(folder, "swept"), async (world, data) => await sweep(world, data));
    console.log(
      `a death before each call: ${swept.deaths} deaths in ${swept.plans} postings, ${shown(swept)}; ${seconds()}`,
    );
    const stormed = await onNewGitHub(
      join(folder, "stormed"),
      async (world, data) => await storm(world, data, postings),
    );
    console.log(stormed.text);
    console.log(`${postings} postings: ${shown(stormed)}; ${seconds()}`);
    finish({
      "a death before each call: nothing lost": swept.lost.length === 0,
      "a death before each call: nothing doubled": swept.doubled.length === 0,
      "at least 30% of the writes that were applied were answered wrongly": stormed.wrong >= 0.3,
      "processes were killed while they posted": stormed.kills > 0,
      "nothing lost": stormed.lost.length === 0,
      "nothing doubled": stormed.doubled.length === 0,
      "every posting is remembered with its comments": stormed.unremembered === 0,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onNewGitHub<T>(folder: string, run: (world: PostingWorld, data: string) => Promise<T>): Promise<T> {
  const world = await openPostingWorld({ folder: join(folder, "hub") });
  try {
    return await run(world, join(folder, "data"));
  } finally {
    await world.github.close();
  }
}

interface Amiss {
  lost: readonly string[];
  doubled: readonly string[];
  needless: number;
}

function shown({ lost, doubled, needless }: Amiss): string {
  for (const one of lost.slice(0, 10)) console.log(`  lost: ${one}`);
  for (const one of doubled.slice(0, 10)) console.log(`  doubled: ${one}`);
  return `${lost.length} lost, ${doubled.length} doubled (${needless} times a text was written over itself)`;
}

/** Without and with answers that are lost, for what is new and for what is updated in place. */
async function sweep(world: PostingWorld, folder: string): Promise<Amiss & { plans: number; deaths: number }> {
  const store = await openStore({ folder });
  const writing = (): ReviewWriter => {
    const clock = quickClock(world.time);
    return {
      store,
      clock,
      leaseOwner: leaseOwnerName(),
      github: clientOf({ host: world.github.host, token: world.token, clock }),
    };
  };
  const plans: Plan[] = [];
  let deaths = 0;
  const dies = async (plan: Plan, before: number): Promise<boolean> => {
    try {
      await perform(plan, mortal(writing(), before).writing);
      return false;
    } catch (error) {
      if (!(error instanceof Death)) throw error;
      deaths += 1;
      return true;
    } finally {
      world.time.advance(leaseMs);
    }
  };
  const faults: readonly (FaultKind | null)[] = [null, "502-after", "reset-after", "truncated-after", "500"];
  for (const fault of faults) {
    let died = true;
    for (let call = 1; died; call += 1) {
      const pull = await world.newPull({ withDetails: call % 2 === 0, branch: `sweep-${call % 10}` });
      const rounds = [planOn(pull), planOn(pull, { request: "again", version: "2.0.0" })];
      died = false;
      for (const plan of rounds) {
        // Each write goes wrong once, however it ends.
        if (fault) world.github.faults.add({ match: onceEach(), do: fault, times: Number.POSITIVE_INFINITY });
        died = (await dies(plan, call)) || died;
        await perform(plan, writing());
        world.time.advance(leaseMs);
        world.github.faults.clear();
        plans.push(plan);
      }
    }
  }
  await store.close();
  return { ...tallyOf(world.github, plans), plans: plans.length, deaths };
}

function onceEach(): (request: Faultable) => boolean {
  const seen = new Set<string>();
  return ({ isWrite, body }) => {
    const isNew = isWrite && !seen.has(body.toString());
    if (isWrite) seen.add(body.toString());
    return isNew;
  };
}

interface Storm extends Amiss {
  kills: number;
  wrong: number;
  unremembered: number;
  text: string;
}

async function storm(world: PostingWorld, folder: string, postings: number): Promise<Storm> {
  const first = Math.ceil(postings * 0.8);
  const pulls: ReviewedPull[] = [];
  for (let index = 0; index < first; index += 1)
    pulls.push(await world.newPull({ withDetails: index % 3 === 0, branch: `storm-${index % 50}` }));
  const rounds = [
    pulls.map((pull) => planOn(pull)),
    // The rest are second rounds, whose details and check runs are updated in place.
    pulls.slice(0, postings - first).map((pull) => planOn(pull, { request: "again", version: "2.0.0" })),
  ];
  const faults = unreliable(world);
  const counts = { kills: 0, processes: 0, adopted: 0 };
  for (const plans of rounds) await postThroughKills(world, folder, plans, counts);
  world.github.faults.clear();
  const plans = rounds.flat();
  const { applied, after, never } = faults;
  return {
    ...tallyOf(world.github, plans),
    kills: counts.kills,
    wrong: after / applied,
    unremembered: await unremembered(folder, rounds[0]!),
    text: [
      `looked for: ${kindsIn(plans)}`,
      `${applied} writes applied, ${after} of them answered wrongly (${((100 * after) / applied).toFixed(1)}%)`,
      `${never} more failed before they were applied`,
      `${counts.processes} processes on one store, ${processes} at once, ${counts.kills} killed`,
      `${counts.adopted} times a process found what an earlier one had posted`,
    ].join("; "),
  };
}

function kindsIn(plans: readonly Plan[]): string {
  const kinds = new Map<string, Set<string>>();
  for (const { key, do: kind } of plans.flatMap(({ actions }) => actions))
    kinds.set(kind, (kinds.get(kind) ?? new Set()).add(key));
  return [...kinds].map(([kind, keys]) => `${keys.size} ${kind}`).join(", ");
}

/** Shares of all writes. */
const shares: readonly [FaultKind, number][] = [
  ["502-after", 0.12],
  ["reset-after", 0.1],
  ["truncated-after", 0.08],
  ["timeout-after", 0.01],
  ["500", 0.04],
  ["reset", 0.03],
];

function unreliable({ github }: PostingWorld) {
  const counts = { applied: 0, after: 0, never: 0 };
  const drawn = new WeakMap<Faultable, FaultKind | null>();
  const draw = (request: Faultable): FaultKind | null => {
    const known = drawn.get(request);
    if (known !== undefined) return known;
    let left = Math.random();
    const kind = request.isWrite ? (shares.find(([, share]) => (left -= share) < 0)?.[0] ?? null) : null;
    drawn.set(request, kind);
    if (request.isWrite && !kind?.endsWith("-after") && kind !== null) counts.never += 1;
    else if (request.isWrite) counts.applied += 1;
    if (kind?.endsWith("-after")) counts.after += 1;
    return kind;
  };
  for (const [kind] of shares)
    github.faults.add({ match: (request) => draw(request) === kind, do: kind, times: Number.POSITIVE_INFINITY });
  return counts;
}

/** Starts processes until all is posted, and kills most of them before they are through. */
async function postThroughKills(
  { github, token }: PostingWorld,
  folder: string,
  plans: readonly Plan[],
  counts: { kills: number; processes: number; adopted: number },
): Promise<void> {
  const open = new Set(plans.keys());
  const one = async () => {
    while (open.size > 0) {
      const child = fork(poster, { serialization: "advanced" });
      counts.processes += 1;
      // Batches overlap: two processes often want to post the same.
      const from = Math.floor(Math.random() * Math.max(1, Math.min(open.size, batch * 2) - batch / 2));
      const chosen = [...open].slice(from, from + batch);
      child.send({
        host: github.host,
        token,
        folder,
        plans: chosen.map((index) => ({ index, plan: JSON.parse(JSON.stringify(plans[index])) })),
      } satisfies Work);
      const settled = (index: number, adopted: readonly Action["do"][]) => {
        open.delete(index);
        counts.adopted += adopted.length;
      };
      if (!(await livesThrough(child, github, settled))) counts.kills += 1;
    }
  };
  await Promise.all(Array.from({ length: processes }, one));
}

/** Whether it came to its own end. Its time is counted in requests, so that a busy machine does not change the odds. */
async function livesThrough(
  child: ChildProcess,
  { handlers, requests }: Standin,
  settled: (index: number, adopted: readonly Action["do"][]) => void,
): Promise<boolean> {
  let last = Number.POSITIVE_INFINITY;
  const killer: RawHandler = async () => {
    if (requests.length < last) return false;
    last = Number.POSITIVE_INFINITY;
    setTimeout(() => child.kill("SIGKILL"), Math.random() * 20);
    return false;
  };
  handlers.push(killer);
  try {
    return await new Promise((resolve, reject) => {
      child.on("message", (said: Said) => {
        if ("ready" in said) last = requests.length + 1 + Math.random() * longestLife;
        else settled(said.settled, said.adopted);
      });
      child.once("error", reject);
      child.once("exit", (code, signal) => {
        if (signal === null && code !== 0) reject(new Error(`a posting process ended with ${code}`));
        else resolve(signal === null);
      });
    });
  } finally {
    handlers.splice(handlers.indexOf(killer), 1);
  }
}

async function unremembered(folder: string, plans: readonly Plan[]): Promise<number> {
  const store = await openStore({ folder });
  let missing = 0;
  for (const { pull } of plans) {
    const place = pullRequestKey(pull);
    const findings = await store.findings.of(place);
    const rounds = await store.rounds.of(place);
    if (rounds.length !== 1 || findings.length !== 3 || findings.some(({ comment }) => comment === null)) missing += 1;
  }
  await store.close();
  return missing;
}

await main(Number(process.argv[2] ?? 1000));
