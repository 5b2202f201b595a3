// Why something was done or not done, as data. `review/words/reasons.ts` alone turns these into sentences.
export type Reason =
  // why a unit did not run
  | { kind: "nothing-to-check"; what: string }
  | { kind: "turned-off" }
  | { kind: "threw"; message: string }
  | { kind: "too-slow"; limitMs: number }
  | { kind: "stopped" }
  | { kind: "no-model" }
  // why a finding has its fate
  | { kind: "quote-not-found"; path: string; line: number }
  | { kind: "quote-moved"; from: number; to: number }
  | { kind: "quote-missing"; needs: "both-sides" | "base-line" | "framework-construct" }
  | { kind: "was-there-before"; path: string; line: number }
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
  | { kind: "dismissed" }
  | { kind: "not-commentable" };
