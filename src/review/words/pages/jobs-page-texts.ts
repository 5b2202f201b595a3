// Texts of the jobs page.
import { count, oneLine, shorten } from "../text.ts";

export const jobsWords = {
  title: "Jobs",
  columns: ["Work", "Of", "State", "Since", "Attempts", "Next", "Why", "Actions"],
  caption: "Jobs under way, to come and given up",
  states: { waiting: "Waits", running: "Runs", retrying: "Tries again", failed: "Given up" },
  retry: "Try again",
  retryNow: "Try now",
  cancel: "Cancel",
  button: (says: string, what: string) => `${says}: ${what}`,
  empty: "Nothing waits, nothing runs, nothing was given up.",
  emptyHint: {
    server: "Work comes from GitHub: open or change a pull request of a repository that has the App.",
    local: "Jobs are a server's work. On your own machine, reviews run as you start them.",
  },
  held: "Held back by GitHub",
  heldColumns: ["Installation", "Until", "Why"],
  soon: "as soon as it can be",
  myTurn: "waits for a worker",
  gone: "This job is no longer there to be changed",
  goneHint: "It runs, it is done, or somebody was quicker. Look at the list again.",
  reasonForMaintainers: "shown to those who can write to the repository",
} as const;

export function jobCounts(counts: { waiting: number; running: number; retrying: number; failed: number }): string {
  const said = [
    `${counts.running} under way`,
    `${counts.waiting} to come`,
    `${counts.retrying} to be tried again`,
    `${counts.failed} given up`,
  ];
  return said.join(", ");
}

export function hiddenJobs(n: number): string {
  return `${count(n, "more job")} of repositories that you cannot see`;
}

export function moreJobs(shown: number): string {
  return `Only the first ${shown} are shown.`;
}

export function undeliveredLine(n: number): string {
  return `${count(n, "delivery", "deliveries")} from GitHub not dealt with yet, the oldest came`;
}

export function hiddenHolds(n: number): string {
  return `${count(n, "more installation")} of repositories that you cannot see`;
}

const earlierJobStates = { running: "runs", waiting: "waits", retrying: "will be tried again", failed: "was given up" };

export function waitsForLine(before: keyof typeof earlierJobStates): string {
  return `comes after another of its kind, which ${earlierJobStates[before]}`;
}

export function heldLine(why: string): string {
  return `held back: ${why}`;
}

export function failureReason(why: string): string {
  return shorten(oneLine(why), 300);
}

/** Relative time until then. */
export function inTime(at: number, now: number): string {
  const seconds = Math.ceil((at - now) / 1000);
  if (seconds <= 0) return "now";
  if (seconds < 90) return `in ${count(seconds, "second")}`;
  if (seconds < 5400) return `in ${count(Math.round(seconds / 60), "minute")}`;
  if (seconds < 129_600) return `in ${count(Math.round(seconds / 3600), "hour")}`;
  return `in ${count(Math.round(seconds / 86_400), "day")}`;
}
