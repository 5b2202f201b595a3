// Texts of the HTML report: headings, labels, and keyboard help.
import type { FileDiff } from "../../change/diff.ts";
import type { LeftOutFiles } from "../../change/noise.ts";
import { reachesAuthor, type FindingOutcome, type JudgedFinding, type Mark } from "../../findings/finding.ts";
import type { PassRow } from "../../findings/gaps.ts";
import type { Report } from "../../findings/report.ts";
import { chosenBy, eventOf, type Decision, type Event } from "../decision.ts";
import { suggestedAction, whyNotPosted } from "./finding-lines.ts";
import { noiseText, reasonText, sourceName } from "./reasons.ts";
import { count, list, oneLine } from "./text.ts";

export const headings = {
  overview: "Overview",
  concerns: "To verify",
  findings: "Findings",
  files: "Files",
  filters: "Filter",
  about: "About the change",
  details: "How it was reviewed",
  coverage: "Coverage receipt",
  units: "Who looked",
  reviewers: "Cost of the reviewers",
  unread: "Lines that were not read",
  passes: "Passes",
  triage: "Triage",
  sensitive: "Security-sensitive places",
  leftOut: "Left out",
  notes: "Notes",
  help: "Keys",
} as const;

export const reportLabels = {
  product: "Crosscheck",
  skip: "Skip to the findings",
  sections: "Sections",
  theme: "Light or dark",
  themes: { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" },
  help: "Keys",
  close: "Close",
  pull: "Pull request",
  what: "What this changes",
  why: "Why (per author)",
  description: "From the description",
  goal: "Claimed goal",
  issue: "Linked issue",
  verdict: "Goal verdict",
  signals: "Signals",
  severity: "Severity",
  check: "Found by",
  outcome: "Outcome",
  path: "Path",
  pathHint: "Part of a path",
  onlyFound: "Only files with findings",
  fix: "Suggested change",
  marks: "How it was judged",
  link: "Link to this finding",
  before: "Line before",
  after: "Line after",
  code: "Code",
  codeBefore: "Code before",
  codeAfter: "Code after",
  thisChange: "this change",
  copyPrompt: "Copy as agent prompt",
  edit: "Edit",
  showLines: "Show its lines",
  outside: "On lines outside the diff",
  noFindings: "Nothing was found.",
  noFiles: "No files changed.",
  noneMatch: "No finding matches the filter.",
  noFileMatches: "No file matches the filter.",
  noScript: "Without scripts this page has no filters, and large files stay folded.",
} as const;

export const columnNames = {
  concerns: ["#", "Concern", "Source", "Status", "How verified"],
  verification: ["Check", "Result", "Duration", "Command"],
  disputes: ["File:line", "Severity", "Flagged by", "Claim", "Verdict", "Effect"],
  units: ["Unit", "Status", "Findings", "Lines read", "Time"],
  reviewers: ["Reviewer", "Said", "Model", "Took"],
  passes: ["Pass", "Verdict", "Evidence"],
  unread: ["File", "Lines"],
  leftOut: ["File", "Why", "Lines"],
  sensitive: ["File", "Topic"],
} as const;

export const rowNames = {
  tier: "Tier",
  kind: "Kind",
  reviewed: "Reviewed",
  depth: "Depth",
  reviewers: "Reviewers",
  owner: "Owner",
  answered: "Answered",
  cost: "Cost",
} as const;

/** Texts of the page's client script; it fills in `{n}` and `{all}`. */
export const scriptWords = {
  shown: "{n} of {all} findings shown",
  moreFindings: "Show {n} more findings ({all} not shown)",
  moreFiles: "Show {n} more files ({all} not shown)",
  themes: reportLabels.themes,
  copied: "Copied",
  notCopied: "Could not copy",
  notLoaded: "This could not be loaded. Try again",
} as const;

export const keyboardHelp: readonly (readonly [readonly string[], string])[] = [
  [["j", "k"], "next and previous finding"],
  [["n", "p"], "next and previous file"],
  [["↓", "↑"], "next and previous in the list of findings"],
  [["Enter"], "open the selected finding or file"],
  [["/"], "search by path"],
  [["t"], "switch the theme: system, light or dark"],
  [["Esc"], "clear the search, close this help"],
  [["?"], "this help"],
];

export const eventTexts: Record<Event, string> = {
  APPROVE: "Approve",
  COMMENT: "Comment",
  REQUEST_CHANGES: "Request changes",
};

export function eventTitle(decision: Decision): string {
  const title = eventTexts[eventOf(decision)];
  const by = chosenBy(decision);
  return by === null ? title : `${title} (chosen by ${oneLine(by)})`;
}

/** `stands`: the review is already posted. */
export function outcomeTitle(outcome: FindingOutcome, stands = false): string {
  return {
    inline: stands ? "Posted on its line" : "Would be posted on its line",
    listed: stands ? "Posted in the list" : "Would be posted in the list",
    advisory: "Advisory, not posted",
    held: "Held back",
    suppressed: "Suppressed",
    dropped: "Dropped",
  }[outcome];
}

/** Why the author would see it, or would not. */
export function outcomeLine(one: JudgedFinding, stands = false): string {
  if (one.outcome === "advisory")
    return `Not posted: ${whyNotPosted(one)}. What to do: ${suggestedAction(one).toLowerCase()}.`;
  if (!reachesAuthor(one)) return `Not posted: ${whyNotPosted(one)}.`;
  const posted = stands ? "Posted" : "Would be posted";
  if (one.outcome === "inline") return `${posted} on its line.`;
  const why = one.marks.find(({ outcome }) => outcome === "listed");
  return `${posted} in the review's text, not on its line${why ? `: ${reasonText(why.why)}` : ""}.`;
}

export function markLine({ by, why, outcome, confidence, severity }: Mark): string {
  const effects = [
    ...(outcome === undefined ? [] : [outcome]),
    ...(severity === undefined ? [] : [severity]),
    ...(confidence === undefined ? [] : [`confidence ${confidence}/10`]),
  ];
  return `${oneLine(by)}: ${reasonText(why)}${effects.length > 0 ? ` → ${effects.join(", ")}` : ""}`;
}

export function confidenceLine(one: JudgedFinding): string {
  return `confidence ${one.confidence}/10`;
}

export function foundByLine({ finding }: JudgedFinding): string {
  return `found by ${list([...new Set(finding.sources.map(sourceName))])}`;
}

export function statusLine(file: FileDiff): string {
  const from = file.oldPath === null ? "" : ` from ${oneLine(file.oldPath)}`;
  if (file.status === "renamed") return `renamed${from}`;
  if (file.status === "copied") return `copied${from}`;
  return { added: "added", deleted: "deleted", modified: "", "type-changed": "type changed" }[file.status];
}

export const notInDiff = "not part of the change";

/** Why a file is left out, with the hunks where it is not the whole file. */
export function leftOutWhy({ why, hunks }: LeftOutFiles): string {
  if (hunks === null) return noiseText(why);
  return `${noiseText(why)} (${hunks.length === 1 ? "hunk" : "hunks"} ${list(hunks.map((hunk) => String(hunk + 1)))})`;
}

export function noLinesLine(why: string): string {
  return `No lines to show: ${why}.`;
}

export function moreLinesLine(rows: number, findings: number): string {
  return `Show ${count(rows, "more line")}${findings > 0 ? ` with ${count(findings, "finding")}` : ""}`;
}

export function unfoldLine(rows: number): string {
  return `Show ${count(rows, "line")}`;
}

export function moreOutsideLine(findings: number): string {
  return `Show ${count(findings, "more finding")} on lines outside the diff`;
}

export function cutNote(lines: number): string {
  return `${count(lines, "more changed or context line")} of this file ${lines === 1 ? "is" : "are"} not in this report. Use git to see ${lines === 1 ? "it" : "them"}.`;
}

export function longLine(characters: number): string {
  return `… and ${count(characters, "more character")}`;
}

export function noNewlineLine(which: "old" | "new" | "both"): string {
  return {
    old: "No newline at the end before the change",
    new: "No newline at the end after the change",
    both: "No newline at the end",
  }[which];
}

export function moreLine(number: number): string {
  return `and ${number} more`;
}

export function linesLabel(number: number): string {
  return count(number, "line");
}

export function findingsLabel(number: number): string {
  return count(number, "finding");
}

export function tableLabel(path: string): string {
  return `Changed lines of ${path}`;
}

export function passResult(row: PassRow): string {
  if (row.says !== "gap") return row.says;
  return row.by.length === 0 ? "gap: no verdict" : "gap: some verdicts are missing";
}

/** Without what was looked for and did not occur, as in "rules checked: 0". */
export function passEvidence({ evidence }: Pick<PassRow, "evidence">): string {
  return evidence
    .split("; ")
    .filter((part) => !/: 0$/.test(part))
    .join("; ");
}

export function unitStatus({ status, why }: Report): string {
  if (status === "ran") return "ran";
  return `${status === "failed" ? "failed" : "not run"}: ${why ? reasonText(why) : "unknown"}`;
}

/** The share of each kind of reader, for the bar above the receipt. */
export const coverageLabels = { byReviewers: "reviewers", byChecksOnly: "checks only", unread: "nobody" } as const;

export function footer(version: string, id: string): string {
  return `Made by Crosscheck ${oneLine(version)}. Draft ${id}. This file is self-contained and makes no network requests.`;
}
