// Tests the effects of `perform` on the simulated GitHub, through the real client and store.
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { changeOf } from "../test/support/change-of.ts";
import {
  clientOf,
  Death,
  mortal,
  openPostingStore,
  planOn,
  quickClock,
  tallyOf,
} from "../test/support/exactly-once.ts";
import type { PostingWorld, ReviewedPull } from "../test/support/exactly-once.ts";
import { draftOf } from "../test/support/finding-of.ts";
import { perform, plan, type ReviewWriter } from "./review-change.ts";
import { formatMarker } from "./review/marker.ts";
import type { Action, Plan } from "./review/plan.ts";
import { leaseMs } from "./review/post-once.ts";
import type { Faultable, FaultKind } from "./standin/github/faults.ts";
import { apiOf } from "./world/github/address.ts";
import { openPermit, type Permit } from "./world/github/permit.ts";
import { openWrites } from "./world/github/writes.ts";
import { openStore } from "./world/store/open-store.ts";
import type { Store } from "./world/store/store.ts";

let folder: string;
let close: () => Promise<void>;
let world: PostingWorld;
let pull: ReviewedPull;
let planned: Plan;
let store: Store;
let since: number;

beforeAll(async () => {
  ({ folder, world, store, close } = await openPostingStore());
});
afterAll(async () => await close());
beforeEach(async () => {
  world.github.faults.clear();
  pull = await world.newPull();
  planned = planOn(pull);
  since = world.github.ledger.entries.length;
});

let holders = 0;
function writing(given: Partial<ReviewWriter> & { timeout?: number; token?: string } = {}): ReviewWriter {
  const { timeout, token = world.token, ...more } = given;
  const clock = quickClock(world.time);
  const client = { host: world.github.host, token, clock, ...(timeout !== undefined && { timeout }) };
  return { github: clientOf(client), store, clock, leaseOwner: `leaseOwner ${(holders += 1)}`, ...more };
}

async function anotherStore(name: string): Promise<Store> {
  const opened = await openStore({ folder: join(folder, name) });
  onTestFinished(() => opened.close());
  return opened;
}

const are = async (outcomes: ReturnType<typeof perform>) => (await outcomes).map(({ is }) => is);
const written = () => world.github.ledger.entries.slice(since).filter(({ via }) => via !== "story");
const deeds = () => written().map(({ what }) => what);
const once = ["review", "comment", "create-check-run", "reply"];
const nothingAmiss = { lost: [], doubled: [] };
const tally = (...plans: Plan[]) => tallyOf(world.github, plans.length === 0 ? [planned] : plans);
const place = () => `${pull.at.host}/ada/shop#${pull.at.number}`;
const ofKind = <K extends Action["do"]>(kind: K) =>
  planned.actions.find((one): one is Extract<Action, { do: K }> => one.do === kind)!;

/** What is remembered: each finding's state, and whether its comment and thread are known. */
const remembered = async (kept = store) =>
  (await kept.findings.of(place())).map(
    ({ identity, state, comment, thread }) =>
      `${identity} ${state}${comment === null || thread === null ? "" : " known"}`,
  );
const allRemembered = ["01d fixed known", "f20 open known", "f30 open known"];

const kindsOfWrite: Record<string, (request: Faultable) => boolean> = {
  review: ({ path, isWrite }) => isWrite && path.endsWith("/reviews"),
  comment: ({ path, isWrite }) => isWrite && path.endsWith("/comments"),
  "create-check-run": ({ path, isWrite }) => isWrite && path.endsWith("/check-runs"),
  reply: ({ graphql, isWrite }) => isWrite && graphql !== null && graphql.includes("ThreadReply"),
};

