// Tests reading threads from the simulated GitHub: paged, bounded, and read-only.
import { parse, type SelectionSetNode } from "graphql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Oid } from "../../change/change.ts";
import { Unavailable, UserError } from "../../errors.ts";
import type { Faultable } from "../../standin/github/faults.ts";
import { addManyThreads } from "../../../test/support/github/many-threads.ts";
import { lines, openShop, type Shop } from "../../../test/support/github/sample-repository.ts";
import { apiOf } from "./address.ts";
import type { RequestClock } from "./clock.ts";
import { reviewThreads } from "./queries/review-threads.ts";
import { openThreadReads } from "./thread-reads.ts";
import type { PullRequestRef } from "../../pull-request.ts";

const { signal: stop } = new AbortController();
let shop: Shop;
/** What came to the server that would change something, whether it took effect or not. */
let writes: string[];

beforeEach(async () => {
  shop = await openShop();
  writes = [];
  const noted = ({ isWrite, path }: Faultable) => {
    if (isWrite) writes.push(path);
    return false;
  };
  shop.standin.faults.add({ match: noted, do: "500" });
});
afterEach(async () => {
  const changed = shop.standin.ledger.wire();
  await shop.close();
  // Whatever is read, nothing is changed: no mutation reached the server, and no other write.
  if (changed.length > 0 || writes.length > 0) throw new Error(`written: ${JSON.stringify({ changed, writes })}`);
});

/** Waiting moves the stand-in's clock. */
function access(as: "ada" | "bob" = "bob", more: { token?: string; tries?: number } = {}) {
  const waits: number[] = [];
  const clock: RequestClock = {
    now: () => shop.clock.now(),
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      shop.clock.advance(milliseconds);
    },
  };
  const token = async () => more.token ?? shop.tokens[as];
  const { tries = 4 } = more;
  const reads = openThreadReads({ api: apiOf(shop.standin.host), token, clock, stop, tries });
  const at: PullRequestRef = { host: shop.standin.host, owner: "ada", repo: "shop", number: shop.pull.number };
  return { reads, at, waits, head: shop.pull.head.oid as Oid };
}

async function say(by: string, line: number, body: string, event: "COMMENT" | null = "COMMENT") {
  shop.standin.user(by);
  const comment = { path: "till.ts", line, side: "RIGHT", startLine: null, startSide: null, body } as const;
  await shop.standin.review(shop.pull, by, { event, comments: [comment] });
  return shop.standin.state.threads.at(-1)!;
}

describe("a pull request with a few threads", () => {
  test("is read in one request, with all comments", async () => {
    const thread = await say("coderabbitai[bot]", 10, "Use a constant.");
    shop.clock.advance(60_000);
    shop.standin.reply(thread, "ada", "Why?");
    const { reads, at, head } = access("ada");
    const scan = await reads.threads(at, { max: 100 });
    expect(scan).toMatchObject({ pull: at, head, viewer: "ada", total: 1, complete: true, requests: 1 });
    expect(scan.threads).toHaveLength(1);
    const [read] = scan.threads;
    expect(read).toMatchObject({
      prNumber: shop.pull.number,
      path: "till.ts",
      line: 10,
      originalLine: 10,
      originalCommit: head,
      isResolved: false,
      isOutdated: false,
      author: "coderabbitai[bot]",
      authorKind: "bot",
      source: "github-graphql",
      canReply: true,
      canResolve: true,
    });
    expect(read!.diffHunk).toMatch(/\n\+changed$/);
    expect(read!.comments.map(({ author, authorKind, body }) => [author, authorKind, body])).toEqual([
      ["coderabbitai[bot]", "bot", "Use a constant."],
      ["ada", "self", "Why?"],
    ]);
    expect(read!.firstComment).toBe(read!.comments[0]);
    expect(read!.latestComment).toBe(read!.comments[1]);
    expect(read!.latestComment).toMatchObject({ viewerCanUpdate: true, databaseId: expect.any(Number) });
    expect(Date.parse(read!.updatedAt!) - Date.parse(read!.createdAt!)).toBe(60_000);
  });

  test("shows whether each is resolved or outdated and who may resolve it", async () => {
    const first = await say("eve", 9, "Is this right?");
    await say("eve", 10, "And this?");
    shop.standin.resolve(first, "ada");
    const changed = { "till.ts": lines(40, { 10: "changed again" }) };
    await shop.standin.push(shop.repository, "feature", [{ message: "Change it again", files: changed }]);
    const { reads, at } = access("bob");
    const { threads } = await reads.threads(at, { max: 100 });
    expect(
      threads.map(({ originalLine, line, isResolved, isOutdated }) => [originalLine, line, isResolved, isOutdated]),
    ).toEqual([
      [9, 9, true, false],
      [10, null, false, true],
    ]);
    expect(threads.map(({ canResolve }) => canResolve)).toEqual([false, false]);
  });

  test("keeps a thread of a deleted author", async () => {
    await say("mallory", 10, "Bye.");
    const { accounts } = shop.standin.state;
    accounts.splice(
      accounts.findIndex(({ login }) => login === "mallory"),
      1,
    );
    const { reads, at } = access();
    const { threads } = await reads.threads(at, { max: 100 });
    expect(threads).toMatchObject([{ author: null, authorKind: "human", firstComment: { body: "Bye." } }]);
  });

  test("excludes pending comments", async () => {
    await say("eve", 9, "Posted.");
    await say("bob", 10, "Not yet.", null);
    const { reads, at } = access("bob");
    const { threads } = await reads.threads(at, { max: 100 });
    expect(threads.map(({ firstComment }) => firstComment?.body)).toEqual(["Posted."]);
  });

  test("without threads is complete, too", async () => {
    const { reads, at } = access();
    expect(await reads.threads(at, { max: 100 })).toMatchObject({ threads: [], total: 0, complete: true });
  });
});

