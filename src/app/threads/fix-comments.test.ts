// Replies to and resolves threads over HTTP with a real store: each step happens once, and a failed run can be
// repeated.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { provenFix } from "../../../test/support/fix-of.ts";
import type { Oid } from "../../change/change.ts";
import { Refused, Unavailable, UserError } from "../../errors.ts";
import { replyDiffers } from "../../threads/words/fix-texts.ts";
import type { Faultable } from "../../standin/github/faults.ts";
import { editReviewComment } from "../../standin/github/acts/comments.ts";
import { lines, openShop, type Shop } from "../../../test/support/github/sample-repository.ts";
import type { SimulatedThread as StandinThread } from "../../standin/github/state.ts";
import { chooseThreads } from "../../threads/choose-threads.ts";
import {
  defaultThreadSettings,
  type ReviewCommentsSettings,
  type ThreadFix,
  type ThreadTriage,
} from "../../threads/thread-payloads.ts";
import type { FixFlags } from "../../threads/policy.ts";
import { defaultTemplate } from "../../threads/render-reply.ts";
import type { StoredScan } from "../../threads/thread-state.ts";
import type { ThreadScan } from "../../threads/thread.ts";
import { apiOf } from "../../world/github/address.ts";
import type { RequestClock } from "../../world/github/clock.ts";
import { openPermit } from "../../world/github/permit.ts";
import { openThreadReads } from "../../world/github/thread-reads.ts";
import { openWrites } from "../../world/github/writes.ts";
import { openGit, type OpenGit } from "../../world/git/repository.ts";
import { openStore } from "../../world/store/open-store.ts";
import type { Store } from "../../world/store/store.ts";
import { storedScan } from "./comments/stored-scan.ts";
import { fixComments, type Fixed, type FixNeeds, type FixRequest } from "./fix-comments.ts";
import { fixCodeReader } from "./fix-comments/fix-repository.ts";
import { loadThreadState, recordEvent } from "./thread-target.ts";
import { triageOf } from "../../../test/support/thread-story.ts";
import type { PullRequestRef } from "../../pull-request.ts";

const { signal: stop } = new AbortController();
const rabbit = "coderabbitai[bot]";
let shop: Shop;
let store: Store;
let folder: string;
let pull: PullRequestRef;
let head: Oid;
let firstHead: Oid;
let mergeBase: Oid;
let git: OpenGit;
let settings: ReviewCommentsSettings;
/** What came to the server that would change something, whether it took effect or not. */
let mutations: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-fix-"));
  shop = await openShop();
  store = await openStore({ folder });
  shop.standin.user(rabbit, { type: "Bot" });
  pull = { host: shop.standin.host, owner: "ada", repo: "shop", number: shop.pull.number };
  head = shop.pull.head.oid as Oid;
  git = openGit(shop.repository.gitDirectory, process.env, stop);
  firstHead = head;
  mergeBase = (await git.resolve("main"))!;
  settings = defaultThreadSettings;
  mutations = [];
  const noted = ({ isWrite, graphql }: Faultable) => {
    if (isWrite)
      mutations.push(/addPullRequestReviewThreadReply|resolveReviewThread/.exec(graphql ?? "")?.[0] ?? "other");
    return false;
  };
  shop.standin.faults.add({ match: noted, do: "500" });
});

