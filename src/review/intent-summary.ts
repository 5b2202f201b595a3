// Summarizes the change: what it does, why, and whether it reached its goal.
import type { Change, AuthorText } from "../change/change.ts";
import { acceptanceCriteria } from "../change/acceptance.ts";
import { linkedIssue } from "../change/linked-issue.ts";
import { prose } from "../change/prose.ts";
import { parseConventional } from "../change/conventional.ts";
import type { FixRevertProof, RunnerTests } from "../findings/execution/evidence.ts";
import { isBugfix } from "../findings/execution/is-bugfix.ts";
import type { GoalAnswer, Report } from "../findings/report.ts";
import { changedTestsPass, proofReason, relatedTestsFail } from "./words/verification-texts.ts";
import { shorten } from "./words/text.ts";

/** Each with what shows it, or with the reason why it is not shown. */
export interface GoalVerdict {
  is: "achieved" | "partially" | "not-achieved" | "unverifiable";
  evidence: readonly [string, ...string[]];
}

export interface IntentSummary {
  title: string;
  /** What the author's commit subjects say; empty when there are none. */
  said: readonly string[];
  /** Number of subjects left out of `said`. */
  more: number;
  why: string | null;
  /** The claimed goal; its verdict is null where nothing was run or read that could show it. */
  goal: { text: string; verdict: GoalVerdict | null } | null;
  issue: string | null;
  /** Where it could be read. */
  issueTitle: string | null;
  /** Its acceptance criteria, where it could be read and has any. */
  criteria: readonly string[];
}

const longest = 300;

export function summariseIntent(change: Change, reports: readonly Report[]): IntentSummary {
  const read = reports.find((report) => report.status === "ran" && report.goal !== undefined)?.goal;
  const goal = goalOf(change) ?? read?.goal ?? null;
  return {
    title: change.words.title,
    ...(read !== undefined && read.what.length > 0 ? { said: read.what.slice(0, 3), more: 0 } : whatChanges(change)),
    why: whyOf(change.words.body) ?? read?.why ?? null,
    goal: goal === null ? null : { text: goal, verdict: goalVerdict(change, reports, read) },
    ...issueOf(change.words),
  };
}

/** The issue that the text closes or names; otherwise the first one linked on GitHub. */
function issueOf(words: AuthorText): Pick<IntentSummary, "issue" | "issueTitle" | "criteria"> {
  const named = linkedIssue(words)?.reference ?? null;
  const numbered = (reference: string) => /#\d+$/.exec(reference)?.[0];
  const read =
    named === null
      ? words.issues[0]
      : (words.issues.find(({ reference }) => reference === named) ??
        words.issues.find(({ reference }) => numbered(reference) && numbered(reference) === numbered(named)));
  return {
    issue: named ?? read?.reference ?? null,
    issueTitle: read?.title ?? null,
    criteria: read ? acceptanceCriteria(read.body) : [],
  };
}

/** What was executed outranks what was read: a fix is shown by its proof, and no reading is believed over failing tests. */
function goalVerdict(change: Change, reports: readonly Report[], read: GoalAnswer | undefined): GoalVerdict | null {
  const said = read === undefined || read.verdict === "n/a" ? null : withEvidence(read.verdict, read.evidence);
  const shown = isBugfix(change) ? fixVerdict(reports) : testVerdict(change, reports);
  if (said === null || shown === null) return said ?? shown;
  if (shown.is === "unverifiable") return said.is === "achieved" ? shown : said;
  // Proven in one case, and a reviewer shows another that is missing.
  const isPartial = said.is === "partially" || said.is === "not-achieved";
  const more = said.is === "unverifiable" ? [] : said.evidence;
  return { is: isPartial ? "partially" : "achieved", evidence: [...shown.evidence, ...more] };
}

function withEvidence(is: GoalVerdict["is"], evidence: readonly string[]): GoalVerdict | null {
  const [first, ...rest] = evidence.filter((line) => line.trim() !== "");
  return first === undefined ? null : { is, evidence: [first, ...rest] };
}

