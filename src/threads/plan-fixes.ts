// Plans replies and resolutions for a payload's threads. Pure; acts only on threads that were seen on this pull
// request.
import { commentLimit, fitComment } from "../review/comment-limits.ts";
import { formatMarker } from "../review/marker.ts";
import type { Action, Key, Plan, Proof } from "../review/plan.ts";
import type { KnownThreads, KnownThread } from "./fix/known-threads.ts";
import type { Classification, FixPayload, ReviewCommentsSettings, ThreadFix, ThreadTriage } from "./thread-payloads.ts";
import {
  judgeThread,
  rulingKind,
  type CodeSinceComment,
  type EarlierActions,
  type FixCommitState,
  type FixFlags,
  type PolicyFacts,
  type Ruling,
} from "./policy.ts";
import { renderReply, claimsResolved, type ReplyTemplate } from "./render-reply.ts";
import type { FixOutcome, ThreadState } from "./thread-state.ts";
import type { CommentId, ThreadId } from "./thread.ts";
import { pullRequestKey, type PullRequestRef, repositoryFullName } from "../pull-request.ts";

export { threadsFromStore, threadsFromScan, type KnownThreads, type KnownThread } from "./fix/known-threads.ts";
export { fetchRefusal, payloadRefusal, type PayloadRefusal } from "./fix/payload-refusal.ts";

type ReplyAction = Extract<Action, { do: "reply" }>;
type ResolveAction = Extract<Action, { do: "resolve" }>;

export interface FixRow {
  threadId: ThreadId;
  path: string | null;
  line: number | null;
  classification: Classification;
  /** The comment that a reply would answer. */
  answers: CommentId | null;
  /** The text to post, without its marker; null if it may not be posted. */
  replyText: string | null;
  reply: { ruling: Ruling; action: ReplyAction | null };
  resolve: { ruling: Ruling; action: ResolveAction | null };
}

/** The part of a triage that a resolution depends on. */
export type BindingTriage = Pick<ThreadTriage, "threadId" | "classification" | "requiresHumanDecision">;

/** For the server: its own evidence is the triage, unless a stored triage leaves the thread to a person. */
export function triageFromEvidence(
  stored: readonly BindingTriage[],
  fixes: readonly Pick<ThreadFix, "threadId" | "classification">[],
): BindingTriage[] {
  const forPeople = stored.filter((one) => one.requiresHumanDecision || one.classification === "needs_human");
  const left = new Set(forPeople.map(({ threadId }) => threadId));
  const judged = fixes.filter(({ threadId }) => !left.has(threadId));
  return [
    ...forPeople,
    ...judged.map(({ threadId, classification }) => ({ threadId, classification, requiresHumanDecision: false })),
  ];
}

/** What git shows about the commented code and the payload's commit. */
export interface FixCode {
  code: CodeSinceComment;
  commit: FixCommitState;
}

export interface FixInput {
  pull: PullRequestRef;
  payload: FixPayload;
  seen: KnownThreads;
  state: Pick<ThreadState, "scan" | "outcomes" | "check" | "watch"> & { triage: readonly BindingTriage[] };
  /** By thread id; threads without an entry are unknown. */
  code: ReadonlyMap<string, FixCode>;
  settings: ReviewCommentsSettings;
  flags: FixFlags;
  template: ReplyTemplate;
}

/**
 * The plan contains what is requested and allowed, each reply before its resolution; the rows give the result for every
 * thread.
 */
export function planFixes(input: FixInput): { plan: Plan; rows: FixRow[] } {
  const seen = new Map(input.seen.threads.map((thread) => [thread.threadId as string, thread]));
  const rows = input.payload.threads.map((fix) => rowOf(fix, seen.get(fix.threadId) ?? null, input));
  const actions = rows.flatMap(({ reply, resolve }) => [reply.action, resolve.action]).filter((one) => one !== null);
  return { plan: { pull: input.pull, head: input.seen.head, actions, remember: null }, rows };
}

function rowOf(fix: ThreadFix, thread: KnownThread | null, input: FixInput): FixRow {
  const given = factsOf(fix, thread, input);
  // The text is only built where nothing else forbids it.
  const text = isBlocked(judgeThread(given).reply) ? null : replyText(fix, input);
  const facts = text === null ? given : { ...given, reply: text.is };
  const { reply, resolve } = judgeThread(facts);
  const answers = thread?.latestComment ?? null;
  const threadId = fix.threadId as ThreadId;
  return {
    threadId,
    path: thread?.path ?? null,
    line: thread?.line ?? null,
    classification: fix.classification,
    answers,
    replyText: text?.says ?? null,
    reply: {
      ruling: reply,
      action: reply.allowed && text?.says && answers !== null ? replyAction(threadId, answers, text.says, input) : null,
    },
    resolve: { ruling: resolve, action: resolve.allowed ? resolveAction(threadId, facts, input) : null },
  };
}