afterEach(async () => {
  git.close();
  await store.close();
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

async function say(by: string, line: number, body: string): Promise<StandinThread> {
  const comment = { path: "till.ts", line, side: "RIGHT", startLine: null, startSide: null, body } as const;
  await shop.standin.review(shop.pull, by, { comments: [comment] });
  return shop.standin.state.threads.at(-1)!;
}

/** Waiting moves the stand-in's clock. */
function clockOf(): RequestClock {
  return { now: () => shop.clock.now(), wait: async (milliseconds) => shop.clock.advance(milliseconds) };
}

function needsOf(token = shop.tokens.ada): FixNeeds {
  const clock = clockOf();
  const options = { api: apiOf(shop.standin.host), token: async () => token, clock, stop, tries: 2 };
  const writes = openWrites({ ...options, permit: openPermit({ clock, longestWait: 5_000 }) });
  return {
    reads: openThreadReads(options),
    writes: () => writes,
    repository: async () => ({
      pull,
      settings,
      template: defaultTemplate,
      compareAt: (at) => fixCodeReader(git, { head: at, mergeBase }),
      close: async () => {},
    }),
    store,
    clock,
    stop,
  };
}

async function look(token?: string): Promise<ThreadScan> {
  return await needsOf(token).reads.threads(pull, { max: 100 });
}

/** A commit that changes what the comments are about. */
async function pushFix(files = { "till.ts": lines(40, { 10: "closed", 11: "shut" }) }): Promise<void> {
  head = (await shop.standin.push(shop.repository, "feature", [{ message: "Close it", files }])) as Oid;
}

/** As `crosscheck comments` leaves it behind, after the fix was pushed: every thread is triaged as valid. */
async function scan(edit: Partial<StoredScan> = {}, given?: readonly ThreadTriage[]): Promise<ThreadScan> {
  if (head === firstHead) await pushFix();
  return await readThreads(edit, given);
}

async function readThreads(edit: Partial<StoredScan> = {}, given?: readonly ThreadTriage[]): Promise<ThreadScan> {
  const found = await look();
  const stored = { ...storedScan(found, chooseThreads(found, { all: true }), shop.clock.now(), null), ...edit };
  const triage = given ?? found.threads.map(({ threadId }) => triageOf(threadId, "valid"));
  await recordEvent(store, pull, { kind: "scanned", scan: stored, triage }, shop.clock.now());
  shop.clock.advance(1000);
  return found;
}

const apply = { applyReplies: true, applyResolutions: true };

async function fix(
  fixes: readonly Partial<ThreadFix>[],
  flags: Partial<FixFlags> = {},
  more: Partial<FixRequest> = {},
  needs: FixNeeds = needsOf(),
): Promise<Fixed> {
  const ids = (await look()).threads.map(({ threadId }) => threadId);
  const threads = fixes.map((one, at) => fixOf(ids[at] ?? "none", one));
  shop.clock.advance(1000);
  return await fixComments(
    {
      payload: { prNumber: pull.number, threads },
      asked: null,
      flags: { applyReplies: false, applyResolutions: false, allowResolveInvalid: false, by: "person", ...flags },
      dryRun: false,
      detached: false,
      ...more,
    },
    needs,
  );
}

function withoutOwn(found: ThreadScan): ThreadScan {
  const threads = found.threads.map((thread) => {
    const comments = thread.comments.filter(({ authorKind }) => authorKind !== "self");
    return { ...thread, comments, latestComment: comments.at(-1) ?? null };
  });
  return { ...found, threads };
}

function fixOf(threadId: string, edit: Partial<ThreadFix> = {}): ThreadFix {
  return provenFix(head, { threadId, ...edit });
}

const results = ({ rows }: Fixed) => rows.map(({ reply, resolution }) => `${reply.is} ${resolution.is}`);
const deeds = () => shop.standin.ledger.wire().map(({ what }) => what);

describe("a fixed thread", () => {
  test("is answered and resolved, and not again", async () => {
    await say(rabbit, 10, "The till stays open.");
    await scan();
    const done = await fix([{}], apply);
    expect(results(done)).toEqual(["posted resolved"]);
    expect(deeds()).toEqual(["reply", "resolve"]);
    const [reply] = shop.standin.ledger.wire("reply");
    expect(reply!.body).toMatch(
      /^The till is closed now\n\nFixed in `\w{12}`\.\nVerified by `npm test` at `\w{12}`\.\n\n<!-- crosscheck:key=\S+ -->$/,
    );
    expect(results(await fix([{}], apply))).toEqual(["already already"]);
    // Nor where what was recorded is lost: GitHub shows it.
    await store.threads.clear();
    await scan();
    expect(results(await fix([{}], apply))).toEqual(["already already"]);
    expect(mutations).toEqual(["addPullRequestReviewThreadReply", "resolveReviewThread"]);
  });

  test("is only listed without a flag, and nothing is stored", async () => {
    await say(rabbit, 10, "The till stays open.");
    await scan();
    const before = await store.threads.load((await store.threads.latest())!);
    for (const [flags, more] of [
      [{}, {}],
      [apply, { dryRun: true }],
    ] as const) {
      const { dryRun, rows } = await fix([{}], flags, more);
      expect([dryRun, rows[0]!.reply.is, rows[0]!.resolution.is]).toEqual([true, "planned", "planned"]);
      expect(rows[0]!.row.replyText).toContain("The till is closed now");
    }
    expect(mutations).toEqual([]);
    expect(await store.threads.load((await store.threads.latest())!)).toBe(before);
  });

  test("is answered where its resolution is blocked, and resolved later without a second answer", async () => {
    await say(rabbit, 10, "The till stays open.");
    await scan();
    const blocked = await fix([{ checks: "failed" }], apply);
    expect(results(blocked)).toEqual(["posted blocked"]);
    expect(shop.standin.ledger.wire("reply")[0]!.body).not.toMatch(/resolved/i);
    expect(results(await fix([{}], apply))).toEqual(["already resolved"]);
    expect(deeds()).toEqual(["reply", "resolve"]);
    const { outcomes } = await loadThreadState(store, pull);
    expect(outcomes.map(({ reply, resolution }) => `${reply} ${resolution}`)).toEqual([
      "already resolved",
      "posted blocked",
    ]);
    expect(JSON.stringify(outcomes)).not.toContain("The till is closed");
  });

  test("is handled again when reopened, and answered again after a new reply", async () => {
    const thread = await say(rabbit, 10, "The till stays open.");
    await scan();
    await fix([{}], apply);
    shop.standin.unresolve(thread, "ada");
    expect(results(await fix([{}], apply))).toEqual(["already blocked"]);
    await scan();
    expect(results(await fix([{}], apply))).toEqual(["already resolved"]);
    shop.standin.unresolve(thread, "ada");
    shop.standin.reply(thread, rabbit, "It is open still.");
    shop.clock.advance(1000);
    await scan();
    expect(results(await fix([{}], apply))).toEqual(["posted resolved"]);
    expect(deeds()).toEqual(["reply", "resolve", "resolve", "reply", "resolve"]);
  });

  test("stays open when somebody reopened it and only the config asks", async () => {
    const thread = await say(rabbit, 10, "The till stays open.");
    await scan();
    settings = { ...defaultThreadSettings, autoResolve: true, autoResolveClassifications: ["valid"] };
    expect(results(await fix([{}]))).toEqual(["skipped resolved"]);
    shop.standin.unresolve(thread, "bob");
    await scan();
    const again = await fix([{}]);
    expect(again.rows[0]!.row.resolve.ruling.rule).toEqual({ rule: "reopened" });
    expect(deeds()).toEqual(["resolve"]);
  });

  test("is neither answered nor resolved after a later word of a person, in a dry run too", async () => {
    const thread = await say(rabbit, 10, "The till stays open.");
    await scan();
    shop.standin.reply(thread, "bob", "Please do NOT resolve this.");
    const dry = await fix([{}]);
    expect(results(dry)).toEqual(["blocked blocked"]);
    expect(dry.rows[0]!.resolution.why).toMatch(/a person wrote in the thread after it was read/);
    expect(results(await fix([{}], apply))).toEqual(["blocked blocked"]);
    expect(mutations).toEqual([]);
    // Who has read it may still answer, with their own flag.
    await scan();
    expect(results(await fix([{}], apply))).toEqual(["posted resolved"]);
  });

  test("is not resolved after a person edited a comment, until it is read and triaged again", async () => {
    const thread = await say("bob", 10, "The till stays open.");
    await scan();
    const first = shop.standin.state.reviewComments.find((one) => one.thread === thread.id)!;
    shop.clock.advance(1000);
    editReviewComment(shop.standin.hub, { login: "bob", via: "story" }, first, "Please do NOT resolve this.");
    expect(results(await fix([{}], apply))).toEqual(["blocked blocked"]);
    expect(mutations).toEqual([]);
    await scan();
    expect(results(await fix([{}], apply))).toEqual(["posted resolved"]);
  });

  test("is neither answered nor resolved when a person edits a comment in the last moment", async () => {
    const thread = await say("bob", 10, "The till stays open.");
    await scan();
    const first = shop.standin.state.reviewComments.find((one) => one.thread === thread.id)!;
    const needs = needsOf();
    const writes = needs.writes("reply");
    const editing = () => {
      shop.clock.advance(1000);
      editReviewComment(shop.standin.hub, { login: "bob", via: "story" }, first, `It is fine, ${deeds().length}.`);
    };
    const slow: FixNeeds = {
      ...needs,
      writes: () => ({
        ...writes,
        reply: async (id, body, still) => {
          editing();
          return await writes.reply(id, body, still);
        },
        resolve: async (id, still) => {
          editing();
          await writes.resolve(id, still);
        },
      }),
    };
    expect(results(await fix([{}], apply, {}, slow))).toEqual(["blocked blocked"]);
    await scan();
    expect(results(await fix([{}], { applyResolutions: true }, {}, slow))).toEqual(["skipped blocked"]);
    expect(mutations).toEqual([]);
  });

  test("is not resolved by an old triage because the payload names a newer comment", async () => {
    const thread = await say(rabbit, 10, "The till stays open.");
    await scan();
    shop.standin.reply(thread, "bob", "Please do NOT resolve this.");
    const [found] = (await look()).threads;
    expect(results(await fix([{ latestComment: found!.latestComment!.id }], apply))).toEqual(["posted blocked"]);
  });

  test("is not resolved at a head that nobody has read the threads at", async () => {
    await say(rabbit, 10, "The till stays open.");
    await scan();
    await pushFix({ "till.ts": lines(40, { 10: "closed at night" }) });
    const moved = await fix([{}], apply);
    expect(results(moved)).toEqual(["posted blocked"]);
    expect(moved.rows[0]!.resolution.why).toMatch(/new commits since the threads were read/);
  });

  test("needs a commit that is newer than the comment, and code that changed", async () => {
    const older = head;
    await say(rabbit, 10, "The till stays open.");
    await pushFix({ "till.ts": lines(40, { 10: "changed", 30: "elsewhere" }) });
    await readThreads();
    const before = await fix([{ commitSha: older }], apply);
    expect(before.rows[0]!.row.reply.ruling.rule).toEqual({ rule: "commit-before-comment", commit: older });
    expect(results(before)).toEqual(["blocked blocked"]);
    const untouched = await fix([{}], apply);
    expect(untouched.rows[0]!.row.resolve.ruling.rule).toEqual({ rule: "code-unchanged" });
    expect(results(untouched)).toEqual(["blocked blocked"]);
    expect(mutations).toEqual([]);
    const why = "The caller closes it.";
    expect(results(await fix([{ whyUnchanged: why }], apply))).toEqual(["posted resolved"]);
    expect(shop.standin.ledger.wire("reply")[0]!.body).toContain(`The commented lines are unchanged: ${why}`);
  });

  test("needs a stored triage of the same class, detached or not", async () => {
    await say(rabbit, 10, "The till stays open.");
    await scan({}, []);
    for (const detached of [false, true]) {
      const done = await fix([{}], { applyResolutions: true }, { detached });
      expect(done.rows[0]!.row.resolve.ruling.rule).toEqual({ rule: "no-triage" });
    }
    await scan();
    const other = await fix([{ classification: "stale", evidence: "It is gone" }], { applyResolutions: true });
    expect(other.rows[0]!.row.resolve.ruling.rule).toMatchObject({ rule: "other-class", triage: "valid" });
    expect(mutations).toEqual([]);
  });

  test("of another person is resolved by a person's flag alone", async () => {
    await say("bob", 10, "The till stays open.");
    await scan();
    settings = { ...defaultThreadSettings, autoReply: true, autoResolve: true, autoResolveClassifications: ["valid"] };
    const automatic = await fix([{}], { by: "automatic", ...apply });
    expect(automatic.rows[0]!.row.resolve.ruling.rule).toEqual({ rule: "another-human" });
    expect(results(await fix([{}]))).toEqual(["already blocked"]);
    expect(results(await fix([{}], { applyResolutions: true }))).toEqual(["already resolved"]);
    expect(deeds()).toEqual(["reply", "resolve"]);
  });

  test("in which only the requester replied counts as theirs", async () => {
    const thread = await say(rabbit, 10, "The till stays open.");
    shop.standin.reply(thread, "bob", "@crosscheck resolve");
    await scan();
    settings = { ...defaultThreadSettings, autoResolveClassifications: ["valid"] };
    const flags = { by: "automatic", applyResolutions: true } as const;
    expect(results(await fix([{}], flags))).toEqual(["skipped blocked"]);
    expect(results(await fix([{}], flags, { asker: "Bob" }))).toEqual(["skipped resolved"]);
  });

  test("is not resolved by a commit that is not in the head", async () => {
    await say(rabbit, 10, "The till stays open.");
    const aside = await shop.standin.push(
      shop.repository,
      "aside",
      [{ message: "Elsewhere", files: { "a.ts": "a\n" } }],
      { from: "main" },
    );
    await scan();
    const done = await fix([{ commitSha: aside }], apply);
    expect(done.rows[0]!.row.resolve.ruling.rule).toEqual({ rule: "commit-not-reachable", commit: aside });
    expect(mutations).toEqual([]);
  });
});

test("a thread that needs a person is left alone, and the pull request waits for them", async () => {
  await say(rabbit, 10, "Should the till be open at night?");
  await scan();
  const done = await fix([{ classification: "needs_human" }], apply);
  expect([results(done), done.phase]).toEqual([["blocked blocked"], "blocked"]);
  expect(mutations).toEqual([]);
});

test("a stored triage that needs a person blocks the resolution, and what the config would answer, detached or not", async () => {
  await say(rabbit, 10, "The till stays open.");
  const [found] = (await look()).threads;
  await scan({}, [triageOf(found!.threadId, "needs_human")]);
  settings = { ...defaultThreadSettings, autoReply: true, autoResolve: true, autoResolveClassifications: ["valid"] };
  for (const detached of [false, true]) {
    expect(results(await fix([{}], { applyResolutions: true }, { detached }))).toEqual(["blocked blocked"]);
    expect(results(await fix([{}], {}, { detached }))).toEqual(["blocked blocked"]);
  }
  expect(mutations).toEqual([]);
});

describe("is refused", () => {
  const refused = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).remedy).not.toBe("");
    return (error as UserError).message;
  };

  test("disabled by config, threads that were not read, and incomplete scans", async () => {
    await say(rabbit, 10, "The till stays open.");
    expect(await refused(fix([{}], apply))).toMatch(/have not been read/);
    await recordEvent(store, { ...pull, number: 77 }, { kind: "scanned", scan: emptyScan(), triage: [] }, 1);
    expect(await refused(fix([{}], apply))).toMatch(/belong to pull request 77/);
    await scan({ is: "incomplete" });
    expect(await refused(fix([{}], apply))).toMatch(/did not read all threads/);
    await scan({ is: "failed", why: "it broke" });
    expect(await refused(fix([{}], apply))).toMatch(/failed: it broke/);
    await scan({ threads: [] });
    expect(await refused(fix([{}], apply))).toMatch(/not in the last scan: \w+/);
    await scan();
    expect(await refused(fix([{}], apply, { asked: 3 }))).toMatch(/pull request 1, not 3/);
    settings = { ...defaultThreadSettings, enabled: false };
    expect(await refused(fix([{}], apply))).toMatch(/reviewComments\.enabled is false/);
    expect(await refused(fix([{}], apply, { detached: true }))).toMatch(/enabled is false/);
    settings = defaultThreadSettings;
    expect(await refused(fix([{}, {}], apply, { detached: true }))).toMatch(/does not have these threads: none/);
    expect(mutations).toEqual([]);
    // A detached payload may answer without a scan; it resolves nothing that was not triaged.
    await store.threads.clear();
    expect(results(await fix([{}], apply, { detached: true }))).toEqual(["posted blocked"]);
  });

  const emptyScan = (): StoredScan => ({
    at: 1,
    head,
    viewer: "ada",
    is: "complete",
    whole: true,
    threads: [],
    leftOut: 0,
    why: null,
  });
});

