// Writes a template of a payload for `crosscheck fix-comments`: every thread with its class, and empty fields for the
// evidence that its class needs. The payload is rejected until they are filled in.
import type { Oid } from "../../../change/change.ts";
import type { FixPayload, ThreadFix, ThreadTriage } from "../../../threads/thread-payloads.ts";
import type { CommentId, ThreadId } from "../../../threads/thread.ts";

export interface ToFix {
  threadId: ThreadId;
  latestComment: CommentId | null;
  triage: Pick<ThreadTriage, "classification" | "checksToRun"> | null;
}

/** `checks`: the repository's configured commands, for threads whose triage names none. */
export function fixPlan(
  prNumber: number,
  head: Oid,
  threads: readonly ToFix[],
  checks: readonly string[] = [],
): FixPayload {
  return {
    prNumber,
    head,
    threads: threads.map((thread) => ({
      ...toFillIn(thread, head, checks),
      ...(thread.latestComment !== null && { latestComment: thread.latestComment }),
    })),
  };
}

/** A thread without triage becomes `needs_human`. */
function toFillIn({ threadId, triage }: ToFix, head: Oid, checks: readonly string[]): ThreadFix {
  const classification = triage?.classification ?? "needs_human";
  const commands = [triage?.checksToRun ?? [], checks].find((some) => some.length > 0) ?? [""];
  const verification = commands.map((command) => ({ command, result: "unknown", sha: head }) as const);
  switch (classification) {
    case "valid":
      return { threadId, classification, fixSummary: "", commitSha: "", verification };
    case "already_fixed":
    case "stale":
      return { threadId, classification, evidence: "", verification };
    case "invalid":
      return { threadId, classification, rationale: "", verification: [] };
    case "needs_human":
      return { threadId, classification, verification: [] };
  }
}

/** A fix without any evidence: the policy then reports what is missing. */
export function nothingDone(threadId: ThreadId, triage: Pick<ThreadTriage, "classification">): ThreadFix {
  return { threadId, classification: triage.classification, verification: [] };
}
