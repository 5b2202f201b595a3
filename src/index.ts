// The library: the same pieces that the command line is made of, typed.
export { parseIntent, type Intent, type IntentInput } from "./change/intent.ts";
export { parseDiff } from "./change/parse-diff.ts";
export type { FileDiff, Hunk } from "./change/diff.ts";
export { readChange } from "./change/read-change.ts";
export { parseTarget, type Target } from "./change/target.ts";
export type { Change, Code, Place, Quote, Tree } from "./change/change.ts";
export { triage, type Triage } from "./change/triage.ts";
export { checks } from "./findings/checks/index.ts";
export type { Fate, Finding, Judged, Mark, Severity } from "./findings/finding.ts";
export { judge } from "./findings/gate.ts";
export type { Check, Report } from "./findings/report.ts";
export { decide, type Decision, type DecisionFacts } from "./review/decide.ts";
export type { Draft } from "./review/draft.ts";
export { publishers } from "./review/publishers/index.ts";
export { perform, plan, review, type Reading, type ReviewOptions, type Writing } from "./review-change.ts";
export { openGit } from "./world/git/repository.ts";
export { Unavailable, UserError } from "./errors.ts";
