// Lists the checks' findings for reviewers by place and kind, so that they are not paid to repeat them. Without titles,
// which may repeat the author's text.
import type { Config } from "../../change/config.ts";
import { atLeast, severityRank, type Finding } from "../finding.ts";
import { isAdvisedOnly } from "../gates/mode-gate.ts";
import { advisingOnly, type Report } from "../report.ts";
import type { Reviewer } from "../reviewers/reviewer.ts";
import type { Boundary } from "./boundary.ts";
import type { ReadMeans } from "./read-within.ts";

export interface CheckFinding {
  /** As reviewers name it: C1, C2, … */
  id: string;
  unit: string;
  finding: Finding;
  /** It is not posted unless a reviewer confirms it. */
  isAdvised: boolean;
}

/** All that it finds is about the author's words. */
const aboutWords = ["intent-mismatch"];

/** What checks found, the gravest first. */
export function listKnown(reports: readonly Report[], config: Pick<Config, "checks">): CheckFinding[] {
  const unproven = new Set(reports.flatMap((report) => advisingOnly(report.unit, report.unproven)));
  return reports
    .filter((report) => report.by === "check" && !aboutWords.includes(report.unit))
    .flatMap((report) => report.findings.map((finding) => ({ unit: report.unit, finding })))
    .toSorted((a, b) => severityRank(a.finding.severity) - severityRank(b.finding.severity))
    .map((one, index) => ({ ...one, id: `C${index + 1}`, isAdvised: isAdvisedOnly(one.finding, config, unproven) }));
}

export function knownText(
  known: readonly CheckFinding[],
  budget: number,
  { fence, countTokens }: Pick<ReadMeans, "fence" | "countTokens">,
): string {
  if (known.length === 0) return "";
  const lines: string[] = [];
  let left = budget;
  for (const one of known) {
    const line = lineOf(one);
    if ((left -= countTokens(line) + 1) < 0) break;
    lines.push(line);
  }
  const more = known.length > lines.length ? [`and ${known.length - lines.length} more`] : [];
  return fence("found by checks already", [...lines, ...more].join("\n"));
}

/** More of them would crowd out a reviewer's own job. */
const mostQuestions = 20;

/** The high and critical ones that are only advised, for a reviewer whose job they fit. */
export function questionsFor({ answers = [] }: Reviewer, known: readonly CheckFinding[]): CheckFinding[] {
  return known
    .filter(
      ({ finding, isAdvised }) => isAdvised && atLeast(finding.severity, "high") && answers.includes(finding.category),
    )
    .slice(0, mostQuestions);
}

export function questionsText(questions: readonly CheckFinding[], fence: Boundary["fence"]): string {
  return questions.length === 0 ? "" : fence("advisory findings to answer", questions.map(lineOf).join("\n"));
}

function lineOf({ id, unit, finding: { at, kind, severity }, isAdvised }: CheckFinding): string {
  const place = `${at.path}:${at.start}${at.side === "base" ? " at base" : ""}`;
  return `${id} ${place}: ${unit}/${kind}, ${severity}${isAdvised ? ", only suspected" : ""}`;
}
