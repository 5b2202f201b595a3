// Replies to and resolves threads as a payload requests. The threads are fetched again, `threads/policy.ts` decides,
// and the allowed actions are performed.
import type { RequestClock } from "../../world/github/clock.ts";
import { UserError } from "../../errors.ts";
import type { GitHubWrites } from "../../review/github-writes.ts";
import { refusalText } from "../../threads/words/fix-texts.ts";
import {
  fetchRefusal,
  planFixes,
  payloadRefusal,
  threadsFromScan,
  type FixCode,
  type PayloadRefusal,
  type KnownThreads,
} from "../../threads/plan-fixes.ts";
import type { FixPayload, ReviewCommentsSettings } from "../../threads/thread-payloads.ts";
import type { FixFlags } from "../../threads/policy.ts";
import type { ThreadState } from "../../threads/thread-state.ts";
import type { CommentId, ThreadId, ThreadReads, ThreadScan } from "../../threads/thread.ts";
import type { Store } from "../../world/store/store.ts";
import type { FixRepository } from "./fix-comments/fix-repository.ts";
import { carryOut, onlyPlanned, type FixedRow } from "./fix-comments/carry-out.ts";
import { threadWrites } from "./fix-comments/thread-writes.ts";
import { loadThreadState, recordEvent } from "./thread-target.ts";
import { type PullRequestRef, parsePullRequestKey } from "../../pull-request.ts";

export interface FixRequest {
  payload: FixPayload;
  /** The pull request number given besides the payload; null: none. */
  asked: number | null;
  flags: FixFlags;
  /** Overrides the flags and the config. */
  dryRun: boolean;
  detached: boolean;
  /** The person who asked, if the account is not theirs. */
  asker?: string;
}

export interface FixNeeds {
  reads: ThreadReads;
  /** Opened only when something is written. */
  writes(what: "reply" | "resolve"): GitHubWrites;
  /** Closed by the caller. */
  repository(): Promise<FixRepository>;
  store: Pick<Store, "outputs" | "findings" | "rounds" | "threads" | "together">;
  clock: RequestClock;
  stop: AbortSignal;
}

export interface Fixed {
  pull: PullRequestRef;
  head: string;
  dryRun: boolean;
  rows: readonly FixedRow[];
  /** The phase afterwards; null if nothing was stored. */
  phase: ThreadState["phase"];
}

/** The store keeps no more per pull request. */
const mostThreads = 1000;

export async function fixComments(request: FixRequest, needs: FixNeeds): Promise<Fixed> {
  const repository = await needs.repository();
  try {
    return await fixIn(repository, request, needs);
  } finally {
    await repository.close();
  }
}

async function fixIn(repository: FixRepository, request: FixRequest, needs: FixNeeds): Promise<Fixed> {
  const { payload, flags, detached } = request;
  const { reads, store, clock, stop } = needs;
  const { pull, settings, template } = repository;
  const state = await loadThreadState(store, pull);
  refuse(
    payloadRefusal({ payload, settings, asked: request.asked, pull, state: await scanned(state, store), detached }),
  );
  const fetchAndPlan = async () => {
    const known = await fetchThreads(pull, request, state, needs);
    const code = await codeOf(payload, known.scan, repository);
    return { known, ...planFixes({ pull, payload, seen: known, state, code, settings, flags, template }) };
  };
  const first = await fetchAndPlan();
  const seen = first.known;
  refuse(fetchRefusal(payload, seen, detached));
  const about = { pull, head: seen.head };
  if (isDryRun(request, settings)) return { ...about, dryRun: true, rows: onlyPlanned(first.rows), phase: state.phase };
  const writes = threadWrites({ reads, writes: needs.writes, pull, seen, max: mostThreads });
  let { phase } = state;
  const done = await carryOut(first, {
    current: keptFresh(first, seen.at, clock.now, fetchAndPlan),
    writes,
    store,
    clock,
    stop,
    record: async (outcome) => {
      ({ phase } = await recordEvent(store, pull, { kind: "fixed", outcomes: [outcome] }, clock.now()));
    },
  });
  return { ...about, dryRun: false, rows: done, phase };
}

/** If nothing is stored for this pull request, names the pull request that was scanned last, for the error message. */
async function scanned(
  state: ThreadState,
  { threads }: FixNeeds["store"],
): Promise<Pick<ThreadState, "pull" | "scan">> {
  if (state.scan !== null) return state;
  return { scan: null, pull: parsePullRequestKey((await threads.latest()) ?? "") ?? state.pull };
}

function refuse(why: PayloadRefusal | null): void {
  if (why !== null) throw new UserError(...refusalText(why));
}

/** Fetches the current threads, because someone may have answered since they were read. */
async function fetchThreads(
  pull: PullRequestRef,
  { asker, payload }: FixRequest,
  { scan: stored }: ThreadState,
  { reads, clock }: FixNeeds,
): Promise<KnownThreads & { complete: boolean; scan: ThreadScan }> {
  const at = clock.now();
  const scan = await reads.threads(pull, { max: mostThreads });
  const triaged = (threadId: ThreadId) => stored?.threads.find((one) => one.threadId === threadId);
  const readUpTo = (threadId: ThreadId) =>
    (payload.threads.find((one) => one.threadId === threadId)?.latestComment as CommentId | undefined) ??
    triaged(threadId)?.latestComment;
  const reader = { asker: asker ?? null, readUpTo, triaged };
  return { ...threadsFromScan(scan, at, reader), complete: scan.complete, scan };
}

/** Writes are paced, so a hundred threads take minutes. Rulings older than this are made again. */
const freshForMs = 15_000;

function keptFresh<T>(first: T, at: number, now: () => number, again: () => Promise<T>): () => Promise<T> {
  let latest = { value: first, at };
  return async () => {
    const moment = now();
    if (moment - latest.at >= freshForMs) latest = { value: await again(), at: moment };
    return latest.value;
  };
}

async function codeOf(
  payload: FixPayload,
  { threads, head }: ThreadScan,
  repository: FixRepository,
): Promise<Map<string, FixCode>> {
  const compare = repository.compareAt(head);
  const compared = new Map<string, FixCode>();
  for (const { threadId, commitSha } of payload.threads) {
    const thread = threads.find((one) => one.threadId === threadId);
    if (thread !== undefined && !thread.isResolved) compared.set(threadId, await compare(thread, commitSha));
  }
  return compared;
}

/** Without a flag or an automatic setting, nothing is written. */
function isDryRun({ dryRun, flags }: FixRequest, { autoReply, autoResolve }: ReviewCommentsSettings): boolean {
  return dryRun || !(flags.applyReplies || flags.applyResolutions || autoReply || autoResolve);
}
