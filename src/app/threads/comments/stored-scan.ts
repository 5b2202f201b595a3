// Reduces a scan of threads to what is stored: ids and states, no text.
import { threadsFromScan, type KnownThread } from "../../../threads/fix/known-threads.ts";
import type { ChosenThreads } from "../../../threads/choose-threads.ts";
import type { StoredScan, StoredThread } from "../../../threads/thread-state.ts";
import type { ThreadScan } from "../../../threads/thread.ts";

/** For threads that were not shown, the latest read comment stays the one of the earlier scan. */
export function storedScan(
  scan: ThreadScan,
  chosen: Pick<ChosenThreads, "threads">,
  at: number,
  before: StoredScan | null,
): StoredScan {
  const shown = new Set(chosen.threads.map(({ threadId }) => threadId));
  const readBefore = new Map((before?.threads ?? []).map((one) => [one.threadId, one]));
  return {
    at,
    head: scan.head,
    viewer: scan.viewer,
    is: scan.complete ? "complete" : "incomplete",
    whole: scan.complete,
    threads: threadsFromScan(scan, at).threads.map((thread) => ({
      ...storedThread(thread),
      ...(!shown.has(thread.threadId) && readOf(readBefore.get(thread.threadId))),
    })),
    leftOut: scan.threads.length - chosen.threads.length,
    why: null,
  };
}

function readOf(before: StoredThread | undefined): Pick<StoredThread, "latestComment" | "editedAt"> {
  return { latestComment: before?.latestComment ?? null, editedAt: before?.editedAt };
}

function storedThread({
  isAnswered: _answered,
  laterComment: _later,
  sinceTriage: _since,
  ...kept
}: KnownThread): StoredThread {
  return kept;
}

/** A failed fetch keeps the earlier threads and marks them as unreliable. */
export function failedScan(before: StoredScan, at: number, why: string): StoredScan {
  return { ...before, at, is: "failed", whole: false, why };
}
