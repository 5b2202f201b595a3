// Reuses the stored triage of threads.
import type { ThreadTriage } from "../../../threads/thread-payloads.ts";
import type { ThreadState } from "../../../threads/thread-state.ts";
import type { ReviewThread } from "../../../threads/thread.ts";

/**
 * The stored triage is valid until someone else comments in the thread. `needs_human` stays until the thread is triaged
 * again, so that reading alone cannot remove it. Deleted threads are dropped.
 */
export function keptTriage(
  state: Pick<ThreadState, "triage" | "scan">,
  fetched: readonly ReviewThread[],
): ThreadTriage[] {
  const threads = new Map<string, ReviewThread>(fetched.map((thread) => [thread.threadId, thread]));
  const seen = new Map<string, string | null>(
    (state.scan?.threads ?? []).map(({ threadId, latestComment }) => [threadId, latestComment]),
  );
  return state.triage.filter((triage) => {
    const thread = threads.get(triage.threadId);
    if (thread === undefined) return false;
    const { latestComment } = thread;
    const isSame = seen.get(triage.threadId) === (latestComment?.id ?? null) || latestComment?.authorKind === "self";
    return isSame || triage.requiresHumanDecision || triage.classification === "needs_human";
  });
}
