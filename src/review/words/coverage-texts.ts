// Writes the coverage receipt.
import type { Receipt } from "../../findings/coverage.ts";
import { noiseText } from "./reasons.ts";
import { count, oneLine } from "./text.ts";

export function coverageLines(receipt: Receipt): string[] {
  const lines = [
    `${count(receipt.total, "changed line")}: ${receipt.byReviewers} read by reviewers, ${receipt.byChecksOnly} by checks only, ${receipt.unread} by nobody`,
  ];
  if (receipt.withoutLines.length > 0) {
    const shown = receipt.withoutLines.slice(0, 5).map((one) => `${oneLine(one.path)} (${noiseText(one.why)})`);
    const more = receipt.withoutLines.length > 5 ? ` and ${receipt.withoutLines.length - 5} more` : "";
    lines.push(`no lines to read in ${shown.join(", ")}${more}`);
  }
  return lines;
}
