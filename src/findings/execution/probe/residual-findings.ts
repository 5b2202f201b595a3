// Turns residual uncertainties of a probe into findings at the break-point.
import type { RawFinding } from "../../build-finding.ts";
import { cut } from "../../asking/raw-findings.ts";
import type { Probe } from "../probe-contract.ts";
import type { Residual } from "./probe-sentences.ts";

/** Low-probability uncertainties appear only in the break-point coverage. */
export function residualFindings(probe: Probe, ruled: readonly Residual[], line: string): RawFinding[] {
  if (line.trim() === "") return [];
  const rules = new Map(ruled.map(({ assumption, rule }) => [assumption, rule]));
  const { path, line: start } = probe.break_point;
  const at = { path, side: "head" as const, start, end: start };
  return probe.residual_uncertainty
    .filter(({ probability }) => probability !== "low")
    .map(({ assumption, probability, failure_mode }) => ({
      kind: slug(rules.get(assumption) ?? `assumes ${assumption}`),
      at,
      evidence: [{ ...at, text: line }],
      claim: "present",
      proof: "argued",
      severity: "low",
      confidence: 6,
      root: "DOC",
      category: "tests",
      pass: "tests",
      improvement: false,
      title: cut(`Not verified: ${assumption}`, 160),
      explanation: `Probability that it does not hold: ${probability}. Then: ${failure_mode}.`,
      sources: ["PROBE"],
    }));
}

function slug(text: string): string {
  const words = text.toLowerCase().split(/[^a-z0-9]+/, 12);
  return words
    .filter((word) => word !== "")
    .slice(0, 7)
    .join("-")
    .slice(0, 60)
    .replace(/-$/, "");
}
