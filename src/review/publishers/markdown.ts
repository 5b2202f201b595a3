// Publishes the draft as Markdown for files, terminals that render it, and pasting.
import { describedTitle } from "../../change/is-described.ts";
import { coverageReceipt } from "../../findings/coverage.ts";
import { reachesAuthor, type JudgedFinding } from "../../findings/finding.ts";
import { passTable } from "../../findings/gaps.ts";
import { settledConcerns } from "../../findings/settled-concerns.ts";
import { placeFindings } from "../comment-limits.ts";
import type { Draft } from "../draft.ts";
import { findingLabels } from "../group-findings.ts";
import { summariseIntent } from "../intent-summary.ts";
import { compareShown, type PostedEntry } from "../posted-entries.ts";
import { cleanNote, eventLine, failedConcernLines } from "../words/body-lines.ts";
import { alsoLines } from "../words/card.ts";
import { codeText, tableLines } from "../words/code-text.ts";
import { coverageLines } from "../words/coverage-texts.ts";
import { crossModelTable } from "../words/cross-model-texts.ts";
import { gapsText } from "../words/decision-rule-texts.ts";
import { unitsNotRun, outcomeCounts } from "../words/details-comment.ts";
import { intentLine } from "../words/intent-texts.ts";
import {
  explanationOf,
  findingFacts,
  findingLocation,
  shownQuote,
  suggestedAction,
  findingTitle,
  whyNotPosted,
} from "../words/finding-lines.ts";
import { lookFirstLines, lookFirstTitle } from "../words/look-first-texts.ts";
import { markdownProse, markdownText } from "../words/markdown-text.ts";
import { passEvidence } from "../words/report-texts.ts";
import { probeUnderHeading } from "../words/probe-texts.ts";
import { omissionText } from "../words/reasons.ts";
import { agentLine, depthLine, spentLine } from "../words/reviewers-texts.ts";
import {
  descriptionLine,
  goalLine,
  issueLine,
  pullLine,
  targetLine,
  goalVerdictLine,
  whatLines,
  whyLine,
} from "../words/intent-summary-lines.ts";
import { oneLine, plain } from "../words/text.ts";
import { leftOutFilesLine, reviewedText, sensitiveLine, sizeLine, triageLine } from "../words/triage-texts.ts";
import { verificationMarkdown, verificationTitle } from "../words/verification-texts.ts";
import type { Publisher } from "./publisher.ts";

export const markdownPublisher: Publisher = {
  id: "markdown",
  title: "for files and pasting",
  extension: "md",
  render(draft) {
    const { inline, inBody, listed } = placeFindings(draft.judged, draft.change);
    const found = [...inline, ...inBody].toSorted((a, b) => compareShown(a.one, b.one));
    const labels = findingLabels(draft.judged);
    const sections = [
      headSection(draft),
      findingSection("Findings", found, labels),
      findingSection("Also noticed", listed, labels),
      advisorySection(draft, labels),
      intentSection(draft),
      filesSection(draft),
      concernSection(draft),
      verificationSection(draft),
      ...draft.reports.flatMap(({ probe }) => (probe ? [probeUnderHeading(probe, "##")] : [])),
      passSection(draft),
      draft.crossModel ? crossModelTable(draft.crossModel) : [],
      detailsSection(draft),
    ];
    return `${sections
      .filter((section) => section.length > 0)
      .map((section) => section.join("\n"))
      .join("\n\n")}\n`;
  },
};

function headSection(draft: Draft): string[] {
  const { change, decision, judged } = draft;
  const title = oneLine(describedTitle(change)).trim() || targetLine(change);
  const from = pullLine(change) ?? targetLine(change);
  const concerns = failedConcernLines(draft);
  return [
    `# ${markdownText(title)}`,
    "",
    `${markdownText(from)}: ${sizeLine(change)}`,
    "",
    eventLine(decision),
    ...(concerns.length === 0 ? [] : ["", ...concerns]),
    ...(judged.some(reachesAuthor) ? [] : ["", cleanNote(draft, "below")]),
  ];
}

/** As `crosscheck explain` and the terminal name them. */
type Labels = ReadonlyMap<string, string>;

function findingSection(title: string, entries: readonly PostedEntry[], labels: Labels): string[] {
  if (entries.length === 0) return [];
  const rows = entries.map(({ one }) => [
    labels.get(one.finding.id)!,
    codeText(findingLocation(one)),
    one.severity,
    `${one.confidence}/10`,
    markdownProse(findingTitle(one)),
  ]);
  return [
    `## ${title}`,
    "",
    ...tableLines(["#", "File:line", "Severity", "Confidence", "Summary"], rows),
    ...entries.flatMap(({ one, also }) => [
      ...evidenceLines(labels.get(one.finding.id)!, one),
      ...(also.length === 0 ? [] : ["", ...alsoLines(one, also)]),
    ]),
  ];
}

