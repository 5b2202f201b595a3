// Small pieces of what is kept of review threads, for tests.
import type { Oid } from "../../src/change/change.ts";
import type { Classification, ThreadTriage } from "../../src/threads/thread-payloads.ts";
import type { CheckState, FixOutcome, StoredScan, StoredThread, WatchState } from "../../src/threads/thread-state.ts";
import type { CommentId, ThreadId } from "../../src/threads/thread.ts";
import { advance, type LifecycleEvent } from "../../src/threads/lifecycle.ts";
import { emptyThreadState } from "../../src/threads/thread-events.ts";
import type { PullRequestRef } from "../../src/pull-request.ts";

export const pull: PullRequestRef = { host: "github.com", owner: "acme", repo: "shop", number: 12 };
export const head = "a".repeat(40) as Oid;
export const otherHead = "b".repeat(40) as Oid;

export function thread(id: string, given: Partial<StoredThread> = {}): StoredThread {
  return {
    threadId: id as ThreadId,
    path: "src/till.ts",
    line: 3,
    isResolved: false,
    isOutdated: false,
    latestComment: `${id}-comment` as CommentId,
    otherHumans: false,
    canReply: true,
    canResolve: true,
    ...given,
  };
}

export function scanOf(threads: readonly StoredThread[], given: Partial<StoredScan> = {}): StoredScan {
  return { at: 100, head, viewer: "kim", is: "complete", whole: true, threads, leftOut: 0, why: null, ...given };
}

export function triageOf(id: string, classification: Classification, given: Partial<ThreadTriage> = {}): ThreadTriage {
  return {
    threadId: id,
    classification,
    confidence: "high",
    reason: "because",
    recommendedAction: "look",
    filesToInspect: [],
    filesToChange: [],
    checksToRun: [],
    replyBody: null,
    canResolveAfterChecks: classification !== "needs_human",
    requiresHumanDecision: classification === "needs_human",
    ...given,
  };
}

export function outcomeOf(id: string, given: Partial<FixOutcome> = {}): FixOutcome {
  return {
    at: 200,
    threadId: id as ThreadId,
    classification: "valid",
    head,
    reply: "posted",
    resolution: "resolved",
    answered: `${id}-comment` as CommentId,
    why: null,
    ...given,
  };
}

export function checkOf(given: Partial<CheckState> = {}): CheckState {
  return { at: 150, head, dirty: false, result: "passed", commands: [], ...given };
}

export function watchOf(given: Partial<WatchState> = {}): WatchState {
  return { at: 160, head, result: "passed", runs: 2, ...given };
}

export const resolved = thread("A", { isResolved: true });
export const scanned = (...given: Parameters<typeof scanOf>): LifecycleEvent => ({
  kind: "scanned",
  scan: scanOf(...given),
  triage: [],
});
export const triaged = (...triage: ReturnType<typeof triageOf>[]): LifecycleEvent => ({
  kind: "scanned",
  scan: scanOf(triage.map(({ threadId }) => thread(threadId))),
  triage,
});
export const fixed = (...outcomes: ReturnType<typeof outcomeOf>[]): LifecycleEvent => ({ kind: "fixed", outcomes });
export const checked = (...given: Parameters<typeof checkOf>): LifecycleEvent => ({
  kind: "checked",
  check: checkOf(...given),
});
export const watched = (...given: Parameters<typeof watchOf>): LifecycleEvent => ({
  kind: "watched",
  watch: watchOf(...given),
});
export const reported: LifecycleEvent = { kind: "reported" };

export const after = (events: readonly LifecycleEvent[]) => events.reduce(advance, emptyThreadState(pull));
