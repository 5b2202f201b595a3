// Every rule that can decide about a reply or a resolution, as data. `threads/words/` renders them.
import type { Classification, Verification } from "../payloads.ts";
import type { CheckState, WatchState } from "../state.ts";

/** What a payload has to bring. */
export type Needed = "fixSummary" | "evidence" | "rationale" | "verification" | "commitSha";

/** Why the checks prove nothing of this head (THR-13). */
export type CheckTrouble =
  | { why: "check-elsewhere"; head: string }
  | { why: "check-dirty" }
  | { why: "check-result"; result: Exclude<CheckState["result"], "passed"> }
  | { why: "payload-result"; result: Exclude<Verification["result"], "passed"> }
  /** Nothing was stored, and the payload does not say that they passed. */
  | { why: "no-evidence" }
  /** It says so, and shows nothing that passed at this head. */
  | { why: "payload-elsewhere" }
  | { why: "watch-elsewhere"; head: string }
  | { why: "watch-result"; result: Exclude<WatchState["result"], "passed" | "none"> };

/** Who wants it: a person by a flag of theirs, or a config, a server or a model. */
export type AskedBy = "person" | "automatic";

export type PolicyRule =
  | { rule: "allowed"; by: AskedBy }
  /** Everything else speaks for it. */
  | { rule: "not-asked" }
  | { rule: "already-resolved" }
  /** By an outcome of ours, and nobody has looked since. */
  | { rule: "resolved-before" }
  | { rule: "already-answered" }
  | { rule: "nothing-to-answer" }
  | { rule: "gone" }
  | { rule: "needs-human" }
  | { rule: "triage-needs-human" }
  | { rule: "another-human" }
  | { rule: "cannot-reply" }
  | { rule: "cannot-resolve" }
  | { rule: "missing"; what: readonly Needed[] }
  /** Of a commit that is neither the head nor the fix. */
  | { rule: "verification-elsewhere" }
  | { rule: "verification-result"; command: string; result: Exclude<Verification["result"], "passed"> }
  | { rule: "commit-not-reachable"; commit: string }
  | { rule: "class-not-allowed"; class: Classification }
  | { rule: "invalid-not-allowed" }
  | { rule: "not-outdated" }
  | { rule: "checks"; trouble: CheckTrouble }
  /** The template makes nothing of it. */
  | { rule: "empty-reply" }
  /** A reply that says so before it is so (THR-14). */
  | { rule: "says-resolved" };

export type PolicyRuleName = PolicyRule["rule"];

export interface Ruling {
  allowed: boolean;
  rule: PolicyRule;
}

/** Nothing is wrong: it is done already. */
const done: readonly PolicyRuleName[] = ["already-resolved", "resolved-before", "already-answered"];

/** What a ruling comes to: it is done, it was done, it would be done, or it may not be. */
export function rulingKind({ allowed, rule }: Ruling): "do" | "done" | "not-asked" | "blocked" {
  if (allowed) return "do";
  if (rule.rule === "not-asked") return "not-asked";
  return done.includes(rule.rule) ? "done" : "blocked";
}
