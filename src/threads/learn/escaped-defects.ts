// Records defects that a review missed: a commit reverts or fixes what an earlier, reviewed pull request introduced.
// For each check and reviewer that had read the file, the ledger stores whether it had reported anything.
import { reachesAuthor } from "../../findings/finding.ts";
import type { Draft } from "../../review/draft.ts";
import { checkIds } from "../../findings/carry.ts";

export interface FixCommit {
  how: "revert" | "fix";
  /** The commit it reverts, if named; otherwise null. */
  reverts: string | null;
}

const revertPattern = /\bThis reverts commit ([0-9a-f]{7,64})\b/;
const fixPattern =
  /^(?:\p{Emoji_Presentation}\s*)?(?:fix|hotfix|bugfix)(?:\([^)]{1,100}\))?!?:|^(?:hot|bug)?fix(?:e[sd])?\b/iu;

/** GitHub writes the pull request's title below it. */
const mergePattern = /^Merge pull request #\d{1,9}\b/;

/** Null for a commit that does not claim to fix anything. */
export function parseFixCommit({ subject, body }: { subject: string; body: string }): FixCommit | null {
  const reverts = revertPattern.exec(body.slice(0, 20_000))?.[1] ?? null;
  const title = mergePattern.test(subject) ? body.trim().split("\n", 1)[0]!.slice(0, 1_000) : subject;
  if (reverts !== null || /^revert\b/i.test(title)) return { how: "revert", reverts };
  return fixPattern.test(title) ? { how: "fix", reverts: null } : null;
}

/** The pull request that a merge commit names, in GitHub's format. */
export function pullNumberIn(subject: string): number | null {
  const named = /^Merge pull request #(\d{1,9})\b/.exec(subject) ?? /\(#(\d{1,9})\)$/.exec(subject.trim());
  return named === null ? null : Number(named[1]);
}

export interface EscapeRecord {
  unit: string;
  /** Whether it had reported something about the file that reached the author. */
  said: boolean;
}

/** Only those that had read the file. */
export function readersOfFile({ reports, judged }: Pick<Draft, "reports" | "judged">, path: string): EscapeRecord[] {
  const posted = judged.filter((one) => reachesAuthor(one) && one.finding.at.path === path);
  const saying = new Set(posted.flatMap(({ finding }) => checkIds(finding)));
  return reports
    .filter(({ status, read }) => status === "ran" && read.some(({ hunk }) => hunk.startsWith(`${path}#`)))
    .map(({ unit }) => ({ unit, said: saying.has(unit) }));
}

export interface LedgerRow {
  unit: string;
  /** Escaped defects in files that it had read, and those it had not reported. */
  looked: number;
  missed: number;
}

export function escapeLedger(rows: readonly { unit: string; said: boolean }[]): LedgerRow[] {
  return [...Map.groupBy(rows, ({ unit }) => unit)]
    .map(([unit, all]) => ({ unit, looked: all.length, missed: all.filter(({ said }) => !said).length }))
    .toSorted((a, b) => b.missed - a.missed || (a.unit < b.unit ? -1 : 1));
}
