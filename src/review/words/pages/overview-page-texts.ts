// Defines the texts of the overview.
import { count } from "../text.ts";

export const overviewWords = {
  title: "Overview",
  waiting: "Waiting for you",
  nothingWaits: "Nothing is waiting for you.",
  decide: "Decide",
  drafts: (n: number) => `${count(n, "draft")} to post or cancel`,
  lessons: (n: number) => `${count(n, "lesson")} pending approval`,
  fixedThreads: (n: number) => `${count(n, "pull request")} with open threads`,
  threads: (open: number, fixed: number) =>
    [...(open > 0 ? [`${open} open`] : []), ...(fixed > 0 ? [`${fixed} fixed`] : [])].join(", "),
  week: "The last 7 days",
  weekHint: "Compared with the 7 days before; the bars are the last 12 times 7 days.",
  trends: {
    reviews: "Reviews",
    findings: "Findings posted",
    accepted: "Accepted by people",
    half: "Median duration",
    most: "p90 duration",
    cost: "Cost",
  },
  none: "–",
  same: "as before",
  before: (value: string) => `before: ${value}`,
  bars: (title: string, values: string) => `${title}, oldest first: ${values}`,
  health: "Health",
  jobs: "Jobs",
  noJobs: "none running or waiting",
  jobCounts: (running: number, waiting: number, failed: number) =>
    [
      ...(running > 0 ? [`${running} running`] : []),
      ...(waiting > 0 ? [`${waiting} waiting`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
    ].join(", "),
  models: "Models",
  noModels: "none configured: reviews use checks only",
  unread: "the configuration cannot be read",
  latest: "Latest reviews",
  start: "Start here",
  startLocal:
    "Review your branch with `crosscheck review`, or a pull request with `crosscheck review 123`; its review appears here. `crosscheck playground` shows the whole loop with samples.",
  startServer:
    "Install the App on a repository and open a pull request; its review appears here. `crosscheck doctor` says what is missing.",
  more: (n: number) => `${n} more`,
} as const;
