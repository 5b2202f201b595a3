// Chooses the model of each reviewer: by the user's config, or by the order of the models.
import type { ModelSettings, UserConfig } from "../../change/config.ts";
import { UserError } from "../../errors.ts";

export interface ModelChoice {
  /** Null: nobody is set for that reviewer. */
  of(unit: string): ModelSettings | null;
}

export function modelName({ name, use }: ModelSettings): string {
  return name ?? use;
}

/** A second opinion and an arbiter are worth nothing from the model whose findings they look at: they need their own. */
export function chooseModels(
  { models = [], reviewers = {} }: Pick<UserConfig, "models" | "reviewers">,
  knownReviewers: readonly string[],
): ModelChoice {
  const byName = new Map(models.map((model) => [modelName(model), model]));
  if (byName.size < models.length) throw nameTwice(models);
  for (const [unit, name] of Object.entries(reviewers)) {
    if (unit !== "default" && !knownReviewers.includes(unit)) throw unknownReviewer(unit, knownReviewers);
    if (!byName.has(name) && !isOff(unit, name)) throw unknownModel(unit, name, [...byName.keys()]);
  }
  const named = (unit: string) => (Object.hasOwn(reviewers, unit) ? (byName.get(reviewers[unit]!) ?? null) : null);
  const first = named("default") ?? models[0] ?? null;
  const second = named("second-opinion") ?? models.find((model) => model !== first && model.use !== first?.use) ?? null;
  const arbiter = named("arbiter") ?? models.find((model) => ![first?.use, second?.use].includes(model.use)) ?? null;
  if (second !== null && second.use === first?.use) throw sameModel("second-opinion", first.use);
  if (arbiter !== null && second !== null && [first?.use, second.use].includes(arbiter.use))
    throw sameModel("arbiter", arbiter.use);
  return {
    of(unit) {
      if (unit === "second-opinion") return second;
      if (unit === "arbiter") return arbiter;
      if (isOff(unit, reviewers[unit])) return null;
      return named(unit) ?? first;
    },
  };
}

/** Rules do without the editor; without any other reviewer, something of the change is not reviewed. */
function isOff(unit: string, name: string | undefined): boolean {
  return unit === "editor" && name === "off";
}

const place = "Mend reviewers: in your own config";

function unknownReviewer(unit: string, known: readonly string[]): UserError {
  return new UserError(`There is no reviewer "${unit}"`, `${place}: it takes default, ${known.join(", ")}.`);
}

function unknownModel(unit: string, name: string, known: readonly string[]): UserError {
  const have = known.length === 0 ? "models: lists none yet" : `models: has ${known.join(", ")}`;
  return new UserError(`The reviewer "${unit}" is set to ask "${name}", which is not a model`, `${place}: ${have}.`);
}

function sameModel(unit: string, use: string): UserError {
  return new UserError(
    `${unit} is set to ${use}, which already gives another opinion`,
    `${place}: give ${unit} a model of its own.`,
  );
}

function nameTwice(models: readonly ModelSettings[]): UserError {
  const names = models.map(modelName);
  const twice = names.find((name, index) => names.indexOf(name) < index) ?? "";
  return new UserError(`Two models are called "${twice}"`, "Rename one of them under models in your own config.");
}
