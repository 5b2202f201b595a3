// Writes the details comment: everything the review knows and its body does not say, from facts alone. Empty parts have
// no line.
import { coverageReceipt } from "../../findings/coverage.ts";
import { reachesAuthor, findingOutcomes, type FindingOutcome, type JudgedFinding } from "../../findings/finding.ts";
import { passTable } from "../../findings/gaps.ts";
import { settledConcerns } from "../../findings/settled-concerns.ts";
import { placeFindings } from "../comment-limits.ts";
import { isOpenAdvisory, isOpenFinding } from "../decide-review.ts";
import type { Draft } from "../draft.ts";
import { findingLabels } from "../group-findings.ts";
import { compareShown, postedEntries } from "../posted-entries.ts";
import { leftOutOfList } from "./also-noticed.ts";
import { bodyCards } from "./body-cards.ts";
import { codeText, folded, tableLines } from "./code-text.ts";
import { coverageLines } from "./coverage-texts.ts";
import { crossModelSection } from "./cross-model-texts.ts";
import { gapsText } from "./decision-rule-texts.ts";
import { findingLocation, suggestedAction, findingTitle, whyNotPosted } from "./finding-lines.ts";
import { leftOutOfSummary, severityCounts, strengthNotes } from "./five-sections.ts";
import { intentLine } from "./intent-texts.ts";
import { lessonsLine, noiseLines, rulesLine } from "./lessons-texts.ts";
import { lookFirstLines, lookFirstTitle } from "./look-first-texts.ts";
import { markdownProse, markdownText } from "./markdown-text.ts";
import { probeSection } from "./probe-texts.ts";
import { omissionText, noiseText, reasonText } from "./reasons.ts";
import { passEvidence } from "./report-texts.ts";
import { agentLine, depthLine, reviewerRows, spentLine, summarisedFiles } from "./reviewers-texts.ts";
import { sinceLine, sinceSections } from "./rounds-texts.ts";
import { count, list, oneLine, seconds, shorten } from "./text.ts";
import { sensitiveLine, triageLine } from "./triage-texts.ts";
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
    lookFirst(draft),
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
    lowConfidence(draft, facts),
    advisory(draft, facts),
  ];
  const inside = sections.filter((section) => section.length > 0).map((section) => section.join("\n"));
  const since = sinceLine(draft);
  return [
    ...(since === null ? [] : [`Since the last review: ${since}.`]),
    folded(`Crosscheck details for ${oneLine(draft.change.head).slice(0, 7)}`, [inside.join("\n\n")]).join("\n"),
  ].join("\n\n");
}

function factLines(draft: Draft, facts: DetailsFacts): string[] {
  const { change, reports, judged } = draft;
  const { triage } = change;
  const lines: [string, string | null][] = [
    ["Coverage", coverageLines(coverageReceipt(change, reports)).join("; ") || null],
    ["Not reviewed", notReviewed(draft)],
    ["Findings", findingCounts(judged)],
    ["Not posted", outcomeCounts(judged.filter((one) => !isShownAdvisory(one, facts)))],
    ...noiseLines(judged).map((line): [string, string] => ["Noise budget", line]),
    ["Signals", intentLine(change.intent)],
    ["Triage", triageLine(triage)],
    ["Security-sensitive", sensitiveLine(triage)],
    ["Depth", depthLine(change, reports)],
    ["Lessons", lessonsLine(reports)],
    ["Rules", rulesLine(reports)],
    ["Checks", checkLine(draft)],
    ["Not run", unitsNotRun(draft)],
    ...change.cuts.map((cut): [string, string] => ["Note", omissionText(cut)]),
    ["Time", timeTaken(draft)],
    ["Answered", agentLine(draft)],
    ["Cost", spentLine(draft)],
    ["Version", facts.version === null ? null : `Crosscheck ${facts.version}`],
  ];
  // Escaped as text within a line, not at its start.
  return lines.flatMap(([label, text]) =>
    text === null ? [] : [`- **${label}:** ${markdownProse(`x${text}`).slice(1)}`],
  );
}

function lookFirst({ change }: Draft): string[] {
  const lines = lookFirstLines(change);
  return lines.length === 0 ? [] : folded(lookFirstTitle, lines);
}

function notReviewed({ decision: { gaps } }: Draft): string | null {
  return gaps.length === 0 ? null : gapsText(gaps);
}

function findingCounts(judged: readonly JudgedFinding[]): string | null {
  const posted = postedEntries(judged).map(({ one }) => one);
  if (posted.length === 0) return null;
  const groups = Map.groupBy(posted, ({ finding }) => finding.category);
  const about = [...groups].map(([category, { length }]) => (groups.size === 1 ? category : `${category} ${length}`));
  return `${severityCounts(posted).join(", ")} (${about.join(", ")})`;
}

export function outcomeCounts(judged: readonly JudgedFinding[]): string | null {
  const parts = findingOutcomes
    .filter((outcome) => !reachesAuthor({ outcome }))
    .flatMap((outcome) => {
      const { length } = withOutcome(judged, outcome);
      return length === 0 ? [] : [`${length} ${outcome}`];
    });
  return parts.length === 0 ? null : parts.join(", ");
}

function withOutcome(judged: readonly JudgedFinding[], outcome: FindingOutcome): JudgedFinding[] {
  return judged.filter((one) => one.outcome === outcome);
}

function checkLine({ reports }: Draft): string | null {
  const ran = reports.filter((report) => report.by === "check" && report.status === "ran");
  if (ran.length === 0) return null;
  const found = ran.filter(({ findings }) => findings.length > 0);
  const named = found.map(({ unit, findings }) => `${unit} ${count(findings.length, "finding")}`);
  return [`${ran.length} ran`, ...named].join(", ");
}