function isBlocked(ruling: Ruling): boolean {
  const kind = rulingKind(ruling);
  return kind !== "do" && kind !== "not-asked";
}

function replyText(
  fix: ThreadFix,
  { pull, seen, template }: FixInput,
): { says: string | null; is: PolicyFacts["reply"] } {
  const { host } = pull;
  const says = renderReply(fix, seen.head, template, { host, repository: repositoryFullName(pull) });
  return { says, is: says === null ? "empty" : claimsResolved(says) ? "says-resolved" : "fine" };
}

function factsOf(fix: ThreadFix, thread: KnownThread | null, input: FixInput): PolicyFacts {
  const { seen, state, settings, flags, payload } = input;
  return {
    head: seen.head,
    fix,
    readHead: payload.head ?? state.scan?.head ?? null,
    ...(input.code.get(fix.threadId) ?? { code: "unknown", commit: "not-reachable" }),
    triage: state.triage.find(({ threadId }) => threadId === fix.threadId) ?? null,
    settings,
    flags,
    check: state.check,
    watch: state.watch,
    thread: thread && { ...thread, hasComment: thread.latestComment !== null },
    before: doneBefore(thread, input),
    reply: "fine",
  };
}

function doneBefore(thread: KnownThread | null, input: FixInput): EarlierActions {
  const { seen, state } = input;
  if (thread === null) return { answered: false, resolved: false, reopened: "no" };
  const resolution = lastResolution(thread.threadId, state.outcomes);
  const resolved = resolution !== null && seen.at <= resolution.at;
  return {
    answered: thread.isAnswered || outcomesOf(thread.threadId, state.outcomes).some(isAnswerTo(thread)),
    resolved,
    reopened: thread.isResolved || resolved ? "no" : reopening(thread.threadId, resolution?.at ?? null, state),
  };
}

/** For a thread that is open now and was not just resolved by us. */
function reopening(
  threadId: ThreadId,
  resolvedAt: number | null,
  { scan }: FixInput["state"],
): EarlierActions["reopened"] {
  const stored = scan?.threads.find((one) => one.threadId === threadId);
  if (stored?.isResolved) return "unseen";
  if (resolvedAt !== null) return scan !== null && scan.at > resolvedAt ? "seen" : "unseen";
  return stored?.reopened ? "seen" : "no";
}

function isAnswerTo({ latestComment }: KnownThread) {
  return ({ reply, answered }: FixOutcome) =>
    (reply === "posted" || reply === "already") && answered !== null && answered === latestComment;
}

function outcomesOf(threadId: ThreadId, outcomes: readonly FixOutcome[]): FixOutcome[] {
  return outcomes.filter((one) => one.threadId === threadId);
}

function lastResolution(threadId: ThreadId, outcomes: readonly FixOutcome[]): FixOutcome | null {
  const resolved = outcomesOf(threadId, outcomes).filter(
    ({ resolution }) => resolution === "resolved" || resolution === "already",
  );
  return resolved.toSorted((a, b) => b.at - a.at)[0] ?? null;
}

/** One reply per comment, whatever its text, so that an earlier reply is found even if the text has changed. */
function replyAction(thread: ThreadId, comment: CommentId, text: string, { pull }: FixInput): ReplyAction {
  const key = `${pullRequestKey(pull)}/reply/${thread}/${comment}` as Key;
  const end = `\n\n${formatMarker({ key })}`;
  const body = `${fitComment(text, commentLimit - end.length)}${end}`;
  return { key, do: "reply", thread, answers: comment, body };
}

/** Once per head, and again each time somebody reopens it. */
function resolveAction(thread: ThreadId, facts: PolicyFacts, { pull, state }: FixInput): ResolveAction {
  const before = lastResolution(thread, state.outcomes);
  const round = before === null ? "" : `/${before.at}`;
  const key = `${pullRequestKey(pull)}/resolve/${thread}/${facts.head}${round}` as Key;
  return { key, do: "resolve", thread, proof: proofOf(facts) };
}

function proofOf({ fix, thread, flags, settings }: PolicyFacts): Proof {
  const { allowResolve } = flags;
  const isListed = settings.autoResolveClassifications.includes(fix.classification);
  if (!isListed && allowResolve?.classes.includes(fix.classification))
    return { by: "person", evidence: allowResolve.reason };
  switch (fix.classification) {
    case "valid":
      return { by: "commit", evidence: fix.commitSha ?? "" };
    case "invalid":
      return { by: "person", evidence: fix.rationale ?? "" };
    default:
      return { by: "test", evidence: fix.evidence?.trim() || (thread?.isOutdated ? "outdated" : "") };
  }
}
