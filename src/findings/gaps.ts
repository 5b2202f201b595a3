// Computes gaps: what should have been reviewed and was not. A gap prevents approval.
import type { Change } from "../change/change.ts";
import { passes, type Pass } from "./finding.ts";
import { judgedNoCode } from "./not-covered.ts";
import type { Reason } from "./reason.ts";
import type { Report, Verdict } from "./report.ts";

export type Gap = { kind: "unit"; unit: string; why: Reason } | { kind: "pass"; pass: Pass; owners: readonly string[] };

/** Who must speak for each pass when every pass needs a verdict. */
const owners: Record<Pass, readonly string[]> = {
  correctness: ["code-reviewer", "type-design-analyzer"],
  security: ["security-reviewer", "supply-chain-checker", "actions-auditor"],
  "cross-reference": [
    "agent-rules",
    "stale-reference",
    "dependency-chain",
    "helper-rollout",
    "doc-claim",
    "doc-rule-example",
  ],
  "error-handling": ["silent-failure-hunter"],
  tests: ["pr-test-analyzer"],
  "diff-specific": ["code-reviewer"],
  performance: ["code-reviewer"],
  async: ["code-reviewer"],
};

export interface PassRow {
  pass: Pass;
  says: "findings" | "clean" | "n/a" | "gap";
  evidence: string;
  by: readonly string[];
}

export function passTable(reports: readonly Report[]): PassRow[] {
  return passes.map((pass) => {
    const spoken = reports
      .filter((report) => report.status === "ran" && owners[pass].includes(report.unit))
      .flatMap((report) =>
        report.verdicts
          .filter((verdict) => verdict.pass === pass && counts(verdict))
          .filter(({ says }) => says === "findings" || !judgedNoCode(report))
          .map((verdict) => ({ ...verdict, unit: report.unit })),
      );
    const said = (["findings", "clean", "n/a"] as const).find((word) =>
      spoken.some((verdict) => verdict.says === word),
    );
    // One owner's "clean" does not speak for another that failed.
    const failed = reports.some((report) => report.status === "failed" && owners[pass].includes(report.unit));
    const says = said === undefined || (failed && said !== "findings") ? "gap" : said;
    return {
      pass,
      says,
      evidence: spoken.map((verdict) => verdict.evidence).join("; "),
      by: spoken.map((verdict) => verdict.unit),
    };
  });
}

const mayNotApply: ReadonlySet<Pass> = new Set(["performance", "async"]);

/** "Clean" and "n/a" count only with a line of evidence, and only two passes may not apply. */
function counts({ pass, says, evidence }: Verdict): boolean {
  if (says === "n/a" && !mayNotApply.has(pass)) return false;
  return says === "findings" || evidence.trim() !== "";
}

export function findGaps(change: Pick<Change, "triage">, reports: readonly Report[]): Gap[] {
  const ran = new Map(reports.map((report) => [report.unit, report]));
  const missing = change.triage.roster
    .filter((unit) => ran.get(unit)?.status !== "ran" && !isOpinion(unit))
    .map((unit): Gap => ({ kind: "unit", unit, why: ran.get(unit)?.why ?? { kind: "no-model" } }));
  const failed = reports
    .filter(
      (report) =>
        (report.status === "failed" && !change.triage.roster.includes(report.unit) && !isOpinion(report.unit)) ||
        isMissedProbe(report),
    )
    .map((report): Gap => ({ kind: "unit", unit: report.unit, why: report.why ?? { kind: "stopped" } }));
  const silent = change.triage.fullPass
    ? passTable(reports)
        .filter((row) => row.says === "gap")
        .map((row): Gap => ({ kind: "pass", pass: row.pass, owners: owners[row.pass] }))
    : [];
  return [...missing, ...failed, ...silent];
}

/** A probe that the change calls for and nobody made. */
function isMissedProbe({ unit, status, why }: Report): boolean {
  return unit === "probe" && status === "skipped" && why?.kind === "quick";
}

/** They look again at what others reviewed: without them nothing is left out. */
const opinions: readonly string[] = ["second-opinion", "arbiter"];

/** Without the editor nothing is missing either: rules edit then. */
function isOpinion(unit: string): boolean {
  return opinions.includes(unit) || unit === "editor";
}

/** A second opinion or an arbiter that the review should have had and did not get, with the reason. */
export function missingOpinions(
  change: Pick<Change, "triage">,
  reports: readonly Report[],
): { unit: string; why: Reason }[] {
  return opinions.flatMap((unit) => {
    const report = reports.find((one) => one.unit === unit);
    const isWanted = change.triage.roster.includes(unit) || report !== undefined;
    return !isWanted || report?.status === "ran" ? [] : [{ unit, why: report?.why ?? { kind: "no-model" } }];
  });
}
