// What the process that asks models is given, and what it says. It has no token of GitHub's: what obeys a hidden
// instruction there cannot act on it (BEY-11).
import type { Change } from "../../change/change.ts";
import type { ReadOptions } from "../../change/read-change.ts";
import type { LocalTarget } from "../../change/target.ts";
import type { UserConfig } from "../../change/config.ts";
import type { SpendingLimits } from "../../findings/asking/estimate.ts";
import type { Draft } from "../../review/draft.ts";
import type { Progress } from "../../review-change.ts";
import type { CallRecord } from "../../world/models/record.ts";
import type { Given } from "../panel.ts";

export interface Apart {
  /** A pull request's change, read with a token that this process does not get; a local one it reads itself. */
  what: { is: "change"; change: Change } | { is: "local"; target: LocalTarget; options: ReadOptions };
  /** Where its commits are. */
  folder: string;
  today: string;
  /** Nothing of the repository is run. */
  quick: boolean;
  user: UserConfig;
  limits: SpendingLimits;
  /** What limits for one repository go by. */
  repository: string;
  /** In dollars, this month. */
  spent: { all: number; repository: number };
}

/** One JSON value a line. */
export type Said =
  | { is: "progress"; step: Progress }
  | { is: "call"; run: string; call: CallRecord }
  | { is: "drafted"; run: string; draft: Draft; given: Given }
  | { is: "failed"; as: "user"; message: string; remedy: string }
  | { is: "failed"; as: "unavailable"; who: string; message: string };
