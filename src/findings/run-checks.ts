// All checks over one change, side by side.
import type { Change, Code } from "../change/change.ts";
import type { Check, Report } from "./report.ts";
import { runUnits } from "./run-units.ts";
import type { Texts } from "./texts.ts";

/** How long one check may take. */
const limitMs = 30_000;

export interface RunChecksOptions {
  stop: AbortSignal;
  now(): number;
  texts: Texts;
  /** Told as each check ends, for progress. */
  ended?(report: Report): void;
}

export async function runChecks(
  checks: readonly Check[],
  change: Change,
  code: Code,
  options: RunChecksOptions,
): Promise<Report[]> {
  return await runUnits(
    "check",
    checks,
    { code },
    {
      change,
      limitMs,
      stop: options.stop,
      now: options.now,
      text: options.texts.read,
      ...(options.ended && { ended: options.ended }),
    },
  );
}
