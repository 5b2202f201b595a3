// The details of a review on a terminal: the author's intent, what ran, who looked, and what it cost.
import { coverageReceipt } from "../../../findings/coverage.ts";
import { reachesAuthor, type JudgedFinding } from "../../../findings/finding.ts";
import { passTable, type PassRow } from "../../../findings/gaps.ts";
import { judgedNoCode } from "../../../findings/not-covered.ts";
import { settledConcerns } from "../../../findings/settled-concerns.ts";
import { eventOf, rulesOf } from "../../decision.ts";
import type { Draft } from "../../draft.ts";
import { summariseIntent } from "../../intent-summary.ts";
import { coverageLines } from "../../words/coverage-texts.ts";
import { crossModelLines, crossModelTitle } from "../../words/cross-model-texts.ts";
import { findingLocation, whyNotPosted } from "../../words/finding-lines.ts";
import { passResult } from "../../words/report-texts.ts";
import { intentLine } from "../../words/intent-texts.ts";
import { probeLines, probeTitle } from "../../words/probe-texts.ts";
import { lookFirstRows, lookFirstTitle } from "../../words/look-first-texts.ts";
import { omissionText, reasonText } from "../../words/reasons.ts";
import { depthLine, reviewerRows, rosterLine, spentLine, agentLine } from "../../words/reviewers-texts.ts";
import { decisionRuleText } from "../../words/decision-rule-texts.ts";
import {
  descriptionLine,
  goalLine,
  issueLine,
  pullLine,
  goalVerdictLine,
  whatLines,
  whyLine,
} from "../../words/intent-summary-lines.ts";
import { oneLine, seconds } from "../../words/text.ts";
import { leftOutFilesLine, ownershipLine, sensitiveLine, triageLine } from "../../words/triage-texts.ts";
import { shownCommand, verificationNote, verificationRows, verificationTitle } from "../../words/verification-texts.ts";
import { fit, fitPath, lengthOf, pad, wrap } from "../wrap.ts";
import { labelled, type Screen } from "./screen.ts";

export function reviewDetails(draft: Draft, screen: Screen): string[][] {
  return [
    otherSection(draft, screen),
    intentSection(draft, screen),
    filesSection(draft, screen),
    concernSection(draft, screen),
    verificationSection(draft, screen),
    probeSection(draft, screen),
    passSection(draft, screen),
    crossModelSection(draft, screen),
    reviewerSection(draft, screen),
    bannerSection(draft, screen),
  ];
}

const indent = " ".repeat(5);

function intentSection(draft: Draft, screen: Screen): string[] {
  const { change } = draft;
  const summary = summariseIntent(change, draft.reports);
  const title = oneLine(summary.title);
  return [
    ...(title === "" ? [] : wrap(title, screen.width - 2).map((line) => `  ${screen.paint(line, "bold")}`)),
    ...labelled("Pull", [pullLine(change)], screen),
    ...labelled("Changes", whatLines(summary, change), screen),
    ...labelled("Why", [whyLine(summary)], screen),
    ...labelled("Author", [descriptionLine(summary)], screen),
    ...labelled("Goal", [goalLine(summary)], screen),
    ...labelled("Verdict", [goalVerdictLine(summary)], screen),
    ...labelled("Issue", [issueLine(summary)], screen),
    ...labelled("Signals", [intentLine(change.intent)], screen),
  ];
}

function filesSection({ change }: Draft, { paint, width }: Screen): string[] {
  const { rows, more } = lookFirstRows(change);
  if (rows.length === 0) return [];
  const widest = Math.max(...rows.map(({ path }) => lengthOf(path)));
  const sizes = Math.max(...rows.map(({ lines }) => lengthOf(lines)));
  const longestFact = Math.max(...rows.map(({ says }) => lengthOf(says)));
  const room = Math.min(widest, Math.max(20, width - sizes - longestFact - 6));
  return [
    paint(lookFirstTitle, "bold"),
    ...rows.map(({ path, lines, says }) =>
      `  ${pad(fitPath(path, room), room)}  ${pad(lines, sizes)}  ${paint(fit(says, width - room - sizes - 6), "dim")}`.trimEnd(),
    ),
    ...(more === null ? [] : [`  ${more}`]),
  ];
}

function concernSection({ change, reports }: Draft, screen: Screen): string[] {
  const concerns = settledConcerns(change, reports);
  if (concerns.length === 0) return [];
  return [
    screen.paint("To verify", "bold"),
    ...concerns.flatMap((concern) =>
      labelled(
        `${concern.id} ${concern.status}`,
        [`${oneLine(concern.text)} (${concern.source})`, ...(concern.how === null ? [] : [oneLine(concern.how)])],
        screen,
      ),
    ),
  ];
}

