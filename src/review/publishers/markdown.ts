// Publishes the draft as Markdown for files, terminals that render it, and pasting.
import { coverageReceipt } from "../../findings/coverage.ts";
import { reachesAuthor, type JudgedFinding } from "../../findings/finding.ts";
import { passTable } from "../../findings/gaps.ts";
import { settledConcerns } from "../../findings/settled-concerns.ts";
import { eventOf, rulesOf } from "../decision.ts";
import type { Draft } from "../draft.ts";
import { summariseIntent } from "../intent-summary.ts";
import { coverageLines } from "../words/coverage-texts.ts";
import { crossModelTable } from "../words/cross-model-texts.ts";
import {
  explanationOf,
  findingLocation,
  shownQuote,
  suggestedAction,
  findingTitle,
  whyNotPosted,
} from "../words/finding-lines.ts";
import { intentLine } from "../words/intent-texts.ts";
import { probeUnderHeading } from "../words/probe-texts.ts";
import { omissionText, reasonText } from "../words/reasons.ts";
import { depthLine, rosterLine, spentLine } from "../words/reviewers-texts.ts";
import { decisionRuleText } from "../words/decision-rule-texts.ts";
import {
  goalLine,
  issueLine,
  pullLine,
  targetLine,
  goalVerdictLine,
  whatLines,
  whyLine,
} from "../words/intent-summary-lines.ts";
import { oneLine, plain, seconds } from "../words/text.ts";
import {
  archetypeLine,
  leftOutFilesLine,
  ownershipLine,
  reviewedLine,
  sensitiveLine,
  sizeLine,
  tierLine,
} from "../words/triage-texts.ts";
import { shownCommand, verificationNote, verificationRows, verificationTitle } from "../words/verification-texts.ts";
import type { Publisher } from "./publisher.ts";

export const markdownPublisher: Publisher = {
  id: "markdown",
  title: "for files and pasting",
  extension: "md",
  render(draft) {
    const sections = [
      intentSection(draft),
      concernSection(draft),
      inlineSection(draft),
      verificationSection(draft),
      ...draft.reports.flatMap(({ probe }) => (probe ? [probeUnderHeading(probe, "##")] : [])),
      passSection(draft),
      draft.crossModel ? crossModelTable(draft.crossModel) : [],
      advisorySection(draft),
      decisionSection(draft),
      detailsSection(draft),
    ];
    return `${sections
      .filter((section) => section.length > 0)
      .map((section) => section.join("\n"))
      .join("\n\n")}\n`;
  },
};

/** Untrusted text: no HTML, table breaks, headings or fences, and no links or mentions. */
function cell(text: string): string {
  return oneLine(text)
    .trim()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/\\(?=\|)/g, "&#92;")
    .replaceAll("|", "\\|")
    .replaceAll(/\](?=[(:])/g, "]\u200b")
    .replaceAll(/(^|[^A-Za-z0-9])@(?=\w)/g, "$1@\u200b")
    .replace(/^(?=```|~~~|#{1,6}(?:\s|$))/, "\\");
}

/** A path may hold backticks, pipes and worse: then whatever could mean something is written by its number. */
function code(text: string): string {
  const inside = oneLine(text);
  if (!/[`|<>&@[\]*!\\]/.test(inside)) return `\`${inside}\``;
  return `<code>${inside.replaceAll(/[^\w ./:-]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [row(columns), row(columns.map(() => "---")), ...rows.map(row)];
}

function intentSection(draft: Draft): string[] {
  const summary = summariseIntent(draft.change, draft.reports);
  const from = pullLine(draft.change) ?? targetLine(draft.change);
  const lines = [
    ["Why (per author)", whyLine(summary)],
    ["Claimed goal", goalLine(summary)],
    ["Goal verdict", goalVerdictLine(summary)],
    ["Linked issue", issueLine(summary)],
  ] as const;
  return [
    `# ${cell(summary.title || targetLine(draft.change))}`,
    "",
    `${cell(from)}: ${sizeLine(draft.change)}`,
    "",
    "**What this changes**",
    "",
    ...whatLines(summary, draft.change).map((line) => `- ${cell(line)}`),
    ...lines.flatMap(([label, line]) => (line === null ? [] : ["", `**${label}:** ${cell(line)}`])),
  ];
}

function concernSection({ change, reports }: Draft): string[] {
  const concerns = settledConcerns(change, reports);
  if (concerns.length === 0) return [];
  const rows = concerns.map((concern) => [
    concern.id,
    cell(concern.text),
    concern.source,
    concern.status,
    cell(concern.how ?? ""),
  ]);
  return ["## Verification matrix", "", ...table(["#", "Concern", "Source", "Status", "How verified"], rows)];
}

