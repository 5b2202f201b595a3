// Runs the model reviewers of a review. Their code is loaded only if a model is configured.
import type { Change, Code } from "../../change/change.ts";
import type { Edited } from "../editor/edit-with-model.ts";
import { editFindings } from "../editor/edit-findings.ts";
import type { JudgedFinding } from "../finding.ts";
import type { Report } from "../report.ts";
import type { Settled } from "../settle-disputes.ts";
import type { Texts } from "../texts.ts";
import type { ReviewerNeeds } from "./ask-reviewer.ts";
import type { Reviewer } from "../reviewers/reviewer.ts";

export interface Panel extends Pick<ReviewerNeeds, "asker" | "text" | "nonce" | "countTokens"> {
  reviewers: readonly Reviewer[];
}

export interface PanelRun {
  stop: AbortSignal;
  now(): number;
  texts: Texts;
  ended?(report: Report): void;
  took?(unit: string, ms: number): number;
}

/** What the checks found is told to them, so that they neither repeat it nor pay for it. */
export async function askPanel(
  panel: Panel | "withheld" | undefined,
  change: Change,
  code: Code,
  known: Promise<readonly Report[]>,
  run: PanelRun,
): Promise<Report[]> {
  if (panel === undefined) return [];
  if (panel === "withheld") return change.triage.roster.map(withheldReport);
  const { runReviewers } = await import("./run-reviewers.ts");
  const picked = panel.reviewers.filter(({ id }) => change.triage.roster.includes(id));
  return await runReviewers(picked, change, { ...panel, code, known }, run);
}

function withheldReport(unit: string): Report {
  const why = { kind: "models-withheld" } as const;
  return { unit, by: "reviewer", status: "skipped", why, findings: [], verdicts: [], read: [], ms: 0 };
}

/** What a second opinion differs on is put to a third model, and everything is judged again with its verdicts. */
export async function settleWithPanel(
  panel: Panel | undefined,
  change: Change,
  reports: readonly Report[],
  judged: readonly JudgedFinding[],
  run: PanelRun & { today: string },
): Promise<Settled> {
  if (panel === undefined) return { judged };
  const { settleDisputes } = await import("../settle-disputes.ts");
  return await settleDisputes(change, reports, judged, { ...run, ...panel });
}

/** Findings of one cause become one, and what should be fixed before merging goes on its line; a model may advise. */
export async function editWithPanel(
  panel: Panel | undefined,
  change: Change,
  reports: readonly Report[],
  judged: readonly JudgedFinding[],
  run: PanelRun,
): Promise<Edited> {
  if (panel === undefined) return { judged: editFindings(judged, change.config) };
  const { editWithModel } = await import("../editor/edit-with-model.ts");
  return await editWithModel(change, reports, judged, { ...run, ...panel });
}