function verificationSection(draft: Draft, screen: Screen): string[] {
  const { paint, width } = screen;
  const rows = verificationRows(draft).flatMap(({ check, result, ms, command, ok }) => [
    `  ${paint(ok ? "✓" : "✗", ok ? "green" : "red")} ${check}${ms === null ? "" : paint(`  ${seconds(ms)}`, "dim")}`,
    ...wrap(result, width - 5).map((line) => `${indent}${line}`),
    ...(command === null ? [] : [`${indent}${paint(fit(`$ ${shownCommand(command)}`, width - 5), "dim")}`]),
  ]);
  if (rows.length === 0) return [];
  const note = wrap(verificationNote(draft) ?? "", width - 2).filter((line) => line !== "");
  return [paint(verificationTitle, "bold"), ...rows, ...note.map((line) => `  ${paint(line, "dim")}`)];
}

function probeSection({ reports }: Draft, { paint, width }: Screen): string[] {
  const probe = reports.find((report) => report.probe !== undefined)?.probe;
  if (!probe) return [];
  const rows = probeLines(probe).flatMap((line) => wrap(line, width - 2).map((part) => `  ${part}`));
  return [paint(probeTitle, "bold"), ...rows];
}

function passSection({ change, reports }: Draft, screen: Screen): string[] {
  if (change.triage.fullPass === null) return [];
  const says = (row: PassRow) => (row.says === "gap" ? passResult(row) : `${row.says} ${oneLine(row.evidence)}`);
  const rows = passTable(reports).flatMap((row) =>
    wrap(says(row), screen.width - 19).map(
      (line, index) =>
        `  ${pad(index === 0 ? row.pass : "", 17)}${row.says === "gap" ? screen.paint(line, "yellow") : line}`,
    ),
  );
  return [screen.paint("Passes", "bold"), ...rows];
}

function crossModelSection({ crossModel }: Draft, screen: Screen): string[] {
  if (crossModel === undefined) return [];
  const rows = crossModelLines(crossModel).flatMap((line) => {
    const margin = line.startsWith("  ") ? "    " : "  ";
    return wrap(line.trim(), screen.width - margin.length).map((part) => `${margin}${part}`);
  });
  return [screen.paint(crossModelTitle, "bold"), ...rows];
}

/** Held, suppressed and dropped findings, with the reason of each. */
function otherSection({ judged }: Draft, screen: Screen): string[] {
  const others = judged.filter((one) => !reachesAuthor(one) && one.outcome !== "advisory");
  if (others.length === 0) return [];
  return [
    screen.paint(`Not shown to the author (${others.length})`, "bold"),
    ...others.flatMap((one) => otherRows(one, screen)),
  ];
}

function otherRows(one: JudgedFinding, { paint, width }: Screen): string[] {
  const first = `  ${pad(one.outcome, 11)}${fitPath(findingLocation(one), Math.min(40, width - 13))}`;
  const why = whyNotPosted(one);
  if (lengthOf(`${first}  ${why}`) <= width) return [`${first}  ${paint(why, "dim")}`];
  return [first, ...wrap(why, width - 13).map((line) => `${" ".repeat(13)}${paint(line, "dim")}`)];
}

function reviewerSection({ reports }: Draft, { paint, width }: Screen): string[] {
  const rows = reviewerRows(reports);
  if (rows.length === 0) return [];
  const units = Math.max(...rows.map(({ unit }) => unit.length)) + 2;
  const lines = rows.flatMap(({ unit, said, model, took }) =>
    wrap([said, took, model].filter((part) => part !== "").join(" · "), width - units - 2).map(
      (line, index) => `  ${pad(index === 0 ? unit : "", units)}${line}`,
    ),
  );
  return [paint("Reviewers", "bold"), ...lines];
}

function bannerSection(draft: Draft, screen: Screen): string[] {
  const { change, reports, decision } = draft;
  const { triage } = change;
  const line = (label: string, text: string | null) => (text === null ? [] : labelled(label, [text], screen));
  const notRun = reports.filter((report) => report.status !== "ran" && report.why?.kind !== "nothing-to-check");
  return [
    ...line("Covered", coverageLines(coverageReceipt(change, reports)).join("; ")),
    ...line("Tier", triageLine(triage)),
    ...line("Sensitive", sensitiveLine(triage)),
    ...line("Left out", leftOutFilesLine(triage)),
    ...line("Depth", depthLine(change, reports)),
    ...line("Reviewers", rosterLine(triage, reports)),
    ...line("Owner", ownershipLine(change.owned)),
    ...line("Answered", agentLine(draft)),
    ...line("Cost", spentLine(draft)),
    ...line("Checks", checksLine(reports)),
    ...notRun.flatMap((report) =>
      line("Not run", `${report.unit}: ${report.why ? reasonText(report.why) : "unknown"}`),
    ),
    ...change.cuts.flatMap((cut) => line("Note", omissionText(cut))),
    ...line("Event", eventOf(decision)),
    ...labelled("Because", rulesOf(decision).map(decisionRuleText), screen),
  ];
}

function checksLine(reports: Draft["reports"]): string | null {
  const ran = reports.filter((report) => report.by === "check" && report.status === "ran");
  if (ran.length === 0) return null;
  return ran.map((report) => `${report.unit} ${checkResult(report)} (${seconds(report.ms)})`).join(", ");
}

function checkResult(report: Draft["reports"][number]): string {
  if (report.findings.length > 0) return String(report.findings.length);
  return judgedNoCode(report) ? "not covered" : "clean";
}
