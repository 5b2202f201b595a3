// Answering and resolving threads, whoever asks: the command line, the server, the dashboard or a model. What may be done
// is for `threads/policy.ts` to say; here the threads are looked at once more, and the plan is carried out.
import type { RequestClock } from "../../world/github/clock.ts";
import type { Oid } from "../../change/change.ts";
import { UserError } from "../../errors.ts";
import type { GitHubWrites } from "../../review/github-writes.ts";
import { refusalText } from "../../threads/words/fix-texts.ts";
import {
  fetchRefusal,
  planFixes,
  payloadRefusal,
  threadsFromScan,
  type PayloadRefusal,
  type KnownThreads,
} from "../../threads/plan-fixes.ts";
import type { FixPayload, ReviewCommentsSettings } from "../../threads/thread-payloads.ts";
import type { FixFlags } from "../../threads/policy.ts";
import type { ReplyTemplate } from "../../threads/render-reply.ts";
import type { ThreadState } from "../../threads/thread-state.ts";
import type { ThreadReads } from "../../threads/thread.ts";
import type { Store } from "../../world/store/store.ts";
import { carryOut, onlyPlanned, type FixedRow } from "./fix-comments/carry-out.ts";
import { threadWrites } from "./fix-comments/thread-writes.ts";
import { loadThreadState, recordEvent } from "./thread-target.ts";
import { type PullRequestRef, parsePullRequestKey } from "../../pull-request.ts";

export interface FixRequest {
  payload: FixPayload;
  /** Named by a person beside the payload; null where they named none. */
  asked: number | null;
  flags: FixFlags;
  /** Whatever the flags and the config say. */
  dryRun: boolean;
  detached: boolean;
  /** The person who asked, where the account is not theirs. */
  asker?: string;
}

export interface FixNeeds {
  reads: ThreadReads;
  /** Opened only when something is written. */
  writes(what: "reply" | "resolve"): GitHubWrites;
  /** What the base says, and the pull request by its repository's name of today. */
  base(): Promise<{ pull: PullRequestRef; settings: ReviewCommentsSettings; template: ReplyTemplate }>;
  store: Pick<Store, "outputs" | "findings" | "rounds" | "threads" | "together">;
  clock: RequestClock;
  stop: AbortSignal;
}

export interface Fixed {
  pull: PullRequestRef;
  head: string;
  dryRun: boolean;
  rows: readonly FixedRow[];
  /** After it; null where nothing was stored. */
  phase: ThreadState["phase"];
}

/** As many as are kept of a pull request. */
const mostThreads = 1000;

export async function fixComments(request: FixRequest, needs: FixNeeds): Promise<Fixed> {
  const { payload, flags, detached } = request;
  const { reads, store, clock, stop } = needs;
  const { pull, settings, template } = await needs.base();
  const state = await loadThreadState(store, pull);
  refuse(
    payloadRefusal({ payload, settings, asked: request.asked, pull, state: await scanned(state, store), detached }),
  );
  const planned = async (seen: KnownThreads) =>
    planFixes({
      pull,
      payload,
      seen,
      state: detached ? { ...state, triage: [] } : state,
      reachable: await reachableOf(payload, pull, seen.head, reads),
      settings,
      flags,
      template,
    });
  const seen = await look(pull, request, needs);
  refuse(fetchRefusal(payload, seen, detached));
  const first = await planned(seen);
  const about = { pull, head: seen.head };
  if (isDryRun(request, settings)) return { ...about, dryRun: true, rows: onlyPlanned(first.rows), phase: state.phase };
  const writes = threadWrites({ reads, writes: needs.writes, seen, max: mostThreads });
  let { phase } = state;
  const done = await carryOut(first, {
    current: keptFresh(first, seen.at, clock.now, async () => await planned(await look(pull, request, needs))),
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

/** Where nothing is stored of this pull request, what was looked at last is another, if there is one. */
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

/**
 * At the threads as they are now, whatever was stored: since then somebody may have answered, and their word must not be
 * passed over.
 */
async function look(
  pull: PullRequestRef,
  { asker }: FixRequest,
  { reads, clock }: FixNeeds,
): Promise<KnownThreads & { complete: boolean }> {
  const at = clock.now();
  const scan = await reads.threads(pull, { max: mostThreads });
  return { ...threadsFromScan(scan, at, asker ?? null), complete: scan.complete };
}

/** Writes are paced, and a hundred threads take minutes: what was judged longer ago than this is judged anew. */
const freshForMs = 15_000;

function keptFresh<T>(first: T, at: number, now: () => number, again: () => Promise<T>): () => Promise<T> {
  let latest = { value: first, at };
  return async () => {
    const moment = now();
    if (moment - latest.at >= freshForMs) latest = { value: await again(), at: moment };
    return latest.value;
  };
}

async function reachableOf(
  { threads }: FixPayload,
  pull: PullRequestRef,
  head: Oid,
  reads: ThreadReads,
): Promise<Set<string>> {
  const reachable = new Set<string>();
  for (const commit of new Set(threads.flatMap(({ commitSha }) => commitSha ?? [])))
    if (await reads.isReachable(pull, commit, head)) reachable.add(commit);
  return reachable;
}

/** Without a flag, and without a setting that stands for one, nothing is done. */
function isDryRun({ dryRun, flags }: FixRequest, { autoReply, autoResolve }: ReviewCommentsSettings): boolean {
  return dryRun || !(flags.applyReplies || flags.applyResolutions || autoReply || autoResolve);
}
