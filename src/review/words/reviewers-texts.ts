// Describes which models reviewed, how closely, and at what cost.
import type { ModelCost } from "../../model-cost.ts";
import type { Change } from "../../change/change.ts";
import { hunkId, pathOf } from "../../change/diff.ts";
import type { Triage } from "../../change/triage.ts";
import type { Report } from "../../findings/report.ts";
import { addCosts } from "../../findings/asking/asking.ts";
import type { Estimate } from "../../findings/asking/estimate.ts";
import type { Draft } from "../draft.ts";
import { reasonText } from "./reasons.ts";
import { count, list, oneLine } from "./text.ts";

function askedReviewers(reports: readonly Report[]): Report[] {
  return reports.filter(({ by, status }) => by === "reviewer" && status !== "skipped");
}

/** The reviewers in a few words; `reviewerRows` has the details. */
export function rosterLine({ roster }: Pick<Triage, "roster">, reports: readonly Report[]): string {
  const units = askedReviewers(reports);
  if (units.length === 0)
    return `no model configured: ${count(roster.length, "reviewer")} did not run (${roster.join(", ")})`;
  const ran = units.filter(({ status }) => status === "ran").map(({ unit }) => unit);
  const failed = units.filter(({ status }) => status !== "ran").map(({ unit }) => unit);
  const silent = roster.filter((unit) => !units.some((report) => report.unit === unit));
  return [
    ...(ran.length === 0 ? [] : [ran.join(", ")]),
    ...(failed.length === 0 ? [] : [`failed: ${failed.join(", ")}`]),
    ...(silent.length === 0 ? [] : [`did not run: ${silent.join(", ")}`]),
  ].join("; ");
}

/** One row per reviewer: its name, result, model, and cost. */
export function reviewerRows(
  reports: readonly Report[],
): { unit: string; said: string; model: string; took: string }[] {
  return askedReviewers(reports).map(({ unit, status, why, findings, model, cost }) => ({
    unit,
    said: status === "ran" ? reviewerResult(unit, findings.length) : `failed: ${why ? reasonText(why) : "unknown"}`,
    // The reason of a failure names its model.
    model: status === "ran" ? oneLine(model ?? "") : "",
    took: cost === undefined || isUnknown(cost) ? "" : tokensAndMoney(cost),
  }));
}

/** The arbiter and the editor report no findings. */
export function reviewerResult(unit: string, findings: number): string {
  if (unit === "arbiter") return "decided";
  if (unit === "editor") return "edited";
  return findings === 0 ? "no findings" : count(findings, "finding");
}

/** "12k tokens (9k cached), 0.04 dollars" */
export function tokensAndMoney(cost: ModelCost): string {
  const read = cost.tokensIn + cost.cacheReads + cost.cacheWrites;
  const cached = cost.cacheReads === 0 ? "" : ` (${thousands(cost.cacheReads)} cached)`;
  return `${thousands(read + cost.tokensOut)} tokens${cached}, ${moneyWords(cost.money)}`;
}

function thousands(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${Math.round(tokens / 1000)}k`;
}

export function moneyWords(money: number | null): string {
  if (money === null) return "price unknown";
  return money > 0 && money < 0.01 ? "less than 0.01 dollars" : `${money.toFixed(2)} dollars`;
}

/** Total cost of all reviewers; null if no model was asked, or only a coding agent, which does not tell. */
export function spentLine({ reports, agent }: Pick<Draft, "reports" | "agent">): string | null {
  const costs = reports.flatMap(({ cost }) => (cost ? [cost] : []));
  if (costs.length === 0 || agent) return null;
  const sum = addCosts(costs);
  return tokensOf(sum) === 0 ? "no tokens, no cost" : tokensAndMoney(sum);
}

function isUnknown(cost: ModelCost): boolean {
  return cost.money === null && tokensOf(cost) === 0;
}

function tokensOf({ tokensIn, cacheReads, cacheWrites, tokensOut }: ModelCost): number {
  return tokensIn + cacheReads + cacheWrites + tokensOut;
}

/** Who answered, where a coding agent did. Only the agent knows in which contexts. */
export function agentLine({ agent }: Pick<Draft, "agent">): string | null {
  if (!agent) return null;
  const { name, answered, separate } = agent;
  const contexts = separate === answered ? "each in a separate context" : `${separate} of them in a separate context`;
  return `${count(answered, "question")} by ${oneLine(name)}, ${contexts}, as it says`;
}

/** Estimated cost, before anything is spent. */
export function estimateLine({ tokens, money }: Estimate): string {
  if (tokens === 0) return "no tokens, no cost";
  return `about ${thousands(tokens)} tokens, ${money === null ? "price unknown" : `about ${money.toFixed(2)} dollars`}`;
}

/** Files given to reviewers that none of them read in full. */
export function summarisedFiles({ files }: Pick<Change, "files">, reports: readonly Report[]): string[] {
  const read = new Map<string, "full" | "summary">();
  for (const report of reports.filter(({ by }) => by === "reviewer"))
    for (const { hunk, depth } of report.read) if (read.get(hunk) !== "full") read.set(hunk, depth);
  return files
    .filter((file) => file.hunks.some((_, index) => read.get(hunkId(pathOf(file), index)) === "summary"))
    .map((file) => oneLine(pathOf(file)));
}

/** Null where all of it was read in full. */
export function depthLine(change: Pick<Change, "files">, reports: readonly Report[]): string | null {
  const summarised = summarisedFiles(change, reports);
  return summarised.length === 0
    ? null
    : `too large to read in full: ${count(summarised.length, "file")} read as a summary (${list(shownPaths(summarised))})`;
}

function shownPaths(paths: readonly string[]): string[] {
  return paths.length > 5 ? [...paths.slice(0, 5), `${paths.length - 5} more`] : [...paths];
}