describe("pages", () => {
  test("of threads and of comments are all read, and each comment appears once", async () => {
    const long = 3;
    addManyThreads(shop.standin.hub, shop.pull, {
      threads: 230,
      comments: (n) => (n === long ? 260 : 2),
      by: "bob",
    });
    const { reads, at } = access();
    const progress: [number, number | null][] = [];
    const scan = await reads.threads(at, { max: 1000, progress: (...now) => void progress.push(now) });
    expect(scan.threads).toHaveLength(230);
    expect(scan).toMatchObject({ complete: true, total: 230 });
    const longest = scan.threads.find(({ path }) => path === `src/${long}.ts`)!;
    expect(longest.comments.map(({ body }) => body)).toEqual(
      Array.from({ length: 260 }, (_, nth) => `comment ${nth} in thread ${long}`),
    );
    expect(longest.latestComment!.body).toBe(`comment 259 in thread ${long}`);
    // Three pages of threads, and three more for the long one: 50 come with it, then 100, 100 and 10.
    expect(scan.requests).toBe(3 + 3);
    expect(shop.standin.requests).toHaveLength(scan.requests);
    expect(progress).toEqual([
      [100, 230],
      [200, 230],
      [230, 230],
    ]);
  });

  test("end at the limit, and say whether there are more", async () => {
    const { reads, at } = access();
    const { state, hub } = shop.standin;
    for (const [threads, max, fetched, complete, requests] of [
      [101, 100, 100, false, 1],
      [100, 100, 100, true, 1],
      [8, 7, 7, false, 1],
      [151, 150, 150, false, 2],
      [151, 151, 151, true, 2],
    ] as const) {
      state.threads.length = 0;
      addManyThreads(hub, shop.pull, { threads, comments: 1, by: "bob" });
      const scan = await reads.threads(at, { max });
      expect(scan.threads).toHaveLength(fetched);
      expect(scan).toMatchObject({ complete, total: threads, requests });
    }
  });

  test("are sorted, whatever order GitHub uses", async () => {
    const paths = ["src/b.ts", "src/a.ts", "src/b.ts", "src/a.ts"];
    addManyThreads(shop.standin.hub, shop.pull, {
      threads: 4,
      comments: 1,
      by: "bob",
      path: (n) => paths[n]!,
      thread: (n) => ({ line: 10 - n }),
    });
    const { reads, at } = access();
    const { threads } = await reads.threads(at, { max: 100 });
    expect(threads.map(({ path, line }) => `${path}:${line}`)).toEqual([
      "src/a.ts:7",
      "src/a.ts:9",
      "src/b.ts:8",
      "src/b.ts:10",
    ]);
  });

  test("continue after a rate limit", async () => {
    addManyThreads(shop.standin.hub, shop.pull, { threads: 450, comments: 1, by: "bob" });
    shop.standin.limits.graphqlPointsPerMinute = 2;
    const { reads, at, waits } = access();
    const scan = await reads.threads(at, { max: 1000 });
    expect(scan.threads).toHaveLength(450);
    expect(scan.complete).toBe(true);
    expect(waits).toEqual([60_000, 60_000]);
    // Five pages, and two that were refused.
    expect(scan.requests).toBe(7);
  });

  test("are retried after an error", async () => {
    addManyThreads(shop.standin.hub, shop.pull, { threads: 250, comments: 1, by: "bob" });
    shop.standin.faults.add({
      match: ({ graphql }) => graphql !== null && graphql.includes("ReviewThreads"),
      do: "502",
    });
    const { reads, at } = access();
    expect(await reads.threads(at, { max: 1000 })).toMatchObject({ complete: true, requests: 4 });
  });

  test("that are too large for GitHub are requested in smaller ones", async () => {
    addManyThreads(shop.standin.hub, shop.pull, { threads: 25, comments: 1, by: "bob" });
    const asksForMany = (json: unknown) => (json as { variables: { first: number } }).variables.first > 10;
    shop.standin.faults.add({ match: ({ json }) => asksForMany(json), do: "502", times: 100 });
    const { reads, at } = access("bob", { tries: 2 });
    const scan = await reads.threads(at, { max: 100 });
    expect(scan.threads).toHaveLength(25);
    // Two in vain, then pages of ten.
    expect(scan).toMatchObject({ complete: true, requests: 2 + 3 });
  });

  test("fail if the server never responds", async () => {
    shop.standin.faults.add({ match: () => true, do: "502", times: 100 });
    const { reads, at } = access();
    await expect(reads.threads(at, { max: 100 })).rejects.toBeInstanceOf(Unavailable);
  });

  test("are read again if the head changes between them", async () => {
    addManyThreads(shop.standin.hub, shop.pull, { threads: 150, comments: 1, by: "bob" });
    const { reads, at, head } = access();
    let moved = "";
    const scan = await reads.threads(at, {
      max: 1000,
      progress: () => {
        if (moved !== "") return;
        moved = "b".repeat(40);
        shop.standin.state.pulls.find(({ id }) => id === shop.pull.id)!.head.oid = moved;
      },
    });
    shop.pull.head.oid = head;
    expect(scan).toMatchObject({ head: moved, complete: true });
    expect(scan.threads).toHaveLength(150);
  });

  test("stay far below GitHub's node limit", () => {
    const operation = parse(reviewThreads.text).definitions.find((one) => one.kind === "OperationDefinition");
    const nodes = nodesOf(operation!.selectionSet, 1);
    expect(nodes).toBeGreaterThan(5000);
    expect(nodes).toBeLessThan(500_000);
  });

  test("of threads with fifty comments each take no more requests than pages", async () => {
    const [threads, comments] = [300, 50];
    addManyThreads(shop.standin.hub, shop.pull, { threads, comments, by: "bob" });
    const { reads, at } = access();
    const scan = await reads.threads(at, { max: threads });
    expect(scan).toMatchObject({ complete: true, requests: threads / 100 });
    expect(scan.threads.every((one) => one.comments.length === comments)).toBe(true);
  });
});

