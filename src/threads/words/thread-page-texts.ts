// Defines the texts of the pages of review threads.
import type { Classification } from "../thread-payloads.ts";
import { className } from "./board-texts.ts";
import { count, oneLine, shorten } from "../../review/words/text.ts";

export const threadsWords = {
  title: "Review threads",
  columns: ["Pull request", "Our threads", "Last review", "Last scan"],
  empty: "There are no pull requests with review threads yet.",
  emptyHint: "Pull requests appear here when they are reviewed, or after `crosscheck comments`.",
  go: "Open another pull request",
  goHint: "Its URL, or owner/name#number",
  goButton: "Open",
  notPull: "That does not name a pull request",
  notPullHint: "Enter its URL, or owner/name#number.",
  more: (shown: number) => `The ${shown} newest are listed; enter the URL of any other to open it.`,
  none: "none",
} as const;

export const threadBoardWords = {
  looking: "Fetching its threads from GitHub…",
  lookNow: "Fetch now",
  refresh: "Refresh",
  asOf: "As of",
  filter: "Threads by class",
  open: "All open",
  resolved: "Resolved",
  untriaged: "Not classified",
  nothing: "There are no inline review threads on this pull request.",
  nothingHere: "No thread matches.",
  failed: "Its threads could not be fetched",
  again: "Try again",
  notOffered: "This dashboard cannot fetch threads. Run this command on your own machine:",
  act: "To act on them",
  actSays:
    "Nothing is posted or resolved from this page. Use these commands, with your own token and within the repository's policy:",
  steps: [
    "Classify them, and create a file with an entry for each",
    "Fill it in, and see what would be done",
    "Reply and resolve",
  ],
  all: "All pull requests",
  onGitHub: "On GitHub",
} as const;

export const tooManyFetches = "Other pull requests are being fetched right now. Try again in a moment";
export const fetchFailed = "Something went wrong; see the log";
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
