// Reuses the stored triage of threads.
import { threadsFromScan } from "../../../threads/fix/known-threads.ts";
import type { ThreadTriage } from "../../../threads/thread-payloads.ts";
import type { StoredThread, ThreadState } from "../../../threads/thread-state.ts";
import type { ReviewThread, ThreadScan } from "../../../threads/thread.ts";

/**
 * The stored triage is valid until someone else writes in the thread. `needs_human` stays until the thread is triaged
 * again, so that reading alone, or a part of the threads, cannot remove it. Deleted threads are dropped.
 */
export function keptTriage(state: Pick<ThreadState, "triage" | "scan">, scan: ThreadScan): ThreadTriage[] {
  const seen = new Map<string, StoredThread>((state.scan?.threads ?? []).map((one) => [one.threadId, one]));
  const isValid = new Map<string, boolean>(
    threadsFromScan(scan, 0).threads.map(({ threadId, editedAt }, index) => {
      const before = seen.get(threadId);
      const isEdited = before?.editedAt !== undefined && editedAt !== before.editedAt;
      return [threadId, !isEdited && isAloneSince(scan.threads[index]!, before)];
    }),
  );
  return state.triage.filter(({ threadId, classification, requiresHumanDecision }) => {
    const valid = isValid.get(threadId);
    const isForPeople = requiresHumanDecision || classification === "needs_human";
    return valid === undefined ? isForPeople && !scan.complete : valid || isForPeople;
  });
}

/** Nobody else has commented since. */
function isAloneSince({ comments }: ReviewThread, before: StoredThread | undefined): boolean {
  if (before === undefined) return false;
  const read = comments.findIndex(({ id }) => id === before.latestComment);
  if (read === -1 && before.latestComment !== null) return false;
  return comments.slice(read + 1).every(({ authorKind }) => authorKind === "self");
}
