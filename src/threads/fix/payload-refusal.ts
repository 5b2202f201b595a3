// Rejects a payload as a whole, with the reason as data; `threads/words/fix-texts.ts` renders it.
import type { FixPayload, ReviewCommentsSettings } from "../thread-payloads.ts";
import type { ThreadState } from "../thread-state.ts";
import { isSamePullRequest, type PullRequestRef } from "../../pull-request.ts";

export type PayloadRefusal =
  | { why: "disabled" }
  | { why: "other-number"; asked: number; payload: number }
  | { why: "no-scan" }
  | { why: "scan-of-another-pull"; number: number }
  | { why: "incomplete-scan" }
  | { why: "failed-scan"; what: string | null }
  | { why: "not-scanned"; threads: readonly string[] }
  /** A detached payload is compared with the current threads. */
  | { why: "not-on-pull"; threads: readonly string[] }
  /** Not all threads could be fetched, and some of the payload's are missing. */
  | { why: "too-many-threads"; seen: number };

export interface RefusalFacts {
  payload: FixPayload;
  settings: Pick<ReviewCommentsSettings, "enabled">;
  /** The pull request number given besides the payload; null if none. */
  asked: number | null;
  pull: PullRequestRef;
  state: Pick<ThreadState, "pull" | "scan">;
  /** The stored scan is ignored. */
  detached: boolean;
}

export function payloadRefusal(facts: RefusalFacts): PayloadRefusal | null {
  const { payload, settings, asked } = facts;
  if (!settings.enabled) return { why: "disabled" };
  if (asked !== null && asked !== payload.prNumber) return { why: "other-number", asked, payload: payload.prNumber };
  if (!facts.detached) return scanRefusal(facts);
  const { number } = facts.pull;
  return payload.prNumber === number ? null : { why: "other-number", asked: number, payload: payload.prNumber };
}

function scanRefusal({ payload, pull, state: { pull: scanned, scan } }: RefusalFacts): PayloadRefusal | null {
  if (!isSamePullRequest(scanned, pull) || payload.prNumber !== pull.number)
    return { why: "scan-of-another-pull", number: scanned.number };
  if (scan === null) return { why: "no-scan" };
  if (scan.is === "failed") return { why: "failed-scan", what: scan.why };
  if (scan.is === "incomplete") return { why: "incomplete-scan" };
  const threads = unknownThreads(payload, scan.threads);
  return threads.length === 0 ? null : { why: "not-scanned", threads };
}

/** After fetching: a thread of the stored scan may have been deleted, but one never seen is a mistake. */
export function fetchRefusal(
  payload: FixPayload,
  { threads: seen, complete }: { threads: readonly { threadId: string }[]; complete: boolean },
  detached: boolean,
): PayloadRefusal | null {
  const threads = unknownThreads(payload, seen);
  if (threads.length === 0) return null;
  if (!complete) return { why: "too-many-threads", seen: seen.length };
  return detached ? { why: "not-on-pull", threads } : null;
}

function unknownThreads({ threads }: FixPayload, there: readonly { threadId: string }[]): string[] {
  const known = new Set(there.map(({ threadId }) => threadId));
  return threads.map(({ threadId }) => threadId).filter((id) => !known.has(id));
}
