// Lists the configured models with their reviewers and, if requested, tests whether each answers.
import type { UserConfig } from "../../change/config.ts";
import { chooseModels, modelName } from "../../findings/asking/choose-model.ts";
import { laterReviewers, reviewers } from "../../findings/reviewers/index.ts";
import type { ModelRow } from "../../review/words/models-texts.ts";
import type { Model } from "../../world/models/model.ts";
import { openModel } from "../../world/models/open-model.ts";
import { withServerBudgets } from "../../world/models/server-context.ts";
import { tryModel } from "../../world/models/try-model.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

export interface OpenRow extends ModelRow {
  model: Model;
}

export async function modelRows(user: UserConfig, { env }: Pick<ProcessEnvironment, "env">): Promise<OpenRow[]> {
  const units = [...reviewers, ...laterReviewers].map(({ id }) => id);
  const models = await withServerBudgets(user.models ?? [], { env });
  const choice = chooseModels({ ...user, models }, units);
  return models.map((settings) => {
    const model = openModel(settings, { env });
    return {
      model,
      name: modelName(settings),
      use: settings.use,
      answersFor: units.filter((unit) => choice.of(unit) === settings),
      price: model.facts.price,
      budget: model.facts.budget,
      tools: model.facts.tools,
      tried: null,
    };
  });
}

export async function triedModel(row: OpenRow, stop: AbortSignal): Promise<OpenRow> {
  return { ...row, tried: await tryModel(row.model, stop) };
}
