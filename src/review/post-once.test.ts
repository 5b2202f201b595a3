// Tests posting with a crash at every step, and at random steps with lost responses: nothing is lost or posted twice.
import { pullRequestKey } from "../pull-request.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  clientOf,
  Death,
  mortal,
  openPostingStore,
  planOn,
  quickClock,
  tallyOf,
} from "../../test/support/exactly-once.ts";
import type { PostingWorld } from "../../test/support/exactly-once.ts";
import { propertyRuns } from "../../test/support/property-runs.ts";
import { perform, type ReviewWriter } from "../review-change.ts";
import type { FaultKind } from "../standin/github/faults.ts";
import type { Store } from "../world/store/store.ts";
import type { Plan } from "./plan.ts";
import { leaseMs } from "./post-once.ts";

let close: () => Promise<void>;
let world: PostingWorld;
let store: Store;

beforeAll(async () => {
  ({ world, store, close } = await openPostingStore());
});
afterAll(async () => await close());
beforeEach(() => world.github.faults.clear());

let holders = 0;
function writing(): ReviewWriter {
  const clock = quickClock(world.time);
  const github = clientOf({ host: world.github.host, token: world.token, clock });
  return { github, store, clock, leaseOwner: `leaseOwner ${(holders += 1)}` };
}

/** Whether the process survived to the end. The next one starts when the lease of the dead one expires. */
async function lives(plan: Plan, before: number): Promise<boolean> {
  const { writing: its } = mortal(writing(), before);
  try {
    const outcomes = await perform(plan, its);
    return outcomes.every(({ is }) => is !== "unknown");
  } catch (error) {
    if (!(error instanceof Death)) throw error;
    return false;
  } finally {
    world.time.advance(leaseMs);
  }
}

/** Repeats until everything is posted; GitHub may fail in some attempts. */
async function untilDone(plan: Plan): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const outcomes = await perform(plan, writing());
    world.time.advance(leaseMs);
    expect(outcomes.filter(({ is }) => is === "refused")).toEqual([]);
    if (outcomes.every(({ is }) => is !== "unknown")) return;
  }
  throw new Error("it never ends");
}

async function whatStands(plan: Plan) {
  const { lost, doubled } = tallyOf(world.github, [plan]);
  const place = pullRequestKey(plan.pull);
  const findings = await store.findings.of(place);
  return {
    lost,
    doubled,
    remembered: findings.map(({ identity, comment }) => `${identity}${comment === null ? "" : " with its comment"}`),
    rounds: (await store.rounds.of(place)).length,
  };
}

const allOnce = {
  lost: [],
  doubled: [],
  remembered: ["01d with its comment", "f20 with its comment", "f30 with its comment"],
  rounds: 1,
};

const everyAnswer = (fault: FaultKind) =>
  world.github.faults.add({ match: ({ isWrite }) => isWrite, do: fault, times: Number.POSITIVE_INFINITY });

describe("a process that dies before each of its calls in turn", () => {
  test.each<[string, boolean, FaultKind | null]>([
    ["and nothing else goes wrong", false, null],
    ["where an earlier round left its details, and every answer to a write is lost", true, "502-after"],
  ])("%s", { timeout: 300_000 }, async (_, withDetails, fault) => {
    for (let call = 1, lived = false; !lived; call += 1) {
      const plan = planOn(await world.newPull({ withDetails, branch: `branch-${call % 9}` }));
      if (fault) everyAnswer(fault);
      lived = await lives(plan, call);
      world.github.faults.clear();
      await untilDone(plan);
      expect(await whatStands(plan)).toEqual(allOnce);
    }
  });
});

const deaths = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 });
const lostAfter: readonly FaultKind[] = ["502-after", "truncated-after", "reset-after"];
const never: readonly FaultKind[] = ["500", "502", "reset"];

test(
  "several deaths in a row, three answers of ten lost, and some writes that never arrive",
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(deaths, fc.boolean(), fc.integer({ min: 0, max: 8 }), async (all, withDetails, branch) => {
        world.github.faults.clear();
        const plan = planOn(await world.newPull({ withDetails, branch: `branch-${branch}` }));
        for (const fault of lostAfter)
          world.github.faults.add({ match: ({ isWrite }) => isWrite, do: fault, chance: 0.1 });
        for (const fault of never)
          world.github.faults.add({ match: ({ isWrite }) => isWrite, do: fault, chance: 0.05 });
        for (const call of all) await lives(plan, call);
        await untilDone(plan);
        expect(await whatStands(plan)).toEqual(allOnce);
      }),
      propertyRuns(50),
    );
  },
);