describe("failures", () => {
  const isReply = ({ graphql }: Faultable) => graphql?.includes("addPullRequestReviewThreadReply") ?? false;
  const isResolve = ({ graphql }: Faultable) => graphql?.includes("resolveReviewThread") ?? false;

  beforeEach(async () => {
    await say(rabbit, 10, "The till stays open.");
    await say(rabbit, 11, "And the door.");
    await scan();
  });

  test.each(["502-after", "reset-after", "truncated-after"] as const)(
    "a lost response (%s): the reply is found, and not posted again",
    async (kind) => {
      shop.standin.faults.add({ match: isReply, do: kind });
      shop.standin.faults.add({ match: isResolve, do: kind });
      expect(results(await fix([{}, {}], apply))).toEqual(["posted resolved", "posted resolved"]);
      expect(results(await fix([{}, {}], apply))).toEqual(["already already", "already already"]);
      expect(deeds()).toEqual(["reply", "resolve", "reply", "resolve"]);
      expect(mutations).toHaveLength(4);
    },
  );

  test("a reply that may have arrived is found even if it was edited, and the difference is reported", async () => {
    const needs = needsOf();
    const writes = needs.writes("reply");
    let sent = false;
    const lost = () => new Unavailable("GitHub", "no answer");
    const deaf: FixNeeds = {
      ...needs,
      writes: () => ({
        ...writes,
        reply: async (thread, body, still) => {
          await writes.reply(thread, body, still);
          sent = true;
          throw lost();
        },
        output: async (at) => (sent ? await Promise.reject(lost()) : await writes.output(at)),
      }),
    };
    const first = await fix([{ replyBody: "The till is shut now." }], { applyReplies: true }, {}, deaf);
    expect(first.rows.map(({ trouble }) => trouble)).toEqual(["unknown"]);
    expect(deeds()).toEqual(["reply"]);
    shop.clock.advance(120_000);
    // GitHub does not show it in the thread yet.
    const { reads } = needs;
    const late: FixNeeds = {
      ...needsOf(),
      reads: { ...reads, threads: async (at, how) => withoutOwn(await reads.threads(at, how)) },
    };
    const second = await fix([{ replyBody: "The till is shut at night." }], { applyReplies: true }, {}, late);
    expect(second.rows.map(({ reply }) => reply)).toEqual([{ is: "posted", why: replyDiffers }]);
    expect(deeds()).toEqual(["reply"]);
  });

  test("GitHub is down: the rest is not attempted, and the next run continues", async () => {
    shop.standin.faults.add({ match: isReply, do: "502", times: 9 });
    const down = await fix([{}, {}], apply);
    expect(results(down)).toEqual(["failed skipped", "not-tried not-tried"]);
    expect(down.rows.map(({ trouble }) => trouble)).toEqual(["unknown", "unknown"]);
    expect(down.phase).toBe("blocked");
    expect(deeds()).toEqual([]);
    shop.standin.faults.clear();
    shop.clock.advance(120_000);
    const up = await fix([{}, {}], apply);
    expect(results(up)).toEqual(["posted resolved", "posted resolved"]);
    expect(deeds()).toEqual(["reply", "resolve", "reply", "resolve"]);
  });

  test("a limit in the middle: the rest is not tried, and the next run does it", async () => {
    shop.standin.limits.contentPerMinute = 2;
    expect(results(await fix([{}, {}], apply))).toEqual(["posted resolved", "failed skipped"]);
    expect(deeds()).toEqual(["reply", "resolve"]);
    shop.clock.advance(120_000);
    expect(results(await fix([{}, {}], apply))).toEqual(["already already", "posted resolved"]);
    expect(deeds()).toEqual(["reply", "resolve", "reply", "resolve"]);
  });

  test("a thread resolved meanwhile counts as resolved", async () => {
    const needs = needsOf();
    const writes = needs.writes("resolve");
    const [first] = shop.standin.state.threads;
    const slow: FixNeeds = {
      ...needs,
      writes: () => ({
        ...writes,
        resolve: async (thread, still) => {
          shop.standin.resolve(first!, rabbit);
          await writes.resolve(thread, still);
        },
      }),
    };
    expect(results(await fix([{}], { applyResolutions: true }, {}, slow))).toEqual(["skipped resolved"]);
    shop.standin.handlers.unshift(async (request, response, url) => {
      if (url.pathname !== "/api/graphql") return false;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      if (!text.includes("resolveReviewThread")) {
        // It was read already: what is not meant is sent on by hand.
        shop.standin.handlers.shift();
        const { authorization = "" } = request.headers;
        const passed = await fetch(`${shop.standin.url}${url.pathname}`, {
          method: "POST",
          headers: { authorization },
          body: text,
        });
        shop.standin.handlers.unshift(answering);
        response.writeHead(passed.status, { "content-type": "application/json" }).end(await passed.text());
        return true;
      }
      const errors = [
        { type: "UNPROCESSABLE", message: "Thread has already been resolved", path: ["resolveReviewThread"] },
      ];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ data: { resolveReviewThread: null }, errors }));
      return true;
    });
    const answering = shop.standin.handlers[0]!;
    expect(results(await fix([{}, {}], { applyResolutions: true }))).toEqual(["already already", "skipped resolved"]);
  });

  test("a thread that is gone: before the look, and after it", async () => {
    const needs = needsOf();
    const writes = needs.writes("reply");
    const gone = (at: number) => {
      const [thread] = shop.standin.state.threads.splice(at, 1);
      const { reviewComments } = shop.standin.state;
      for (const comment of reviewComments.filter((one) => one.thread === thread!.id))
        reviewComments.splice(reviewComments.indexOf(comment), 1);
    };
    const late: FixNeeds = {
      ...needs,
      writes: () => ({
        ...writes,
        reply: async (thread, body, still) => {
          gone(0);
          return await writes.reply(thread, body, still);
        },
      }),
    };
    const after = await fix([{}], apply, {}, late);
    expect([results(after), after.rows[0]!.trouble]).toEqual([["failed skipped"], "refused"]);
    expect(after.rows[0]!.reply.why).not.toContain("The till is closed now");
    const { scan: stored } = await loadThreadState(store, pull);
    gone(0);
    const threads = stored!.threads.map(({ threadId }) => fixOf(threadId));
    const before = await fix([], apply, { payload: { prNumber: pull.number, threads } });
    expect(results(before)).toEqual(["blocked blocked", "blocked blocked"]);
    expect(before.rows[0]!.row.reply.ruling.rule).toEqual({ rule: "gone" });
    expect(deeds()).toEqual([]);
  });

  test("a token without contents: write is reported before and after the attempt", async () => {
    const token = shop.standin.appToken(shop.repository, "crosscheck", { pull_requests: "write", contents: "read" });
    const known = await fix([{}], apply, {}, needsOf(token));
    expect(results(known)).toEqual(["posted blocked"]);
    expect(known.rows[0]!.resolution.why).toMatch(/contents: write.*fine-grained personal tokens/);
    // GitHub may say that the account could, and refuse the token all the same.
    const needs = needsOf(token);
    const scanned = await look();
    const told: FixNeeds = { ...needs, reads: { ...needs.reads, threads: async () => scanned } };
    const tried = await fix([{}], { applyResolutions: true }, {}, told);
    expect(results(tried)).toEqual(["skipped failed"]);
    expect([tried.rows[0]!.trouble, tried.rows[0]!.resolution.why]).toEqual([
      "refused",
      expect.stringMatching(/not accessible by integration.*contents: write.*fine-grained personal tokens/),
    ]);
    expect(deeds()).toEqual(["reply"]);
    // With another token it is done.
    expect(results(await fix([{}], { applyResolutions: true }))).toEqual(["skipped resolved"]);
  });

  test("a new reply while others are answered: that thread is judged again", async () => {
    settings = { ...defaultThreadSettings, autoResolveClassifications: ["valid"] };
    const needs = needsOf();
    const writes = needs.writes("reply");
    const slow: FixNeeds = {
      ...needs,
      writes: () => ({
        ...writes,
        resolve: async (thread, still) => {
          await writes.resolve(thread, still);
          shop.clock.advance(60_000);
          shop.standin.reply(shop.standin.state.threads[1]!, "bob", "Not so fast.");
        },
      }),
    };
    const done = await fix([{}, {}], { ...apply, by: "automatic" }, {}, slow);
    expect(results(done)).toEqual(["posted resolved", "blocked blocked"]);
    expect(done.rows[1]!.row.resolve.ruling.rule).toEqual({ rule: "later-comment" });
    expect(deeds()).toEqual(["reply", "resolve"]);
  });

  test("an error that echoes the reply is shown and stored without it", async () => {
    const needs = needsOf();
    const echoing: FixNeeds = {
      ...needs,
      writes: () => ({
        ...needs.writes("reply"),
        reply: async (_, body) => {
          throw new Refused("GitHub", 422, `Could not take ${JSON.stringify(body)} as a body:\n${body}`);
        },
      }),
    };
    const { rows } = await fix([{}], apply, {}, echoing);
    expect(rows[0]!.reply).toEqual({ is: "failed", why: expect.stringMatching(/^Could not take "…" as a body/) });
    const kept = [
      await store.threads.load((await store.threads.latest())!),
      await store.outputs.get(rows[0]!.row.reply.action!.key),
    ];
    expect(JSON.stringify(kept)).toMatch(/Could not take/);
    expect(JSON.stringify([kept, rows[0]!.reply])).not.toContain("The till is closed now");
  });

  test("two at once: one of them posts", async () => {
    const [one, two] = await Promise.all([fix([{}], apply), fix([{}], apply)]);
    expect(deeds().filter((deed) => deed === "reply")).toHaveLength(1);
    expect(deeds().filter((deed) => deed === "resolve")).toHaveLength(1);
    // Which of the two resolves is open: the second may find the reply and resolve while the first still checks.
    const both = [results(one), results(two)].flat();
    // One that finds the reply of the other reports it as posted, too.
    expect(both.some((result) => result.startsWith("posted "))).toBe(true);
    expect(both.filter((result) => result.endsWith(" resolved"))).toHaveLength(1);
  });
});

