// Writes the five-section summary. Every line comes from a fact of the draft; without a fact there is no line.
import type { Change } from "../../change/change.ts";
import { pathOf } from "../../change/diff.ts";
import { recentText } from "../../change/look-first.ts";
import { reachesAuthor, severities, type JudgedFinding } from "../../findings/finding.ts";
import type { Report } from "../../findings/report.ts";
import { settledConcerns } from "../../findings/settled-concerns.ts";
import { placeFindings } from "../comment-limits.ts";
import { isOpenFinding } from "../decide-review.ts";
import { verdictOf } from "../decision.ts";
import type { Draft } from "../draft.ts";
import { fixProof, summariseIntent } from "../intent-summary.ts";
import { postedEntries, type PostedEntry } from "../posted-entries.ts";
import {
  listedBelow,
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
import { alsoLines, quotedCode } from "./card.ts";
import { whatToDo } from "./decision-rule-texts.ts";
import { explanationOf, findingTitle } from "./finding-lines.ts";
import { markdownProse, markdownText } from "./markdown-text.ts";
import { firstSentences, sentencesOf } from "./sentences.ts";
import { whatLines, whyLine } from "./intent-summary-lines.ts";
import { count, list, oneLine, shorten, shortenPath } from "./text.ts";
import { reviewedLine } from "./triage-texts.ts";
import { proofText, relatedTestsPass } from "./verification-texts.ts";

/** The summary's share of GitHub's limit; the rest is for the list of what was also noticed and the lines around it. */
const room = 48_000;
const longestPath = 500;

/** Null when nothing is posted, or the repository wants cards only. */
export function summaryMarkdown(draft: Draft): string | null {
  if (draft.change.config.mode === "enhanced" || !draft.judged.some(reachesAuthor)) return null;
  const entries = entriesOf(draft);
  return written(draft, entries, shownEntries(draft, entries));
}

/** Findings that do not fit into the summary: the details comment lists them. */
export function leftOutOfSummary(draft: Draft): PostedEntry[] {
  const entries = entriesOf(draft);
  const shown = new Set(shownEntries(draft, entries).map(({ entry }) => entry));
  return entries.filter((entry) => !shown.has(entry));
}

interface SummaryEntry extends PostedEntry {
  /** Null for an improvement, which is a suggestion. */
  weight: Weight | null;
  /** It has a comment on its line, which says the rest. */
  hasComment: boolean;
}

interface ShownEntry {
  entry: SummaryEntry;
  head: string;
  /** What stands below it, line by line. */
  says: readonly string[];
}

/** Worst first, suggestions last; an entry of Observations is not repeated as a suggestion. */
function entriesOf({ judged, change }: Draft): SummaryEntry[] {
  const { inline, inBody, listed } = placeFindings(judged, change);
  const commented = new Set(inline.map(({ one }) => one));
  const heads = new Set<string>();
  return [...inline, ...inBody, ...listed.filter(({ one }) => one.finding.improvement)]
    .map(({ one, also }) => ({
      one,
      also,
      weight: one.finding.improvement ? null : weightOf(one.severity),
      hasComment: commented.has(one),
    }))
    .toSorted((a, b) => orderOf(a.weight) - orderOf(b.weight))
    .filter(({ one, weight }) => {
      const head = headOf(one, sizes.full.title);
      if (weight !== null) heads.add(head);
      return weight !== null || !heads.has(head);
    });
}

function orderOf(weight: Weight | null): number {
  return weight === null ? weights.length : weights.indexOf(weight);
}

interface EntrySize {
  title: number;
  sentences: number;
  explanation: number;
  /** With the quoted code, and the lines of the same cause. */
  whole: boolean;
}

const sizes = {
  /** Without a comment that says more. */
  full: { title: 200, sentences: 3, explanation: 600, whole: true },
  pointer: { title: 200, sentences: 1, explanation: 300, whole: false },
  /** The short form, used where there are many. */
  brief: { title: 200, sentences: 1, explanation: 120, whole: false },
} satisfies Record<string, EntrySize>;

/** All in full; else all in short form; else as many short ones as fit. */
function shownEntries(draft: Draft, entries: readonly SummaryEntry[]): ShownEntry[] {
  const full = entries.map((entry) => shownAs(entry, entry.hasComment ? sizes.pointer : sizes.full));
  if (written(draft, entries, full).length <= room) return full;
  const brief = entries.map((entry) => shownAs(entry, sizes.brief));
  // Room for the lines that count the rest.
  let left = room - written(draft, entries, []).length - weights.length * 100;
  return brief.filter(({ head, says }) => (left -= head.length + says.join("\n").length + 10) >= 0);
}

function shownAs(entry: SummaryEntry, size: EntrySize): ShownEntry {
  const { one, also } = entry;
  const says = markdownProse(firstSentences(explanationOf(one), size.sentences, size.explanation));
  const under = size.whole ? alsoLines(one, also) : [];
  // The suggestions are one flat list.
  const isFlat = entry.weight === null;
  const blocks = size.whole && !isFlat ? [quotedCode(one), under.join("\n")] : [];
  return {
    entry,
    head: headOf(one, size.title),
    says: [
      ...(says === "" ? [] : [says]),
      ...(isFlat ? under.map((line) => line.replace(/^- /, "")) : []),
      ...blocks.flatMap((block) => (block === "" ? [] : ["", block])),
    ],
  };
}

function headOf(one: JudgedFinding, longestTitle: number): string {
  const { at } = one.finding;
  const lines = at.end > at.start ? `${at.start}-${at.end}` : String(at.start);
  const before = at.side === "base" ? " (before the change)" : "";
  const title = markdownProse(shorten(findingTitle(one), longestTitle)) || "Untitled";
  return `${markdownText(shorten(oneLine(at.path), longestPath)) || "?"} (${lines}): ${title}${before}`;
}

function written(draft: Draft, entries: readonly SummaryEntry[], shown: readonly ShownEntry[]): string {
  return [
    summaryOpening,
    summaryLine,
    "",
    ...section("What Changed", whatChanged(draft)),
    ...section("Strengths", strengths(draft)),
    ...section("Observations", observations(draft, entries, shown)),
    ...section("Suggestions", suggestions(entries, shown)),
    ...section("Verdict", [verdict(draft)]),
    summaryClosing,
    "",
  ].join("\n");
}

function section(name: SectionName, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${name}`, "", ...lines, ""];
}

/** What the author or the goal reviewer says, then the reason, or which files it is about; never a claim of our own. */
function whatChanged({ change, reports }: Draft): string[] {
  const summary = summariseIntent(change, reports);
  const what = firstSentences(joinStatements(whatLines(summary, change)), 1, 300);
  const why = firstSentences(whyLine(summary) ?? "", 1, 300);
  const namesFiles = summary.said.length === 0 || change.files.some((file) => what.includes(pathOf(file)));
  const second = why !== "" && why !== what ? why : namesFiles ? "" : touchedFiles(change);
  const text = [what, second].filter((part) => part !== "").join(" ");
  // A title that starts like our own line must not be mistaken for it.
  const author = /^reviewed\b/i.test(text) ? `Titled: ${text}` : text;
  const reviewed = reviewedLine(change.triage.categories);
  return reviewed === null ? [markdownProse(author)] : [markdownProse(author), "", reviewed];
}

/** One sentence: the rules of the summary allow two, and the second is the reason. */
function joinStatements(lines: readonly string[]): string {
  return lines
    .map((line, index) => (index > 0 && goesOn.test(line) ? line.charAt(0).toLowerCase() + line.slice(1) : line))
    .map((line) => line.replace(/\.$/, ""))
    .join("; ");
}

/** Not a name, which keeps its capital. */
const goesOn = /^(?:This|These|The|It|In|With) /;

const mostNamed = 3;

/**
 * Where to look first, else those with the most changed lines; what the review leaves out is named only if there is
 * nothing else.
 */
function touchedFiles({ files, triage }: Draft["change"]): string {
  const leftOut = new Set(triage.leftOut.flatMap(({ path, hunks }) => (hunks === null ? [path] : [])));
  const read = files.filter((file) => !leftOut.has(pathOf(file)));
  const recent = new Map(triage.files.map((file) => [file.path, file.recent]));
  const paths = (read.length === 0 ? files : read)
    .toSorted((a, b) => (triage.lookFirst ? 0 : b.additions + b.deletions - a.additions - a.deletions))
    .slice(0, mostNamed)
    .map((file) => {
      const path = pathOf(file);
      const often = recent.get(path);
      return `${shortenPath(oneLine(path), 80)}${often ? ` (${recentText(often)})` : ""}`;
    });
  if (paths.length === 0) return "";
  // Those that the review leaves out count, too: the sentence is about the change.
  const others = files.length - paths.length;
  const named = [...paths, ...(others > 0 ? [count(others, "more file")] : [])];
  const sentence = `It touches ${list(named)}.`;
  // A file name can hold whole sentences.
  return sentencesOf(sentence).length === 1 ? sentence : `It touches ${count(files.length, "file")}.`;
}

const mostStrengths = 5;

/** Only what was run, or verified at a named line of the change. */
function strengths(draft: Draft): string[] {
  const lines = [
    ...testStrengths(draft),
    ...verifiedConcerns(draft),
    ...cleanStrengths(draft),
    ...strengthNotes(draft),
  ].map((line) => `- ${strengthMark} ${markdownProse(shorten(oneLine(line), 300))}`);
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

function verifiedConcerns({ change, reports }: Draft): string[] {
  return settledConcerns(change, reports).flatMap(({ text, status, how }) =>
    status === "verified" && how !== null && how.trim() !== "" ? [`${withoutStop(text)}: ${how}`] : [],
  );
}

function withoutStop(text: string): string {
  return oneLine(text).replace(/[.!?]+$/, "");
}

/** A pass with any finding is not clean, whatever another reviewer says. */
function cleanStrengths({ change, reports, judged }: Draft): string[] {
  const ran = reports.filter((report) => report.status === "ran");
  const found = new Set([
    ...ran.flatMap(({ verdicts }) => verdicts.filter(({ says }) => says === "findings").map(({ pass }) => pass)),
    ...judged
      .filter((one) => !["suppressed", "dropped"].includes(one.outcome) || isOpenFinding(one))
      .map(({ finding }) => finding.pass),
  ]);
  return ran
    .filter(({ by }) => by === "reviewer")
    .flatMap(({ verdicts }) => verdicts)
    .filter(({ says, pass, evidence }) => says === "clean" && !found.has(pass) && namesLine(evidence, change))
    .map(({ pass, evidence }) => `${passNames[pass]}: ${evidence}`);
}

/** Notes of reviewers on what holds at a line of the change. */
export function strengthNotes({ change, reports }: Pick<Draft, "change" | "reports">): string[] {
  return reports
    .filter(({ by, status }) => by === "reviewer" && status === "ran")
    .flatMap(({ notes = [] }) => notes)
    .filter((note) => namesLine(note, change) && !doubts.test(note));
}

/** Words of what a reviewer could not see or would change; such a note is no strength. */
const doubts =
  /\b(?:not|no|nothing|never|cannot|can't|couldn't|doesn't|isn't|unable|unclear|unknown|assum\w+|should|would|could|might|may|but|however|unless|only|missing|lack\w*|without)\b/i;

/** Whether the text names a line of the change, as in `src/cart.ts:12`. */
function namesLine(text: string, { files }: Pick<Change, "files">): boolean {
  return files.some((file) => {
    const [, ...after] = text.split(`${pathOf(file)}:`);
    return after.some((rest) => /^\d/.test(rest));
  });
}

const passNames: Record<Report["verdicts"][number]["pass"], string> = {
  correctness: "Correctness",
  security: "Security",
  "cross-reference": "References between files",
  "error-handling": "Error handling",
  tests: "Tests",
  "diff-specific": "Points specific to this diff",
  performance: "Performance",
  async: "Asynchronous code",
};

function observations(
  { judged, change, decision }: Draft,
  entries: readonly SummaryEntry[],
  shown: readonly ShownEntry[],
): string[] {
  const groups = weights.filter((weight) => entries.some((entry) => entry.weight === weight));
  if (groups.length === 0)
    return [
      placeFindings(judged, change).listed.some(({ one }) => !one.finding.improvement)
        ? listedBelow
        : `No ${decision.earlier > 0 ? "new " : ""}finding calls for a fix; what could be better is under Suggestions.`,
    ];
  return groups
    .flatMap((weight) => [
      `### ${weight}`,
      "",
      ...ofWeight(shown, weight).flatMap(({ head, says }) => [head, ...says, ""]),
      ...more(entries, shown, weight).flatMap((line) => [line, ""]),
    ])
    .slice(0, -1);
}