/** The finding with its quotes and explanation. */
function evidenceLines(mark: string, one: JudgedFinding): string[] {
  const explanation = markdownProse(explanationOf(one));
  const quotes = one.finding.evidence.flatMap((quote) =>
    plain(shownQuote(quote))
      .split("\n")
      .map((line) => `    ${line.trim()}`),
  );
  return [
    "",
    `**${mark}. ${markdownProse(findingTitle(one))}** (${codeText(findingLocation(one))}, ${markdownText(findingFacts(one))})`,
    "",
    ...quotes,
    ...(explanation === "" ? [] : ["", explanation]),
  ];
}

function advisorySection({ judged }: Draft, labels: Labels): string[] {
  const advisory = judged.filter((one) => one.outcome === "advisory").toSorted(compareShown);
  if (advisory.length === 0) return [];
  const rows = advisory.map((one) => [
    labels.get(one.finding.id)!,
    codeText(findingLocation(one)),
    one.finding.root,
    markdownProse(findingTitle(one)),
    suggestedAction(one),
  ]);
  return [
    "## Advisory (not posted)",
    "",
    ...tableLines(["#", "File:line", "Root", "Summary", "Suggested action"], rows),
    ...advisory.flatMap((one) => [
      ...evidenceLines(labels.get(one.finding.id)!, one),
      "",
      `Not posted: ${markdownProse(whyNotPosted(one))}`,
    ]),
  ];
}

function intentSection({ change, reports }: Draft): string[] {
  const summary = summariseIntent(change, reports);
  const lines = [
    ["Why (per author)", whyLine(summary)],
    ["From the description", descriptionLine(summary)],
    ["Claimed goal", goalLine(summary)],
    ["Goal verdict", goalVerdictLine(summary)],
    ["Linked issue", issueLine(summary)],
  ] as const;
  return [
    "## What this changes",
    "",
    ...whatLines(summary, change).map((line) => `- ${markdownProse(line)}`),
    ...lines.flatMap(([label, line]) => (line === null ? [] : ["", `**${label}:** ${markdownProse(line)}`])),
  ];
}

function filesSection({ change }: Draft): string[] {
  const lines = lookFirstLines(change);
  return lines.length === 0 ? [] : [`## ${lookFirstTitle}`, "", ...lines];
}

function concernSection({ change, reports }: Draft): string[] {
  const rows = settledConcerns(change, reports).map(({ id, text, source, status, how }) => [
    markdownText(id),
    markdownProse(text),
    source,
    status,
    markdownProse(how ?? ""),
  ]);
  return rows.length === 0
    ? []
    : ["## Verification matrix", "", ...tableLines(["#", "Concern", "Source", "Status", "How verified"], rows)];
}

function verificationSection(draft: Draft): string[] {
  const lines = verificationMarkdown(draft);
  return lines.length === 0 ? [] : [`## ${verificationTitle}`, "", ...lines];
}

function passSection({ change, reports }: Draft): string[] {
  if (change.triage.fullPass === null) return [];
  const rows = passTable(reports).map((row, index) => [
    String(index + 1),
    row.pass,
    row.says === "gap" ? "**gap**" : row.says,
    markdownProse(passEvidence(row)),
  ]);
  return ["## Pass coverage", "", ...tableLines(["#", "Pass", "Verdict", "Evidence"], rows)];
}

function detailsSection(draft: Draft): string[] {
  const { change, reports, decision } = draft;
  const lines: [string | null, string | null][] = [
    ...coverageLines(coverageReceipt(change, reports)).map((line): [null, string] => [null, line]),
    ["Not reviewed", decision.gaps.length === 0 ? null : gapsText(decision.gaps)],
    ["Not posted", outcomeCounts(draft.judged)],
    ["Reviewed", reviewedText(change.triage.categories)],
    ["Tier", triageLine(change.triage)],
    ["Security-sensitive", sensitiveLine(change.triage)],
    ["Left out", leftOutFilesLine(change.triage)],
    ["Depth", depthLine(change, reports)],
    ["Answered", agentLine(draft)],
    ["Cost", spentLine(draft)],
    ["Signals", intentLine(change.intent)],
    ["Not run", unitsNotRun(draft)],
    ...change.cuts.map((cut): [null, string] => [null, omissionText(cut)]),
  ];
  return [
    "## Details",
    "",
    ...lines.flatMap(([label, text]) =>
      text === null ? [] : [`- ${label === null ? "" : `${label}: `}${markdownProse(text)}`],
    ),
  ];
}
