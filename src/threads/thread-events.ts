// Parses, bounds and updates the stored state of a pull request's threads. Stored data is validated.
import { z } from "zod";
import type { Oid } from "../change/change.ts";
import { UserError } from "../errors.ts";
import { shorten } from "../review/words/text.ts";
import { classifications, type ThreadTriage } from "./thread-payloads.ts";
import {
  phases,
  type CheckState,
  type FixOutcome,
  type StoredScan,
  type ThreadState,
  type WatchState,
} from "./thread-state.ts";
import type { CommentId, ThreadId } from "./thread.ts";
import { type PullRequestRef, pullRequestSchema } from "../pull-request.ts";

/** An event that changes the state. Dry runs are marked and change nothing. */
export type LifecycleEvent =
  | { kind: "scanned"; scan: StoredScan; triage: readonly ThreadTriage[]; dryRun?: boolean }
  | { kind: "fixed"; outcomes: readonly FixOutcome[]; dryRun?: boolean }
  | { kind: "checked"; check: CheckState }
  | { kind: "watched"; watch: WatchState }
  /** `crosscheck status --final`. */
  | { kind: "reported" };

/** A scan with more threads counts as incomplete. */
export const stateBounds = { threads: 1000, outcomes: 500, commands: 50, words: 20 } as const;
const longest = { line: 300, reason: 500 } as const;

export function emptyThreadState(pull: PullRequestRef): ThreadState {
  return { version: 1, pull, scan: null, triage: [], outcomes: [], check: null, watch: null, phase: null, why: null };
}

/** The state after the event; `lifecycle.ts` computes its phase. */
export function withEvent(state: ThreadState, event: LifecycleEvent): ThreadState {
  switch (event.kind) {
    case "scanned":
      return event.dryRun
        ? state
        : boundedState({ ...state, scan: withReopened(event.scan, state.scan), triage: event.triage });
    case "fixed":
      return event.dryRun ? state : boundedState({ ...state, outcomes: [...event.outcomes, ...state.outcomes] });
    case "checked":
      return boundedState({ ...state, check: event.check });
    case "watched":
      return { ...state, watch: event.watch };
    case "reported":
      return state;
  }
}

function withReopened(scan: StoredScan, before: StoredScan | null): StoredScan {
  const wasResolved = new Set(
    (before?.threads ?? []).filter((one) => one.isResolved || one.reopened).map(({ threadId }) => threadId),
  );
  const threads = scan.threads.map((thread) =>
    !thread.isResolved && wasResolved.has(thread.threadId) ? { ...thread, reopened: true } : thread,
  );
  return { ...scan, threads };
}

/** Truncated to the stored bounds. Threads cut from a scan count as not seen. */
export function boundedState(state: ThreadState): ThreadState {
  return {
    ...state,
    scan: state.scan && boundedScan(state.scan),
    triage: state.triage.slice(0, stateBounds.threads).map(boundedTriage),
    outcomes: newestFirst(state.outcomes).slice(0, stateBounds.outcomes).map(boundedOutcome),
    check: state.check && boundedCheck(state.check),
  };
}

/** Entries with equal times keep their order: later ones were prepended. */
function newestFirst(outcomes: readonly FixOutcome[]): FixOutcome[] {
  return outcomes.toSorted((a, b) => b.at - a.at);
}

function boundedScan(scan: StoredScan): StoredScan {
  const tooMany = scan.threads.length > stateBounds.threads;
  return {
    ...scan,
    is: tooMany && scan.is === "complete" ? "incomplete" : scan.is,
    whole: scan.whole && !tooMany,
    threads: scan.threads.slice(0, stateBounds.threads),
    why: cut(scan.why),
  };
}

function boundedTriage(triage: ThreadTriage): ThreadTriage {
  const words = (all: readonly string[]) => all.slice(0, stateBounds.words).map((one) => shorten(one, longest.line));
  return {
    ...triage,
    reason: shorten(triage.reason, longest.reason),
    recommendedAction: shorten(triage.recommendedAction, longest.line),
    filesToInspect: words(triage.filesToInspect),
    filesToChange: words(triage.filesToChange),
    checksToRun: words(triage.checksToRun),
    replyBody: null,
  };
}

function boundedOutcome(outcome: FixOutcome): FixOutcome {
  return { ...outcome, why: cut(outcome.why) };
}

function boundedCheck(check: CheckState): CheckState {
  const commands = check.commands.slice(0, stateBounds.commands);
  return { ...check, commands: commands.map((one) => ({ ...one, command: shorten(one.command, longest.line) })) };
}

function cut(text: string | null): string | null {
  return text === null ? null : truncatedLine(text);
}

