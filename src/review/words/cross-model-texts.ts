// Defines the texts of the disagreements between two groups of reviewers and the arbiter's rulings. Every dispute is
// listed, decided or not.
import { effectOf, verdictIn } from "../../findings/arbitrate.ts";
import type { Bucket, CrossModel, Dispute } from "../../findings/cross-model.ts";
import { codeText, folded, tableLines } from "./code-text.ts";
import { markdownText } from "./markdown-text.ts";
import { notArbitratedText, sourceName, verdictWords } from "./reasons.ts";
import { count, list, oneLine } from "./text.ts";

export const crossModelTitle = "Cross-Model";

export const convergenceCaveat =
  "Models that agree can share a blind spot. Their agreement is not proof; decide with the context you have.";

/** "2 found by both sides, 1 by the first only, 0 by the second only, 0 contradictions" */
export function crossModelCounts({ counts }: Pick<CrossModel, "counts">): string {
  const contradictions = count(counts.contradiction, "contradiction");
  return `${counts.agreement} found by both sides, ${counts["first-only"]} by the first only, ${counts["second-only"]} by the second only, ${contradictions}`;
}

/** "3 of 5 disputes decided by google/gemini" */
export function arbitrationLine({ disputes, arbiter }: Pick<CrossModel, "disputes" | "arbiter">): string {
  if (disputes.length === 0) return "no disputes";
  const decided = disputes.filter(({ outcome }) => outcome.is === "arbitrated").length;
  const by = arbiter === null ? "" : ` by ${oneLine(arbiter)}`;
  return `${decided} of ${count(disputes.length, "dispute")} decided${by}`;
}

const bucketWords: Record<Exclude<Bucket, "agreement">, string> = {
  "first-only": "the first side only",
  "second-only": "the second side only",
  contradiction: "one side; the other, or the code, contradicts it",
};

export function flaggedWords({ bucket, flaggedBy }: Pick<Dispute, "bucket" | "flaggedBy">): string {
  return `${oneLine(list(flaggedBy.map(sourceName)))} (${bucketWords[bucket]})`;
}

export function outcomeWords({ outcome }: Pick<Dispute, "outcome">): string {
  if (outcome.is === "not-arbitrated") return oneLine(`not arbitrated (${notArbitratedText(outcome.why)})`);
  const why = outcome.reason === "" ? "" : `: ${outcome.reason}`;
  return oneLine(`${verdictWords(outcome.verdict)}${why}`);
}

/** Effect of the verdict, with the confidence before and after. */
export function effectWords({ bucket, severity, outcome, before, after }: Omit<Dispute, "claim" | "place">): string {
  const { disputed, countsAsCode } = effectOf(verdictIn(outcome), { bucket, severity, confidence: before.confidence });
  const confidence =
    before.confidence === after.confidence
      ? `confidence ${before.confidence}/10 unchanged`
      : `confidence ${before.confidence}/10 → ${after.confidence}/10`;
  if (disputed) return `${confidence}; disputed high severity: confirm before removing it`;
  return countsAsCode ? `${confidence}; counts as a code defect` : confidence;
}

/** Whether the models agree on a finding, or all rulings go one way. */
export function convergence({ counts, disputes }: Pick<CrossModel, "counts" | "disputes">): boolean {
  const decided = disputes.map(({ outcome }) => verdictIn(outcome)).filter((verdict) => verdict in directions);
  return counts.agreement > 0 || new Set(decided).size === 1;
}

/** "Uncertain" is not a direction. */
const directions = { REAL_BUG: true, FALSE_POSITIVE: true };

/** As plain lines; the lines of a dispute are indented below its location. */
export function crossModelLines(cross: CrossModel): string[] {
  return [
    crossModelCounts(cross),
    arbitrationLine(cross),
    ...cross.disputes.flatMap((dispute) => [
      `${oneLine(dispute.place)} ${dispute.severity}, flagged by ${flaggedWords(dispute)}`,
      `  ${oneLine(dispute.claim)}`,
      `  ${outcomeWords(dispute)}`,
      `  ${effectWords(dispute)}`,
    ]),
    ...(convergence(cross) ? [convergenceCaveat] : []),
  ];
}

/** The same in Markdown, folded. */
export function crossModelSection(cross: CrossModel): string[] {
  return folded(`${crossModelTitle}: ${crossModelCounts(cross)}`, tableOf(cross));
}

/** The same unfolded, under a heading, for files. */
export function crossModelTable(cross: CrossModel): string[] {
  return [`## ${crossModelTitle}`, "", `${markdownText(crossModelCounts(cross))}; ${tableOf(cross).join("\n")}`];
}

function tableOf(cross: CrossModel): string[] {
  const rows = cross.disputes.map((dispute) => [
    codeText(dispute.place),
    dispute.severity,
    markdownText(flaggedWords(dispute)),
    markdownText(dispute.claim),
    markdownText(outcomeWords(dispute)),
    markdownText(effectWords(dispute)),
  ]);
  const columns = ["File:line", "Severity", "Flagged by", "Claim", "Verdict", "Effect"];
  return [
    markdownText(`${arbitrationLine(cross)}.`),
    ...(rows.length === 0 ? [] : ["", ...tableLines(columns, rows)]),
    ...(convergence(cross) ? ["", convergenceCaveat] : []),
  ];
}
