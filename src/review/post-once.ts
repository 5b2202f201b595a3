// Posts one action exactly once, even when a step runs twice: the key is leased in the store, GitHub is searched for
// the marker before anything is written, and a write whose response was lost is looked up before it is repeated.
import { createHash } from "node:crypto";
import { mayRetry, Refused, Unavailable } from "../errors.ts";
import { actionHandler, withoutLineComments, type ActionHandler } from "./action-handlers.ts";
import type { GitHubWrites, PostedItem } from "./github-writes.ts";
import type { Action, Plan } from "./plan.ts";
import { pullRequestKey } from "../pull-request.ts";

/** What was posted, or is being posted, under one output key. */
export interface OutputRecord {
  state: "sending" | "done" | "refused";
  /** GitHub's id and URL of the post. */
  remote: PostedItem | null;
  /** Hash of the action, so that an output kept up to date in place is written only when it differs. */
  hash: string;
}

/** Leases output keys, so that no two processes post the same one. */
export interface OutputLeases {
  /**
   * Leases the key to `leaseOwner` until `until`, atomically: of two that try at once, one gets it. Its owner may take it
   * again to extend the lease. A done key is not leased, unless `again` is set and the hash differs. `before` is the
   * record as it was.
   */
  take(
    key: string,
    output: { place: string; kind: string; hash: string; again: boolean },
    leaseOwner: string,
    now: number,
    until: number,
  ): Promise<{ got: boolean; before: OutputRecord | null }>;
  done(key: string, remote: PostedItem, hash: string): Promise<void>;
  refused(key: string, leaseOwner: string, why: string): Promise<void>;
  /** Ends the lease without a result: what was sent may have arrived. */
  release(key: string, leaseOwner: string, why: string): Promise<void>;
}

export interface PostingContext {
  github: GitHubWrites;
  outputs: OutputLeases;
  clock: { now(): number; sleep(ms: number): Promise<void> };
  /** Unique per call among all processes that may post. */
  leaseOwner: string;
}

export interface ActionOutcome {
  key: Action["key"];
  do: Action["do"];
  is: "done" | "adopted" | "already" | "refused" | "unknown";
  posted?: PostedItem;
  why?: string;
  /** GitHub rejected the positions of its line comments, so they are in its body. */
  withoutLines?: true;
  /** The existing text differs: an earlier attempt had arrived before the text changed. */
  differs?: true;
}

/** How long a key stays leased when its owner dies; each attempt renews it. */
export const leaseMs = 60_000;
/** Upper bound for one write, above the client's timeout: if less of the lease is left, it is renewed first. */
const writeMs = 40_000;
/** Only writes that certainly did not happen are retried. */
const maxAttempts = 4;
/** GitHub shows a write after a short delay. */
export const readBackAfterMs: readonly number[] = [0, 1_000, 3_000, 10_000];

export async function postOnce(action: Action, plan: Plan, posting: PostingContext): Promise<ActionOutcome> {
  const said = (is: ActionOutcome["is"], more: Partial<ActionOutcome> = {}): ActionOutcome => ({
    key: action.key,
    do: action.do,
    is,
    ...more,
  });
  const hash = actionHash(action);
  const { got, before, until } = await takeLease(action, plan, hash, posting);
  if (!got) {
    if (before?.state === "done") {
      const differs = action.do === "reply" && before.hash !== hash && { differs: true as const };
      return said("already", { ...(before.remote && { posted: before.remote }), ...differs });
    }
    return said("unknown", { why: leasedElsewhere });
  }
  const hold: LeaseState = { until, inDoubt: false };
  try {
    const { is, posted, ...more } = await findOrWrite(action, plan, posting, hash, hold);
    await posting.outputs.done(action.key, posted, hash);
    return said(is, { posted, ...more });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof Refused && !mayRetry(error) && !hold.inDoubt) {
      await posting.outputs.refused(action.key, posting.leaseOwner, why);
      return said("refused", { why });
    }
    // A sent write may still arrive. The lease is kept until it expires, so that nobody looks too early and finds
    // nothing.
    if (!hold.inDoubt) await posting.outputs.release(action.key, posting.leaseOwner, why);
    if (error instanceof Unavailable || error instanceof Refused) return said("unknown", { why });
    throw error;
  }
}

const leasedElsewhere =
  "another process is posting it, or crashed while posting; its state is checked again in a minute";