describe("two people with the same payload, each with their own store", () => {
  let others: Store;
  let kim: string;

  beforeEach(async () => {
    others = await openStore({ folder: join(folder, "kim") });
    shop.standin.user("kim");
    shop.repository.collaborators.push({ login: "kim", permission: "write" });
    kim = shop.standin.token("kim");
    await say(rabbit, 10, "The till stays open.");
    await scan();
    const found = await look(kim);
    const stored = storedScan(found, chooseThreads(found, { all: true }), shop.clock.now(), null);
    const triage = found.threads.map(({ threadId }) => triageOf(threadId, "valid"));
    await recordEvent(others, pull, { kind: "scanned", scan: stored, triage }, shop.clock.now());
  });

  afterEach(async () => await others.close());

  const ofKim = (): FixNeeds => ({ ...needsOf(kim), store: others });

  test("post once, one after the other", async () => {
    expect(results(await fix([{}], { applyReplies: true }))).toEqual(["posted skipped"]);
    const second = await fix([{}], apply, {}, ofKim());
    // A colleague's reply is a person's comment: it has to be read before the thread is resolved.
    expect(results(second)).toEqual(["already blocked"]);
    expect(deeds()).toEqual(["reply"]);
  });

  test("post once, when one is about to write what the other has just written", async () => {
    const needs = ofKim();
    const writes = needs.writes("reply");
    const slow: FixNeeds = {
      ...needs,
      writes: () => ({
        ...writes,
        reply: async (thread, body, still) => {
          expect(results(await fix([{}], apply))).toEqual(["posted resolved"]);
          return await writes.reply(thread, body, still);
        },
      }),
    };
    const second = await fix([{}], apply, {}, slow);
    expect(results(second)).toEqual(["already blocked"]);
    expect([second.rows[0]!.trouble, second.rows[0]!.reply.why]).toEqual([null, "its latest comment is answered"]);
    expect(deeds()).toEqual(["reply", "resolve"]);
  });

  test.each([
    ["a comment", () => void shop.standin.reply(shop.standin.state.threads[0]!, "bob", "Please do NOT resolve this.")],
    ["a push", async () => await pushFix({ "till.ts": lines(40, { 10: "closed at night" }) })],
  ])("%s in the last moment stops the resolution", async (_, happen) => {
    const needs = needsOf();
    const writes = needs.writes("resolve");
    const slow: FixNeeds = {
      ...needs,
      writes: () => ({
        ...writes,
        resolve: async (thread, still) => {
          await happen();
          await writes.resolve(thread, still);
        },
      }),
    };
    const stopped = await fix([{}], apply, {}, slow);
    expect(results(stopped)).toEqual(["posted blocked"]);
    expect([stopped.rows[0]!.trouble, stopped.phase]).toEqual([null, "fixing_review_findings"]);
    expect(deeds()).toEqual(["reply"]);
  });

  test("a comment in the last moment stops the reply", async () => {
    const needs = needsOf();
    const writes = needs.writes("reply");
    const slow: FixNeeds = {
      ...needs,
      writes: () => ({
        ...writes,
        reply: async (thread, body, still) => {
          shop.standin.reply(shop.standin.state.threads[0]!, "bob", "Wait.");
          return await writes.reply(thread, body, still);
        },
      }),
    };
    expect(results(await fix([{}], apply, {}, slow))).toEqual(["blocked blocked"]);
    expect(deeds()).toEqual([]);
    // It can be answered once it was read.
    await scan();
    expect(results(await fix([{}], apply))).toEqual(["posted resolved"]);
  });
});

test("stored outcomes are limited to the newest", async () => {
  await say(rabbit, 10, "The till stays open.");
  await scan();
  const [thread] = (await look()).threads;
  const old = {
    threadId: thread!.threadId,
    classification: "valid",
    head,
    reply: "blocked",
    resolution: "blocked",
  } as const;
  const outcomes = Array.from({ length: 600 }, (_, at) => ({ ...old, at, answered: null, why: null }));
  await recordEvent(store, pull, { kind: "fixed", outcomes }, shop.clock.now());
  await fix([{}], apply);
  const state = await loadThreadState(store, pull);
  expect([state.outcomes.length, state.outcomes[0]]).toEqual([
    500,
    expect.objectContaining({ reply: "posted", resolution: "resolved" }),
  ]);
});
