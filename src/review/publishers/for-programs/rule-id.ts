// Derives the rule id of a finding, `check/kind`, by which programs count, filter and suppress.
import { checks } from "../../../findings/checks/index.ts";
import type { JudgedFinding } from "../../../findings/finding.ts";
import { sourceName } from "../../words/reasons.ts";
import { oneLine } from "../../words/text.ts";

/** A merged finding counts once: under the first of its sources that knows its kind. */
export function findingUnit({ finding }: JudgedFinding): string {
  const names = finding.sources.map(sourceName);
  const known = names.find((name) =>
    checks.some((check) => check.id === name && Object.hasOwn(check.kinds, finding.kind)),
  );
  return oneLine(known ?? names[0] ?? "");
}

export function ruleIdOf(one: JudgedFinding): string {
  return `${findingUnit(one)}/${oneLine(one.finding.kind)}`;
}