export function isPosted({ is }: ActionOutcome): boolean {
  return is === "done" || is === "adopted" || is === "already";
}

/** The result is unknown while another process leases the key: at most for the lease time. */
export function isLeasedElsewhere({ is, why }: ActionOutcome): boolean {
  return is === "unknown" && why === leasedElsewhere;
}

/** This process leases the key. */
interface LeaseState {
  until: number;
  /** A write was sent, and its result is unknown. */
  inDoubt: boolean;
}

async function takeLease(action: Action, plan: Plan, hash: string, { outputs, leaseOwner, clock }: PostingContext) {
  const now = clock.now();
  const until = now + leaseMs;
  const again = actionHandler(action).inPlace;
  const taken = await outputs.take(
    action.key,
    { place: pullRequestKey(plan.pull), kind: action.do, hash, again },
    leaseOwner,
    now,
    until,
  );
  return { ...taken, until };
}

interface PostResult {
  is: "done" | "adopted";
  posted: PostedItem;
  withoutLines?: true;
  differs?: true;
}

async function findOrWrite(
  given: Action,
  plan: Plan,
  posting: PostingContext,
  hash: string,
  hold: LeaseState,
): Promise<PostResult> {
  let action = given;
  for (let attempt = 1; ; attempt++) {
    const deed = actionHandler(action);
    const found = await deed.find(plan, posting.github);
    if (found?.done)
      return {
        is: attempt === 1 ? "adopted" : "done",
        posted: idAndUrl(found),
        ...(found.differs && { differs: true as const }),
        ...linesMoved(action, given),
      };
    const tried = await attemptWrite(action, found, plan, posting, hold);
    if ("posted" in tried) return { is: "done", posted: tried.posted, ...linesMoved(action, given) };
    if (attempt === maxAttempts) throw tried.error;
    action = tried.action;
    // If another process has leased the key meanwhile, it looks and finishes: two processes must not write.
    const { got, before, until } = await takeLease(given, plan, hash, posting);
    if (!got && before?.state === "done" && before.remote) return { is: "adopted", posted: before.remote };
    if (!got) throw new Unavailable("GitHub", "another process took it over");
    hold.until = until;
  }
}

function linesMoved(action: Action, given: Action): { withoutLines?: true } {
  return action === given ? {} : { withoutLines: true };
}

class LeaseTooShort extends Unavailable {}

type WriteAttempt = { posted: PostedItem } | { error: unknown; action: Action };

/**
 * The next step after a failed write: nothing, since it happened after all; or the same write or a reduced one again.
 */
async function attemptWrite(
  action: Action,
  found: PostedItem | null,
  plan: Plan,
  posting: PostingContext,
  hold: LeaseState,
): Promise<WriteAttempt> {
  const deed = actionHandler(action);
  // Throws if the lease could expire before the write ends.
  const still = () => {
    if (posting.clock.now() + writeMs > hold.until) throw new LeaseTooShort("GitHub", "waiting to post took too long");
    hold.inDoubt = true;
  };
  try {
    return { posted: await deed.write(plan, posting.github, found, still) };
  } catch (error) {
    if (error instanceof LeaseTooShort) return { error, action };
    if (error instanceof Refused) {
      hold.inDoubt = false;
      const lesser = withoutLineComments(action, error);
      if (lesser) return { error, action: lesser };
    }
    if (!(error instanceof Unavailable)) throw error;
    const posted = await readBack(plan, posting, deed, found);
    hold.inDoubt = posted !== null;
    return posted ? { posted } : { error, action };
  }
}

async function readBack(
  plan: Plan,
  posting: PostingContext,
  deed: ActionHandler,
  before: PostedItem | null,
): Promise<PostedItem | null> {
  // Where the text cannot be read, only a new item proves the write; writing the same text again does no harm.
  if (deed.textUnread && before !== null) return null;
  for (const ms of readBackAfterMs) {
    await posting.clock.sleep(ms);
    const found = await deed.find(plan, posting.github);
    if (found && (found.done || deed.textUnread)) return idAndUrl(found);
  }
  return null;
}

function idAndUrl({ id, url }: PostedItem): PostedItem {
  return { id, url };
}

/** Hash of the content, so that an output updated in place is written only when it differs. */
export function actionHash(action: Action): string {
  return createHash("sha256").update(JSON.stringify(action)).digest("hex").slice(0, 32);
}
