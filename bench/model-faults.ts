// Reviews in which models fail: in every way, at every vendor, at the first step or a later one, one reviewer or all, the
// second opinion or the arbiter. None may be called clean, none may crash, each must be named in the draft.
//   node bench/model-faults.ts [N=200] [--seed 1] [--show]
import { parseArgs } from "node:util";
import { eventOf } from "../src/review/decision.ts";
import { brokenLaws } from "../test/support/model-fault-laws.ts";
import { faultNames } from "../test/support/model-fault-kinds.ts";
import { openTheatre, storyOf, vendorOf, type Story } from "../test/support/model-fault-stories.ts";
import { vendors } from "../test/support/model-review.ts";
import { finish } from "./measure.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, show: { type: "boolean", default: false } },
});
const number = Number(positionals[0] ?? 200);
const sideBySide = 6;

interface Result {
  story: Story;
  event: string;
  broken: string[];
}

const theatre = await openTheatre();
const stories = Array.from({ length: number }, (_, at) => storyOf(at, Number(values.seed)));
const results: Result[] = [];

async function play(story: Story): Promise<Result> {
  try {
    const played = await theatre.play(story);
    return { story, event: eventOf(played.draft.decision), broken: brokenLaws(played) };
  } catch (error) {
    return { story, event: "crashed", broken: [`it crashed: ${error instanceof Error ? error.stack : String(error)}`] };
  }
}

const started = performance.now();
const left = stories.values();
await Promise.all(
  Array.from({ length: sideBySide }, async () => {
    for (const story of left) results.push(await play(story));
  }),
);
await theatre.close();
const seconds = (performance.now() - started) / 1000;

const faults = results.flatMap(({ story, broken }) =>
  [...story.failing].map(([unit, fault]) => ({ unit, fault, vendor: vendorOf(unit, story), broken: broken.length })),
);
console.log(`${"".padEnd(34)}${vendors.map((vendor) => vendor.padStart(18)).join("")}`);
for (const fault of faultNames) {
  const cells = vendors.map((vendor) => {
    const here = faults.filter((one) => one.fault === fault && one.vendor === vendor);
    return `${here.length} (${here.filter(({ broken }) => broken > 0).length})`.padStart(18);
  });
  console.log(`${fault.padEnd(34)}${cells.join("")}`);
}
console.log("each: how often it was played (in how many of these reviews a law was broken)\n");
const count = (holds: (one: Result) => boolean) => results.filter(holds).length;
console.log(
  `${results.length} reviews with ${faults.length} faults in ${seconds.toFixed(0)} s: ` +
    `${count(({ story }) => story.failing.size > 1)} with several, ${count(({ story }) => story.looks > 0)} after tool calls, ` +
    `${count(({ story }) => story.failing.has("second-opinion"))} of the second opinion, ` +
    `${count(({ story }) => story.failing.has("arbiter"))} of the arbiter, ${count(({ story }) => story.fullPass)} where every pass needs a verdict`,
);
for (const { story, broken } of results.filter((one) => one.broken.length > 0).slice(0, values.show ? Infinity : 15)) {
  console.log(`story ${story.number} (${[...story.failing].map((pair) => pair.join(": ")).join("; ")})`);
  for (const line of broken) console.log(`  ${line.slice(0, 500)}`);
}
finish({
  "0 reviews are approved": count(({ event }) => event === "APPROVE") === 0,
  "0 crashes": count(({ event }) => event === "crashed") === 0,
  "0 laws are broken": count(({ broken }) => broken.length > 0) === 0,
  "every fault is played at every vendor":
    number < 4 * faultNames.length ||
    faultNames.every((fault) =>
      vendors.every((vendor) => faults.some((one) => one.fault === fault && one.vendor === vendor)),
    ),
});
