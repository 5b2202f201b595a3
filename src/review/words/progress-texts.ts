// Defines the texts shown while a review runs.
import type { Change } from "../../change/change.ts";
import type { Report } from "../../findings/report.ts";
import type { AskProgress } from "../../findings/asking/asking.ts";
import type { Estimate } from "../../findings/asking/estimate.ts";
import { reasonText } from "./reasons.ts";
import { estimateLine, tokensAndMoney, reviewerResult } from "./reviewers-texts.ts";
import { count, oneLine, seconds } from "./text.ts";
import { leftOutFilesLine, triageLine } from "./triage-texts.ts";
import { ranRows } from "./verification-texts.ts";

/** The banner before anything is spent. */
export function bannerLines(
  { triage }: Pick<Change, "triage">,
  estimate: Estimate,
  models: Readonly<Record<string, string | null>>,
): [label: string, text: string][] {
  const byModel = Map.groupBy(triage.roster, (unit) => models[unit] ?? "no model");
  const leftOut = leftOutFilesLine(triage);
  return [
    ["Tier", triageLine(triage)],
    ...[...byModel].map(([model, units]): [string, string] => ["Reviewers", `${oneLine(model)}: ${units.join(", ")}`]),
    ...(leftOut === null ? [] : [["Left out", leftOut] as [string, string]]),
    ["Estimated", estimateLine(estimate)],
  ];
}

const states: Record<AskProgress["is"], string> = {
  waiting: "waiting",
  started: "asked",
  reading: "looking things up",
  writing: "writing",
  repairing: "asked again: its answer did not match the schema",
  ended: "answered",
};

export function modelProgressLine({ unit, model, is, cost, steps }: AskProgress): string {
  const used = cost.tokensIn + cost.cacheReads + cost.cacheWrites + cost.tokensOut;
  const took = used === 0 ? "" : `, ${tokensAndMoney(cost)}`;
  return `${unit}: ${states[is]}${steps > 1 ? `, step ${steps}` : ""}${took} (${oneLine(model)})`;
}

export function reviewerEnded({ unit, status, why, findings, cost }: Report): string {
  const took = cost === undefined ? "" : `, ${tokensAndMoney(cost)}`;
  if (status === "ran") return `${unit}: ${reviewerResult(unit, findings.length)}${took}`;
  return `${unit}: ${status === "failed" ? "failed" : "did not run"}${why === undefined ? "" : `: ${reasonText(why)}`}`;
}

/** Output of a program of the change: escaped, and truncated to a line. */
export function executionProgressLine(unit: string, says: string): string {
  return `${unit}: running${says === "" ? "" : `: ${oneLine(says)}`}`;
}

export function executionEnded(report: Report): string {
  const { unit, status, why, findings, ms } = report;
  if (status !== "ran")
    return `${unit}: ${status === "failed" ? "failed" : "not run"}${why ? `: ${reasonText(why)}` : ""}`;
  const results = ranRows([report]).map(({ result }) => result);
  const said = results.length === 0 ? count(findings.length, "finding") : results.join("; ");
  return `${unit}: ${said} (${seconds(ms)})`;
}
