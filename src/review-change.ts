// The flow: review, plan, perform. Hours or days may pass between a draft and its posting, hence three verbs.
import { createHash } from "node:crypto";
import type { Change, CodeReader, ReviewHistory } from "./change/change.ts";
import type { UserConfig } from "./change/config.ts";
import type { Git } from "./change/git.ts";
import { readChange, type ReadOptions } from "./change/read-change.ts";
import { readPullRequest } from "./change/read-pull.ts";
import type { GitHubReads, PullSnapshot } from "./change/github.ts";
import type { LocalTarget } from "./change/target.ts";
import { standingQuotes } from "./findings/carry.ts";
import { gate } from "./findings/gate.ts";
import type { Check, Report } from "./findings/report.ts";
import type { AskProgress } from "./findings/asking/asking.ts";
import { askPanel, editWithPanel, settleWithPanel, type Panel } from "./findings/asking/panel.ts";
import {
  estimateCost,
  stopBeforeOverspending,
  type Estimate,
  type SpendingLimits,
} from "./findings/asking/estimate.ts";
import { execute, type ExecutionMode } from "./findings/execution/execute.ts";
import { tryFixes } from "./findings/execution/try-fixes.ts";
import { runChecks } from "./findings/run-checks.ts";
import { textsOf } from "./findings/texts.ts";
import { decideReview } from "./review/decide-review.ts";
import type { Draft } from "./review/draft.ts";
import { planPosting, type Choice, type Plan, type PlanFacts } from "./review/plan.ts";
import { postOnce, type ActionOutcome, type OutputLeases, type PostingContext } from "./review/post-once.ts";
import { rememberRound, type RoundMemory } from "./review/remember-round.ts";

export type { ActionOutcome };

/** Inputs for reading a change. None of them can write to GitHub. */
export interface ReviewInputs {
  git: Git;
  code: CodeReader;
  /** For pull requests; read-only. */
  github?: Pick<GitHubReads, "issues">;
  checks: readonly Check[];
  /** The repository's own checks at the base of the change; those that may not run give a reason. */
  ownChecks?(change: Change): Promise<readonly Check[]>;
  /** The model reviewers; absent: none, and the review says so. */
  panel?: Panel;
  /** There are models, but the author may not have them asked. */
  withheld?: boolean;
  /** What of the change may be executed, and where; absent: nothing. */
  executing?: ExecutionMode;
  user: UserConfig;
  /** Larger files are not read; an `Omission` says so. */
  largestFile: number;
  clock: {
    now(): number;
    today(): string;
    /** The reported duration of a unit; a replay reports the recorded one. */
    took?(unit: string, ms: number): number;
  };
  stop: AbortSignal;
  progress(step: Progress): void;
}

export type Progress =
  | { step: "asking" }
  | { step: "fetching"; percent: number }
  | { step: "reading" }
  | {
      step: "triaged";
      change: Change;
      estimate: Estimate;
      asks: boolean;
      models: Readonly<Record<string, string | null>>;
    }
  | { step: "checking"; units: number }
  | { step: "checked"; report: Report }
  | { step: "asked"; progress: AskProgress }
  | { step: "reviewed"; report: Report }
  | { step: "running"; unit: string; says: string }
  | { step: "ran"; report: Report }
  | { step: "judging" };

export type ReviewOptions = ReadOptions & SpendingLimits;

/** A pull request as read from GitHub, with its commits fetched. */
export interface PullToReview {
  kind: "pull";
  snapshot: PullSnapshot;
  past: ReviewHistory;
  /** The user's clone of the repository; null if there is none. */
  clone: string | null;
}

export async function review(
  target: LocalTarget | PullToReview,
  reading: ReviewInputs,
  options: ReviewOptions = {},
): Promise<Draft> {
  return await reviewRead(await read(target, reading, options), reading, options);
}

