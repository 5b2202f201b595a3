// Computes the phase of a pull request's conversations from the stored state and an event. Pure.
import type { FixOutcome, Phase, PhaseReason, StoredScan, StoredThread, ThreadState } from "./thread-state.ts";
import type { ThreadId } from "./thread.ts";
import { truncatedLine, withEvent, type LifecycleEvent } from "./thread-events.ts";

export type { LifecycleEvent };

export interface ThreadStanding {
  phase: Phase | null;
  why: PhaseReason | null;
}

/** `state` is the state before the event. A phase is null until something is known of the threads. */
export function nextPhase(state: ThreadState, event: LifecycleEvent): ThreadStanding {
  const before: ThreadStanding = { phase: state.phase, why: state.why };
  if ("dryRun" in event && event.dryRun) return before;
  if (event.kind === "reported")
    return state.phase === "verified" ? { phase: "final_reported", why: { kind: "reported" } } : before;
  const after = withEvent(state, event);
  const now = judgePhase(after, event) ?? before;
  // A reported phase stays while it holds for the same commit.
  const reported = state.phase === "final_reported" && state.scan?.head === after.scan?.head;
  return reported && now.phase === "verified" ? before : now;
}

/** The state to store after the event, including its phase. */
export function advance(state: ThreadState, event: LifecycleEvent): ThreadState {
  return { ...withEvent(state, event), ...nextPhase(state, event) };
}

function judgePhase(after: ThreadState, event: LifecycleEvent): ThreadStanding | null {
  const failed = failure(after, event);
  if (failed !== null) return blocked({ kind: "failed", what: failed });
  const { scan } = after;
  if (scan === null) return null;
  if (scan.is === "failed") return blocked({ kind: "failed", what: scan.why ?? "" });
  if (scan.is === "incomplete") return blocked({ kind: "incomplete-scan" });

  const open = unresolvedThreads(after, scan);
  const people = open.filter(({ threadId }) => needsHuman(threadId, after, scan));
  if (people.length > 0) return blocked({ kind: "human-decision", threads: people.map(({ threadId }) => threadId) });
  const toFix = open.filter(({ threadId }) => classOf(threadId, after, scan) === "valid");
  if (toFix.length > 0) return { phase: "fixing_review_findings", why: { kind: "to-fix", threads: toFix.length } };
  // An incomplete scan tells nothing about the threads it left out: neither open nor closed.
  if (open.length > 0 || !scan.whole)
    return { phase: "review_triage", why: { kind: "unresolved", threads: open.length } };
  const why: PhaseReason = { kind: "all-resolved" };
  switch (evidenceOf(after).is) {
    case "passed":
      return { phase: "verified", why };
    case "failed":
      return { phase: "fixing_review_findings", why };
    case "missing":
      return { phase: after.phase === "fixing_review_findings" ? after.phase : "review_triage", why };
  }
}

function blocked(why: PhaseReason): ThreadStanding {
  return { phase: "blocked", why };
}

/** A failed mutation blocks until it succeeds or a later scan shows the actual state. */
function failure(after: ThreadState, event: LifecycleEvent): string | null {
  const isFailed = ({ reply, resolution }: FixOutcome) => reply === "failed" || resolution === "failed";
  const failedOutcome = event.kind === "fixed" ? event.outcomes.find(isFailed) : undefined;
  const left = latestOutcomes(after).filter(({ at }) => after.scan === null || at >= after.scan.at);
  const found = failedOutcome ?? left.find(isFailed);
  return found === undefined ? null : truncatedLine(found.why ?? "");
}

/** The newest outcome of each thread; dry runs do not count. */
function latestOutcomes({ outcomes }: ThreadState): FixOutcome[] {
  const done = outcomes.filter(({ reply, resolution }) => reply !== "planned" && resolution !== "planned");
  return [...Map.groupBy(done, ({ threadId }) => threadId).values()].map(([newest]) => newest!);
}

