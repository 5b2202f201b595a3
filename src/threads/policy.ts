// Decides whether a thread may be answered or resolved: one pure function for the command line, the server, the
// dashboard and models. The first rule against an action decides; without one, the action is performed if it was
// requested.
import type { Oid } from "../change/change.ts";
import type { Classification, ReviewCommentsSettings, ThreadFix, ThreadTriage } from "./thread-payloads.ts";
import {
  checksTrouble,
  codeTrouble,
  commitTrouble,
  isSameCommit,
  missingEvidence,
  verificationTrouble,
} from "./policy/proof.ts";
import type { Requester, PolicyRule, Ruling } from "./policy/policy-rules.ts";
import type { CheckState, WatchState } from "./thread-state.ts";

export { rulingKind } from "./policy/policy-rules.ts";
export type { CheckTrouble, NeededEvidence, PolicyRule, PolicyRuleName, Ruling } from "./policy/policy-rules.ts";

export interface FixFlags {
  applyReplies: boolean;
  applyResolutions: boolean;
  /** Takes effect only if `by` is a person. */
  allowResolveInvalid: boolean;
  /** Classes that a person resolves although the repository's list lacks them; likewise. */
  allowResolve?: { classes: readonly Classification[]; reason: string } | undefined;
  /** Who set these flags. */
  by: Requester;
}

interface ThreadFacts {
  isResolved: boolean;
  isOutdated: boolean;
  /** Whether a human other than the asker took part. */
  otherHumans: boolean;
  canReply: boolean;
  canResolve: boolean;
  /** Whether there is a comment to answer. */
  hasComment: boolean;
  /** Whether a person wrote in it after it was read for this payload. */
  laterComment: boolean;
  /** The same, or after it was read for its stored triage. */
  sinceTriage: boolean;
}

/** Recorded outcomes, compared with the latest scan. */
export interface EarlierActions {
  /** The latest comment is the one that was answered, or the answer. */
  answered: boolean;
  /** Resolved by us, and not open in any scan since. */
  resolved: boolean;
  /** Resolved earlier, and open now. `seen`: the threads were read after it was reopened. */
  reopened: "no" | "unseen" | "seen";
}

/** The commented code at the head, compared with the code that the comment was written about. */
export type CodeSinceComment = "changed" | "unchanged" | "unknown";
/** Where the fix commit is: on the pull request after the comment, before it, or not reachable from the head. */
export type FixCommitState = "after-comment" | "before-comment" | "not-reachable";

export interface PolicyFacts {
  head: Oid;
  fix: ThreadFix;
  /** The head at which the threads were read for this payload; null if unknown. */
  readHead: string | null;
  /** The state of `fix.commitSha`; `not-reachable` if it is absent or unknown. */
  commit: FixCommitState;
  code: CodeSinceComment;
  /** The stored triage of the thread; null if there is none or it must be ignored. */
  triage: Pick<ThreadTriage, "classification" | "requiresHumanDecision"> | null;
  settings: Pick<
    ReviewCommentsSettings,
    "autoReply" | "autoResolve" | "autoResolveClassifications" | "requireChecksBeforeResolve"
  >;
  flags: FixFlags;
  check: CheckState | null;
  watch: WatchState | null;
  /** Null: the latest scan did not find it. */
  thread: ThreadFacts | null;
  before: EarlierActions;
  /** Whether the reply can be posted. */
  reply: "fine" | "empty" | "says-resolved";
}

export function judgeThread(facts: PolicyFacts): { reply: Ruling; resolve: Ruling } {
  const reply = ruling(againstReply(facts), replyAskedBy(facts));
  const resolve = ruling(againstResolution(facts), resolutionAskedBy(facts));
  if (resolve.allowed && isUnexplained(facts, reply)) return { reply, resolve: unexplained };
  const { rule } = resolve;
  if (rule.rule !== "allowed" || !overrides(facts)) return { reply, resolve };
  return { reply, resolve: { allowed: true, rule: { ...rule, because: facts.flags.allowResolve?.reason ?? "" } } };
}

const unexplained: Ruling = { allowed: false, rule: { rule: "unexplained" } };

/** Without a change of the commented code, a resolution needs the reply that says why. */
function isUnexplained(facts: PolicyFacts, reply: Ruling): boolean {
  const { classification } = facts.fix;
  if (classification === "invalid" || facts.code === "changed") return false;
  return !reply.allowed && reply.rule.rule !== "already-answered";
}

function ruling(against: PolicyRule | null, by: Requester | null): Ruling {
  if (against !== null) return { allowed: false, rule: against };
  return by === null
    ? { allowed: false, rule: { rule: "not-asked" } }
    : { allowed: true, rule: { rule: "allowed", by } };
}

/** A flag counts as a request by the person who set it; a setting is automatic. */
function replyAskedBy({ flags, settings }: PolicyFacts): Requester | null {
  if (flags.applyReplies) return flags.by;
  return settings.autoReply ? "automatic" : null;
}

function resolutionAskedBy({ flags, settings, fix }: PolicyFacts): Requester | null {
  if (fix.resolveRequested === false) return null;
  if (flags.applyResolutions) return flags.by;
  return settings.autoResolve ? "automatic" : null;
}

/** Without a request, it is judged as if the owner of the flags had made one. */
function replyWouldBeAskedBy(facts: PolicyFacts): Requester {
  return replyAskedBy(facts) ?? facts.flags.by;
}

function wouldBeAskedBy(facts: PolicyFacts): Requester {
  return resolutionAskedBy(facts) ?? facts.flags.by;
}

