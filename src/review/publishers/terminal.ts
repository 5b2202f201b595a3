// Publishes the draft for a terminal: the change, the findings, what is not posted and why, and the coverage.
import { coverageReceipt } from "../../findings/coverage.ts";
import { reachesAuthor, type JudgedFinding } from "../../findings/finding.ts";
import { passTable, type PassRow } from "../../findings/gaps.ts";
import { settledConcerns } from "../../findings/settled-concerns.ts";
import { eventOf, rulesOf } from "../decision.ts";
import type { Draft } from "../draft.ts";
import { summariseIntent } from "../intent-summary.ts";
import { coverageLines } from "../words/coverage-texts.ts";
import { crossModelLines, crossModelTitle } from "../words/cross-model-texts.ts";
import {
  explanationOf,
  findingLocation,
  shownQuote,
  findingSources,
  suggestedAction,
  findingTitle,
  whyNotPosted,
} from "../words/finding-lines.ts";
import { passResult } from "../words/report-texts.ts";
import { intentLine } from "../words/intent-texts.ts";
import { probeLines, probeTitle } from "../words/probe-texts.ts";
import { omissionText, reasonText } from "../words/reasons.ts";
import { depthLine, reviewerRows, rosterLine, spentLine } from "../words/reviewers-texts.ts";
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
import { count, oneLine, plain, seconds } from "../words/text.ts";
import {
  archetypeLine,
  leftOutFilesLine,
  ownershipLine,
  sensitiveLine,
  sizeLine,
  tierLine,
} from "../words/triage-texts.ts";
import { shownCommand, verificationNote, verificationRows, verificationTitle } from "../words/verification-texts.ts";
import { painter, severityStyles, type Paint } from "./paint.ts";
import type { Publisher } from "./publisher.ts";
import { fit, fitPath, lengthOf, pad, wrap } from "./wrap.ts";

interface Screen {
  paint: Paint;
  width: number;
}

export const terminal: Publisher = {
  id: "terminal",
  title: "for reading on a screen",
  extension: "txt",
  render(draft, options) {
    const screen: Screen = { paint: painter(options.colour), width: Math.max(40, Math.min(options.width, 120)) };
    const sections = [
      heading(draft, screen),
      intentSection(draft, screen),
      concernSection(draft, screen),
      postedSection(draft, screen),
      verificationSection(draft, screen),
      probeSection(draft, screen),
      passSection(draft, screen),
      crossModelSection(draft, screen),
      advisorySection(draft, screen),
      otherSection(draft, screen),
      decisionSection(draft, screen),
      reviewerSection(draft, screen),
      bannerSection(draft, screen),
    ];
    return `${sections
      .filter((section) => section.length > 0)
      .map((section) => section.join("\n"))
      .join("\n\n")}\n`;
  },
};

function heading({ change }: Draft, { paint, width }: Screen): string[] {
  const from = targetLine(change);
  const why = change.from.kind === "local" && change.from.why !== null ? ` (${oneLine(change.from.why)})` : "";
  const size = sizeLine(change);
  if (lengthOf(`Crosscheck ${from}${why}  ${size}`) <= width)
    return [`${paint("Crosscheck", "bold")} ${from}${paint(why, "dim")}  ${paint(size, "dim")}`];
  return [
    `${paint("Crosscheck", "bold")} ${fit(from, width - 11)}`,
    ...wrap(`${why} ${size}`.trim(), width - 2).map((line) => `  ${paint(line, "dim")}`),
  ];
}

/** A label in its own column, with wrapped text beside it. */
function labelled(label: string, lines: readonly (string | null)[], { paint, width }: Screen): string[] {
  const column = Math.max(10, lengthOf(label) + 1);
  return lines
    .flatMap((line) => (line === null ? [] : wrap(line, width - column - 2)))
    .map((line, index) => `  ${paint(pad(index === 0 ? label : "", column), "dim")}${line}`);
}

