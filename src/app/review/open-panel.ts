// Opens the models of one review from the user's config and the flags, with recording for replay.
import type { UserConfig } from "../../change/config.ts";
import type { SpendingLimits } from "../../findings/asking/estimate.ts";
import type { ModelFacts } from "../../findings/asking/asking.ts";
import type { Panel } from "../../findings/asking/panel.ts";
import type { Draft } from "../../review/draft.ts";
import type { Progress } from "../../review-change.ts";
import { manyOption, type Input } from "../cli/commands/command.ts";
import type { CallKeeper, ModelOptions, RunBefore } from "./open-models.ts";
import type { ProcessEnvironment } from "../process-environment.ts";

/** The config with the flags of this review applied; null if no model is used. */
export function modelsOf(user: UserConfig, input: Input): UserConfig | null {
  if (input.options["models"] === false) return null;
  const asked = withFlags(user, manyOption(input, "model"), input.options["codex"] === true);
  return (asked.models ?? []).length === 0 ? null : asked;
}

/** `--model` in the order first, second opinion, arbiter; `--codex` names the second. */
function withFlags(user: UserConfig, named: readonly string[], codex: boolean): UserConfig {
  const { models = [], reviewers = {} } = user;
  const roles = { default: named[0], "second-opinion": named[1] ?? (codex ? "codex" : undefined), arbiter: named[2] };
  const wanted = Object.entries(roles).flatMap(([role, name]) => (name === undefined ? [] : [[role, name] as const]));
  const known = new Set(models.map(({ name, use }) => name ?? use));
  const added = [...new Set(wanted.map(([, name]) => name))].filter((name) => !known.has(name)).map((use) => ({ use }));
  return { ...user, models: [...models, ...added], reviewers: { ...reviewers, ...Object.fromEntries(wanted) } };
}

export interface PanelOptions extends SpendingLimits {
  keeper: CallKeeper;
  /** Resumes an interrupted run. */
  resumes?: RunBefore;
  /** Writes the trees of a change for programs. */
  trees?: NonNullable<ModelOptions["trees"]>;
  host?: NonNullable<ModelOptions["host"]>;
  /** What limits for one repository go by. */
  repository: string;
  progress(step: Progress): void;
}

export async function openPanel(
  user: UserConfig,
  outside: Pick<ProcessEnvironment, "env" | "now">,
  { progress, ...options }: PanelOptions,
): Promise<Panel> {
  const [{ openModels }, { reviewers }, { promptText }, { countTokens }] = await Promise.all([
    import("./open-models.ts"),
    import("../../findings/reviewers/index.ts"),
    import("../../world/models/prompt-texts.ts"),
    import("../../world/models/count-tokens.ts"),
  ]);
  const onProgress = (step: Extract<Progress, { step: "asked" }>["progress"]) =>
    progress({ step: "asked", progress: step });
  const { asker, run } = await openModels(user, outside, { ...options, onProgress });
  return { asker, nonce: run, reviewers, text: promptText, countTokens };
}

/** The inputs of a recorded review besides the change. */
export interface Given {
  /** Where its commits are. */
  folder: string;
  today: string;
  models: Record<string, ModelFacts | null>;
  took: Record<string, number>;
}

export function givenOf(
  { change, reports }: Draft,
  { asker }: Pick<Panel, "asker">,
  { folder, today }: Pick<Given, "folder" | "today">,
): Given {
  const units = [...change.triage.roster, "arbiter", "editor"];
  return {
    folder,
    today,
    models: Object.fromEntries(units.map((unit) => [unit, asker.modelFor(unit)])),
    took: Object.fromEntries(reports.map(({ unit, ms }) => [unit, ms])),
  };
}
