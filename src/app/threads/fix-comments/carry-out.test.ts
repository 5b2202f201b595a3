// Hundreds of generated pull requests against an in-memory GitHub that loses responses and fails: each step happens
// once.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Oid } from "../../../change/change.ts";
import type { OwnComment } from "../../../change/github.ts";
import { Refused, Unavailable } from "../../../errors.ts";
import type { GitHubWrites } from "../../../review/github-writes.ts";
import { defaultThreadSettings, type ThreadFix } from "../../../threads/thread-payloads.ts";
import type { FixFlags } from "../../../threads/policy.ts";
import { defaultTemplate } from "../../../threads/render-reply.ts";
import type { CommentId, ReviewThread, ThreadComment, ThreadId, ThreadReads } from "../../../threads/thread.ts";
import { openStore } from "../../../world/store/open-store.ts";
import type { Store } from "../../../world/store/store.ts";
import { fixComments, type Fixed, type FixNeeds } from "../fix-comments.ts";
import { chooseThreads } from "../../../threads/choose-threads.ts";
import { storedScan } from "../comments/stored-scan.ts";
import { loadThreadState, recordEvent } from "../thread-target.ts";
import { triageOf } from "../../../../test/support/thread-story.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

const head = "a".repeat(40) as Oid;
let folder: string;
let store: Store;
let next = 1;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-carry-"));
  store = await openStore({ folder });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

type Fate = "good" | "lost-after" | "lost-before" | "refused";

interface Thread {
  id: ThreadId;
  resolved: boolean;
  comments: { id: CommentId; own: boolean; human: boolean; body: string }[];
}

/** GitHub's memory of one pull request; `outcomes` say what becomes of the writes, in their order, and then all is good. */
function memory(pull: PullRequestRef, threads: Thread[], outcomes: Fate[]) {
  const did: string[] = [];
  const clock = { at: 1000 };
  const write = <T>(what: string, take: () => T): T => {
    const outcome = outcomes.shift() ?? "good";
    if (outcome === "refused") throw new Refused("GitHub", 422, "No");
    if (outcome === "lost-before") throw new Unavailable("GitHub", "it answered 502");
    const done = take();
    did.push(what);
    if (outcome === "lost-after") throw new Unavailable("GitHub", "it answered 502");
    return done;
  };
  const find = (id: string) => threads.find((thread) => thread.id === id)!;
  const no = (): never => {
    throw new Error("nothing else is written");
  };
  const writes: GitHubWrites = {
    output: async () =>
      threads.flatMap(({ id, resolved, comments }) =>
        comments
          .filter(({ own }) => own)
          .map((one): OwnComment => ({
            kind: "line",
            id: one.id,
            url: "",
            body: one.body,
            thread: { id, resolved, path: "a", line: 1 },
          })),
      ),
    reply: async (id, body, still) => {
      await still?.();
      return write(`reply ${id}`, () => {
        const comment = `R${did.length}-${next++}` as CommentId;
        find(id).comments.push({ id: comment, own: true, human: false, body });
        return { id: comment, url: "" };
      });
    },
    resolve: async (id, still) => {
      await still?.();
      write(`resolve ${id}`, () => void (find(id).resolved = true));
    },
    postReview: no,
    comment: no,
    updateComment: no,
    dismissReview: no,
    findCheckRun: no,
    createCheckRun: no,
    updateCheckRun: no,
  };
  const reads: ThreadReads = {
    threads: async () => ({
      pull,
      head,
      viewer: "ada",
      threads: threads.map(shown),
      total: null,
      complete: true,
      requests: 1,
    }),
    thread: async (_pull, id) => {
      const found = threads.find((thread) => thread.id === id);
      return found === undefined ? null : { head, comments: shown(found).comments };
    },
    checks: no,
  };
  const now = () => (clock.at += 1);
  return { did, clock, reads, writes, now };
}

function shown({ id, resolved, comments }: Thread): ReviewThread {
  const told = comments.map(
    ({ id: comment, own, human, body }) =>
      ({ id: comment, body, author: "x", authorKind: own ? "self" : human ? "human" : "bot" }) as ThreadComment,
  );
  const about = { threadId: id, comments: told, latestComment: told.at(-1) ?? null, path: "a.ts", line: 1 };
  return {
    ...about,
    isResolved: resolved,
    isOutdated: false,
    canReply: true,
    canResolve: true,
  } as unknown as ReviewThread;
}

const outcomes = fc.array(fc.constantFrom<Fate>("good", "good", "lost-after", "lost-before", "refused"), {
  maxLength: 4,
});
const one = fc.record({
  resolved: fc.constantFrom(false, false, false, true),
  human: fc.boolean(),
  classification: fc.constantFrom<ThreadFix["classification"]>(
    "valid",
    "valid",
    "invalid",
    "already_fixed",
    "needs_human",
  ),
  proven: fc.constantFrom(true, true, false),
});
const given = fc.record({
  threads: fc.array(one, { minLength: 1, maxLength: 3 }),
  outcomes,
  applyReplies: fc.boolean(),
  applyResolutions: fc.boolean(),
  by: fc.constantFrom<FixFlags["by"]>("person", "automatic"),
  listed: fc.boolean(),
});

