// Lists every rule that can decide about a reply or a resolution, as data. `threads/words/` renders them.
import type { Classification, Verification } from "../thread-payloads.ts";
import type { CheckState, WatchState } from "../thread-state.ts";

/** Evidence that a payload has to contain. */
export type NeededEvidence = "fixSummary" | "evidence" | "rationale" | "verification" | "commitSha";

/** Why the checks prove nothing about this head. */
export type CheckTrouble =
  | { why: "check-elsewhere"; head: string }
  | { why: "check-dirty" }
  | { why: "check-result"; result: Exclude<CheckState["result"], "passed"> }
  | { why: "payload-result"; result: Exclude<Verification["result"], "passed"> }
  /** Nothing was stored, and the payload does not claim that they passed. */
  | { why: "no-evidence" }
  /** The payload claims it without a passed command at this head. */
  | { why: "payload-elsewhere" }
  | { why: "watch-elsewhere"; head: string }
  | { why: "watch-result"; result: Exclude<WatchState["result"], "passed" | "none"> };

/** Who requests it: a person with a flag, or automatically a config, a server or a model. */
export type Requester = "person" | "automatic";

export type PolicyRule =
  /** `because`: a person's reason to resolve a class that the repository's list lacks. */
  | { rule: "allowed"; by: Requester; because?: string }
  /** Nothing is against it, but nobody requested it. */
  | { rule: "not-asked" }
  | { rule: "already-resolved" }
  /** Known from a recorded outcome, without a scan since. */
  | { rule: "resolved-before" }
  | { rule: "already-answered" }
  | { rule: "nothing-to-answer" }
  | { rule: "gone" }
  | { rule: "needs-human" }
  | { rule: "triage-needs-human" }
  /** A resolution needs a stored triage of the same class. */
  | { rule: "no-triage" }
  | { rule: "other-class"; triage: Classification; payload: Classification }
  /** The head is no longer the one at which the threads were read. */
  | { rule: "new-head"; read: string }
  /** A person wrote in the thread, or edited a comment, after it was read. */
  | { rule: "later-comment" }
  /** Somebody reopened it after it was resolved. */
  | { rule: "reopened" }
  | { rule: "another-human" }
  | { rule: "cannot-reply" }
  | { rule: "cannot-resolve" }
  | { rule: "missing"; what: readonly NeededEvidence[] }
  /** The verification is of a commit that is neither the head nor the fix. */
  | { rule: "verification-elsewhere" }
  | { rule: "verification-result"; command: string; result: Exclude<Verification["result"], "passed"> }
  | { rule: "commit-not-reachable"; commit: string }
  /** The comment was written on code that already had this commit, or the commit belongs to the base. */
  | { rule: "commit-before-comment"; commit: string }
  | { rule: "code-unchanged" }
  | { rule: "code-unknown" }
  /** The reply that says why the code is unchanged is not posted. */
  | { rule: "unexplained" }
  | { rule: "class-not-allowed"; class: Classification }
  | { rule: "invalid-not-allowed" }
  | { rule: "not-outdated" }
  | { rule: "checks"; trouble: CheckTrouble }
  /** The template produces no text for it. */
  | { rule: "empty-reply" }
  /** A reply that claims a fix before it is proven. */
  | { rule: "says-resolved" };

export type PolicyRuleName = PolicyRule["rule"];

export interface Ruling {
  allowed: boolean;
  rule: PolicyRule;
}

/** Not an error: it is already done. */
const done: readonly PolicyRuleName[] = ["already-resolved", "resolved-before", "already-answered"];

/** Result of a ruling: done, done before, allowed but not requested, or forbidden. */
export function rulingKind({ allowed, rule }: Ruling): "do" | "done" | "not-asked" | "blocked" {
  if (allowed) return "do";
  if (rule.rule === "not-asked") return "not-asked";
  return done.includes(rule.rule) ? "done" : "blocked";
}