function intentSection(draft: Draft, screen: Screen): string[] {
  const { change } = draft;
  const summary = summariseIntent(change, draft.reports);
  const title = oneLine(summary.title);
  return [
    ...(title === "" ? [] : wrap(title, screen.width - 2).map((line) => `  ${screen.paint(line, "bold")}`)),
    ...labelled("Pull", [pullLine(change)], screen),
    ...labelled("Changes", whatLines(summary, change), screen),
    ...labelled("Why", [whyLine(summary)], screen),
    ...labelled("Goal", [goalLine(summary)], screen),
    ...labelled("Verdict", [goalVerdictLine(summary)], screen),
    ...labelled("Issue", [issueLine(summary)], screen),
    ...labelled("Signals", [intentLine(change.intent)], screen),
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

function postedSection({ judged }: Draft, screen: Screen): string[] {
  const posted = judged.filter(reachesAuthor);
  if (posted.length === 0) return [screen.paint("No findings to post", "bold")];
  const rows = posted.flatMap((one, index) => findingRows(String(index + 1), one, screen));
  return [screen.paint(count(posted.length, "finding"), "bold"), ...rows];
}

const indent = " ".repeat(5);

function findingRows(mark: string, one: JudgedFinding, screen: Screen): string[] {
  const { paint, width } = screen;
  const quote = one.finding.evidence.slice(0, 2).map((evidence) => quoteRow(shownQuote(evidence), width));
  return [
    ...headRows(mark, one, screen),
    ...quote.map((line) => `${indent}${paint("│", "dim")} ${line}`),
    ...wrap(explanationOf(one), width - 5).map((line) => `${indent}${line}`),
  ];
}

/** Location, severity, confidence, source and title. */
function headRows(mark: string, one: JudgedFinding, { paint, width }: Screen): string[] {
  const number = pad(`  ${mark} `, 5);
  const place = fitPath(findingLocation(one), Math.max(20, width - 40));
  const by = `${findingSources(one)}${one.outcome === "listed" ? " (listed, not inline)" : ""}`;
  const weight = `${paint(pad(one.severity, 8), ...severityStyles[one.severity])} ${paint(`${one.confidence}/10`, "dim")}`;
  const fits = lengthOf(`${number}${place}  ${pad(one.severity, 8)} ${one.confidence}/10 ${by}`) <= width;
  return [
    `${number}${paint(place, "cyan")}${fits ? `  ${weight} ${paint(by, "dim")}` : ""}`,
    ...(fits ? [] : [`${indent}${weight}`, ...wrap(by, width - 5).map((line) => `${indent}${paint(line, "dim")}`)]),
    ...wrap(findingTitle(one), width - 5).map((line) => `${indent}${paint(line, "bold")}`),
  ];
}

/** Lines are truncated beyond the width of any screen. */
const longestQuote = 1000;

function quoteRow(text: string, width: number): string {
  const line = plain(text.split("\n", 1)[0]!.trim().slice(0, longestQuote));
  return fit(line, width - 7);
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

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

function letterOf(index: number): string {
  const last = letters[index % 26] ?? "";
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

function advisorySection({ judged }: Draft, screen: Screen): string[] {
  const advisory = judged.filter((one) => one.outcome === "advisory");
  if (advisory.length === 0) return [];
  const rows = advisory.flatMap((one, index) => [
    ...headRows(letterOf(index), one, screen),
    ...wrap(`${one.finding.root} · ${whyNotPosted(one)} · ${suggestedAction(one)}`, screen.width - 5).map(
      (line) => `     ${screen.paint(line, "dim")}`,
    ),
  ]);
  return [screen.paint(`Advisory, not posted (${advisory.length})`, "bold"), ...rows];
}

/** Held, suppressed and dropped findings: counted, with the reason of each. */
function otherSection({ judged }: Draft, screen: Screen): string[] {
  const others = judged.filter((one) => !reachesAuthor(one) && one.outcome !== "advisory");
  if (others.length === 0) return [];
  const shown = others.slice(0, 20).flatMap((one) => otherRows(one, screen));
  const more =
    others.length > 20 ? [screen.paint(`  and ${others.length - 20} more; --format json lists all`, "dim")] : [];
  return [screen.paint(`Not shown to the author (${others.length})`, "bold"), ...shown, ...more];
}

function otherRows(one: JudgedFinding, { paint, width }: Screen): string[] {
  const first = `  ${pad(one.outcome, 11)}${fitPath(findingLocation(one), Math.min(40, width - 13))}`;
  const why = whyNotPosted(one);
  if (lengthOf(`${first}  ${why}`) <= width) return [`${first}  ${paint(why, "dim")}`];
  return [first, ...wrap(why, width - 13).map((line) => `${" ".repeat(13)}${paint(line, "dim")}`)];
}

function decisionSection({ decision }: Draft, screen: Screen): string[] {
  const event = eventOf(decision);
  const style = ({ APPROVE: "green", COMMENT: "blue", REQUEST_CHANGES: "red" } as const)[event];
  const [first = "", ...rest] = rulesOf(decision).flatMap((rule) =>
    wrap(decisionRuleText(rule), screen.width - 20).map((line, index) => (index === 0 ? `· ${line}` : `  ${line}`)),
  );
  return [`${screen.paint(pad(event, 17), "bold", style)} ${first}`, ...rest.map((line) => `${" ".repeat(18)}${line}`)];
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

function bannerSection({ change, reports }: Draft, screen: Screen): string[] {
  const { triage } = change;
  const line = (label: string, text: string | null) => (text === null ? [] : labelled(label, [text], screen));
  const notRun = reports.filter((report) => report.status !== "ran" && report.why?.kind !== "nothing-to-check");
  return [
    ...line("Covered", coverageLines(coverageReceipt(change, reports)).join("; ")),
    ...line("Tier", `${tierLine(triage)} · ${archetypeLine(triage)}`),
    ...line("Sensitive", sensitiveLine(triage)),
    ...line("Left out", leftOutFilesLine(triage)),
    ...line("Depth", depthLine(change, reports)),
    ...line("Reviewers", rosterLine(triage, reports)),
    ...line("Owner", ownershipLine(change.owned)),
    ...line("Cost", spentLine(reports)),
    ...line("Checks", checksLine(reports)),
    ...notRun.flatMap((report) =>
      line("Not run", `${report.unit}: ${report.why ? reasonText(report.why) : "unknown"}`),
    ),
    ...change.cuts.flatMap((cut) => line("Note", omissionText(cut))),
  ];
}

function checksLine(reports: Draft["reports"]): string {
  const ran = reports.filter((report) => report.by === "check" && report.status === "ran");
  if (ran.length === 0) return "none had anything to look at";
  return ran
    .map(
      (report) =>
        `${report.unit} ${report.findings.length === 0 ? "clean" : report.findings.length} (${seconds(report.ms)})`,
    )
    .join(", ");
}