function fixVerdict(reports: readonly Report[]): GoalVerdict | null {
  const proof = fixProof(reports);
  if (proof === null || (proof.is === "not-run" && proof.why !== "head-fails")) return failureVerdict(reports);
  return withEvidence(proof.is === "proven" ? "achieved" : "unverifiable", [proofReason(proof) ?? ""]);
}

export function fixProof(reports: readonly Report[]): FixRevertProof | null {
  return reports.map(({ tests }) => tests?.proof ?? null).find((proof) => proof !== null) ?? null;
}

/** A feature is shown by tests of its own; those that passed before show nothing new. */
function testVerdict({ files }: Change, reports: readonly Report[]): GoalVerdict | null {
  const changed = new Set(files.flatMap(({ newPath }) => newPath ?? []));
  const passed = runsOf(reports).flatMap(({ passedFiles = [] }) => passedFiles.filter((path) => changed.has(path)));
  return failureVerdict(reports) ?? withEvidence("achieved", passed.length > 0 ? [changedTestsPass(passed)] : []);
}

function failureVerdict(reports: readonly Report[]): GoalVerdict | null {
  const failed = runsOf(reports).reduce((sum, run) => sum + run.failed.length, 0);
  return failed > 0 ? { is: "unverifiable", evidence: [relatedTestsFail(failed)] } : null;
}

function runsOf(reports: readonly Report[]): RunnerTests[] {
  return reports.flatMap(({ tests }) => tests?.tests ?? []).filter(({ trouble }) => trouble === null);
}

// Messages generated by git, and work in progress.
const uninformativeSubject =
  /^(merge (branch|branches|tag|commit|pull request|remote-tracking branch)\b|fixup!|squash!|wip\b)/i;

/** One to three lines on behaviour, in the author's words. */
function whatChanges(change: Change): Pick<IntentSummary, "said" | "more"> {
  const subjects = [
    change.words.title,
    ...change.words.commits.slice(1).map((commit) => commit.message.split("\n", 1)[0] ?? ""),
  ]
    .map((subject) => parseConventional(subject, "title")?.subject ?? subject)
    .map((subject) => shorten(capitalise(subject.trim()), longest))
    .filter((subject) => subject !== "" && !uninformativeSubject.test(subject));
  const distinct = [...new Set(subjects)];
  return distinct.length <= 3 ? { said: distinct, more: 0 } : { said: distinct.slice(0, 2), more: distinct.length - 2 };
}

const whyHeading = /^#{1,6}\s*(why|motivation|background|context|reason|problem)\b.*$/im;
const whyWords = /\b(because|since|so that|in order to|caused by|the (problem|issue|reason) (is|was)|root cause)\b/i;

function whyOf(body: string): string | null {
  const text = prose(body);
  const heading = whyHeading.exec(text);
  if (heading) {
    const after = paragraphs(text.slice(heading.index + heading[0].length))[0];
    if (after && !after.startsWith("#")) return shorten(after, longest);
  }
  const reasoned = paragraphs(text).find((paragraph) => whyWords.test(paragraph) && !paragraph.startsWith("#"));
  return reasoned === undefined ? null : shorten(reasoned, longest);
}

const goalWords = /\b(so that|in order to|goal|this (fixes|makes|lets|allows|adds|prevents|ensures)|should now)\b/i;

function goalOf({ words, intent }: Change): string | null {
  const stated = paragraphs(prose(words.body)).find(
    (paragraph) => goalWords.test(paragraph) && !paragraph.startsWith("#"),
  );
  if (stated !== undefined) return shorten(stated, longest);
  const { conventional } = intent;
  return conventional && ["feat", "fix", "perf"].includes(conventional.type) && conventional.subject.trim() !== ""
    ? shorten(capitalise(conventional.subject.trim()), longest)
    : null;
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