export function truncatedLine(text: string): string {
  return shorten(text, longest.line);
}

const when = z.number().int().nonnegative();
const id = z.string().min(1).max(200);
const threadId = id.transform((text) => text as ThreadId);
const commentId = id.transform((text) => text as CommentId);
const oid = z
  .string()
  .regex(/^[0-9a-f]{40,64}$/)
  .transform((text) => text as Oid);
/** Truncated by code points, some of which count twice here. */
const line = z.string().max(2 * longest.line);
const lines = z.array(line).max(stateBounds.words);
const count = z.number().int().nonnegative();

const scan = z.strictObject({
  at: when,
  head: oid,
  viewer: z.string().max(200),
  is: z.enum(["complete", "incomplete", "failed"]),
  whole: z.boolean(),
  threads: z
    .array(
      z.strictObject({
        threadId,
        path: z.string().nullable(),
        line: count.nullable(),
        isResolved: z.boolean(),
        isOutdated: z.boolean(),
        latestComment: commentId.nullable(),
        editedAt: z.string().max(100).nullable().optional(),
        otherHumans: z.boolean(),
        canReply: z.boolean(),
        canResolve: z.boolean(),
        reopened: z.boolean().optional(),
      }),
    )
    .max(stateBounds.threads),
  leftOut: count,
  why: line.nullable(),
});

const triage = z.strictObject({
  threadId: id,
  classification: z.enum(classifications),
  confidence: z.enum(["low", "medium", "high"]),
  reason: z.string().max(2 * longest.reason),
  recommendedAction: line,
  filesToInspect: lines,
  filesToChange: lines,
  checksToRun: lines,
  replyBody: z.null(),
  canResolveAfterChecks: z.boolean(),
  requiresHumanDecision: z.boolean(),
});

const outcome = z.strictObject({
  at: when,
  threadId,
  classification: z.enum(classifications),
  head: oid,
  reply: z.enum(["posted", "already", "skipped", "blocked", "planned", "failed"]),
  resolution: z.enum(["resolved", "already", "skipped", "blocked", "planned", "failed"]),
  answered: commentId.nullable(),
  why: line.nullable(),
});

const result = z.enum(["passed", "failed", "skipped", "timed-out"]);
const check = z.strictObject({
  at: when,
  head: oid,
  dirty: z.boolean(),
  result,
  commands: z
    .array(z.strictObject({ command: line, exit: z.number().int().nullable(), ms: z.number().nonnegative(), result }))
    .max(stateBounds.commands),
});

const watch = z.strictObject({
  at: when,
  head: oid,
  result: z.enum(["passed", "failed", "pending", "none", "timed-out"]),
  runs: count,
});

const why = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("unresolved"), threads: count }),
  z.strictObject({ kind: z.literal("to-fix"), threads: count }),
  z.strictObject({ kind: z.literal("human-decision"), threads: z.array(threadId).max(stateBounds.threads) }),
  z.strictObject({ kind: z.literal("incomplete-scan") }),
  z.strictObject({ kind: z.literal("failed"), what: line }),
  z.strictObject({ kind: z.literal("all-resolved") }),
  z.strictObject({ kind: z.literal("reported") }),
]);

const schema = z.strictObject({
  version: z.literal(1),
  pull: pullRequestSchema(z).strict(),
  scan: scan.nullable(),
  triage: z.array(triage).max(stateBounds.threads),
  outcomes: z.array(outcome).max(stateBounds.outcomes),
  check: check.nullable(),
  watch: watch.nullable(),
  phase: z.enum(phases).nullable(),
  why: why.nullable(),
});

/** `shown` names the pull request in messages. Null, as the store returns it, means never seen. */
export function parseState(text: string | null, pull: PullRequestRef, shown: string): ThreadState {
  if (text === null) return emptyThreadState(pull);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw brokenState(shown, "it is not JSON");
  }
  const version = (data as { version?: unknown } | null)?.version;
  if (typeof version === "number" && version > 1)
    throw new UserError(
      `The stored threads of ${shown} were written by a newer version of Crosscheck`,
      `Update Crosscheck, or delete them with \`crosscheck state clear --pr ${shown}\`.`,
    );
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw brokenState(shown, `${issue?.path.join(".") || "it"}: ${issue?.message ?? "it does not fit"}`);
  }
  return parsed.data;
}

function brokenState(shown: string, what: string): UserError {
  return new UserError(
    `The stored threads of ${shown} cannot be used: ${shorten(what, longest.line)}`,
    `Delete them with \`crosscheck state clear --pr ${shown}\`, then run \`crosscheck comments\` again.`,
  );
}
