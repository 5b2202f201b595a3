// Texts of the pages of review threads.
import type { Classification } from "../thread-payloads.ts";
import { className } from "./board-texts.ts";
import { count, oneLine, shorten } from "../../review/words/text.ts";

export const threadsWords = {
  title: "Review threads",
  columns: ["Pull request", "Threads of ours", "Last review", "Last look"],
  empty: "No pull request with review threads is known yet.",
  emptyHint: "Pull requests come here when they are reviewed, or when `crosscheck comments` has looked at one.",
  go: "Look at another pull request",
  goHint: "Its address, or owner/name#number",
  goButton: "Open",
  notPull: "That does not name a pull request",
  notPullHint: "Give its address, or owner/name#number.",
  more: (shown: number) => `The ${shown} newest are listed; the address of any other opens it.`,
  none: "none",
} as const;

export const threadBoardWords = {
  looking: "Looking at its threads on GitHub…",
  lookNow: "Look now",
  refresh: "Refresh",
  asOf: "As of",
  filter: "Threads by class",
  open: "All open",
  resolved: "Resolved",
  untriaged: "Not classified",
  nothing: "There are no inline review threads on this pull request.",
  nothingHere: "None of its threads is of this kind.",
  failed: "Its threads could not be looked at",
  again: "Try again",
  notOffered: "This dashboard cannot look at threads. On your own machine this command does:",
  act: "To act on them",
  actSays:
    "Nothing is posted or resolved from this page. These commands do, with your own token and as far as the repository's policy lets them:",
  steps: [
    "Classify them, and begin a file of what is done about each",
    "Fill it in, and see what would be done",
    "Reply and resolve",
  ],
  all: "All pull requests",
  onGitHub: "On GitHub",
} as const;

export const tooManyFetches = "Other pull requests are being looked at just now. Try again in a moment";
export const fetchFailed = "Something went wrong here; the log says what";
export const fetchTimeout = "It took too long";

/** Our own findings: how many are open, and how many were answered as fixed. */
export function ownThreads(open: number, fixed: number): string {
  const parts = [...(open > 0 ? [`${open} open`] : []), ...(fixed > 0 ? [`${fixed} fixed`] : [])];
  return parts.length === 0 ? threadsWords.none : parts.join(", ");
}

export function boardTitle(name: string): string {
  return `${threadsWords.title} · ${shorten(oneLine(name), 200)}`;
}

export function chipText(name: string, threads: number): string {
  return `${name} ${threads}`;
}

export function kindName(kind: Classification | "untriaged" | "resolved" | "open"): string {
  return kind === "untriaged" || kind === "resolved" || kind === "open" ? threadBoardWords[kind] : className(kind);
}

export function groupTitle(name: string, threads: number): string {
  return `${name}: ${count(threads, "thread")}`;
}

/** The commands to run, step by step. */
export function actCommands(pull: string): readonly string[] {
  return [
    `crosscheck comments --pr ${pull} --triage auto --fix-plan fix.json`,
    `crosscheck fix-comments --pr ${pull} --payload fix.json`,
    `crosscheck fix-comments --pr ${pull} --payload fix.json --apply`,
  ];
}

export function fetchCommand(pull: string): string {
  return `crosscheck comments --pr ${pull}`;
}
