// Makes findings advisory whose every source only advises, by the config or for want of proven precision.
import type { Config } from "../../change/config.ts";
import type { Finding, Mark } from "../finding.ts";
import type { GateFacts } from "../gate.ts";

/** Only where every source is advisory: one that is not has said it in its own right. */
export function modeGate(finding: Finding, { change, unproven }: Pick<GateFacts, "change" | "unproven">): Mark[] {
  return adviceOf(finding, change.config, unproven);
}

/** Whether a check's finding will only advise unless a reviewer confirms it. */
export function isAdvisedOnly(
  finding: Finding,
  config: Pick<Config, "checks">,
  unproven: ReadonlySet<string>,
): boolean {
  return finding.root !== "CODE" || adviceOf(finding, config, unproven).length > 0;
}

function adviceOf(
  { sources, kind }: Finding,
  config: Pick<Config, "checks">,
  unproven: ReadonlySet<string> | undefined,
): Mark[] {
  const checks = sources.map((source) => source.replace(/^PRESCAN:/, ""));
  const why = (check: string) => {
    const mode = config.checks[check]?.mode;
    if (mode === "advisory") return "advisory-check" as const;
    const advises = unproven?.has(check) || unproven?.has(`${check}/${kind}`);
    return mode === undefined && advises ? ("unproven-check" as const) : null;
  };
  const marks = checks.flatMap((check) => ((because) => (because ? { kind: because, check } : []))(why(check)));
  if (marks.length < checks.length) return [];
  return marks.map((one) => ({ by: "config", why: one, outcome: "advisory" }));
}