/** GitHub counts what a question could bring at most: each list by its size, times those around it. */
function nodesOf({ selections }: SelectionSetNode, around: number): number {
  return selections.reduce((sum, one) => {
    if (one.kind !== "Field" || !one.selectionSet) return sum;
    const first = one.arguments?.find(({ name }) => name.value === "first")?.value;
    const size = first === undefined ? null : first.kind === "IntValue" ? Number(first.value) : 100;
    return sum + (size === null ? 0 : around * size) + nodesOf(one.selectionSet, around * (size ?? 1));
  }, 0);
}

describe("read errors", () => {
  test("a missing pull request is an error with a remedy", async () => {
    const { reads, at } = access();
    const gone = reads.threads({ ...at, number: 999 }, { max: 100 });
    await expect(gone).rejects.toThrow("There is no pull request 999 in ada/shop");
    await expect(gone).rejects.toBeInstanceOf(UserError);
  });

  test("an invalid token is reported and not shown", async () => {
    const { reads, at } = access("bob", { token: "ghp_nobodys" });
    await expect(reads.threads(at, { max: 100 })).rejects.toThrow("does not accept the token");
    await expect(reads.threads(at, { max: 100 })).rejects.not.toThrow("ghp_nobodys");
  });

  test("another host gets no request", async () => {
    const { reads, at } = access();
    await expect(reads.threads({ ...at, host: "example.com" }, { max: 100 })).rejects.toThrow("example.com");
    expect(shop.standin.requests).toHaveLength(0);
  });
});

