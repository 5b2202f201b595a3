// Describes the faults and repairs of a summary, as sentences without their full stop.
import type { VerdictName } from "../decision.ts";
import { reviewedLabels, strengthMark, summaryLine, summaryVerdicts, weights } from "../summary-form.ts";
import { count, list, oneLine, shorten } from "./text.ts";

export type SummaryProblem =
  | { is: "too-long"; longest: number; found: number }
  | { is: "too-tangled" }
  | { is: "not-opened" }
  | { is: "not-closed" }
  | { is: "wrapped-twice" }
  | { is: "summary-line" }
  | { is: "outside"; what: string }
  | { is: "missing" }
  | { is: "twice" }
  | { is: "out-of-order"; after: string }
  | { is: "foreign-section" }
  | { is: "foreign-heading"; depth: number; name: string }
  | { is: "task-box" }
  | { is: "block"; what: string }
  | { is: "html"; tag: string }
  | { is: "sentences"; least: number; most: number; found: number }
  | { is: "reviewed-place" }
  | { is: "reviewed-twice" }
  | { is: "reviewed-form" }
  | { is: "reviewed-label"; label: string }
  | { is: "reviewed-order" }
  | { is: "strength-form" }
  | { is: "list-form" }
  | { is: "severity-unknown"; name: string }
  | { is: "severity-twice"; name: string }
  | { is: "severity-order"; name: string; after: string }
  | { is: "severity-empty"; name: string }
  | { is: "severity-missing" }
  | { is: "entry-form" }
  | { is: "entry-numbered" }
  | { is: "entry-sentences"; found: number }
  | { is: "nothing-found" }
  | { is: "observed-already" }
  | { is: "verdict-form" }
  | { is: "verdict-lines"; found: number }
  | { is: "verdict-approve" }
  | { is: "verdict-elsewhere" }
  | { is: "verdict-counts" }
  | { is: "verdict-misfit"; says: VerdictName; fits: VerdictName };

export function summaryProblemText(problem: SummaryProblem): string {
  switch (problem.is) {
    case "too-long":
      return `it has ${problem.found} characters, but GitHub allows ${problem.longest} in one comment`;
    case "too-tangled":
      return "its Markdown is nested too deeply or too complex for a summary";
    case "not-opened":
      return "it is not in <details>";
    case "not-closed":
      return "</details> is missing, or comes before the sections";
    case "wrapped-twice":
      return "there is more than one <details> or </details>";
    case "summary-line":
      return `the line after <details> must be exactly ${summaryLine}`;
    case "outside":
      return `${problem.what} is outside the sections`;
    case "missing":
      return "this required section is missing";
    case "twice":
      return "this section appears twice";
    case "out-of-order":
      return `this section must come before ${problem.after}`;
    case "foreign-section":
      return "this is not one of the five sections";
    case "foreign-heading":
      return `the heading "${"#".repeat(problem.depth)} ${shown(problem.name)}" does not belong here`;
    case "task-box":
      return "task list items are not allowed, because readers can tick them";
    case "block":
      return `${problem.what} does not belong in this section`;
    case "html":
      return `the HTML ${shown(problem.tag)} does not belong here`;
    case "sentences":
      return `it must have ${problem.least === problem.most ? count(problem.most, "sentence") : `${problem.least} to ${count(problem.most, "sentence")}`}, and has ${problem.found}`;
    case "reviewed-place":
      return 'the line "Reviewed: …" must be the last line of What Changed';
    case "reviewed-twice":
      return 'there is more than one line "Reviewed: …"';
    case "reviewed-form":
      return 'the line must read "Reviewed: " and labels with ", " between them';
    case "reviewed-label":
      return `"${shown(problem.label)}" is not one of ${list(reviewedLabels)}`;
    case "reviewed-order":
      return `each label must appear once, in the order ${list(reviewedLabels)}`;
    case "strength-form":
      return `each strength must be written "- ${strengthMark} …"`;
    case "list-form":
      return "it must be one flat list with bullets";
    case "severity-unknown":
      return `"${shown(problem.name)}" is not one of ${list(weights)}`;
    case "severity-twice":
      return `${problem.name} appears twice`;
    case "severity-order":
      return `${problem.name} must come before ${problem.after}`;
    case "severity-empty":
      return `there is nothing under ${problem.name}`;
    case "severity-missing":
      return `an entry must be under one of the headings ${list(weights.map((weight) => `### ${weight}`))}`;
    case "entry-form":
      return 'an entry must begin with "path (lines): title"';
    case "entry-numbered":
      return "entries must not be numbered or in a list";
    case "entry-sentences":
      return `an entry has at most 3 sentences below its title, and this one has ${problem.found}`;
    case "nothing-found":
      return "there are no observations and no suggestions: a clean review has no summary";
    case "observed-already":
      return "this is under Observations as well";
    case "verdict-form":
      return `it must be one of ${list(Object.values(summaryVerdicts).map((form) => `"${form} -- …"`))}`;
    case "verdict-lines":
      return `it must be exactly one line, and has ${problem.found}`;
    case "verdict-approve":
      return "a posted summary never says **Approve**";
    case "verdict-elsewhere":
      return "a verdict may only be under Verdict";
    case "verdict-counts":
      return "it must say how many findings there are";
    case "verdict-misfit":
      return `it says ${problem.says}, but with these observations it must be ${problem.fits} or stricter`;
  }
}

export type RepairKind = "prose-removed" | "blank-line-added";

export function repairText(repair: RepairKind): string {
  return {
    "prose-removed": "text outside the sections was removed",
    "blank-line-added": "a missing blank line was added",
  }[repair];
}

function shown(text: string): string {
  return shorten(oneLine(text), 60);
}
