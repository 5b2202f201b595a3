// Writes the five-section summary. Every line comes from a fact of the draft; without a fact there is no line.
import { reachesAuthor, type JudgedFinding } from "../../findings/finding.ts";
import type { Report } from "../../findings/report.ts";
import { isAlreadyPosted } from "../decide-review.ts";
import { verdictOf } from "../decision.ts";
import type { Draft } from "../draft.ts";
import { fixProof, summariseIntent } from "../intent-summary.ts";
import {
  summaryClosing,
  summaryOpening,
  strengthMark,
  summaryLine,
  summaryVerdicts,
  weightOf,
  weights,
  type SectionName,
  type Weight,
} from "../summary-form.ts";
import { whatToDo } from "./decision-rule-texts.ts";
import { explanationOf, findingTitle } from "./finding-lines.ts";
import { intentBrief } from "./intent-texts.ts";
import { markdownText } from "./markdown-text.ts";
import { firstSentences } from "./sentences.ts";
import { whatLines } from "./intent-summary-lines.ts";
import { count, list, oneLine, shorten } from "./text.ts";
import { reviewedLine, sizeLine } from "./triage-texts.ts";
import { proofText, relatedTestsPass } from "./verification-texts.ts";

/** The summary's share of GitHub's limit; the rest is for the tag, the event and the marker around it. */
const room = 60_000;
const longestPath = 500;

/** Null when nothing is posted, or the repository wants cards only. */
export function summaryMarkdown(draft: Draft): string | null {
  if (draft.change.config.mode === "enhanced") return null;
  const entries = entriesOf(draft);
  return entries.length === 0 ? null : written(draft, entries, shownEntries(draft, entries));
}

/** Findings that do not fit into the summary: the details comment lists them. */
export function leftOutOfSummary(draft: Draft): JudgedFinding[] {
  const entries = entriesOf(draft);
  const shown = new Set(shownEntries(draft, entries).map(({ entry }) => entry));
  return entries.filter((entry) => !shown.has(entry)).map(({ one }) => one);
}

interface Entry {
  one: JudgedFinding;
  /** Null for an improvement, which is a suggestion. */
  weight: Weight | null;
}

interface Shown {
  entry: Entry;
  head: string;
  says: string;
}

/** Worst first, suggestions last; an entry of Observations is not repeated as a suggestion. */
function entriesOf({ judged }: Draft): Entry[] {
  const posted = judged.filter(reachesAuthor);
  const observed = posted.filter(({ finding }) => !finding.improvement);
  const heads = new Set(observed.map((one) => headOf(one, sizes.full.title)));
  return [
    ...weights.flatMap((weight) =>
      observed.filter(({ severity }) => weightOf(severity) === weight).map((one) => ({ one, weight })),
    ),
    ...posted
      .filter((one) => one.finding.improvement && !heads.has(headOf(one, sizes.full.title)))
      .map((one) => ({ one, weight: null })),
  ];
}

const sizes = {
  full: { title: 200, sentences: 3, explanation: 600 },
  /** The short form, used where there are many. */
  brief: { title: 200, sentences: 1, explanation: 120 },
};

/** All in full; else all in short form; else as many short ones as fit. */
function shownEntries(draft: Draft, entries: readonly Entry[]): Shown[] {
  const full = entries.map((entry) => shownAs(entry, sizes.full));
  if (written(draft, entries, full).length <= room) return full;
  const brief = entries.map((entry) => shownAs(entry, sizes.brief));
  // Room for the lines that count the rest.
  let left = room - written(draft, entries, []).length - weights.length * 100;
  return brief.filter(({ head, says }) => (left -= head.length + says.length + 10) >= 0);
}

function shownAs(entry: Entry, size: (typeof sizes)["full"]): Shown {
  const says = firstSentences(explanationOf(entry.one), size.sentences, size.explanation);
  return {
    entry,
    head: headOf(entry.one, size.title),
    says: says === "" ? "Nothing more was said about it." : markdownText(says),
  };
}

function headOf(one: JudgedFinding, longestTitle: number): string {
  const { at } = one.finding;
  const lines = at.end > at.start ? `${at.start}-${at.end}` : String(at.start);
  const before = at.side === "base" ? " (before the change)" : "";
  const title = markdownText(shorten(findingTitle(one), longestTitle)) || "Untitled";
  return `${markdownText(shorten(oneLine(at.path), longestPath)) || "?"} (${lines}): ${title}${before}`;
}

function written(draft: Draft, entries: readonly Entry[], shown: readonly Shown[]): string {
  return [
    summaryOpening,
    summaryLine,
    "",
    ...section("What Changed", whatChanged(draft)),
    ...section("Strengths", strengths(draft)),
    ...section("Observations", observations(draft, entries, shown)),
    ...section("Suggestions", suggestions(entries, shown)),
    ...section("Verdict", [verdict(draft, entries)]),
    summaryClosing,
    "",
  ].join("\n");
}