describe("a plan", () => {
  test("readers see posted findings, writers see costs, and nobody sees other repositories", async () => {
    expect(await are(perform(planned, writing()))).toEqual(["done", "done", "done", "done"]);
    expect(deeds()).toEqual(once);
    expect(written()[0]!.comments?.map(({ path, line }) => [path, line])).toEqual([
      ["till.ts", 20],
      ["till.ts", 30],
    ]);
    expect(tally()).toMatchObject(nothingAmiss);
    expect(await remembered()).toEqual(allRemembered);
    expect(await store.rounds.of(place())).toMatchObject([{ head: planned.head, base: pull.pull.base.oid }]);
  });

  test("performed twice is written once", async () => {
    await perform(planned, writing());
    const outcomes = await perform(planned, writing());
    expect(outcomes.map(({ is, posted }) => [is, posted !== undefined])).toEqual(once.map(() => ["already", true]));
    expect(deeds()).toEqual(once);
    expect(await store.rounds.of(place())).toHaveLength(1);
  });

  test("an empty plan writes and stores nothing", async () => {
    expect(await perform({ ...planned, actions: [] }, writing())).toEqual([]);
    expect(deeds()).toEqual([]);
    expect(await remembered()).toEqual([]);
  });

  test("performed by two at once, on one store, is written once", async () => {
    const second = await anotherStore("data");
    await Promise.all([perform(planned, writing()), perform(planned, writing({ store: second }))]);
    // Who lost the race looks again.
    const again = await are(perform(planned, writing({ store: second })));
    expect(new Set(again)).toEqual(new Set(["already"]));
    expect(deeds().toSorted()).toEqual(once.toSorted());
    expect(await remembered()).toEqual(allRemembered);
  });

  test("repeated on another machine is found and adopted", async () => {
    await perform(planned, writing());
    const elsewhere = await anotherStore("elsewhere");
    expect(await are(perform(planned, writing({ store: elsewhere })))).toEqual([
      "adopted",
      "adopted",
      "done",
      "adopted",
    ]);
    // What a check run says is not read: it is said again in place.
    expect(deeds()).toEqual([...once, "update-check-run"]);
    expect(tally()).toMatchObject(nothingAmiss);
    expect(await remembered(elsewhere)).toEqual(allRemembered);
  });

  test("has no place for a local change", () => {
    expect(plan(draftOf(changeOf({ head: { "a.ts": "x\n" } })), "code")).toBeNull();
  });
});

describe.each(Object.entries(kindsOfWrite))("a %s", (kind, match) => {
  test.each<FaultKind>(["502-after", "truncated-after", "reset-after", "timeout-after"])(
    "whose response is lost (%s) is found, and not written again",
    async (fault) => {
      world.github.faults.add({ match, do: fault });
      const timeout = fault === "timeout-after" ? 500 : 30_000;
      expect(await are(perform(planned, writing({ timeout })))).toEqual(["done", "done", "done", "done"]);
      expect(deeds()).toEqual(once);
      expect(tally()).toMatchObject(nothingAmiss);
      expect(await remembered()).toEqual(allRemembered);
    },
  );

  test.each<FaultKind>(["500", "502", "reset"])("that did not arrive (%s) is written again", async (fault) => {
    world.github.faults.add({ match, do: fault, times: 3 });
    expect(await are(perform(planned, writing()))).toEqual(["done", "done", "done", "done"]);
    expect(deeds()).toEqual(once);
    expect(await remembered()).toEqual(allRemembered);
  });

  test("that never arrives is unknown, blocks nothing else, and is written next time", async () => {
    world.github.faults.add({ match, do: "500", times: 4 });
    expect(await are(perform(planned, writing()))).toEqual(once.map((one) => (one === kind ? "unknown" : "done")));
    expect(deeds()).toEqual(once.filter((one) => one !== kind));
    expect(await are(perform(planned, writing()))).toEqual(once.map((one) => (one === kind ? "done" : "already")));
    expect(deeds().toSorted()).toEqual(once.toSorted());
    expect(await remembered()).toEqual(allRemembered);
  });

  test("of a process that died before it could note it down is adopted by the next, which remembers it", async () => {
    const world1 = writing();
    const dies = { ...store.outputs, done: async () => await Promise.reject(new Death("power cut")) };
    const only = { ...planned, actions: planned.actions.slice(once.indexOf(kind)) };
    await expect(perform(only, { ...world1, store: { ...store, outputs: dies } })).rejects.toThrow("power cut");
    expect(await remembered()).toEqual([]);
    // It may be on its way still: until the lease is over, nobody looks for it and concludes that it is not there.
    expect((await perform(only, writing()))[0]).toMatchObject({ is: "unknown", why: /another process/ });
    world.time.advance(leaseMs);
    const after = await are(perform(planned, writing()));
    expect(after[once.indexOf(kind)]).toBe(kind === "create-check-run" ? "done" : "adopted");
    expect(
      deeds()
        .filter((one) => one !== "update-check-run")
        .toSorted(),
    ).toEqual(once.toSorted());
    expect(tally()).toMatchObject(nothingAmiss);
    expect(await remembered()).toEqual(allRemembered);
  });
});