test("each step happens once, whatever fails", async () => {
  let total = 0;
  await fc.assert(
    fc.asyncProperty(given, async (story) => {
      const pull: PullRequestRef = { host: "github.com", owner: "acme", repo: "shop", number: next++ };
      const threads = story.threads.map(({ resolved, human }, at): Thread => ({
        id: `T${pull.number}x${at}` as ThreadId,
        resolved,
        comments: [{ id: `C${at}` as CommentId, own: false, human, body: "Close it" }],
      }));
      const github = memory(pull, threads, [...story.outcomes]);
      const fixes = story.threads.map(({ classification, proven }, at): ThreadFix => ({
        threadId: threads[at]!.id,
        classification,
        fixSummary: "Closed",
        evidence: "It is closed",
        rationale: "The caller does it",
        verification: proven ? [{ command: "npm test", result: "passed", sha: head }] : [],
        commitSha: head,
        checks: "passed",
      }));
      const scan = { pull, head, viewer: "ada", threads: threads.map(shown), total: null, complete: true, requests: 1 };
      const triage = fixes.map(({ threadId, classification }) => triageOf(threadId, classification));
      const stored = storedScan(scan, chooseThreads(scan, { all: true }), 1, null);
      await recordEvent(store, pull, { kind: "scanned", scan: stored, triage }, 1);
      const run = async (): Promise<Fixed> => await runOnce(pull, fixes, story, github);

      const runs: Fixed[] = [await run()];
      expect(runs[0]!.dryRun).toBe(!story.applyReplies && !story.applyResolutions);
      // Each run goes on where the last one ended; a minute later nobody holds anything any more.
      for (let round = 0; round < 5; round++) {
        github.clock.at += 120_000;
        runs.push(await run());
      }
      expect(runs.at(-1)!.rows.some(({ trouble }) => trouble !== null)).toBe(false);
      const before = [...github.did];
      github.clock.at += 120_000;
      await run();
      expect(github.did).toEqual(before);

      expect(new Set(github.did).size).toBe(github.did.length);
      if (!story.applyReplies) expect(github.did.filter((did) => did.startsWith("reply"))).toEqual([]);
      if (!story.applyResolutions) expect(github.did.filter((did) => did.startsWith("resolve"))).toEqual([]);
      for (const [at, { human, classification, proven, resolved }] of story.threads.entries()) {
        const did = github.did.filter((what) => what.endsWith(` ${threads[at]!.id}`));
        const mayResolve = proven && !(human && story.by === "automatic");
        const isListed = classification === "valid" && story.by === "person" ? true : story.listed;
        if (resolved || classification === "needs_human") expect(did).toEqual([]);
        else if (classification === "valid")
          expect(did).toEqual([
            ...(story.applyReplies && proven ? [`reply ${threads[at]!.id}`] : []),
            ...(story.applyResolutions && mayResolve && isListed ? [`resolve ${threads[at]!.id}`] : []),
          ]);
        else if (classification === "invalid") expect(did.some((what) => what.startsWith("resolve"))).toBe(false);
      }
      const state = await loadThreadState(store, pull);
      expect(JSON.stringify(state.outcomes)).not.toMatch(/Closed|The caller/);
      total += github.did.length;
    }),
    { numRuns: 250 },
  );
  expect(total).toBeGreaterThan(100);
});

async function runOnce(
  pull: PullRequestRef,
  threads: readonly ThreadFix[],
  story: { applyReplies: boolean; applyResolutions: boolean; by: FixFlags["by"]; listed: boolean },
  github: ReturnType<typeof memory>,
): Promise<Fixed> {
  const { applyReplies, applyResolutions, by, listed } = story;
  const settings = {
    ...defaultThreadSettings,
    autoResolveClassifications: listed ? (["valid", "already_fixed"] as const) : [],
  };
  const needs: FixNeeds = {
    reads: github.reads,
    writes: () => github.writes,
    repository: async () => ({
      pull,
      settings,
      template: defaultTemplate,
      compareAt: () => async () => ({ code: "changed", commit: "after-comment" }),
      close: async () => {},
    }),
    store,
    clock: { now: github.now, wait: async (ms) => void (github.clock.at += ms) },
    stop: new AbortController().signal,
  };
  return await fixComments(
    {
      payload: { prNumber: pull.number, threads },
      asked: null,
      flags: { applyReplies, applyResolutions, allowResolveInvalid: false, by },
      dryRun: false,
      detached: true,
    },
    needs,
  );
}
