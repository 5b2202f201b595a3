// What one unit did. Check, reviewer, test and probe all answer with a Report, so that the coverage
// receipt, the pass table, gaps, costs and verification are small folds over `Report[]`.
import type { ModelCost } from "../model-cost.ts";
import type { Change, Code, HunkId } from "../change/change.ts";
import type { RawFinding } from "./build.ts";
import type { Category, Finding, Pass, Severity } from "./finding.ts";
import type { EvalEvidence, TestEvidence } from "./execution/evidence.ts";
import type { LinterResult } from "./execution/linter.ts";
import type { ProbeEvidence } from "./execution/probe-contract.ts";
import type { Reason } from "./reason.ts";

/** What the goal reviewer says of the change as a whole (CHG-8). */
export interface GoalAnswer {
  /** What changes, as behaviour. */
  what: readonly string[];
  why: string | null;
  goal: string | null;
  verdict: "achieved" | "partially" | "not-achieved" | "unverifiable" | "n/a";
  /** Each a sentence with the line that shows it. */
  evidence: readonly string[];
}

/** What became of one thing that a person asked to have verified (CHG-7). */
export interface ConcernAnswer {
  id: string;
  status: "verified" | "failed" | "open";
  how: string;
}

export interface CommandResult {
  command: readonly string[];
  result: "passed" | "failed" | "not-run";
  ms: number;
  summary: string;
}

export interface Verdict {
  pass: Pass;
  says: "findings" | "clean" | "n/a";
  evidence: string;
}

export interface Report {
  unit: string;
  by: "check" | "reviewer" | "execution";
  status: "ran" | "failed" | "skipped";
  why?: Reason;
  findings: Finding[];
  verdicts: Verdict[];
  read: { hunk: HunkId; depth: "full" | "summary" }[];
  ran?: CommandResult[];
  cost?: ModelCost;
  /** The model that answered. */
  model?: string;
  /** What it looked at and found sound, and what it could not look at: kept as evidence (REV-8). */
  notes?: readonly string[];
  /** Rules of the project and lessons of earlier reviews that it was given to read. */
  told?: readonly GivenRule[];
  goal?: GoalAnswer;
  concerns?: readonly ConcernAnswer[];
  /** What running showed; each by the unit that ran it. */
  tests?: TestEvidence;
  lint?: readonly LinterResult[];
  evals?: EvalEvidence;
  probe?: ProbeEvidence;
  ms: number;
  /** The unit, or these kinds of its findings, have not been shown to be right often enough to post by default. */
  unproven?: Unproven;
}

/** All of it, or the kinds that a list names. */
export type Unproven = true | readonly string[];

/** What advises only: a check's id, or `id/kind` for each kind of it that does. */
export function advisingOnly(id: string, unproven: Unproven | undefined): string[] {
  if (unproven === undefined) return [];
  return unproven === true ? [id] : unproven.map((kind) => `${id}/${kind}`);
}

export interface GivenRule {
  what: "rule" | "lesson" | "pattern";
  path: string;
  line: number;
}

/** What a unit hands back; the runner adds its id, its status, its time, and each finding's id and identity. */
export interface UnitResult extends Pick<
  Report,
  | "verdicts"
  | "read"
  | "ran"
  | "cost"
  | "model"
  | "notes"
  | "told"
  | "goal"
  | "concerns"
  | "tests"
  | "lint"
  | "evals"
  | "probe"
> {
  findings: RawFinding[];
}

export interface Unit<Needs> {
  id: string;
  title: string;
  passes: readonly Pass[];
  when(change: Change): true | Reason;
  run(change: Change, needs: Needs, stop: AbortSignal): Promise<UnitResult>;
}

/** A small change given as whole files before and after; a file missing on one side is added or deleted. */
export interface Example {
  name: string;
  title?: string;
  base: Record<string, string>;
  head: Record<string, string>;
  /** For a bad example: the places that must be reported, and nothing else, as `path:line kind`. */
  expect?: readonly string[];
}

export interface Check extends Unit<{ code: Code }> {
  /** It asks `code.uses`. The runner waits with the search until every such check has asked or ended. */
  searches?: true;
  /** Too little of it was judged on real changes (docs/precision.md): shown beside the review unless config says `on`. */
  unproven?: Unproven;
  /** What it finds and why that matters, for the docs page; one paragraph. */
  explains: string;
  /** The kinds of finding it can make, each with its severity. */
  kinds: Record<string, { severity: Severity; category: Category; says: string }>;
  examples: { bad: readonly Example[]; good: readonly Example[] };
}
