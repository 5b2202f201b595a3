// Lists the checks' findings for reviewers by place and kind, so that they are not paid to repeat them. Without titles,
// which may repeat the author's text.
import type { Finding } from "../finding.ts";
import { severityRank } from "../finding.ts";
import type { Report } from "../report.ts";
import type { ReadMeans } from "./read-within.ts";

/** All that it finds is about the author's words. */
const aboutWords = ["intent-mismatch"];

export function knownText(reports: readonly Report[], budget: number, { fence, countTokens }: ReadMeans): string {
  const found = reports
    .filter((report) => report.by === "check" && !aboutWords.includes(report.unit))
    .flatMap((report) => report.findings.map((finding) => ({ unit: report.unit, finding })))
    .toSorted((a, b) => severityRank(a.finding.severity) - severityRank(b.finding.severity));
  if (found.length === 0) return "";
  const lines: string[] = [];
  let left = budget;
  for (const { unit, finding } of found) {
    const line = lineOf(unit, finding);
    if ((left -= countTokens(line) + 1) < 0) break;
    lines.push(line);
  }
  const more = found.length > lines.length ? [`and ${found.length - lines.length} more`] : [];
  return fence("found by checks already", [...lines, ...more].join("\n"));
}

function lineOf(unit: string, { at, kind, severity }: Finding): string {
  return `${at.path}:${at.start}${at.side === "base" ? " at base" : ""}: ${unit}/${kind}, ${severity}`;
}
