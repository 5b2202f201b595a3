// What a replay of merged changes found, as plain data, and the fold of it per check.
import type { FindingOutcome, Severity } from "../../findings/finding.ts";

/** What became of a flagged line in the 30 days after the change; the newest changes have not had their 30 days yet. */
export type Again = "changed" | "kept" | "too-soon";

export interface ReplayedFinding {
  /** Names the finding in judgements: the same change and check give the same id again. */
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
  /** The lines around it. */
  around: readonly { line: number; text: string }[];
  again: Again;
}

export interface ReplayedChange {
  sha: string;
  subject: string;
  /** When it was merged, in seconds. */
  when: number;
  files: number;
  lines: number;
  ms: number;
  /** How long each check took, and which failed. */
  checks: Readonly<Record<string, { ms: number; failed: string | null }>>;
  findings: readonly ReplayedFinding[];
}

export interface Backtest {
  repository: string;
  head: string;
  /** The ids of the checks that were asked. */
  checks: readonly string[];
  /** Those of them, or of their kinds as `check/kind`, that are advisory by default; here they say what they would post if they were on. */
  unproven: readonly string[];
  changes: readonly ReplayedChange[];
  /** Changes that could not be read, with the reason. */
  unread: readonly { sha: string; why: string }[];
  /** The most memory that the process has held, in MB. */
  memory: number;
}

export interface CheckSummary {
  check: string;
  /** How many changes it was asked about, and on how many it had something to look at. */
  changes: number;
  ran: number;
  failed: number;
  posted: number;
  advisory: number;
  /** Held, suppressed or dropped. */
  quiet: number;
  again: Record<Again, number>;
  p50: number;
  p90: number;
}

/** One row for each check that was asked, over the replays that asked it. */
export function summariseBacktests(backtests: readonly Backtest[]): CheckSummary[] {
  const ids = new Set(backtests.flatMap(({ checks }) => checks));
  return [...ids].map((check) => {
    const changes = backtests.filter(({ checks }) => checks.includes(check)).flatMap((one) => one.changes);
    const runs = changes.flatMap(({ checks }) => checks[check] ?? []);
    const findings = changes.flatMap((change) => change.findings.filter((finding) => finding.check === check));
    const posted = findings.filter(({ outcome }) => outcome === "posted");
    const advisory = findings.filter(({ outcome }) => outcome === "advisory").length;
    const again = (what: Again) => posted.filter((finding) => finding.again === what).length;
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
