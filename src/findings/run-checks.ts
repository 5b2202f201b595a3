// Runs all checks over one change in parallel.
import type { Change, Code } from "../change/change.ts";
import type { Check, Report } from "./report.ts";
import { runUnits } from "./run-units.ts";
import { shareSearch } from "./share-search.ts";
import type { Texts } from "./texts.ts";

/** How long one check may take. */
const limitMs = 30_000;

export interface RunChecksOptions {
  stop: AbortSignal;
  now(): number;
  texts: Texts;
  /** Told as each check ends, for progress. */
  ended?(report: Report): void;
  took?(unit: string, ms: number): number;
}

export async function runChecks(
  checks: readonly Check[],
  change: Change,
  code: Code,
  options: RunChecksOptions,
): Promise<Report[]> {
  const searching = checks.filter(({ searches }) => searches);
  const shared = shareSearch(code.uses, searching.length);
  const ended = (report: Report) => {
    if (searching.some(({ id }) => id === report.unit)) shared.ended();
    options.ended?.(report);
  };
  const reports = await runUnits(
    "check",
    checks,
    { code: { ...code, uses: shared.uses } },
    {
      change,
      limitMs,
      stop: options.stop,
      now: options.now,
      text: options.texts.read,
      ended,
      ...(options.took && { took: options.took }),
    },
  );
  return reports.map((report, index) => {
    const unproven = checks[index]?.unproven;
    return unproven === undefined ? report : { ...report, unproven };
  });
}
