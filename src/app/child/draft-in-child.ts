// Drafts a review in a child process without a token, and records it here.
import type { UserConfig } from "../../change/config.ts";
import type { SpendingLimits } from "../../findings/asking/estimate.ts";
import type { Draft } from "../../review/draft.ts";
import type { Progress } from "../../review-change.ts";
import type { Store } from "../../world/store/store.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { RunChoice } from "../review/open-execution.ts";
import { openModelRun } from "./open-model-run.ts";
import { runTask } from "./run-task.ts";
import { reviewChangeTask, type ReviewChangeInput } from "./tasks/review-change.ts";

export interface DraftInChildNeeds {
  models: UserConfig;
  store: Pick<Store, "records">;
  /** The repository that spending limits are counted for. */
  repository: string;
  running: RunChoice;
  limits: SpendingLimits;
  progress(step: Progress): void;
}

export async function draftInChild(
  what: ReviewChangeInput["what"],
  folder: string,
  { models: user, store, repository, running, limits, progress }: DraftInChildNeeds,
  environment: Pick<ProcessEnvironment, "program" | "env" | "cwd" | "stop" | "now">,
): Promise<Draft> {
  const at = environment.now();
  const today = new Date(at).toISOString().slice(0, 10);
  const { input, child } = await openModelRun(user, store, repository, environment);
  const { draft, given } = await runTask(
    reviewChangeTask,
    { what, folder, today, running, user, limits, repository, ...input },
    { ...child, onProgress: progress },
  );
  if (given)
    await store.records.keepReview({
      id: draft.id,
      run: input.asking.run,
      repository,
      at,
      given: JSON.stringify(given),
      draft: JSON.stringify(draft),
    });
  return draft;
}
