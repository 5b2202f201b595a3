// Writes the details comment: everything the review knows and its body does not say, from facts alone. Empty parts have
// no line.
import { coverageReceipt } from "../../findings/coverage.ts";
import {
  reachesAuthor,
  findingOutcomes,
  severities,
  type FindingOutcome,
  type JudgedFinding,
} from "../../findings/finding.ts";
import { passTable } from "../../findings/gaps.ts";
import { settledConcerns } from "../../findings/settled-concerns.ts";
import { isAlreadyPosted } from "../decide-review.ts";
import type { Draft } from "../draft.ts";
import { placeFindings } from "../comment-limits.ts";
import { codeText, folded, tableLines } from "./code-text.ts";
import { coverageLines } from "./coverage-texts.ts";
import { crossModelSection } from "./cross-model-texts.ts";
import { findingLocation, suggestedAction, findingTitle, whyNotPosted } from "./finding-lines.ts";
import { leftOutOfSummary } from "./five-sections.ts";
import { intentLine } from "./intent-texts.ts";
import { lessonsLine, noiseLines, rulesLine } from "./lessons-texts.ts";
import { markdownText } from "./markdown-text.ts";
import { probeSection } from "./probe-texts.ts";
import { omissionText, noiseText, reasonText } from "./reasons.ts";
import { depthLine, reviewerRows, rosterLine, spentLine, summarisedFiles } from "./reviewers-texts.ts";
import { sinceLine, sinceSections } from "./rounds-texts.ts";
import { count, seconds, shorten } from "./text.ts";
import { archetypeLine, reviewedLine, sensitiveLine, sizeLine, tierLine } from "./triage-texts.ts";
import { verificationFolded } from "./verification-texts.ts";

export interface DetailsFacts {
  /** Version of Crosscheck; null where unknown. */
  version: string | null;
  /** Whether the person at the gate chose to show advisory findings. */
  advisory: boolean;
}

export function detailsComment(draft: Draft, facts: DetailsFacts): string {
  const sections = [
    factLines(draft, facts),
    matrix(draft),
    verificationFolded(draft),
    ...draft.reports.flatMap(({ probe }) => (probe ? [probeSection(probe)] : [])),
    passCoverage(draft),
    draft.crossModel ? crossModelSection(draft.crossModel) : [],
    reviewerTable(draft),
    reviewerNotes(draft),
    overflow(draft),
    ...sinceSections(draft),
    filesSummarised(draft),
    filesLeftOut(draft),
    suppressions(draft),
    lowConfidence(draft),
    facts.advisory ? advisory(draft) : [],
  ];
  return [["### Crosscheck details"], ...sections.filter((section) => section.length > 0)]
    .map((section) => section.join("\n"))
    .join("\n\n");
}

function factLines(draft: Draft, { version }: DetailsFacts): string[] {
  const { change, reports, judged } = draft;
  const { triage } = change;
  const lines: [string, string | null][] = [
    ["Change", sizeLine(change)],
    ["Head", null],
    ["Kinds of files", reviewedLine(triage.categories)?.replace(/^Reviewed: /, "") ?? null],
    ["Findings", findingCounts(judged)],
    ["About", categoryCounts(judged)],
    ["Since the last review", sinceLine(draft)],
    ["Not posted", fateCounts(judged)],
    ...noiseLines(judged).map((line): [string, string] => ["Noise budget", line]),
    ["Signals", intentLine(change.intent)],
    ["Triage", `${tierLine(triage)}; ${archetypeLine(triage)}`],
    ["Security-sensitive", sensitiveLine(triage)],
    ["Reviewers", rosterLine(triage, reports)],
    ["Depth", depthLine(change, reports)],
    ["Lessons", lessonsLine(reports)],
    ["Rules", rulesLine(reports)],
    ["Checks", checkLine(draft)],
    ...notRun(draft),
    ["Cost", spentLine(reports)],
    ["Time", timeTaken(draft)],
    ...change.cuts.map((cut): [string, string] => ["Note", omissionText(cut)]),
    ["Version", version === null ? null : `Crosscheck ${version}`],
  ];
  return lines.flatMap(([label, text]) =>
    label === "Head"
      ? [
          `- **Head:** ${codeText(change.head)}: ${coverageLines(coverageReceipt(change, reports)).map(markdownText).join("; ")}`,
        ]
      : text === null
        ? []
        : [`- **${label}:** ${markdownText(text)}`],
  );
}

function findingCounts(judged: readonly JudgedFinding[]): string {
  const posted = judged.filter(reachesAuthor);
  if (posted.length === 0) return "none to post";
  const parts = severities.flatMap((severity) => {
    const number = posted.filter((one) => one.severity === severity).length;
    return number === 0 ? [] : [`${number} ${severity}`];
  });
  return `${count(posted.length, "finding")}: ${parts.join(", ")}`;
}

function categoryCounts(judged: readonly JudgedFinding[]): string | null {
  const groups = Map.groupBy(judged.filter(reachesAuthor), ({ finding }) => finding.category);
  if (groups.size === 0) return null;
  return [...groups].map(([category, { length }]) => `${category} ${length}`).join(", ");
}

function fateCounts(judged: readonly JudgedFinding[]): string | null {
  const parts = findingOutcomes
    .filter((outcome) => !reachesAuthor({ outcome }))
    .flatMap((outcome) => {
      const { length } = withFate(judged, outcome);
      return length === 0 ? [] : [`${length} ${outcome}`];
    });
  return parts.length === 0 ? null : parts.join(", ");
}

