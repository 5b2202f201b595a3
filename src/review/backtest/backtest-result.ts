// Defines the result of replaying merged changes and aggregates it per check.
import { reachesAuthor, type FindingOutcome, type Severity } from "../../findings/finding.ts";

/** Outcome of a flagged line within 30 days after the change; the newest changes are not 30 days old yet. */
export type LineOutcome = "changed" | "kept" | "too-soon";

export interface ReplayedFinding {
  /** Identifies the finding in judgements: the same change and check produce the same id again. */
  id: string;
  check: string;
  kind: string;
  severity: Severity;
  outcome: FindingOutcome;
  path: string;
  line: number;
  side: "base" | "head";
  title: string;
  explanation: string;
  quotes: readonly { path: string; line: number; side: "base" | "head"; text: string }[];
  /** Surrounding lines. */
  around: readonly { line: number; text: string }[];
  again: LineOutcome;
}

export interface ReplayedChange {
  sha: string;
  subject: string;
  /** Merge time, in seconds. */
  when: number;
  files: number;
  lines: number;
  ms: number;
  /** Duration of each check, and the checks that failed. */
  checks: Readonly<Record<string, { ms: number; failed: string | null }>>;
  findings: readonly ReplayedFinding[];
}

export interface Backtest {
  repository: string;
  head: string;
  /** Ids of the checks that ran. */
  checks: readonly string[];
  /** Checks, or kinds as `check/kind`, that are advisory by default. A replay treats them as enabled. */
  unproven: readonly string[];
  changes: readonly ReplayedChange[];
  /** Changes that could not be read, with the reason. */
  unread: readonly { sha: string; why: string }[];
  /** Peak memory of the process, in MB. */
  memory: number;
}

export interface CheckSummary {
  check: string;
  /** Number of changes the check ran on, and number of those it applied to. */
  changes: number;
  ran: number;
  failed: number;
  posted: number;
  advisory: number;
  quiet: number;
  again: Record<LineOutcome, number>;
  p50: number;
  p90: number;
}

/** One row per check, over the replays that ran it. */
export function summariseBacktests(backtests: readonly Backtest[]): CheckSummary[] {
  const ids = new Set(backtests.flatMap(({ checks }) => checks));
  return [...ids].map((check) => {
    const changes = backtests.filter(({ checks }) => checks.includes(check)).flatMap((one) => one.changes);
    const runs = changes.flatMap(({ checks }) => checks[check] ?? []);
    const findings = changes.flatMap((change) => change.findings.filter((finding) => finding.check === check));
    const posted = findings.filter(reachesAuthor);
    const advisory = findings.filter(({ outcome }) => outcome === "advisory").length;
    const again = (what: LineOutcome) => posted.filter((finding) => finding.again === what).length;
    const times = runs.map(({ ms }) => ms).toSorted((a, b) => a - b);
    return {
      check,
      changes: changes.length,
      ran: runs.length,
      failed: runs.filter(({ failed }) => failed !== null).length,
      posted: posted.length,
      advisory,
      quiet: findings.length - posted.length - advisory,
      again: { changed: again("changed"), kept: again("kept"), "too-soon": again("too-soon") },
      p50: quantile(times, 0.5),
      p90: quantile(times, 0.9),
    };
  });
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
