// Reads people's judgements of sampled findings and computes how often each check is wrong.
import { reachesAuthor } from "../../findings/finding.ts";
import * as z from "zod";
import { UserError } from "../../errors.ts";
import type { Backtest, ReplayedFinding } from "./backtest-result.ts";

export const judgementVerdicts = ["right", "wrong", "unclear"] as const;
type BacktestJudgement = (typeof judgementVerdicts)[number];
export type Judgements = Readonly<Record<string, BacktestJudgement>>;

const file = z.object({ judgements: z.record(z.string(), z.enum(judgementVerdicts)) });

export function readJudgements(text: string, name: string): Judgements {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError(`${name} is not JSON`, "Give the file that the page's Save button wrote.");
  }
  const read = file.safeParse(value);
  if (read.success) return read.data.judgements;
  const [issue] = read.error.issues;
  throw new UserError(
    `${name} is not a file of judgements: ${issue?.path.join(".") || "the top"}: ${issue?.message}`,
    "Give the file that the page's Save button wrote.",
  );
}

export interface Precision {
  check: string;
  changes: number;
  posted: number;
  judged: number;
  wrong: number;
  unclear: number;
  /** 95% interval of the share judged wrong; "unclear" judgements are excluded. */
  interval: readonly [low: number, high: number];
}

/** The share of the findings to be posted that people judged wrong. */
export function checkPrecisions(backtests: readonly Backtest[], judgements: Judgements): Precision[] {
  const changes = backtests.flatMap((one) => one.changes);
  const posted = changes.flatMap((one) => one.findings).filter(reachesAuthor);
  // A change that is in two replays has the same findings in both.
  const findings = [...new Map(posted.map((finding) => [finding.id, finding])).values()];
  const checks = new Set(changes.flatMap((one) => Object.keys(one.checks)));
  return [...checks].toSorted().map((check) => {
    const over = backtests.filter((one) => one.checks.includes(check)).flatMap((one) => one.changes);
    const own = findings.filter((finding) => finding.check === check);
    const said = own.flatMap(({ id }) => judgements[id] ?? []);
    const wrong = said.filter((one) => one === "wrong").length;
    const unclear = said.filter((one) => one === "unclear").length;
    const judged = said.length - unclear;
    return {
      check,
      changes: over.length,
      posted: own.length,
      judged,
      wrong,
      unclear,
      interval: wilsonInterval(wrong, judged),
    };
  });
}

/** Wilson score interval: stays meaningful for small samples and for zero errors, unlike the normal approximation. */
export function wilsonInterval(wrong: number, of: number): [low: number, high: number] {
  if (of === 0) return [0, 1];
  const z2 = 1.96 ** 2;
  const share = wrong / of;
  const middle = share + z2 / (2 * of);
  const spread = 1.96 * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  const scale = 1 + z2 / of;
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}

/** At most `most` posted findings per check, sampled in a stable order derived from the ids. */
export function sampleFindings(backtests: readonly Backtest[], most: number): ReplayedFinding[] {
  const posted = backtests
    .flatMap((one) => one.changes.flatMap((change) => change.findings))
    .filter(reachesAuthor)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const byCheck = Map.groupBy(posted, ({ check }) => check);
  return [...byCheck.values()].flatMap((findings) => findings.slice(0, most));
}