function withFate(judged: readonly JudgedFinding[], outcome: FindingOutcome): JudgedFinding[] {
  return judged.filter((one) => one.outcome === outcome);
}

function checkLine({ reports }: Draft): string | null {
  const ran = reports.filter((report) => report.by === "check" && report.status === "ran");
  if (ran.length === 0) return null;
  return ran
    .map(({ unit, findings }) => `${unit} ${findings.length === 0 ? "clean" : count(findings.length, "finding")}`)
    .join(", ");
}

function notRun({ reports }: Draft): [string, string][] {
  return reports
    .filter(({ status }) => status !== "ran")
    .map(({ unit, why }) => ["Not run", `${unit}: ${why ? reasonText(why) : "nobody said why"}`]);
}

function timeTaken({ reports }: Draft): string | null {
  const ran = reports.filter(({ status }) => status === "ran");
  if (ran.length === 0) return null;
  return `${count(ran.length, "unit")} in ${seconds(ran.reduce((sum, { ms }) => sum + ms, 0))}`;
}

function matrix({ change, reports }: Draft): string[] {
  const concerns = settledConcerns(change, reports);
  if (concerns.length === 0) return [];
  const rows = concerns.map(({ id, text, source, status, how }) => [
    markdownText(id),
    markdownText(text),
    source,
    status,
    markdownText(how ?? ""),
  ]);
  return folded("Verification matrix", tableLines(["#", "Concern", "Source", "Status", "How verified"], rows));
}

function passCoverage({ change, reports }: Draft): string[] {
  if (change.triage.fullPass === null) return [];
  const rows = passTable(reports).map(({ pass, says, evidence }) => [
    pass,
    says === "gap" ? "**gap**" : says,
    markdownText(evidence),
  ]);
  return folded("Pass Coverage", tableLines(["Pass", "Verdict", "Evidence"], rows));
}

function reviewerTable({ reports }: Draft): string[] {
  const rows = reviewerRows(reports).map(({ unit, said, model, took }) => [
    unit,
    markdownText(said),
    codeText(model),
    took,
  ]);
  return rows.length === 0 ? [] : folded("Reviewers", tableLines(["Reviewer", "Said", "Model", "Took"], rows));
}

/** What reviewers examined and found sound, and what they could not examine: evidence, not praise. */
function reviewerNotes({ reports }: Draft): string[] {
  const rows = reports.flatMap(({ unit, notes = [] }) => notes.map((note) => [unit, markdownText(shorten(note, 300))]));
  return rows.length === 0 ? [] : folded("What reviewers verified", tableLines(["Reviewer", "Note"], rows));
}

/** Short lines where there are many. */
const longestTitle = 200;

/** Findings that did not fit into the summary; without a summary, those without a line comment. */
function overflow(draft: Draft): string[] {
  const { mode } = draft.change.config;
  const out = mode === "enhanced" ? placeFindings(draft.judged, draft.change).listed : leftOutOfSummary(draft);
  if (out.length === 0) return [];
  const rows = out.map((one) => [
    codeText(findingLocation(one)),
    one.severity,
    `${one.confidence}/10`,
    markdownText(shorten(findingTitle(one), longestTitle)),
  ]);
  return folded("More findings", tableLines(["File:line", "Severity", "Confidence", "Summary"], rows));
}

/** Every file that was not read is listed. */
function filesSummarised({ change, reports }: Draft): string[] {
  const rows = summarisedFiles(change, reports).map((path) => [codeText(path)]);
  return rows.length === 0 ? [] : folded("Files that reviewers read as a summary only", tableLines(["File"], rows));
}

function filesLeftOut({ change: { triage } }: Draft): string[] {
  if (triage.leftOut.length === 0) return [];
  const rows = triage.leftOut.map(({ path, hunks, why, lines }) => [
    codeText(path),
    hunks === null ? noiseText(why) : `${noiseText(why)} (${count(hunks.length, "part")} of it)`,
    String(lines),
  ]);
  return folded("Files left out of the review", tableLines(["File", "Why", "Lines"], rows));
}

function suppressions({ judged }: Draft): string[] {
  // Findings already on the pull request have their own list.
  const wanted = withFate(judged, "suppressed").filter((one) => !isAlreadyPosted(one));
  const rows = wanted.map((one) => [
    codeText(findingLocation(one)),
    one.finding.category,
    markdownText(whyNotPosted(one)),
  ]);
  return rows.length === 0 ? [] : folded("Suppressed findings", tableLines(["File:line", "About", "Why"], rows));
}

/** Location and category only: the claim is too uncertain to repeat. */
function lowConfidence({ judged }: Draft): string[] {
  const rows = judged
    .filter(({ marks }) => marks.some(({ why }) => why.kind === "low-confidence" || why.kind === "critical-kept"))
    .map((one) => [codeText(findingLocation(one)), one.finding.category, `${one.confidence}/10`]);
  return rows.length === 0
    ? []
    : folded("Low-confidence findings", tableLines(["File:line", "About", "Confidence"], rows));
}

function advisory({ judged }: Draft): string[] {
  const rows = withFate(judged, "advisory").map((one, index) => [
    `A${index + 1}`,
    codeText(findingLocation(one)),
    one.finding.root,
    markdownText(`${findingTitle(one)} (${whyNotPosted(one)})`),
    suggestedAction(one),
  ]);
  return rows.length === 0
    ? []
    : folded("Advisory", tableLines(["#", "File:line", "Root", "Summary", "Suggested action"], rows));
}