describe("checks of a commit", () => {
  const run = (
    name: string,
    conclusion?: "success" | "failure" | "neutral" | "skipped" | "timed_out" | "cancelled",
  ) => {
    const given = { name, headSha: shop.pull.head.oid, ...(conclusion && { conclusion }) };
    shop.standin.checkRun(shop.repository, "ci", given);
  };
  const status = (context: string, state: "success" | "failure" | "error" | "pending") =>
    void shop.standin.status(shop.repository, "ada", { sha: shop.pull.head.oid, context, state });
  beforeEach(() => void shop.standin.appToken(shop.repository, "ci", { checks: "write" }));

  test("add up to one state", async () => {
    const { reads, at, head } = access();
    for (const [what, story, state] of [
      ["nothing", () => {}, "none"],
      ["a run that passed", () => run("test", "success"), "passed"],
      ["a neutral one", () => run("lint", "neutral"), "passed"],
      ["nothing but skipped ones", () => run("deploy", "skipped"), "none"],
      ["a skipped one beside one that passed", () => (run("deploy", "skipped"), run("test", "success")), "passed"],
      ["one under way", () => (run("test", "success"), run("slow")), "pending"],
      ["one that failed beside one under way", () => (run("test", "failure"), run("slow")), "failed"],
      ["one that took too long", () => run("test", "timed_out"), "failed"],
      ["one that was ended", () => run("test", "cancelled"), "failed"],
      ["a status that waits", () => (run("test", "success"), status("ci/old", "pending")), "pending"],
      ["a status with an error", () => (run("test", "success"), status("ci/old", "error")), "failed"],
      ["a status that passed later", () => (status("ci/old", "failure"), status("ci/old", "success")), "passed"],
      ["a run that passed later", () => (run("test", "failure"), run("test", "success")), "passed"],
    ] as const) {
      shop.standin.state.checkRuns.length = 0;
      shop.standin.state.statuses.length = 0;
      story();
      expect([what, (await reads.checks(at, head)).state]).toEqual([what, state]);
    }
  });

  test("exclude our own, so that Crosscheck does not wait for itself", async () => {
    const { reads, at, head } = access();
    const own = (more: object) =>
      shop.standin.checkRun(shop.repository, "ci", {
        name: "Crosscheck",
        headSha: head,
        externalId: `${at.host}/ada/shop#1@${head}/check`,
        ...more,
      });
    own({ status: "in_progress" });
    expect(await reads.checks(at, head)).toMatchObject({ state: "none", runs: [] });
    run("test", "success");
    expect(await reads.checks(at, head)).toMatchObject({ state: "passed", runs: [{ name: "test" }] });
    status("ci/old", "pending");
    expect(await reads.checks(at, head)).toMatchObject({ state: "pending" });
    // What is only called so is another's.
    own({ externalId: "a job", status: "in_progress" });
    expect((await reads.checks(at, head)).runs.map(({ name }) => name)).toContain("Crosscheck");
  });

  test("each have a name, a state and a link", async () => {
    run("test", "success");
    run("slow");
    shop.standin.status(shop.repository, "ada", {
      sha: shop.pull.head.oid,
      context: "ci/old",
      state: "success",
      targetUrl: "https://ci.example.com/1",
    });
    const { reads, at, head } = access();
    expect((await reads.checks(at, head)).runs).toEqual([
      { name: "test", state: "passed", url: expect.stringContaining("/runs/") },
      { name: "slow", state: "pending", url: expect.stringContaining("/runs/") },
      { name: "ci/old", state: "passed", url: "https://ci.example.com/1" },
    ]);
  });

  test("are read on all pages", async () => {
    for (let n = 0; n < 130; n += 1) run(`test ${n}`, n === 129 ? "failure" : "success");
    const { reads, at, head } = access();
    const { state, runs } = await reads.checks(at, head);
    expect(runs).toHaveLength(130);
    expect(state).toBe("failed");
    expect(shop.standin.requests).toHaveLength(2);
  });

  test("of an unknown commit are an error", async () => {
    const { reads, at } = access();
    await expect(reads.checks(at, "a".repeat(40) as Oid)).rejects.toThrow("has no commit aaaaaaaaaaaa in ada/shop");
  });
});
