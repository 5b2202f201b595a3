// Writes the coverage receipt.
import type { Receipt } from "../../findings/coverage.ts";
import { noiseText } from "./reasons.ts";
import { count, list, oneLine } from "./text.ts";

export function coverageLines(receipt: Receipt): string[] {
  const readers: [number, string][] = [
    [receipt.byReviewers, "read by reviewers"],
    [receipt.byChecksOnly, receipt.byReviewers > 0 ? "by checks only" : "read by checks only"],
    [receipt.unread, receipt.unread === receipt.total ? "read by nobody" : "by nobody"],
  ];
  const parts = readers.filter(([lines]) => lines > 0).map(([lines, by]) => `${lines} ${by}`);
  const all =
    parts.length === 1
      ? `, ${receipt.total > 1 ? "all " : ""}${readers.find(([lines]) => lines > 0)![1]}`
      : `: ${parts.join(", ")}`;
  const lines = receipt.total === 0 ? [] : [`${count(receipt.total, "changed line")}${all}`];
  if (receipt.withoutLines.length > 0) {
    const shown = receipt.withoutLines.slice(0, 5).map((one) => `${oneLine(one.path)} (${noiseText(one.why)})`);
    const more = receipt.withoutLines.length > 5 ? ` and ${receipt.withoutLines.length - 5} more` : "";
    lines.push(`no lines to read in ${shown.join(", ")}${more}`);
  }
  const uncovered = notCoveredText(receipt);
  return uncovered === null ? lines : [...lines, `not covered: ${uncovered}`];
}

/** `references and error handling in Kotlin (3 files)`; null where checks could judge all code. */
export function notCoveredText({ notCovered }: Pick<Receipt, "notCovered">): string | null {
  if (notCovered.length === 0) return null;
  return notCovered
    .map(({ what, languages, files }) => `${list(what)} in ${list(languages)} (${count(files, "file")})`)
    .join("; ");
}
