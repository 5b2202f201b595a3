// Defines the texts of the jobs page.
import { count, oneLine, shorten } from "../text.ts";

export const jobsWords = {
  title: "Jobs",
  columns: ["Work", "Of", "State", "Since", "Attempts", "Next", "Why", "Actions"],
  caption: "Running, waiting and failed jobs",
  states: { waiting: "Waiting", running: "Running", retrying: "Retrying", failed: "Failed" },
  retry: "Try again",
  retryNow: "Try now",
  cancel: "Cancel",
  button: (says: string, what: string) => `${says}: ${what}`,
  empty: "There are no waiting, running or failed jobs.",
  emptyHint: {
    server: "Work comes from GitHub: open or change a pull request of a repository that has the App.",
    local: "Jobs are a server's work. On your own machine, reviews run as you start them.",
  },
  held: "Held back by GitHub",
  heldColumns: ["Installation", "Until", "Why"],
  soon: "as soon as possible",
  myTurn: "waiting for a worker",
  gone: "This job can no longer be changed",
  goneHint: "It is running or done, or someone else changed it. Reload the list.",
  reasonForMaintainers: "shown to those who can write to the repository",
} as const;

export function jobCounts(counts: { waiting: number; running: number; retrying: number; failed: number }): string {
  const said = [
    `${counts.running} running`,
    `${counts.waiting} waiting`,
    `${counts.retrying} to retry`,
    `${counts.failed} failed`,
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
  return `${count(n, "delivery", "deliveries")} from GitHub not processed yet, the oldest came`;
}

export function hiddenHolds(n: number): string {
  return `${count(n, "more installation")} of repositories that you cannot see`;
}

const earlierJobStates = {
  running: "is running",
  waiting: "is waiting",
  retrying: "will be retried",
  failed: "failed",
};

export function waitsForLine(before: keyof typeof earlierJobStates): string {
  return `after another job of its kind, which ${earlierJobStates[before]}`;
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