function suggestions(entries: readonly SummaryEntry[], shown: readonly ShownEntry[]): string[] {
  return [
    ...ofWeight(shown, null).flatMap(({ head, says }) => [`- ${head}`, ...says.map((line) => `  ${line}`)]),
    ...more(entries, shown, null).map((line) => `- ${line}`),
  ];
}

function ofWeight(shown: readonly ShownEntry[], weight: Weight | null): ShownEntry[] {
  return shown.filter(({ entry }) => entry.weight === weight);
}

function more(entries: readonly SummaryEntry[], shown: readonly ShownEntry[], weight: Weight | null): string[] {
  const left = entries.filter((entry) => entry.weight === weight).length - ofWeight(shown, weight).length;
  return left === 0 ? [] : [`And ${left} more, listed in the details comment.`];
}

function verdict({ decision, judged }: Draft): string {
  const { earlier } = decision;
  const open = earlier === 0 ? "" : `, ${count(earlier, "earlier finding")} still open`;
  return `${summaryVerdicts[verdictOf(decision)]} -- ${countsOf(judged)}${open}; ${whatToDo(decision)}.`;
}

function countsOf(judged: readonly JudgedFinding[]): string {
  const posted = postedEntries(judged).map(({ one }) => one);
  const found = posted.filter(({ finding }) => !finding.improvement);
  const suggested = posted.length - found.length;
  return [
    ...(found.length === 0 ? [] : [foundText(found)]),
    ...(suggested === 0 ? [] : [count(suggested, "suggestion")]),
  ].join(", ");
}

/** "1 high", "2 medium" */
export function severityCounts(found: readonly Pick<JudgedFinding, "severity">[]): string[] {
  return severities.flatMap((severity) => {
    const number = found.filter((one) => one.severity === severity).length;
    return number === 0 ? [] : [`${number} ${severity}`];
  });
}

/** "1 high finding", or "3 findings (1 high, 2 medium)". */
function foundText(found: readonly JudgedFinding[]): string {
  const parts = severityCounts(found);
  return parts.length === 1
    ? `${parts[0]} ${found.length === 1 ? "finding" : "findings"}`
    : `${count(found.length, "finding")} (${parts.join(", ")})`;
}