/** Already done, or nothing to do it to. */
function idle({ thread, before }: PolicyFacts): PolicyRule | null {
  if (thread === null) return { rule: "gone" };
  if (thread.isResolved) return { rule: "already-resolved" };
  return before.resolved ? { rule: "resolved-before" } : null;
}

function againstReply(facts: PolicyFacts): PolicyRule | null {
  const { thread, before, fix } = facts;
  const nothing = idle(facts);
  if (nothing) return nothing;
  if (fix.classification === "needs_human") return { rule: "needs-human" };
  if (!thread!.hasComment) return { rule: "nothing-to-answer" };
  if (before.answered) return { rule: "already-answered" };
  if (thread!.laterComment) return { rule: "later-comment" };
  if (isForPeople(facts) && replyWouldBeAskedBy(facts) === "automatic") return { rule: "triage-needs-human" };
  if (!thread!.canReply) return { rule: "cannot-reply" };
  return replyProof(facts) ?? wordsTrouble(facts);
}

function wordsTrouble({ reply }: PolicyFacts): PolicyRule | null {
  if (reply === "empty") return { rule: "empty-reply" };
  return reply === "says-resolved" ? { rule: "says-resolved" } : null;
}

function replyProof(facts: PolicyFacts): PolicyRule | null {
  const { fix } = facts;
  switch (fix.classification) {
    case "valid":
      return (
        missingEvidence(fix, ["fixSummary", "verification"]) ??
        commitTrouble(facts) ??
        verificationTrouble(facts) ??
        codeTrouble(facts, replyWouldBeAskedBy(facts))
      );
    case "already_fixed":
    case "stale":
      return (
        missingEvidence(fix, ["evidence", "verification"]) ??
        commitTrouble(facts) ??
        verificationTrouble(facts) ??
        codeTrouble(facts, replyWouldBeAskedBy(facts))
      );
    case "invalid":
      return missingEvidence(fix, ["rationale"]);
    case "needs_human":
      return { rule: "needs-human" };
  }
}

function againstResolution(facts: PolicyFacts): PolicyRule | null {
  const { thread, fix, triage } = facts;
  const nothing = idle(facts);
  if (nothing) return nothing;
  if (fix.classification === "needs_human") return { rule: "needs-human" };
  if (isForPeople(facts)) return { rule: "triage-needs-human" };
  const later = sinceRead(facts);
  if (later) return later;
  if (triage === null) return { rule: "no-triage" };
  if (triage.classification !== fix.classification)
    return { rule: "other-class", triage: triage.classification, payload: fix.classification };
  if (thread!.otherHumans && wouldBeAskedBy(facts) === "automatic") return { rule: "another-human" };
  if (!thread!.canResolve) return { rule: "cannot-resolve" };
  return permission(facts) ?? resolutionProof(facts) ?? checksTrouble(facts);
}

/** Events after the threads were read take precedence over earlier decisions. */
function sinceRead(facts: PolicyFacts): PolicyRule | null {
  const { thread, before, readHead, head } = facts;
  if (thread!.sinceTriage) return { rule: "later-comment" };
  if (before.reopened === "unseen" || (before.reopened === "seen" && wouldBeAskedBy(facts) === "automatic"))
    return { rule: "reopened" };
  return readHead === null || isSameCommit(readHead, head) ? null : { rule: "new-head", read: readHead };
}

/** The stored triage leaves it to a person. */
function isForPeople({ triage }: PolicyFacts): boolean {
  return triage !== null && (triage.requiresHumanDecision || triage.classification === "needs_human");
}

/** Allowed by the repository's config or by a person's own flag. */
function permission(facts: PolicyFacts): PolicyRule | null {
  const { fix, settings, flags } = facts;
  const asker = wouldBeAskedBy(facts);
  const { classification } = fix;
  if (classification === "invalid")
    return flags.allowResolveInvalid && asker === "person" ? null : { rule: "invalid-not-allowed" };
  if (asker === "person" && (classification === "valid" || overrides(facts))) return null;
  return settings.autoResolveClassifications.includes(classification)
    ? null
    : { rule: "class-not-allowed", class: classification };
}

function overrides({ fix, settings, flags }: PolicyFacts): boolean {
  const { classification } = fix;
  return (
    !settings.autoResolveClassifications.includes(classification) &&
    flags.allowResolve?.classes.includes(classification) === true
  );
}

function resolutionProof(facts: PolicyFacts): PolicyRule | null {
  const { fix, thread } = facts;
  switch (fix.classification) {
    case "valid":
      return (
        missingEvidence(fix, ["commitSha", "verification"]) ??
        commitTrouble(facts) ??
        verificationTrouble(facts) ??
        codeTrouble(facts, wouldBeAskedBy(facts))
      );
    case "already_fixed":
      return (
        missingEvidence(fix, ["evidence", "verification"]) ??
        commitTrouble(facts) ??
        verificationTrouble(facts) ??
        codeTrouble(facts, wouldBeAskedBy(facts))
      );
    case "stale":
      return thread!.isOutdated || missingEvidence(fix, ["evidence"]) === null
        ? (missingEvidence(fix, ["verification"]) ??
            commitTrouble(facts) ??
            verificationTrouble(facts) ??
            codeTrouble(facts, wouldBeAskedBy(facts)))
        : { rule: "not-outdated" };
    case "invalid":
      return missingEvidence(fix, ["rationale", "verification"]) ?? verificationTrouble(facts);
    case "needs_human":
      return { rule: "needs-human" };
  }
}