describe("an answer that is lost when GitHub cannot be read either", () => {
  test("keeps the key, and is adopted once both work again", async () => {
    world.github.faults.add({ match: kindsOfWrite["review"]!, do: "reset-after" });
    const isLost = () => deeds().includes("review");
    world.github.faults.add({ match: ({ isWrite }) => !isWrite && isLost(), do: "500", times: 4 });
    const [first] = await perform({ ...planned, actions: [ofKind("review")] }, writing());
    expect(first).toMatchObject({ is: "unknown" });
    expect((await store.outputs.get(first!.key))!.state).toBe("sending");
    expect(await are(perform({ ...planned, actions: [ofKind("review")] }, writing()))).toEqual(["unknown"]);
    world.time.advance(leaseMs);
    expect(await are(perform(planned, writing()))).toEqual(["adopted", "done", "done", "done"]);
    expect(deeds()).toEqual(once);
  });
});

test("looks again before writing if the search took too long", async () => {
  const real = writing();
  let looks = 0;
  const github: ReviewWriter["github"] = {
    ...real.github,
    output: async (at) => {
      const output = await real.github.output(at);
      looks += 1;
      if (looks === 1) {
        world.time.advance(leaseMs);
        await perform(planned, writing());
      }
      return output;
    },
  };
  expect(await are(perform(planned, { ...real, github }))).toEqual(["adopted", "already", "already", "already"]);
  expect(deeds()).toEqual(once);
});

test("looks again before writing if its turn came too late", async () => {
  const clock = quickClock(world.time);
  const permit = openPermit({ clock, limits: [] });
  let turns = 0;
  const late: Permit = {
    run: async (write, stop) => {
      turns += 1;
      if (turns === 1) {
        world.time.advance(leaseMs);
        await perform(planned, writing());
      }
      return await permit.run(write, stop);
    },
  };
  const stop = new AbortController().signal;
  const token = async () => world.token;
  const github = openWrites({ api: apiOf(world.github.host), token, clock, stop, permit: late });
  expect(await are(perform(planned, { ...writing(), github }))).toEqual(["adopted", "already", "already", "already"]);
  expect(deeds()).toEqual(once);
});

describe("rejected by GitHub", () => {
  test("because of one bad place is posted with its comments in the body", async () => {
    const { comments, ...review } = ofKind("review");
    const badly = comments.map((one, index) => (index === 0 ? { ...one, at: { ...one.at, start: 38, end: 38 } } : one));
    const misplaced: Plan = { ...planned, actions: [{ ...review, comments: badly }] };
    expect(await perform(misplaced, writing())).toMatchObject([{ is: "done", withoutLines: true }]);
    const [posted] = written();
    expect(posted).toMatchObject({ what: "review", comments: [] });
    expect(posted!.body).toContain("`till.ts:38`");
    expect(posted!.body).toContain("Wrong at 20");
    expect(posted!.body).toContain("Wrong at 30");
    expect(await are(perform(misplaced, writing()))).toEqual(["already"]);
    expect(deeds()).toEqual(["review"]);
    expect(await remembered()).toEqual(["01d fixed known", "f20 open", "f30 open"]);
  });

  test("on one's own pull request: GitHub's message is shown, and a repeat tries again", async () => {
    const mine: Plan = { ...planned, actions: [{ ...ofKind("review"), event: "APPROVE" }] };
    const ada = { token: world.github.token("ada") };
    const [refused] = await perform(mine, writing(ada));
    expect(refused).toMatchObject({ is: "refused", why: /can not approve your own pull request/i });
    expect(await are(perform(mine, writing(ada)))).toEqual(["refused"]);
    expect(deeds()).toEqual([]);
    expect(await remembered()).toEqual([]);
    expect(await are(perform(mine, writing()))).toEqual(["done"]);
  });

  test("by a long rate limit: unknown, and posted later", async () => {
    world.github.limits.contentPerMinute = 0;
    world.github.limits.retryAfter = 3_600;
    onTestFinished(() => void Object.assign(world.github.limits, { contentPerMinute: 1e9, retryAfter: 60 }));
    expect(await are(perform({ ...planned, actions: [ofKind("review")] }, writing()))).toEqual(["unknown"]);
    world.github.limits.contentPerMinute = 1e9;
    expect(await are(perform(planned, writing()))).toEqual(["done", "done", "done", "done"]);
    expect(deeds()).toEqual(once);
  });
});

