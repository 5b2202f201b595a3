// Defines the form of the five-section summary, shared by its writer and its validator.
import { fileCategories } from "../change/file-kinds.ts";
import { severityRank, type Severity } from "../findings/finding.ts";
import type { VerdictName } from "./decision.ts";
import { reviewedLine } from "./words/triage-texts.ts";

export const summaryOpening = "<details>";
export const summaryLine = "<summary>Crosscheck Review Summary</summary>";
export const summaryClosing = "</details>";

export const sectionNames = ["What Changed", "Strengths", "Observations", "Suggestions", "Verdict"] as const;
export type SectionName = (typeof sectionNames)[number];
export const requiredSections: readonly SectionName[] = ["What Changed", "Observations", "Verdict"];

/** The headings under Observations, worst first. */
export const weights = ["Critical", "High", "Medium", "Low", "Nit"] as const;
export type Weight = (typeof weights)[number];

export function weightOf(severity: Severity): Weight {
  return weights[severityRank(severity)]!;
}

/** Other names of a heading, as other writers use them. */
export const weightAliases: Readonly<Record<string, Weight>> = { Major: "High", Minor: "Low" };

export const strengthMark = ":white_check_mark:";
/** GitHub renders both alike. */
export const strengthMarks: readonly string[] = [strengthMark, "\u2705"];

export const summaryVerdicts: Record<VerdictName, string> = {
  Block: ":red_circle: **Block**",
  "Needs changes": ":yellow_circle: **Needs changes**",
  Undecided: ":white_circle: **Undecided**",
  "Approve with notes": ":green_circle: **Approve with notes**",
};

/**
 * The mildest verdict that fits what stands under Observations; suggestions never count against a change. More than
 * observations may speak against a change, so that a graver verdict fits too.
 */
export function mildestVerdict(observed: Iterable<Weight>): VerdictName {
  const grave: readonly Weight[] = ["Critical", "High", "Medium"];
  return [...observed].some((weight) => grave.includes(weight)) ? "Needs changes" : "Approve with notes";
}

/** The topics of the `Reviewed:` line, in order. Readers of code, unlike file names, also name error handling. */
export const reviewedLabels: readonly string[] = (reviewedLine(fileCategories) ?? "")
  .replace(/^Reviewed: /, "")
  .split(", ")
  .flatMap((label, index) => (index === 0 ? [label, "error handling"] : [label]));

/** Stands under Observations where every finding is in the list below the summary. */
export const listedBelow = "The findings are listed under Also noticed, below.";

/** Last line of a group whose other entries did not fit. */
export const moreEntries = /^And [1-9]\d* more, listed in the details comment\.$/;

/** GitHub's limit per comment. */
export const longestComment = 65_536;
