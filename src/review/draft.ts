// What we are about to say: everything that was found and done, and the event it leads to. A person reads it before anything is posted.
import type { Change, Identity } from "../change/change.ts";
import type { CrossModel } from "../findings/cross-model.ts";
import type { JudgedFinding } from "../findings/finding.ts";
import type { Report } from "../findings/report.ts";
import type { Decision, DecisionRule } from "./decide.ts";

/** What a person changed at the gate. */
export type Edit =
  | { edit: "remove"; finding: string }
  | { edit: "reword"; finding: string; title: string; explanation: string }
  | { edit: "move"; finding: string; to: "posted" | "advisory" }
  | { edit: "event"; event: Decision["event"]; by: string }
  | { edit: "acknowledge"; rule: DecisionRule["rule"]; by: string };

export interface Draft {
  id: string;
  change: Change;
  reports: readonly Report[];
  judged: readonly JudgedFinding[];
  edits: readonly Edit[];
  decision: Decision;
  /** What the two sides of reviewers agree and differ on; absent where there was no second opinion. */
  crossModel?: CrossModel;
  /** Earlier findings whose quoted line still stands at head, though this round says nothing of them. */
  standing?: readonly Identity[];
}

/** Posted on its line, as opposed to listed in the body. */
export function isInline(one: JudgedFinding): boolean {
  return (
    one.outcome === "posted" &&
    !one.marks.some((mark) => mark.why.kind === "over-limit" || mark.why.kind === "not-commentable")
  );
}
