// A configuration that cannot be read keeps nobody's review back: the defaults are used, and where it is wrong is told once
// (SRV-6).
import { configPath } from "../../change/config.ts";
import { BrokenConfig, type ConfigFault } from "../../change/load-config.ts";
import type { Draft } from "../../review/draft.ts";
import { brokenConfigAction, type Plan } from "../../review/plan.ts";
import type { ReviewOptions } from "../../review-change.ts";
import type { PullRequestRef } from "../../pull-request.ts";

export interface Despite {
  draft: Draft;
  /** What is wrong with the configuration; empty: nothing. */
  faults: readonly ConfigFault[];
}

export async function reviewDespiteConfig(review: (options: ReviewOptions) => Promise<Draft>): Promise<Despite> {
  try {
    return { draft: await review({}), faults: [] };
  } catch (error) {
    if (!(error instanceof BrokenConfig)) throw error;
    return { draft: await review({ ignoreConfig: "broken" }), faults: error.faults };
  }
}

export function withConfigNotice(
  planned: Plan | null,
  pull: PullRequestRef,
  faults: readonly ConfigFault[],
): Plan | null {
  if (planned === null || faults.length === 0) return planned;
  return { ...planned, actions: [...planned.actions, brokenConfigAction(pull, configPath, faults)] };
}
