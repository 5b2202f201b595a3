// What five reviewers read against what one reads, on a change of the Standard tier, in tokens as they are paid for:
// uncached + 1.25 cache writes + 0.1 cache reads; output apart. The server imitates a cache that exists only after a first
// answer began, and its first answer is slow. The peer is one reviewer with the same context in the same run.
//   node bench/tokens.ts
// Whole reviews in this process, with the vendors' real SDKs. A reviewer that looks things up pays for its own conversation
// again with every step, which no other can share: rows with more steps for all of them show where that leads.
import { setTimeout as wait } from "node:timers/promises";
import { arbiter, reviewers } from "../src/findings/reviewers/index.ts";
import type { Panel } from "../src/findings/asking/panel.ts";
import { openModelStandin } from "../src/standin/models/open.ts";
import type { ScriptedRequest, Counted, ScriptedReply, SimulatedVendor } from "../src/standin/models/story.ts";
import { openReviewRoom, usesOf, vendors, type ReviewRoom } from "../test/support/model-review.ts";
import { findingOf, nothingFound, unitOf } from "../test/support/with-models.ts";
import { finish } from "./measure.ts";
import { changedPaths, standardChange } from "./model-change.ts";

const limit = 2.2;
const one = ["code-reviewer"];
const five = [
  "code-reviewer",
  "silent-failure-hunter",
  "security-reviewer",
  "type-design-analyzer",
  "pr-test-analyzer",
];
const seven = [...five, "comment-analyzer", "goal-reviewer"];
const key = "a-key-of-the-bench";

/** How often each of the five looks something up, in the order above. */
type Looks = readonly number[];
const mixed: Looks = [3, 2, 1, 1, 0];

interface Paid extends Pick<Counted, "uncached" | "cacheWrites" | "cacheReads" | "output"> {
  requests: number;
}

interface Run {
  paid: ReadonlyMap<string, Paid>;
  /** Requests that came before any answer had begun. */
  early: number;
}

const nothingPaid: Paid = { requests: 0, uncached: 0, cacheWrites: 0, cacheReads: 0, output: 0 };

function weighted({ uncached, cacheWrites, cacheReads }: Paid): number {
  return uncached + 1.25 * cacheWrites + 0.1 * cacheReads;
}

function sumOf(all: Iterable<Paid>): Paid {
  return [...all].reduce((sum, paid) => ({
    requests: sum.requests + paid.requests,
    uncached: sum.uncached + paid.uncached,
    cacheWrites: sum.cacheWrites + paid.cacheWrites,
    cacheReads: sum.cacheReads + paid.cacheReads,
    output: sum.output + paid.output,
  }));
}

function total({ paid }: Run): number {
  return weighted(sumOf(paid.values()));
}

interface Scene {
  units: readonly string[];
  looks: Looks;
  /** All are sent at once, as if nobody waited for anybody. */
  atOnce?: true;
}

async function run(room: ReviewRoom, vendor: SimulatedVendor, { units, looks, atOnce }: Scene): Promise<Run> {
  let begun = false;
  let early = 0;
  let opened = 0;
  const { promise: allHere, resolve: lastCame } = Promise.withResolvers<void>();
  const standin = await openModelStandin({
    key,
    async script(asked) {
      if (!begun) early += 1;
      if (!asked.turns.some(({ role }) => role === "tool") && (opened += 1) === units.length) lastCame();
      if (atOnce) await allHere;
      // Long enough for anybody who does not wait to come before the first answer begins.
      else if (asked.nth === 0) await wait(250);
      return reply(asked, looks);
    },
    betweenFirstAndRest: async () => {
      begun = true;
    },
  });
  try {
    const user = {
      models: [{ use: usesOf[vendor], baseUrl: standin.url(vendor), key: "BENCH_KEY" }],
      reviewers: { editor: "off" },
    };
    const { draft } = await room.run({
      user,
      env: { BENCH_KEY: key },
      panel: async (panel, again) => ({
        ...(atOnce ? await apart(panel, units, again) : panel),
        reviewers: reviewers.filter(({ id }) => units.includes(id)),
      }),
    });
    const failed = draft.reports.filter(({ by, status }) => by === "reviewer" && status !== "ran");
    if (failed.length > 0 || draft.change.triage.tier !== "Standard")
      throw new Error(`this is no run to measure: ${draft.change.triage.tier} ${JSON.stringify(failed)}`);
    return { paid: paidBy(standin.counted, standin.asked), early };
  } finally {
    await standin.close();
  }
}

