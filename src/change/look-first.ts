// Orders the files of a change by where to look first: those that changed often lately and gain few lines. Measured on
// changes that were fixed later, this order shows the lines in question sooner than the diff's.
import { isFixTitle } from "./fix-title.ts";
import type { PastCommit } from "./git.ts";

/** How often a file changed before the change under review. */
export interface RecentChanges {
  changes: number;
  fixes: number;
  /** The days before the change that were counted. */
  days: number;
}

/** So many files of code make an order worth having. */
export const fewestCodeFiles = 4;
export const mostPastCommits = 2_000;

/** In fewer commits, how often a file changed says little. */
const fewestCommits = 500;
const day = 86_400;
const halfLife = 90;
const countedDays = 90;

interface OrderedFile {
  path: string;
  /** Where it was before the change. */
  before: string;
  additions: number;
  /** Code that reviewers read. */
  isCode: boolean;
}

export interface LookFirst {
  /** Paths of the files, all of them. */
  order: readonly string[];
  recent: ReadonlyMap<string, RecentChanges>;
}

/** Null for changes of few code files, and where no code is added. `isWhole`: older commits than these are not missing. */
export function lookFirst(
  files: readonly OrderedFile[],
  past: readonly PastCommit[],
  isWhole: boolean,
): LookFirst | null {
  const code = files.filter(({ isCode }) => isCode);
  if (code.length < fewestCodeFiles || code.every(({ additions }) => additions === 0)) return null;
  const histories = historiesOf(new Set(code.map(({ before }) => before)), past);
  const churn = ({ before }: OrderedFile) => (past.length < fewestCommits ? 1 : (histories.get(before)?.churn ?? 0));
  const rank = (file: OrderedFile) => (file.additions === 0 ? -1 : churn(file) / file.additions);
  const inOrder = code.toSorted((a, b) => rank(b) - rank(a) || a.additions - b.additions);
  const days = isWhole ? countedDays : Math.min(countedDays, Math.floor(daysBefore(past.at(-1), past[0])));
  const recent = inOrder.flatMap(({ path, before }): [string, RecentChanges][] => {
    const { changes = 0, fixes = 0 } = histories.get(before) ?? {};
    return changes === 0 || days === 0 ? [] : [[path, { changes, fixes, days }]];
  });
  const others = files.filter(({ isCode }) => !isCode);
  return { order: [...inOrder, ...others].map(({ path }) => path), recent: new Map(recent) };
}

interface FileHistory {
  churn: number;
  changes: number;
  fixes: number;
}

function historiesOf(paths: ReadonlySet<string>, past: readonly PastCommit[]): Map<string, FileHistory> {
  const histories = new Map<string, FileHistory>();
  for (const commit of past) {
    const touched = commit.paths.filter((path) => paths.has(path));
    if (touched.length === 0) continue;
    const age = Math.max(0, daysBefore(commit, past[0]));
    const isRecent = age <= countedDays;
    for (const path of touched) {
      const { churn, changes, fixes } = histories.get(path) ?? { churn: 0, changes: 0, fixes: 0 };
      histories.set(path, {
        churn: churn + 0.5 ** (age / halfLife),
        changes: changes + Number(isRecent),
        fixes: fixes + Number(isRecent && isFixTitle(commit.subject)),
      });
    }
  }
  return histories;
}

function daysBefore(commit: PastCommit | undefined, last: PastCommit | undefined): number {
  return commit === undefined || last === undefined ? 0 : (last.when - commit.when) / day;
}

/** A plain fact for people and models alike: "changed 14 times in 90 days, 6 of them fixes". */
export function recentText({ changes, fixes, days }: RecentChanges): string {
  const times = changes === 1 ? "once" : changes === 2 ? "twice" : `${changes} times`;
  const within = `changed ${times} in ${days === 1 ? "1 day" : `${days} days`}`;
  if (fixes === 0) return within;
  if (changes === 1) return `${within}, a fix`;
  if (fixes === changes) return `${within}, ${changes === 2 ? "both" : "all of them"} fixes`;
  return `${within}, ${fixes} of them ${fixes === 1 ? "a fix" : "fixes"}`;
}
