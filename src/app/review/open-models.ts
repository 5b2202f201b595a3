// Opens the user's models for one review: model per reviewer, budget and recording.
import type { UserConfig } from "../../change/config.ts";
import type { Asker, AskProgress } from "../../findings/asking/asking.ts";
import { chooseModels } from "../../findings/asking/choose-model.ts";
import type { SpendingLimits } from "../../findings/asking/estimate.ts";
import type { ModelCost } from "../../model-cost.ts";
import { laterReviewers, reviewers } from "../../findings/reviewers/index.ts";
import { triageUnit } from "../../threads/triage/triage-unit.ts";
import { openAsker } from "../../world/models/ask.ts";
import type { HostModels } from "../../world/models/host-model.ts";
import type { Model } from "../../world/models/model.ts";
import { keyVariables } from "../../world/models/key-variables.ts";
import type { ModelNeeds } from "../../world/models/needs.ts";
import { openModel } from "../../world/models/open-model.ts";
import { withServerBudgets } from "../../world/models/server-context.ts";
import { openSpendingBudget } from "../../world/models/spending-budget.ts";
import type { CallRecord, SpendingBudget } from "../../world/models/record.ts";
import { redactTokens } from "../../secrets/redact-line.ts";
import { resumingAsker } from "../../world/models/resume.ts";
import { wallClock } from "../../world/github/clock.ts";
import { firstOfMonth } from "../month.ts";
import { newRun } from "./new-run.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

/** Where calls are recorded and what was spent before. */
export interface CallKeeper {
  keep(run: string, repository: string, call: CallRecord): Promise<void>;
  spent(since: number, repository?: string): Promise<number>;
}

/** An interrupted run and its answers. */
export interface RunBefore {
  run: string;
  calls: readonly CallRecord[];
}

export interface ModelOptions extends SpendingLimits {
  keeper: CallKeeper;
  /** Resumes that run without asking anything again. */
  resumes?: RunBefore;
  /** Writes the trees of a change for programs that read files themselves. */
  trees?: NonNullable<ModelNeeds["trees"]>;
  /** The model of the coding agent that asked for this review; absent: those of the user's config. */
  host?: HostModels;
  /** The repository for spending limits. */
  repository: string;
  onProgress?(progress: AskProgress): void;
}

export interface OpenModels {
  asker: Asker;
  /** The run id, used in every text fence. */
  run: string;
}

export async function openModels(
  user: UserConfig,
  { env, now }: Pick<ProcessEnvironment, "env" | "now">,
  options: ModelOptions,
): Promise<OpenModels> {
  const { keeper, repository, onProgress = () => {}, resumes } = options;
  const { run, calls } = resumes ?? { run: newRun(), calls: [] };
  const models = await withServerBudgets(user.models ?? [], { env });
  const choice = chooseModels({ ...user, models }, [
    ...[...reviewers, ...laterReviewers].map(({ id }) => id),
    triageUnit,
    "probe",
    "answer-question",
  ]);
  const opened = new Map<string, Model>();
  const modelFor = (unit: string): Model | null => {
    if (options.host) return options.host.modelFor(unit);
    const settings = choice.of(unit);
    if (settings === null) return null;
    const key = JSON.stringify(settings);
    const model = opened.get(key) ?? openModel(settings, { env, ...(options.trees && { trees: options.trees }) });
    opened.set(key, model);
    return model;
  };
  const month = firstOfMonth(now());
  const purse = openSpendingBudget(
    {
      ...user.spending,
      ...(options.maxCost !== undefined && {
        perReview: Math.min(options.maxCost, user.spending?.perReview ?? Infinity),
      }),
      ...(options.maxTokens !== undefined && { maxTokens: options.maxTokens }),
    },
    await spentBefore(keeper, month, repository, calls),
  );
  for (const { model, cost } of calls) takeOff(purse, model, cost);
  const keys = (user.models ?? []).flatMap(keyVariables).flatMap((name) => env[name] ?? []);
  const redact = (text: string) => redactTokens(text, keys);
  const recorder = { full: user.record === "full", keep: (call: CallRecord) => keeper.keep(run, repository, call) };
  const clock = { now: wallClock.now, sleep: wallClock.wait };
  const asker = openAsker({ redact, modelFor, recorder, purse, onProgress, clock });
  return { asker: resumingAsker(calls, asker), run };
}

/** Without what this run has spent already, which is charged to the budget like new calls. */
async function spentBefore(keeper: CallKeeper, month: number, repository: string, calls: readonly CallRecord[]) {
  const own = calls.filter(({ at }) => at >= month).reduce((sum, { cost }) => sum + (cost.money ?? 0), 0);
  const [all, here] = [await keeper.spent(month), await keeper.spent(month, repository)];
  return { thisMonth: Math.max(0, all - own), repositoryThisMonth: Math.max(0, here - own) };
}

function takeOff(purse: SpendingBudget, model: string, cost: ModelCost): void {
  try {
    purse.spend(model, cost);
  } catch {
    // The budget is used up: callers are told so.
  }
}
