// What the process that asks models is given, and what it says. It has no token of GitHub's: what obeys a hidden
// instruction there cannot act on it (BEY-11).
import type { Change } from "../../change/change.ts";
import type { ReadOptions } from "../../change/read-change.ts";
import type { LocalTarget } from "../../change/target.ts";
import type { UserConfig } from "../../change/config.ts";
import type { ModelFaultKind } from "../../errors.ts";
import type { Contested } from "../../findings/arbitrate.ts";
import type { SpendingLimits } from "../../findings/asking/estimate.ts";
import type { Cost } from "../../findings/report.ts";
import type { Draft } from "../../review/draft.ts";
import type { Progress } from "../../review-change.ts";
import type { OpenThread } from "../../threads/triage.ts";
import type { CallRecord } from "../../world/models/record.ts";
import type { RunChoice } from "../review/open-execution.ts";
import type { Given } from "../review/open-panel.ts";

interface Common {
  user: UserConfig;
  limits: SpendingLimits;
  /** What limits for one repository go by. */
  repository: string;
  /** In dollars, this month. */
  spent: { all: number; repository: number };
}

/** A review. */
export interface Apart extends Common {
  /** A pull request's change, read with a token that this process does not get; a local one it reads itself. */
  what: { is: "change"; change: Change } | { is: "local"; target: LocalTarget; options: ReadOptions };
  /** Where its commits are. */
  folder: string;
  today: string;
  running: RunChoice;
}

/** Questions about threads, or about what two sides of reviewers differ on. */
export interface AskApart extends Common {
  what: { is: "threads"; open: readonly OpenThread[] } | { is: "disputes"; contested: readonly Contested[] };
}

export type Failed =
  | { is: "failed"; as: "user"; message: string; remedy: string }
  | { is: "failed"; as: "unavailable"; who: string; message: string };

/** One JSON value a line. */
export type Said =
  | { is: "progress"; step: Progress }
  | { is: "call"; run: string; call: CallRecord }
  /** Asked: what it takes to replay it; null where no model was. */
  | { is: "drafted"; draft: Draft; asked: { run: string; given: Given } | null }
  | Failed;

/** In the order in which they were asked; `asked` comes last. */
export type Answer =
  | { is: "answered"; value: unknown; model: string; cost: Cost }
  | { is: "unanswered"; model: string; fault: ModelFaultKind; message: string; cost: Cost | null };
export type SaidAsking =
  | { is: "asking"; model: string }
  | { is: "call"; run: string; call: CallRecord }
  | Answer
  /** `model`: who was to answer, as `vendor/name`. */
  | { is: "asked"; model: string | null }
  | Failed;
