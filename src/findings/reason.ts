// Reasons as data; `review/words/reasons.ts` turns them into sentences.
import type { ModelFaultKind } from "../errors.ts";
import type { NotRun } from "./execution/sandbox-runner.ts";

export type Reason =
  // why a unit did not run
  | { kind: "nothing-to-check"; what: string }
  | { kind: "turned-off" }
  | { kind: "threw"; message: string }
  | { kind: "too-slow"; limitMs: number }
  | { kind: "too-much-memory"; limitMb: number }
  | { kind: "stopped" }
  | { kind: "no-model" }
  | { kind: "models-withheld" }
  | { kind: "model-failed"; model: string; fault: ModelFaultKind; message: string }
  | { kind: "own-checks-not-mine"; checks: readonly string[] }
  | { kind: "own-checks-no-sandbox"; checks: readonly string[]; why: string }
  | { kind: "own-checks-too-large"; checks: readonly string[]; files: number; bytes: number }
  | { kind: "own-check-refused"; file: string; why: "bad-name" | "taken" }
  | { kind: "not-mine"; what: "tests" | "lint" | "evals" | "probe" }
  | { kind: "quick" }
  | { kind: "runs-nothing" }
  | { kind: "not-executed"; because: NotRun }
  | { kind: "no-eval-command" }
  | { kind: "eval-of-fork" }
  // why a finding has its outcome
  | { kind: "quote-not-found"; path: string; line: number }
  | { kind: "quote-moved"; from: number; to: number }
  | { kind: "quote-missing"; needs: "both-sides" | "base-line" | "framework-construct" }
  | { kind: "was-there-before"; path: string; line: number }
  | { kind: "is-declared"; name: string; path: string; line: number }
  | { kind: "quote-has-it"; what: string; path: string; line: number }
  | { kind: "quote-does-it"; path: string; line: number }
  | { kind: "unknown-name"; name: string }
  | { kind: "low-confidence"; confidence: number }
  | { kind: "medium-confidence"; confidence: number }
  | { kind: "critical-kept"; confidence: number }
  | { kind: "same-elsewhere-in-file"; path: string; line: number }
  | { kind: "moved-unchanged"; fromPath: string }
  | { kind: "root"; root: "DOC" | "NEW" }
  | { kind: "below-severity"; floor: string }
  | { kind: "over-limit"; limit: number }
  | { kind: "merged"; sources: readonly string[] }
  | { kind: "suppressed-by-config"; reason: string; index: number }
  | { kind: "suppression-expired"; reason: string; expired: string }
  | { kind: "ignored-inline"; check: string; reason: string }
  | { kind: "ignored-area"; area: string }
  | { kind: "early-feedback" }
  | { kind: "advisory-check"; check: string }
  | { kind: "unproven-check"; check: string }
  | { kind: "outside-paths"; check: string }
  | { kind: "often-dismissed"; unit: string; judged: number; dismissed: number }
  | { kind: "over-noise-budget"; unit: string; judged: number; dismissed: number; percent: number }
  | { kind: "removed-by-person" }
  | { kind: "moved-by-person"; to: "posted" | "advisory" }
  | { kind: "dismissed" }
  | { kind: "already-posted" }
  | { kind: "late" }
  | { kind: "not-commentable" }
  // what was found out about its fix
  | { kind: "fix-does-not-apply" }
  | { kind: "fix-tested"; runner: string; passed: number }
  | { kind: "fix-breaks"; runner: string; test: string }
  | { kind: "same-claim"; as: string }
  | { kind: "same-cause"; lead: string }
  | { kind: "not-pressing" }
  | { kind: "editor-verdict"; verdict: "fix" | "minor" | "noise"; reason: string }
  | { kind: "confirmed"; by: string; reason: string }
  | { kind: "refuted"; by: string; reason: string; at?: AnswerPlace }
  | { kind: "arbitrated"; verdict: "REAL_BUG" | "FALSE_POSITIVE" | "UNCERTAIN"; by: string; reason: string }
  | { kind: "not-arbitrated"; why: NotArbitrated }
  | { kind: "disputed"; by: string; reason: string };

/** The line that a reviewer quotes against a finding. */
export interface AnswerPlace {
  path: string;
  side: "base" | "head";
  line: number;
}

/** Why nobody decided a dispute between models. */
export type NotArbitrated =
  | { kind: "no-arbiter" }
  | { kind: "over-cap"; cap: number }
  | { kind: "failed"; message: string }
  | { kind: "no-verdict" };
