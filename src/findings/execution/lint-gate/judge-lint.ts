// Turns a linter's problems on changed lines into findings, one for each rule in a file.
import type { Severity } from "../../finding.ts";
import type { LintProblem } from "../linter.ts";
import { isNonNullRule } from "./house-rules.ts";
import type { LintJob } from "./lint-jobs.ts";
import {
  changedLinesByFile,
  findingAt,
  linterName,
  shortenText,
  type HeadLines,
  type JudgedLint,
} from "./judged-lint.ts";

type PlacedProblem = LintProblem & { line: number };

const weights: Record<LintProblem["severity"], Severity> = { error: "medium", warning: "low", info: "nit" };
/** Limit for further lines named in a finding. */
const mostLines = 8;

export async function judgeLint(
  { linter, files }: LintJob,
  problems: readonly LintProblem[],
  head: HeadLines,
  nonNullForbidden: boolean,
): Promise<JudgedLint> {
  const changed = changedLinesByFile(files);
  const known = uniqueProblems(problems.filter(({ path }) => changed.has(path)));
  const isOn = (problem: LintProblem): problem is PlacedProblem =>
    problem.line !== null && changed.get(problem.path)!.has(problem.line);
  const shaky = new Set(known.filter((one) => !isOn(one) && dependsOnSurroundings(one.rule)).map(({ rule }) => rule));
  const on = known.filter(isOn).filter(({ rule }) => !shaky.has(rule));
  const groups = Map.groupBy(on, ({ path, rule, message }) => `${path}\0${rule ?? message}`);
  const findings = await Promise.all(
    [...groups.values()].map(([first, ...more]) => {
      const forbidden = nonNullForbidden && isNonNullRule(first!.rule);
      return findingAt(
        {
          kind: "violation",
          path: first!.path,
          line: first!.line,
          title: lintTitle(first!),
          explanation: `\`${linterName(linter)}\`, as the project configures it, says of this line: ${shortenText(first!.message, 400)}${alsoOn(more)}`,
          severity: forbidden ? "medium" : weights[first!.severity],
        },
        head,
      );
    }),
  );
  return {
    findings: findings.flat(),
    onChanged: on.length,
    elsewhere: known.length - on.length,
    note: null,
    trouble: null,
  };
}

/**
 * Rules that depend on installed packages or generated code. If such a rule also reports untouched lines, something is
 * probably missing here that the project has.
 */
function dependsOnSurroundings(rule: string | null): boolean {
  return (
    rule !== null &&
    /(?:^|\/)(?:no-unsafe-[\w-]+|no-unresolved|no-missing-(?:import|require)|no-extraneous-[\w-]+|named|namespace|default|no-unnecessary-[\w-]+|no-redundant-type-constituents)$/.test(
      rule,
    )
  );
}

export function lintTitle({ rule, message }: Pick<LintProblem, "rule" | "message">): string {
  return shortenText(rule === null ? message : `${rule}: ${message}`, 110);
}

function alsoOn(more: readonly PlacedProblem[]): string {
  const lines = [...new Set(more.map(({ line }) => line))];
  if (lines.length === 0) return "";
  const rest = lines.length - mostLines;
  return ` The same goes for line ${lines.slice(0, mostLines).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
}

function uniqueProblems(problems: readonly LintProblem[]): LintProblem[] {
  const key = ({ path, line, rule, message }: LintProblem) => [path, line, rule, message].join("\0");
  return [...new Map(problems.map((one) => [key(one), one])).values()].toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0),
  );
}
