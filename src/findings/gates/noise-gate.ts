// Applies the noise budget: a unit whose findings are mostly dismissed in this repository loses confidence or is held
// back.
import type { UnitTally } from "../../change/stored-knowledge.ts";
import { checkIds } from "../carry.ts";
import type { Change } from "../../change/change.ts";
import type { JudgedFinding, Mark } from "../finding.ts";

/** What a unit that is mostly dismissed loses, on the scale of ten. */
const loss = 2;
const mostly = 50;

export type Noise = "fine" | "often-dismissed" | "over-noise-budget";

export function noiseOf({ judged, dismissed }: UnitTally, budget: Change["config"]["noiseBudget"]): Noise {
  if (judged < budget.after) return "fine";
  const percent = dismissedPercent({ judged, dismissed });
  if (percent > budget.percent) return "over-noise-budget";
  return percent > mostly ? "often-dismissed" : "fine";
}

function dismissedPercent({ judged, dismissed }: Pick<UnitTally, "judged" | "dismissed">): number {
  return judged === 0 ? 0 : (100 * dismissed) / judged;
}

/**
 * Only where every source is noisy: one that is not has said it in its own right. `judged` is what the other gates left of
 * it, so that nothing they lowered is lifted.
 */
export function noiseGate(
  { finding, severity, confidence: before }: JudgedFinding,
  { past, config }: Pick<Change, "past" | "config">,
): Mark[] {
  const tallies = past.learned?.tallies ?? [];
  const budget = config.noiseBudget;
  if (tallies.length === 0 || severity === "critical") return [];
  const noisy = checkIds(finding).map((unit) => {
    const tally = tallies.find((one) => one.unit === unit);
    return tally === undefined ? null : { tally, noise: noiseOf(tally, budget) };
  });
  if (noisy.some((one) => one === null || one.noise === "fine")) return [];
  const isOver = noisy.every((one) => one!.noise === "over-noise-budget");
  const confidence = Math.min(before, Math.max(1, before - loss));
  return noisy.map((one) => {
    const { unit, judged, dismissed } = one!.tally;
    return isOver
      ? {
          by: "noise",
          why: { kind: "over-noise-budget", unit, judged, dismissed, percent: budget.percent },
          outcome: "held",
        }
      : { by: "noise", why: { kind: "often-dismissed", unit, judged, dismissed }, confidence };
  });
}
