// Sums up backtests and judgements into bench/precision.json: counts alone, nothing of the repositories' text.
//   node scripts/precision.ts --from RESULT.json ... --judged JUDGEMENTS.json ... [--day YYYY-MM-DD]
import { reachesAuthor } from "../src/findings/finding.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { checks } from "../src/findings/checks/index.ts";
import { advisingOnly } from "../src/findings/report.ts";
import { checkPrecisions, readJudgements } from "../src/review/backtest/judgements.ts";
import { readBacktests } from "../src/review/backtest/read-backtests.ts";
import type { Backtest } from "../src/review/backtest/backtest-result.ts";
import { readPrecision, type PrecisionFile } from "./precision-page.ts";

const { values } = parseArgs({
  options: {
    from: { type: "string", multiple: true, default: [] },
    judged: { type: "string", multiple: true, default: [] },
    day: { type: "string", default: new Date().toISOString().slice(0, 10) },
  },
});

const unproven = new Set(checks.flatMap(({ id, unproven: is }) => advisingOnly(id, is)));
const backtests = values.from
  .flatMap((file) => readBacktests(readFileSync(file, "utf8"), file))
  .map(withoutAdvisingKinds);
const judgements = Object.assign(
  {},
  ...values.judged.map((file) => readJudgements(readFileSync(file, "utf8"), file)),
) as Parameters<typeof checkPrecisions>[1];
const whole = backtests.filter((one) => one.checks.length === checks.length);
const changes = whole.flatMap((one) => one.changes);
const posted = changes
  .flatMap((one) => one.findings)
  .filter((one) => reachesAuthor(one) && !unproven.has(one.check)).length;
const file: PrecisionFile = {
  day: values.day,
  repositories: backtests.map(({ repository, head, changes: replayed, checks: asked }) => ({
    repository,
    head,
    changes: replayed.length,
    checks: asked.length === checks.length ? "all" : asked.toSorted(),
  })),
  together: { changes: changes.length, posted },
  checks: checkPrecisions(backtests, judgements).map(
    ({ check, changes: asked, posted: found, judged, wrong, unclear }) => ({
      check,
      changes: asked,
      posted: found,
      judged,
      wrong,
      unclear,
    }),
  ),
  // Judged apart from the replays: kept as they are.
  kinds: readPrecision().kinds,
  searched: readPrecision().searched,
};
writeFileSync(new URL("../bench/precision.json", import.meta.url), `${JSON.stringify(file, null, 2)}\n`);
console.log(`bench/precision.json: ${backtests.length} replays, ${Object.keys(judgements).length} judgements`);

/** Of a check that posts some kinds and only advises with others, those that it posts are what is measured. */
function withoutAdvisingKinds(backtest: Backtest): Backtest {
  const replayed = backtest.changes.map((change) => ({
    ...change,
    findings: change.findings.filter(({ check, kind }) => !unproven.has(`${check}/${kind}`)),
  }));
  return { ...backtest, changes: replayed };
}
