// Reduces a scan of threads to what is stored: ids and states, no text.
import { threadsFromScan, type KnownThread } from "../../../threads/fix/known-threads.ts";
import type { ChosenThreads } from "../../../threads/choose-threads.ts";
import type { StoredScan, StoredThread } from "../../../threads/thread-state.ts";
import type { ThreadScan } from "../../../threads/thread.ts";

export function storedScan(scan: ThreadScan, chosen: ChosenThreads, at: number): StoredScan {
  return {
    at,
    head: scan.head,
    viewer: scan.viewer,
    is: scan.complete ? "complete" : "incomplete",
    whole: chosen.whole,
    threads: threadsFromScan({ ...scan, threads: chosen.threads }, at).threads.map(kept),
    leftOut: scan.threads.length - chosen.threads.length,
    why: null,
  };
}

function kept(thread: KnownThread): StoredThread {
  const { threadId, path, line, isResolved, isOutdated, latestComment, otherHumans, canReply, canResolve } = thread;
  return { threadId, path, line, isResolved, isOutdated, latestComment, otherHumans, canReply, canResolve };
}

/** A look that failed leaves what was seen before, and says that it is no longer to be relied on. */
export function failedScan(before: StoredScan, at: number, why: string): StoredScan {
  return { ...before, at, is: "failed", whole: false, why };
}