/** Threads that are open in the scan and were not resolved by us since. */
export function unresolvedThreads(state: ThreadState, scan: StoredScan): StoredThread[] {
  const resolved = new Set<ThreadId>(
    state.outcomes
      .filter(({ at, resolution }) => at >= scan.at && (resolution === "resolved" || resolution === "already"))
      .map(({ threadId }) => threadId),
  );
  return scan.threads.filter(({ threadId, isResolved }) => !isResolved && !resolved.has(threadId));
}

/** A triage or a later reply that says so is enough. */
function needsHuman(threadId: ThreadId, state: ThreadState, scan: StoredScan): boolean {
  const triage = state.triage.find((one) => one.threadId === threadId);
  return triage?.requiresHumanDecision === true || triage?.classification === "needs_human"
    ? true
    : classOf(threadId, state, scan) === "needs_human";
}

/** The latest classification. */
function classOf(threadId: ThreadId, state: ThreadState, scan: StoredScan) {
  const outcome = latestOutcomes(state).find((one) => one.threadId === threadId && one.at >= scan.at);
  return outcome?.classification ?? state.triage.find((one) => one.threadId === threadId)?.classification ?? null;
}

export type Evidence =
  | { is: "passed" }
  | { is: "failed"; what: "check" | "watch" }
  /** Never checked, checked for another commit, on a dirty tree, or incomplete. */
  | { is: "missing"; what: "check" | "watch"; why: "none" | "other-head" | "dirty" | "skipped" | "pending" };

/**
 * Whether the commit of the scan is proven: `crosscheck check` passed for it, and known results of GitHub's checks
 * agree.
 */
export function evidenceOf({ scan, check, watch }: Pick<ThreadState, "scan" | "check" | "watch">): Evidence {
  const missing = (what: "check" | "watch", why: Extract<Evidence, { is: "missing" }>["why"]): Evidence => ({
    is: "missing",
    what,
    why,
  });
  if (scan === null || check === null) return missing("check", "none");
  if (check.head !== scan.head) return missing("check", "other-head");
  if (check.result === "failed" || check.result === "timed-out") return { is: "failed", what: "check" };
  if (check.result === "skipped") return missing("check", "skipped");
  if (check.dirty) return missing("check", "dirty");
  if (watch === null) return { is: "passed" };
  if (watch.head !== scan.head) return missing("watch", "other-head");
  if (watch.result === "failed") return { is: "failed", what: "watch" };
  return watch.result === "passed" || watch.result === "none" ? { is: "passed" } : missing("watch", "pending");
}

/** The next step, as data; `threads/words/status-texts.ts` renders it. */
export type NextStep =
  | "scan"
  | "scan-more"
  | "scan-whole"
  | "decide"
  | "try-again"
  | "triage"
  | "fix"
  | "answer"
  | "check"
  | "mend-checks"
  | "watch"
  | "report"
  | "nothing";

export function nextStep(state: ThreadState): NextStep {
  const { phase, why, scan } = state;
  if (phase === "final_reported") return "nothing";
  if (phase === "verified") return "report";
  if (scan === null) return "scan";
  switch (why?.kind) {
    case "incomplete-scan":
      return "scan-more";
    case "failed":
      return scan.is === "failed" ? "scan" : "try-again";
    case "human-decision":
      return "decide";
    case "to-fix":
      return evidenceOf(state).is === "passed" ? "answer" : "fix";
    case "unresolved":
      if (why.threads === 0) return "scan-whole";
      return state.triage.length === 0 ? "triage" : "answer";
    default:
      return whenAllResolved(state);
  }
}

/** Nothing is unresolved; only the evidence is missing. */
function whenAllResolved(state: ThreadState): NextStep {
  const evidence = evidenceOf(state);
  if (evidence.is === "passed") return "scan-whole";
  if (evidence.is === "failed") return "mend-checks";
  return evidence.what;
}