function inlineSection({ judged }: Draft): string[] {
  const posted = judged.filter(reachesAuthor);
  if (posted.length === 0) return ["## Findings", "", "None to post."];
  const inline = posted.filter(({ outcome }) => outcome === "inline");
  const listed = posted.filter(({ outcome }) => outcome === "listed");
  const number = new Map(posted.map((one, index) => [one, String(index + 1)]));
  const columns = ["#", "File:line", "Severity", "Confidence", "Summary"];
  const row = (one: JudgedFinding) => [
    number.get(one) ?? "",
    code(findingLocation(one)),
    one.severity,
    `${one.confidence}/10`,
    cell(findingTitle(one)),
  ];
  return [
    "## Findings",
    "",
    ...(inline.length > 0 ? [...table(columns, inline.map(row)), ""] : []),
    ...(listed.length > 0 ? ["Listed, not inline:", "", ...table(columns, listed.map(row)), ""] : []),
    ...posted.flatMap((one) => details(number.get(one) ?? "", one)),
  ].slice(0, -1);
}

function details(number: string, one: JudgedFinding): string[] {
  const quotes = one.finding.evidence.flatMap((quote) =>
    plain(shownQuote(quote))
      .split("\n")
      .map((line) => `    ${line.trim()}`),
  );
  return [
    `**${number}. ${cell(findingTitle(one))}** (${code(findingLocation(one))})`,
    "",
    ...quotes,
    "",
    cell(explanationOf(one)),
    "",
  ];
}

function verificationSection(draft: Draft): string[] {
  const rows = verificationRows(draft).map(({ check, result, ms, command }) => [
    cell(check),
    cell(result),
    ms === null ? "" : seconds(ms),
    command === null ? "" : code(shownCommand(command)),
  ]);
  if (rows.length === 0) return [];
  const note = verificationNote(draft);
  return [
    `## ${verificationTitle}`,
    "",
    ...table(["Check", "Result", "Duration", "Command"], rows),
    ...(note === null ? [] : ["", cell(note)]),
  ];
}

function passSection({ change, reports }: Draft): string[] {
  if (change.triage.fullPass === null) return [];
  const rows = passTable(reports).map((row, index) => [
    String(index + 1),
    row.pass,
    row.says === "gap" ? "**gap**" : row.says,
    cell(row.evidence),
  ]);
  return ["## Pass coverage", "", ...table(["#", "Pass", "Verdict", "Evidence"], rows)];
}

function advisorySection({ judged }: Draft): string[] {
  const advisory = judged.filter((one) => one.outcome === "advisory");
  if (advisory.length === 0) return [];
  const rows = advisory.map((one, index) => [
    `A${index + 1}`,
    code(findingLocation(one)),
    one.finding.root,
    cell(`${findingTitle(one)} (${whyNotPosted(one)})`),
    suggestedAction(one),
  ]);
  return ["## Advisory (not posted)", "", ...table(["#", "File:line", "Root", "Summary", "Suggested action"], rows)];
}

function decisionSection({ decision }: Draft): string[] {
  return [
    `## Event: ${eventOf(decision)}`,
    "",
    ...rulesOf(decision).map((rule) => `- ${cell(decisionRuleText(rule))}`),
  ];
}

function detailsSection({ change, reports, judged }: Draft): string[] {
  const outcome = (name: string) => judged.filter((one) => one.outcome === name).length;
  const lines = [
    ...coverageLines(coverageReceipt(change, reports)),
    reviewedLine(change.triage.categories),
    `Tier: ${tierLine(change.triage)}; ${archetypeLine(change.triage)}`,
    prefixed("Security-sensitive", sensitiveLine(change.triage)),
    prefixed("Left out", leftOutFilesLine(change.triage)),
    `Owner: ${ownershipLine(change.owned)}`,
    `Reviewers: ${rosterLine(change.triage, reports)}`,
    prefixed("Depth", depthLine(change, reports)),
    `Cost: ${spentLine(reports)}`,
    prefixed("Signals", intentLine(change.intent)),
    `Held ${outcome("held")}, suppressed ${outcome("suppressed")}, dropped ${outcome("dropped")}`,
    ...reports
      .filter((report) => report.status !== "ran")
      .map((report) => `${report.unit} not run: ${report.why ? reasonText(report.why) : "unknown"}`),
    ...change.cuts.map(omissionText),
  ];
  return ["## Details", "", ...lines.filter((line) => line !== null).map((line) => `- ${cell(line)}`)];
}

function prefixed(label: string, text: string | null): string | null {
  return text === null ? null : `${label}: ${text}`;
}
