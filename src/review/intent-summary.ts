// Summarizes the change: what it does, why, and whether it reached its goal.
import type { Change, AuthorText } from "../change/change.ts";
import type { Tag } from "../change/intent.ts";
import { acceptanceCriteria } from "../change/acceptance.ts";
import { linkedIssue } from "../change/linked-issue.ts";
import { describedTitle, isDescribed } from "../change/is-described.ts";
import { parseConventional } from "../change/conventional.ts";
import type { FixRevertProof, RunnerTests } from "../findings/execution/evidence.ts";
import { isBugfix } from "../findings/execution/is-bugfix.ts";
import type { GoalAnswer, Report } from "../findings/report.ts";
import { readStatements, repeatsWords, startsWithVerb, type AuthorStatements } from "./author-statements.ts";
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
  /** How the author's description begins, where it states no reason. */
  description: string | null;
  /** The claimed goal; its verdict is null where nothing was run or read that could show it. */
  goal: { text: string; verdict: GoalVerdict | null } | null;
  issue: string | null;
  /** Where it could be read. */
  issueTitle: string | null;
  /** Its acceptance criteria, where it could be read and has any. */
  criteria: readonly string[];
}

const longest = 300;
const nothingStated: AuthorStatements = { why: null, goal: null, what: null, opening: null };

export function summariseIntent(change: Change, reports: readonly Report[]): IntentSummary {
  const read = reports.find((report) => report.status === "ran" && report.goal !== undefined)?.goal;
  const stated = isDescribed(change) ? readStatements(change.words.title, change.words.body) : nothingStated;
  const goal = stated.goal ?? read?.goal ?? (isDescribed(change) ? goalOfTitle(change) : null);
  const what =
    read !== undefined && read.what.length > 0 ? { said: read.what.slice(0, 3), more: 0 } : whatChanges(change, stated);
  const verdict = goalVerdict(change, reports, read);
  const why = stated.why ?? read?.why ?? null;
  return {
    title: describedTitle(change),
    ...what,
    why,
    description: why === null ? stated.opening : null,
    // A goal that only repeats the title is of use with its verdict.
    goal: goal === null || (verdict === null && isSaid(goal, change, what.said)) ? null : { text: goal, verdict },
    ...issueOf(change.words),
  };
}

/** Also by a title that the next sentence repeats. */
function isSaid(goal: string, change: Change, said: readonly string[]): boolean {
  return said.includes(goal) || goal === goalOfTitle(change);
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

// Messages generated by git, work in progress and answers to a review.
const uninformativeSubject =
  /^(merge (branch|branches|tag|commit|pull request|remote-tracking branch)\b|fixup!|squash!|wip\b|(address|apply|fix)\b.{0,20}\b(review|suggestions|feedback|nits?|lint|(review|pr) comments|(?<=^(address|apply).{0,20})comments)\b[^:;,–—]{0,20}$)/i;

/** One to three lines on behaviour, in the author's words: the title, then the description, else the commits. */
function whatChanges(change: Change, { what }: AuthorStatements): Pick<IntentSummary, "said" | "more"> {
  const subjects = [
    change.words.title,
    ...change.words.commits.slice(1).map((commit) => commit.message.split("\n", 1)[0] ?? ""),
  ]
    .map((subject) => withoutTags(subject, change.intent.tags))
    .filter((subject) => !uninformativeSubject.test(parseConventional(subject, "title")?.subject ?? subject))
    .map((subject) => shorten(capitalise(withoutPrefix(subject)), longest))
    .filter((subject) => subject !== "");
  if (what !== null)
    return { said: [...subjects.slice(0, 1).filter((title) => !repeatsWords(title, what)), what], more: 0 };
  const distinct = [...new Set(subjects)];
  return distinct.length <= 3 ? { said: distinct, more: 0 } : { said: distinct.slice(0, 2), more: distinct.length - 2 };
}

/** Without what is addressed to Crosscheck. */
function withoutTags(title: string, tags: readonly Tag[]): string {
  const own = new Set(tags.flatMap(({ tag, recognised, suggestion }) => (recognised || suggestion ? [tag] : [])));
  return title
    .replace(/\s?\[([^[\]]{1,40})\]/g, (text, tag: string) => (own.has(tag.trim().toLowerCase()) ? "" : text))
    .trim();
}

/**
 * Without the type, unless it says what happens to the rest, as in "fix: sums lose a digit", and without the number
 * that a squash merge adds.
 */
function withoutPrefix(title: string): string {
  const conventional = parseConventional(title, "title");
  const type = conventional?.known ? conventional.type : null;
  const namesProblem = (type === "fix" || type === "perf") && !startsWithVerb(conventional!.subject);
  const keeps = type === null || type === "revert" || namesProblem;
  return (keeps ? title : conventional!.subject).trim().replace(/\s\(#\d{1,10}\)$/, "");
}

function goalOfTitle({ intent: { conventional, tags }, words }: Change): string | null {
  if (!conventional || !["feat", "fix", "perf"].includes(conventional.type)) return null;
  return shorten(capitalise(withoutPrefix(withoutTags(words.title, tags))), longest) || null;
}

/** Only a word: `std::move` and `fix: …` stay as they are. */
function capitalise(text: string): string {
  return /^\p{Ll}[\p{Ll}'’-]*(?:\s|$)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