/** Each reviewer with an asker of its own knows nothing of the others. */
async function apart(panel: Panel, units: readonly string[], again: () => Promise<Panel>): Promise<Panel> {
  const askers = new Map(
    await Promise.all([...units, arbiter.id].map(async (unit) => [unit, (await again()).asker] as const)),
  );
  const { asker } = panel;
  return {
    ...panel,
    asker: {
      modelFor: (unit) => asker.modelFor(unit),
      ask: async (question, stop) => await askers.get(question.unit)!.ask(question, stop),
    },
  };
}

const linesRead = 60;

function reply(asked: ScriptedRequest, looks: Looks): ScriptedReply {
  const reviewer = five.indexOf(unitOf(asked));
  const looked = asked.turns.filter(({ role }) => role === "tool").length;
  if (looked < (looks[reviewer] ?? 0)) {
    const path = changedPaths[(reviewer * 3 + looked) % changedPaths.length];
    return { is: "calls", calls: [{ name: "read_lines", input: { path, side: "head", start: 1, end: linesRead } }] };
  }
  const finding = findingOf({ path: changedPaths[0]!, line: 1, quote: "// Findings known again" });
  return { is: "json", value: { ...nothingFound, findings: [finding], notes: ["What else changed reads sound."] } };
}

function paidBy(counted: readonly Counted[], asked: readonly ScriptedRequest[]): Map<string, Paid> {
  const units = Map.groupBy(counted, ({ nth }) => unitOf(asked[nth]!));
  return new Map([...units].map(([unit, all]) => [unit, sumOf(all.map((paid) => ({ ...paid, requests: 1 })))]));
}

function row(name: string, paid: Paid): string {
  const { requests, uncached, cacheWrites, cacheReads, output } = paid;
  const figures = [requests, uncached, cacheWrites, cacheReads, Math.round(weighted(paid)), output];
  return `  ${name.padEnd(24)}${figures.map((figure) => String(figure).padStart(10)).join("")}`;
}

function show(title: string, { paid, early }: Run): void {
  console.log(`${title}; before the first answer began: ${early} of its requests`);
  const columns = ["requests", "uncached", "writes", "reads", "weighted", "output"];
  console.log(`  ${"".padEnd(24)}${columns.map((column) => column.padStart(10)).join("")}`);
  for (const unit of seven) if (paid.has(unit)) console.log(row(unit, paid.get(unit)!));
  if (paid.size > 1) console.log(row("together", sumOf([nothingPaid, ...paid.values()])));
}

const goals: Record<string, boolean> = {};

/** One reviewer with each number of calls that a reviewer may make here. */
async function alone(room: ReviewRoom, vendor: SimulatedVendor): Promise<Run[]> {
  const runs: Run[] = [];
  for (const calls of [0, 1, 2, 3]) runs.push(await run(room, vendor, { units: one, looks: [calls] }));
  return runs;
}

async function compare(room: ReviewRoom, vendor: SimulatedVendor, title: string, looks: Looks, ones: readonly Run[]) {
  const together = await run(room, vendor, { units: five, looks });
  const all = await run(room, vendor, { units: seven, looks });
  const atOnce = await run(room, vendor, { units: five, looks, atOnce: true });
  show(`${title}: one`, ones[looks[0]!]!);
  show(`${title}: five`, together);
  const mean = looks.reduce((sum, calls) => sum + total(ones[calls]!), 0) / looks.length;
  const times = (by: Run, single: number) => (total(by) / single).toFixed(2);
  const first = total(ones[looks[0]!]!);
  console.log(`${title}: ${times(together, mean)} times one that makes as many calls as they do on average`);
  console.log(`  ${times(together, first)} times the code-reviewer alone; all seven ${times(all, first)} times`);
  console.log(`  ${times(atOnce, mean)} times if nobody waited: ${atOnce.early} came before the first answer began`);
  goals[`${vendor}, ${title}: ${times(together, mean)}, at most ${limit}`] = total(together) / mean <= limit;
  goals[`${vendor}, ${title}: ${together.early} came before the first answer began, want 1`] = together.early === 1;
}

const room = await openReviewRoom(standardChange());
try {
  for (const vendor of vendors) {
    console.log(`\n${vendor}, ${usesOf[vendor]}`);
    const ones = await alone(room, vendor);
    await compare(room, vendor, "without tools", [0, 0, 0, 0, 0], ones);
    await compare(room, vendor, `with tools (${mixed.join(", ")} calls)`, mixed, ones);
    for (const calls of [1, 2, 3]) {
      const together = await run(room, vendor, { units: five, looks: five.map(() => calls) });
      const ratio = (total(together) / total(ones[calls]!)).toFixed(2);
      console.log(`for information, ${calls} ${calls === 1 ? "call" : "calls"} each: ${ratio} times one`);
    }
  }
} finally {
  await room.close();
}
console.log();
finish(goals);
