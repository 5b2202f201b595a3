// Defines the draft: every finding and report of a review and the resulting event, as a person reads it before posting.
import type { Change, Identity } from "../change/change.ts";
import type { CrossModel } from "../findings/cross-model.ts";
import type { JudgedFinding } from "../findings/finding.ts";
import type { Report } from "../findings/report.ts";
import type { Decision, DecisionRule, Event } from "./decision.ts";

/** Edits a person made at the gate. */
export type Edit =
  | { edit: "remove"; finding: string }
  | { edit: "reword"; finding: string; title: string; explanation: string }
  | { edit: "move"; finding: string; to: "posted" | "advisory" }
  | { edit: "event"; event: Event; by: string }
  | { edit: "acknowledge"; rule: DecisionRule["rule"]; by: string };

/** Who answered the reviewers' questions, where a coding agent did. */
export interface AgentReceipt {
  /** As in `host/claude-code`. */
  name: string;
  /** Questions. */
  answered: number;
  /** Of these, how many the agent says it answered in a context of their own. */
  separate: number;
}

export interface Draft {
  id: string;
  change: Change;
  reports: readonly Report[];
  judged: readonly JudgedFinding[];
  edits: readonly Edit[];
  decision: Decision;
  /** Agreement and disagreement of the two groups of reviewers; absent without a second opinion. */
  crossModel?: CrossModel;
  /** Absent: models were asked directly, or none were. */
  agent?: AgentReceipt;
  /** Earlier findings whose quoted line is still present at head, though this round does not report them. */
  standing?: readonly Identity[];
}
