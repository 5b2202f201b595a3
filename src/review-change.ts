// The flow. A person, or days, can stand between a draft and its posting; hence three verbs.
import { createHash } from "node:crypto";
import type { Change, CodeReader } from "./change/change.ts";
import type { UserConfig } from "./change/config.ts";
import type { Git } from "./change/git.ts";
import { readChange, type ReadOptions } from "./change/read-change.ts";
import type { Target } from "./change/target.ts";
import { gate } from "./findings/gate.ts";
import type { Check, Report } from "./findings/report.ts";
import { estimateCost, stopBeforeOverspending, type SpendingLimits } from "./findings/reviewers/estimate.ts";
import { runChecks } from "./findings/run-checks.ts";
import { textsOf } from "./findings/texts.ts";
import { decide } from "./review/decide.ts";
import { decisionFacts } from "./review/decision-facts.ts";
import type { Draft } from "./review/draft.ts";
import { planPosting, type Action, type Choice, type Plan, type PlanFacts } from "./review/plan.ts";

/** What reads a change. It holds nothing that could write to GitHub. */
export interface Reading {
  git: Git;
  code: CodeReader;
  checks: readonly Check[];
  user: UserConfig;
  /** Larger files are not read; a Cut says so. */
  largestFile: number;
  clock: { now(): number; today(): string };
  stop: AbortSignal;
  progress(step: Progress): void;
}

export type Progress =
  | { step: "reading" }
  | { step: "checking"; units: number }
  | { step: "checked"; report: Report }
  | { step: "judging" };

export type ReviewOptions = ReadOptions & SpendingLimits;

export async function review(target: Target, reading: Reading, options: ReviewOptions = {}): Promise<Draft> {
  const { checks, clock, stop, progress } = reading;
  progress({ step: "reading" });
  const change = await readChange(target, options, { ...reading, knownChecks: checks.map((check) => check.id) });
  stopBeforeOverspending(estimateCost(change.triage, []), options);

  progress({ step: "checking", units: checks.length });
  const code = reading.code.at(change.base, change.head);
  const texts = textsOf(code);
  const ended = (report: Report) => progress({ step: "checked", report });
  const reports = await runChecks(checks, change, code, { stop, now: clock.now, texts, ended });

  progress({ step: "judging" });
  const judged = await gate(change, reports, texts, clock.today());
  const decision = decide(decisionFacts(change, reports, judged, false));
  return { id: draftId(change), change, reports, judged, edits: [], decision };
}

/** Pure: what posting this draft would do. A local change has nowhere to be posted to. */
export function plan(draft: Draft, choice: Choice, facts: PlanFacts = {}): Plan | null {
  return planPosting(draft, choice, facts);
}

/** What writes. It sees validated actions only, never the change's text. */
export interface Writing {
  /** Looks the action's key up where it would be, and in the record of what was done. */
  alreadyDone(action: Action): Promise<boolean>;
  write(action: Action, plan: Plan): Promise<void>;
}

export interface Outcome {
  key: Action["key"];
  is: "done" | "already" | "unknown";
  why?: string;
}

/** The only place that writes. A key is looked up before it is acted on, so that a repeated plan posts nothing twice. */
export async function perform(planned: Plan, writing: Writing): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const action of planned.actions) outcomes.push(await attempt(action, planned, writing));
  return outcomes;
}

/** A write whose answer was lost may have happened: that is said, and never tried again blindly. */
async function attempt(action: Action, planned: Plan, writing: Writing): Promise<Outcome> {
  try {
    if (await writing.alreadyDone(action)) return { key: action.key, is: "already" };
    await writing.write(action, planned);
    return { key: action.key, is: "done" };
  } catch (error) {
    return { key: action.key, is: "unknown", why: error instanceof Error ? error.message : String(error) };
  }
}

/** The same change, read the same way, has the same id. */
function draftId(change: Change): string {
  return createHash("sha256")
    .update(JSON.stringify([change.base, change.head, change.intent, change.config]))
    .digest("hex")
    .slice(0, 12);
}