/** What a unit had nothing to do with is no news, and gaps are named above. */
export function unitsNotRun({ reports, decision: { gaps } }: Draft): string | null {
  const missed = new Set(gaps.flatMap((gap) => (gap.kind === "pass" ? [] : [gap.unit])));
  const silent = reports.filter(
    ({ unit, status, why }) => status !== "ran" && why?.kind !== "nothing-to-check" && !missed.has(unit),
  );
  const groups = Map.groupBy(silent, ({ why }) => (why ? reasonText(why) : "for an unknown reason"));
  const parts = [...groups].map(([reason, of]) => `${list(of.map(({ unit }) => unit))} (${reason})`);
  return parts.length === 0 ? null : parts.join("; ");
}

function timeTaken({ reports }: Draft): string | null {
  const ran = reports.filter(({ status }) => status === "ran");
  return ran.length === 0
    ? null
    : `${seconds(ran.reduce((sum, { ms }) => sum + ms, 0))} for all checks and reviewers together`;
}

function matrix({ change, reports }: Draft): string[] {
  const concerns = settledConcerns(change, reports);
  if (concerns.length === 0) return [];
  const rows = concerns.map(({ id, text, source, status, how }) => [
    markdownText(id),
    markdownProse(text),
    source,
    status,
    markdownProse(how ?? ""),
  ]);
  return folded("Verification matrix", tableLines(["#", "Concern", "Source", "Status", "How verified"], rows));
}

function passCoverage({ change, reports }: Draft): string[] {
  if (change.triage.fullPass === null) return [];
  const rows = passTable(reports).map((row) => [
    row.pass,
    row.says === "gap" ? "**gap**" : row.says,
    markdownProse(passEvidence(row)),
  ]);
  return folded("Pass Coverage", tableLines(["Pass", "Verdict", "Evidence"], rows));
}

function reviewerTable({ reports }: Draft): string[] {
  const rows = reviewerRows(reports).map(({ unit, said, model }) => [unit, markdownProse(said), codeText(model)]);
  return rows.length === 0 ? [] : folded("Reviewers", tableLines(["Reviewer", "Said", "Model"], rows));
}

/** What reviewers examined and found sound, and what they could not examine, unless the summary says it. */
function reviewerNotes(draft: Draft): string[] {
  const said = new Set(draft.judged.some(reachesAuthor) ? strengthNotes(draft).map(oneLine) : []);
  const notes = draft.reports.flatMap(({ unit, notes: of = [] }) => of.map((note) => ({ unit, note: oneLine(note) })));
  const groups = Map.groupBy(
    notes.filter(({ note }) => !said.has(note)),
    ({ note }) => note,
  );
  const rows = [...groups].map(([note, by]) => [
    list([...new Set(by.map(({ unit }) => unit))]),
    markdownProse(shorten(note, 300)),
  ]);
  return rows.length === 0 ? [] : folded("Notes of reviewers", tableLines(["Reviewer", "Note"], rows));
}

/** Short lines where there are many. */
const longestTitle = 200;

/** Findings that did not fit into the body. */
function overflow(draft: Draft): string[] {
  const { judged, change } = draft;
  const { inBody } = placeFindings(judged, change);
  const unshown = change.config.mode === "enhanced" ? bodyCards(inBody).left : leftOutOfSummary(draft);
  const out = [...unshown, ...leftOutOfList(draft)];
  if (out.length === 0) return [];
  const rows = out.map(({ one }) => [
    codeText(findingLocation(one)),
    one.severity,
    `${one.confidence}/10`,
    markdownProse(shorten(findingTitle(one), longestTitle)),
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
  const wanted = withOutcome(judged, "suppressed").filter((one) => !isOpenFinding(one));
  const rows = wanted.map((one) => [
    codeText(findingLocation(one)),
    one.finding.category,
    markdownProse(whyNotPosted(one)),
  ]);
  return rows.length === 0 ? [] : folded("Suppressed findings", tableLines(["File:line", "About", "Why"], rows));
}

/** Location and category only: the claim is too uncertain to repeat. */
function lowConfidence({ judged }: Draft, facts: DetailsFacts): string[] {
  const rows = judged
    .filter((one) => !isShownAdvisory(one, facts) && isUncertain(one))
    .map((one) => [codeText(findingLocation(one)), one.finding.category, `${one.confidence}/10`]);
  return rows.length === 0
    ? []
    : folded("Low-confidence findings", tableLines(["File:line", "About", "Confidence"], rows));
}

function isUncertain({ marks }: JudgedFinding): boolean {
  return marks.some(({ why }) => why.kind === "low-confidence" || why.kind === "critical-kept");
}

/** What holds up approval is named, chosen or not. */
function isShownAdvisory(one: JudgedFinding, facts: DetailsFacts): boolean {
  return one.outcome === "advisory" && (facts.advisory || (isOpenAdvisory(one) && !isUncertain(one)));
}

function advisory({ judged }: Draft, facts: DetailsFacts): string[] {
  const labels = findingLabels(judged);
  const shown = judged.filter((one) => isShownAdvisory(one, facts)).toSorted(compareShown);
  const rows = shown.map((one) => [
    labels.get(one.finding.id)!,
    codeText(findingLocation(one)),
    one.finding.root,
    markdownProse(`${findingTitle(one)}. Not posted: ${whyNotPosted(one)}.`),
    suggestedAction(one),
  ]);
  return rows.length === 0
    ? []
    : folded("Advisory", tableLines(["#", "File:line", "Root", "Summary", "Suggested action"], rows));
}