/** The same for a change that was read in another process or is replayed. */
export async function reviewRead(change: Change, reading: ReviewInputs, options: SpendingLimits = {}): Promise<Draft> {
  const { clock, stop, progress, panel } = reading;
  const modelFor = (unit: string) => panel?.asker.modelFor(unit) ?? null;
  const estimate = estimateCost(change.triage, modelFor);
  stopBeforeOverspending(estimate, options);
  const models = Object.fromEntries(change.triage.roster.map((unit) => [unit, modelFor(unit)?.name ?? null]));
  progress({ step: "triaged", change, estimate, asks: panel !== undefined, models });

  const checks = [...reading.checks, ...((await reading.ownChecks?.(change)) ?? [])];
  progress({ step: "checking", units: checks.length });
  const code = reading.code.at(change.base, change.head);
  const texts = textsOf(code);
  const running = { stop, now: clock.now, texts, ...(clock.took && { took: clock.took }) };
  const checking = runChecks(checks, change, code, {
    ...running,
    ended: (report) => progress({ step: "checked", report }),
  });
  const asking = askPanel(panel ?? (reading.withheld ? "withheld" : undefined), change, code, checking, {
    ...running,
    ended: (report) => progress({ step: "reviewed", report }),
  });
  const executing = execute(reading.executing, panel, change, code, {
    ...running,
    checking,
    onOutput: (unit, says) => progress({ step: "running", unit, says }),
    ended: (report) => progress({ step: "ran", report }),
  });
  const [checked, asked, executed] = await Promise.all([checking, asking, executing]);
  const found = [...checked, ...asked, ...executed];

  progress({ step: "judging" });
  const today = clock.today();
  const first = await gate(change, found, texts, today);
  const settled = await settleWithPanel(panel, change, found, first, { ...running, today });
  const { crossModel } = settled;
  const edited = await editWithPanel(panel, change, found, settled.judged, running);
  const judged = await tryFixes(edited.judged, change, code, found, reading.executing, stop);
  const reports = [...found, ...[settled, edited].flatMap(({ report }) => report ?? [])];
  const decision = decideReview(change, reports, judged);
  const standing = await standingQuotes(change, texts);
  const crossed = crossModel && { crossModel };
  return { id: draftId(change, panel?.nonce), change, reports, judged, edits: [], decision, ...crossed, standing };
}

export async function read(
  target: LocalTarget | PullToReview,
  reading: ReviewInputs,
  options: ReviewOptions,
): Promise<Change> {
  reading.progress({ step: "reading" });
  const needs = { ...reading, knownChecks: reading.checks.map((check) => check.id) };
  if (target.kind !== "pull") return await readChange(target, options, needs);
  const { snapshot, past, clone } = target;
  const github = reading.github ?? { issues: async () => [] };
  return await readPullRequest(snapshot, options, { ...needs, github, past, clone });
}

/** Pure: the actions that posting this draft would take; null for a local change. */
export function plan(draft: Draft, choice: Choice, facts: PlanFacts = {}): Plan | null {
  return planPosting(draft, choice, facts);
}

/** What writes. It sees validated actions only, never the change's text. */
export interface ReviewWriter extends Omit<PostingContext, "outputs"> {
  store: RoundMemory & { outputs: OutputLeases };
}

/**
 * The only function that writes to GitHub. Each action happens exactly once, however often it is called with the same
 * plan.
 */
export async function perform(planned: Plan, writing: ReviewWriter): Promise<ActionOutcome[]> {
  const outcomes: ActionOutcome[] = [];
  for (const action of planned.actions)
    outcomes.push(await postOnce(action, planned, { ...writing, outputs: writing.store.outputs }));
  await rememberRound(planned, outcomes, writing);
  return outcomes;
}

/** The id depends on the change and how it was read; with models it also depends on the run. */
function draftId(change: Change, run: string | undefined): string {
  return createHash("sha256")
    .update(
      JSON.stringify([change.from, change.base, change.head, change.intent, change.config, ...(run ? [run] : [])]),
    )
    .digest("hex")
    .slice(0, 12);
}
