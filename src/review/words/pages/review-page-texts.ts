// Defines the texts of the page of one review.
import type { JudgedFinding } from "../../../findings/finding.ts";
import type { Edit } from "../../draft.ts";
import { findingLocation, findingTitle } from "../finding-lines.ts";
import { count, oneLine, shorten } from "../text.ts";

export const reviewWords = {
  head: "Head",
  parts: "Parts of this review",
  tabs: {
    findings: "Findings",
    about: "About the change",
    process: "How it was reviewed",
    costs: "Costs",
    timeline: "Timeline",
  },
  layout: "Layout of the code",
  unified: "Unified",
  split: "Split",
  siteKeys: [[["e"], "edit the selected finding of a draft"]] as [string[], string][],
  costs: "Costs",
  timeline: "Timeline",
  others: "Reviews of this pull request",
  download: "Save as one file",
  here: "this one",
  local: "Local change",
  gate: "Decision",
  search: "Search in the changed lines",
  searchHint: "Part of a line",
  searchButton: "Search",
  searchEmpty: "Enter part of a line to search for.",
  changed: "This review has changed in the meantime.",
  reload: "Reload the page",
  whole: "The whole review",
  before: "Earlier lines",
  after: "Later lines",
  costColumns: ["Reviewer", "Model", "Read", "Cached", "Written", "Cost"],
  modelColumns: ["Model", "Called by", "Read", "Cached", "Written", "Cost"],
  total: "Total",
  perModel: "By model",
  noCosts: "No model was called, so this review cost nothing.",
  noModel: "not named",
  unpriced: "price unknown",
  notKept: "Shown on this machine only; not stored.",
  outputs: "Posted on GitHub",
  outputColumns: ["What", "State", "Where"],
  outcome: "State of the findings",
  outcomeColumns: ["Finding", "State", "Feedback"],
  otherColumns: ["Review", "Head", "Decision", "State", "When"],
  open: "open",
  noScript: "Without scripts there are no filters, and each file's lines are on a separate page.",
} as const;

export function searchedText(found: number, shown: number, text: string): string {
  const what = `“${shorten(oneLine(text), 80)}”`;
  if (found === 0) return `No changed or context line contains ${what}.`;
  return found > shown
    ? `${count(found, "line")} with ${what}; the first ${shown} are shown.`
    : `${count(found, "line")} with ${what}.`;
}

export function fileTitle(path: string, title: string): string {
  return `${shorten(oneLine(path), 120)} · ${title}`;
}

export function pieceOf(at: number, all: number): string {
  return `Part ${at + 1} of ${all}`;
}

export function keptLine(head: string): string {
  return `Review of ${head.slice(0, 7)} saved`;
}

export function roundLine(head: string): string {
  return `Review of ${head.slice(0, 7)} posted`;
}

/** A person is named only if they decided under their name. */
export function editLine(edit: Edit, judged: readonly JudgedFinding[]): string {
  const named = "finding" in edit ? findingName(edit.finding, judged) : "";
  switch (edit.edit) {
    case "remove":
      return `A person removed ${named}`;
    case "reword":
      return `A person reworded ${named}`;
    case "move":
      return `A person moved ${named} to ${edit.to === "posted" ? "what is posted" : "what is advisory"}`;
    case "event":
      return `${oneLine(edit.by)} chose ${edit.event}`;
    case "acknowledge":
      return `${oneLine(edit.by)} acknowledged ${edit.rule}`;
  }
}

function findingName(id: string, judged: readonly JudgedFinding[]): string {
  const one = judged.find(({ finding }) => finding.id === id);
  return one ? `“${shorten(findingTitle(one), 100)}” at ${findingLocation(one)}` : `the finding ${oneLine(id)}`;
}

const outputNames: Record<string, string> = {
  review: "Review",
  details: "Details comment",
  notice: "Notice",
  "check-run": "Check run",
  reply: "Reply in a thread",
  resolve: "Thread resolved",
  lift: "Request for changes withdrawn",
  answer: "Answer",
  lesson: "Lesson",
};

export function outputName(kind: string): string {
  return outputNames[kind] ?? oneLine(kind);
}

export function outputState(state: "sending" | "done" | "refused", why: string | null): string {
  if (state === "done") return "posted";
  const because = why === null ? "" : `: ${shorten(oneLine(why), 200)}`;
  return state === "refused" ? `rejected by GitHub${because}` : `may not have arrived${because}`;
}

export const findingStates = { open: "open", fixed: "fixed", dismissed: "dismissed", none: "not posted yet" } as const;

const signalWords: Record<string, string> = {
  fixed: "fixed by a later commit",
  dismissed: "dismissed",
  "thumbs-up": "thumbs up",
  "thumbs-down": "thumbs down",
  "resolved-unchanged": "thread closed, code unchanged",
};

export function signalLine(signal: string, actor: string, reason: string | null): string {
  const why = reason ? `: ${shorten(oneLine(reason), 200)}` : "";
  return `${signalWords[signal] ?? oneLine(signal)} (${shorten(oneLine(actor), 40)})${why}`;
}

export function tokenText(number: number): string {
  return number.toLocaleString("en-US");
}

export function atLeastCost(dollars: number | null): string {
  return `at least ${costText(dollars)}`;
}

export function costText(dollars: number | null): string {
  if (dollars === null) return reviewWords.unpriced;
  return dollars > 0 && dollars < 0.01 ? "< $0.01" : `$${dollars.toFixed(2)}`;
}