function section(name: SectionName, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${name}`, "", ...lines, ""];
}

/** One sentence of the author's, then the change's size and signals; never a claim of our own. */
function whatChanged({ change, reports }: Draft): string[] {
  const summary = summariseIntent(change, reports);
  const said = firstSentences(joinStatements(whatLines(summary, change)), 1, 400);
  // A title that starts like our own line must not be mistaken for it.
  const author = /^reviewed\b/i.test(said) ? `Titled: ${said}` : said;
  const signals = intentBrief(change.intent);
  const facts = `Size: ${sizeLine(change)}${signals === null ? "" : `; signals: ${markdownText(signals)}`}.`;
  const what = summary.said.length === 0 ? markdownText(said) : `${markdownText(author)} ${facts}`;
  const reviewed = reviewedLine(change.triage.categories);
  return reviewed === null ? [what] : [what, "", reviewed];
}

/** One sentence: the summary's rules allow two, and the second is about the size. */
function joinStatements(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/\.$/, "")).join("; ");
}

const mostStrengths = 10;

function strengths(draft: Draft): string[] {
  const lines = [...testStrengths(draft), ...cleanStrengths(draft)].map(
    (line) => `- ${strengthMark} ${markdownText(shorten(oneLine(line), 300))}`,
  );
  return [...new Set(lines)].slice(0, mostStrengths);
}

/** If anything fails, passes are not a strength. */
function testStrengths({ reports }: Draft): string[] {
  const proof = fixProof(reports);
  const runs = reports.flatMap(({ tests }) => tests?.tests ?? []);
  const passed = runs.map(relatedTestsPass);
  return [
    ...(proof?.is === "proven" ? [`The fix is ${proofText(proof)}`] : []),
    ...(runs.some(({ failed }) => failed.length > 0) ? [] : passed.filter((line) => line !== null)),
  ];
}

/** A pass with any finding is not clean, whatever another reviewer says. */
function cleanStrengths({ reports, judged }: Draft): string[] {
  const ran = reports.filter((report) => report.status === "ran").flatMap((report) => report.verdicts);
  const found = new Set([
    ...ran.filter(({ says }) => says === "findings").map(({ pass }) => pass),
    ...judged
      .filter((one) => !["suppressed", "dropped"].includes(one.outcome) || isAlreadyPosted(one))
      .map(({ finding }) => finding.pass),
  ]);
  return ran
    .filter(({ says, pass, evidence }) => says === "clean" && !found.has(pass) && evidence.trim() !== "")
    .map(({ pass, evidence }) => `Nothing wrong found in ${passNames[pass]}: ${evidence}`);
}

const passNames: Record<Report["verdicts"][number]["pass"], string> = {
  correctness: "correctness",
  security: "security",
  "cross-reference": "references between files",
  "error-handling": "error handling",
  tests: "tests",
  "diff-specific": "what is particular to this diff",
  performance: "performance",
  async: "asynchronous code",
};

function observations({ decision }: Draft, entries: readonly Entry[], shown: readonly Shown[]): string[] {
  const groups = weights.filter((weight) => entries.some((entry) => entry.weight === weight));
  if (groups.length === 0)
    return [
      `No ${decision.earlier > 0 ? "new " : ""}finding calls for a fix; what could be better is under Suggestions.`,
    ];
  return groups
    .flatMap((weight) => [
      `### ${weight}`,
      "",
      ...ofWeight(shown, weight).flatMap(({ head, says }) => [head, says, ""]),
      ...more(entries, shown, weight).flatMap((line) => [line, ""]),
    ])
    .slice(0, -1);
}

function suggestions(entries: readonly Entry[], shown: readonly Shown[]): string[] {
  return [
    ...ofWeight(shown, null).flatMap(({ head, says }) => [`- ${head}`, `  ${says}`]),
    ...more(entries, shown, null).map((line) => `- ${line}`),
  ];
}

function ofWeight(shown: readonly Shown[], weight: Weight | null): Shown[] {
  return shown.filter(({ entry }) => entry.weight === weight);
}

function more(entries: readonly Entry[], shown: readonly Shown[], weight: Weight | null): string[] {
  const left = numberOf(entries, weight) - ofWeight(shown, weight).length;
  return left === 0 ? [] : [`And ${left} more, listed in the details comment.`];
}

function numberOf(entries: readonly Entry[], weight: Weight | null): number {
  return entries.filter((entry) => entry.weight === weight).length;
}

function verdict({ decision }: Draft, entries: readonly Entry[]): string {
  const { earlier } = decision;
  const open = earlier === 0 ? "" : `, ${count(earlier, "earlier finding")} still open`;
  return `${summaryVerdicts[verdictOf(decision)]} -- ${countsOf(entries)}${open}; ${whatToDo(decision)}.`;
}

function countsOf(entries: readonly Entry[]): string {
  const present = weights.filter((weight) => numberOf(entries, weight) > 0);
  const suggested = numberOf(entries, null);
  const counts = list(present.map((weight) => `${numberOf(entries, weight)} ${weight.toLowerCase()}`));
  const findings =
    present.length === 0 ? [] : [`${counts} ${entries.length - suggested === 1 ? "finding" : "findings"}`];
  return [...findings, ...(suggested === 0 ? [] : [count(suggested, "suggestion")])].join(", ");
}