test("a marker that a stranger pasted does not count", async () => {
  for (const action of planned.actions) world.github.comment(pull.pull, "eve", `Mine\n\n${formatMarker(action)}`);
  await world.github.review(pull.pull, "eve", { body: `Mine\n\n${formatMarker(ofKind("review"))}` });
  const thread = world.github.state.threads.find((one) => one.pull === pull.pull.id)!;
  world.github.reply(thread, "eve", `Mine\n\n${formatMarker(ofKind("reply"))}`);
  expect(await are(perform(planned, writing()))).toEqual(["done", "done", "done", "done"]);
  expect(deeds()).toEqual(once);
});

test("a reply goes to a thread of ours on this pull request, and to no other", async () => {
  const other = await world.newPull();
  const reply = { ...ofKind("reply"), thread: other.past.thread as never };
  expect(await perform({ ...planned, actions: [reply] }, writing())).toMatchObject([{ is: "refused" }]);
  expect(deeds()).toEqual([]);
});

test("a finding whose reply did not arrive stays open for the next round", async () => {
  world.github.faults.add({ match: kindsOfWrite["reply"]!, do: "500", times: 4 });
  expect((await perform(planned, writing())).at(-1)).toMatchObject({ do: "reply", is: "unknown" });
  expect(await remembered()).toEqual(["01d open known", "f20 open known", "f30 open known"]);
});

describe("comments that are updated in place", () => {
  const later = () => planOn(pull, { version: "2.0.0" });

  test("is written when it differs, and only then", async () => {
    await perform(planned, writing());
    expect(await are(perform(later(), writing()))).toEqual(["already", "done", "done", "already"]);
    expect(await are(perform(later(), writing()))).toEqual(["already", "already", "already", "already"]);
    expect(deeds()).toEqual([...once, "edit-comment", "update-check-run"]);
    expect(tally(planned, later())).toMatchObject(nothingAmiss);
  });

  test.each<FaultKind>(["502-after", "reset-after", "truncated-after"])(
    "is not created again when the response to its update is lost (%s)",
    async (fault) => {
      await perform(planned, writing());
      world.github.faults.add({ match: ({ isWrite }) => isWrite, do: fault, times: 2 });
      expect(await are(perform(later(), writing()))).toEqual(["already", "done", "done", "already"]);
      expect(deeds().filter((one) => one !== "update-check-run")).toEqual([...once, "edit-comment"]);
      expect(tally(later())).toMatchObject(nothingAmiss);
    },
  );

  test("is the comment of an earlier round, if there is one", async () => {
    pull = await world.newPull({ withDetails: true });
    planned = planOn(pull);
    expect(await are(perform(planned, writing()))).toEqual(["done", "done", "done", "done"]);
    expect(deeds().slice(-4)).toEqual(["review", "edit-comment", "create-check-run", "reply"]);
    expect(tally()).toMatchObject(nothingAmiss);
  });
});

test("comments that GitHub shows late are waited for, so that their findings are remembered with them", async () => {
  const real = writing();
  let late = 2;
  const github: ReviewWriter["github"] = {
    ...real.github,
    output: async (at) => {
      const output = await real.github.output(at);
      const isNew = ({ body }: { body: string }) => body.includes("finding=f");
      if (!output.some(isNew) || late === 0) return output;
      late -= 1;
      return output.filter((one) => !isNew(one));
    },
  };
  await perform({ ...planned, actions: [ofKind("review")] }, { ...real, github });
  expect(late).toBe(0);
  expect(await remembered()).toEqual(allRemembered);
});

test("a process that dies while storing the result is recovered by the next", async () => {
  const calls = async () => {
    const { writing: whole, calls: made } = mortal(writing(), Number.POSITIVE_INFINITY);
    await perform(planned, whole);
    return made();
  };
  const last = await calls();
  pull = await world.newPull();
  planned = planOn(pull);
  await expect(perform(planned, mortal(writing(), last).writing)).rejects.toThrow(Death);
  expect(await store.rounds.of(place())).toEqual([]);
  expect(new Set(await are(perform(planned, writing())))).toEqual(new Set(["already"]));
  expect(await remembered()).toEqual(allRemembered);
  expect(await store.rounds.of(place())).toHaveLength(1);
});
