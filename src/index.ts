// The library's public API. `docs/library.md` shows each function in use.
export {
  codeOfChange as codeOf,
  gateFindings as gate,
  openRepository,
  readLocalChange as readChange,
  render,
  reviewRepository as review,
  runReviewChecks as runChecks,
  triageChangedFiles as triage,
  type LibraryModels,
  type OpenOptions,
  type RenderOptions,
  type LibraryRepository as Repository,
  type LibraryCheckOptions as RunChecksOptions,
} from "./app/library.ts";
export type { Change, Code, Concern, Omission, CodeLocation, Quote, Tree, AuthorText } from "./change/change.ts";
export type { Config } from "./change/config.ts";
export type { FileDiff, Hunk } from "./change/diff.ts";
export { parseIntent, type Intent, type IntentInput } from "./change/intent.ts";
export { parseDiff } from "./change/parse-diff.ts";
export { parseTarget, type Target } from "./change/target.ts";
export type { Triage, TriageInput } from "./change/triage.ts";
export { Unavailable, UserError } from "./errors.ts";
export { checks } from "./findings/checks/index.ts";
export type { FindingOutcome, Finding, JudgedFinding, Mark, Severity } from "./findings/finding.ts";
export type { OwnCheck, OwnFinding, OwnResult } from "./findings/own-checks/own-check.ts";
export type { Check, Report } from "./findings/report.ts";
export { decideReview as decide } from "./review/decide-review.ts";
export {
  conclusionOf,
  eventOf,
  rulesOf,
  verdictOf,
  type Decision,
  type DecisionRule,
  type Event,
} from "./review/decision.ts";
export type { Draft } from "./review/draft.ts";
export type { Action, Choice, Plan } from "./review/plan.ts";
export { validateSummary, type SummaryFault, type Repair } from "./review/summary-validator.ts";
export { perform, plan, type ActionOutcome, type ReviewWriter } from "./review-change.ts";
