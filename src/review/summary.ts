// What the change is, why it exists and whether it got there: read first, before any finding.
import type { Change, AuthorText } from "../change/change.ts";
import { acceptanceCriteria } from "../change/acceptance.ts";
import { linkedIssue } from "../change/linked-issue.ts";
import { prose } from "../change/prose.ts";
import { parseConventional } from "../change/conventional.ts";
import type { GoalAnswer, Report } from "../findings/report.ts";
import { shorten } from "./words/text.ts";

export type GoalVerdict =
  | { is: "achieved" | "partially" | "not-achieved"; evidence: readonly [string, ...string[]] }
  | { is: "unverifiable"; why: "no-tests-run" | "no-evidence" }
  | { is: "unverifiable"; why: "reviewer-says"; says: string }
  | { is: "n/a" };

export interface IntentSummary {
  title: string;
  /** What the author's subjects say it does; empty when nobody said anything. */
  said: readonly string[];
  /** Subjects that were left out of `said`. */
  more: number;
  why: string | null;
  goal: string | null;
  issue: string | null;
  /** Where it could be read. */
  issueTitle: string | null;
  /** What it says must hold, where it could be read and says so. */
  criteria: readonly string[];
  verdict: GoalVerdict;
}

const longest = 300;

export function summariseIntent(change: Change, reports: readonly Report[]): IntentSummary {
  const goal = goalOf(change);
  const read = reports.find((report) => report.status === "ran" && report.goal !== undefined)?.goal;
  return {
    title: change.words.title,
    ...(read !== undefined && read.what.length > 0 ? { said: read.what.slice(0, 3), more: 0 } : whatChanges(change)),
    why: whyOf(change.words.body) ?? read?.why ?? null,
    goal: goal ?? read?.goal ?? null,
    ...issueOf(change.words),
    verdict: read === undefined ? verdictOf(goal, reports) : verdictRead(read, reports),
  };
}

/** The one that the words close or name; where they name none, the first that GitHub has linked. */
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

/** A verdict that claims something needs evidence; without it, it is the honest one. */
export function withEvidence(is: "achieved" | "partially" | "not-achieved", evidence: readonly string[]): GoalVerdict {
  const [first, ...rest] = evidence.filter((line) => line.trim() !== "");
  return first === undefined ? { is: "unverifiable", why: "no-evidence" } : { is, evidence: [first, ...rest] };
}

/** The reviewer's own call. Where anything that was run failed, no reading of the code proves the goal. */
function verdictRead({ verdict, evidence }: GoalAnswer, reports: readonly Report[]): GoalVerdict {
  if (verdict === "n/a") return { is: "n/a" };
  if (verdict === "unverifiable") {
    const [says = ""] = evidence;
    return says === ""
      ? { is: "unverifiable", why: "no-evidence" }
      : { is: "unverifiable", why: "reviewer-says", says };
  }
  const failed = reports.some(({ by, ran }) => by === "execution" && ran?.some(({ result }) => result === "failed"));
  return failed && verdict === "achieved"
    ? { is: "unverifiable", why: "no-evidence" }
    : withEvidence(verdict, evidence);
}

function verdictOf(goal: string | null, reports: readonly Report[]): GoalVerdict {
  if (goal === null) return { is: "n/a" };
  const ran = reports.filter((report) => report.by === "execution").flatMap((report) => report.ran ?? []);
  // Where anything failed, what passed does not prove the goal.
  if (ran.some((run) => run.result === "failed")) return { is: "unverifiable", why: "no-evidence" };
  const passed = ran.filter((run) => run.result === "passed");
  return passed.length > 0
    ? withEvidence(
        "achieved",
        passed.map((run) => run.summary),
      )
    : {
        is: "unverifiable",
        why: reports.some(({ by, status }) => by === "reviewer" && status === "ran") ? "no-evidence" : "no-tests-run",
      };
}

// What git writes by itself, and what the author has not finished.
const notTold = /^(merge (branch|branches|tag|commit|pull request|remote-tracking branch)\b|fixup!|squash!|wip\b)/i;

/** One to three lines on behaviour, in the author's own words. */
function whatChanges(change: Change): Pick<IntentSummary, "said" | "more"> {
  const subjects = [
    change.words.title,
    ...change.words.commits.slice(1).map((commit) => commit.message.split("\n", 1)[0] ?? ""),
  ]
    .map((subject) => parseConventional(subject, "title")?.subject ?? subject)
    .map((subject) => shorten(capitalise(subject.trim()), longest))
    .filter((subject) => subject !== "" && !notTold.test(subject));
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
