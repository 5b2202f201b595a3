import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  clientOf,
  openPostingStore,
  planOn,
  quickClock,
  type PostingWorld,
} from "../../../test/support/exactly-once.ts";
import { pullRequestKey } from "../../pull-request.ts";
import type { Key, Plan } from "../../review/plan.ts";
import { leaseMs } from "../../review/post-once.ts";
import type { Store } from "../../world/store/store.ts";
import { postPlan, retryIfUnknown } from "./post-plan.ts";

let close: () => Promise<void>;
let world: PostingWorld;
let store: Store;

beforeAll(async () => {
  ({ world, store, close } = await openPostingStore());
});
afterAll(async () => await close());

/** As a process does that ends, or is still at work, before it has posted the plan's first action. */
async function holdFirst({ pull, actions: [first] }: Plan): Promise<void> {
  const now = world.time.now();
  const about = { place: pullRequestKey(pull), kind: first!.do, hash: "0", again: false };
  await store.outputs.take(first!.key, about, "another process", now, now + leaseMs);
}

function needs() {
  const clock = quickClock(world.time);
  const github = clientOf({ host: world.github.host, token: world.token, clock });
  return { github, store, clock, stop: new AbortController().signal };
}

describe("a pull request that another process holds", () => {
  test("is waited for, and what it posted is not posted again", async () => {
    const plan = planOn(await world.newPull());
    await holdFirst(plan);
    const since = world.github.ledger.entries.length;
    const outcomes = await postPlan(plan, needs());
    expect(outcomes.map(({ is }) => is)).toEqual(["done", "done", "done", "done"]);
    const written = world.github.ledger.entries.slice(since).map(({ what }) => what);
    expect(written.toSorted()).toEqual(["comment", "create-check-run", "reply", "review"]);
  });

  test("stops waiting when aborted", async () => {
    const plan = planOn(await world.newPull());
    await holdFirst(plan);
    const stopped = { ...needs().clock, wait: async () => await Promise.reject(new Error("stopped")) };
    await expect(postPlan(plan, { ...needs(), clock: stopped })).rejects.toThrow("stopped");
  });
});

test("a job is tried again while the outcome of an action is unknown", () => {
  const action = { key: "x" as Key, do: "review" } as const;
  expect(() =>
    retryIfUnknown([
      { ...action, is: "done" },
      { ...action, is: "unknown", why: "no reply" },
    ]),
  ).toThrow("no reply");
  expect(() => retryIfUnknown([{ ...action, is: "refused" }])).not.toThrow();
});
