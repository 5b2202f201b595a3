// The Report of a unit: check, reviewer, test or probe. Coverage, pass table, gaps, costs and verification are folds
// over reports.
import type { ModelCost } from "../model-cost.ts";
import type { Change, Code, HunkId } from "../change/change.ts";
import type { RawFinding } from "./build-finding.ts";
import type { Category, Finding, Pass, Severity } from "./finding.ts";
import type { EvalEvidence, TestEvidence } from "./execution/evidence.ts";
import type { LinterResult } from "./execution/linter.ts";
import type { NotCovered } from "./not-covered.ts";
import type { ProbeEvidence } from "./execution/probe-contract.ts";
import type { AnswerPlace, Reason } from "./reason.ts";

/** The goal reviewer's answer about the change as a whole. */
export interface GoalAnswer {
  /** What changes, as behaviour. */
  what: readonly string[];
  why: string | null;
  goal: string | null;
  verdict: "achieved" | "partially" | "not-achieved" | "unverifiable" | "n/a";
  /** Each a sentence with the line that shows it. */
  evidence: readonly string[];
}

/** The result for one concern. */
export interface ConcernAnswer {
  id: string;
  status: "verified" | "failed" | "open";
  how: string;
}

/** What a reviewer says of an advisory finding of a check. */
export interface AdvisedAnswer {
  /** Its id. */
  finding: string;
  verdict: "confirmed" | "refuted";
  reason: string;
  /** The quoted line that refutes it. */
  at?: AnswerPlace;
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
  /** Code of the change that it is meant for and could not judge: about that it says nothing, not "clean". */
  notCovered?: readonly NotCovered[];
  ran?: CommandResult[];
  cost?: ModelCost;
  /** The model that answered. */
  model?: string;
  /** What it examined and found correct, and what it could not examine. */
  notes?: readonly string[];
  /** The project's rules and lessons that it was given. */
  told?: readonly GivenRule[];
  goal?: GoalAnswer;
  concerns?: readonly ConcernAnswer[];
  answers?: readonly AdvisedAnswer[];
  /** Results of execution, each by its unit. */
  tests?: TestEvidence;
  lint?: readonly LinterResult[];
  evals?: EvalEvidence;
  probe?: ProbeEvidence;
  ms: number;
  /** The unit, or these kinds of its findings, are not yet proven precise enough to be posted by default. */
  unproven?: Unproven;
}

/** All of it, or the kinds that a list names. */
export type Unproven = true | readonly string[];

/** The advisory-only ids: a check's id, or `id/kind`. */
export function advisingOnly(id: string, unproven: Unproven | undefined): string[] {
  if (unproven === undefined) return [];
  return unproven === true ? [id] : unproven.map((kind) => `${id}/${kind}`);
}

export interface GivenRule {
  what: "rule" | "lesson" | "pattern";
  path: string;
  line: number;
}

/** A unit's result; the runner adds id, status, duration and identities. */
export interface UnitResult extends Pick<
  Report,
  | "verdicts"
  | "read"
  | "notCovered"
  | "ran"
  | "cost"
  | "model"
  | "notes"
  | "told"
  | "goal"
  | "concerns"
  | "answers"
  | "tests"
  | "lint"
  | "evals"
  | "probe"
> {
  findings: RawFinding[];
  /** A part of its work failed: the unit counts as failed, and what the rest found is kept. */
  incomplete?: Error;
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
