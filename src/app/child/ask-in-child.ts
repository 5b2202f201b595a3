// Asks models about threads and disputes through a child process, and interprets and records the answers here.
import type { UserConfig } from "../../change/config.ts";
import { ModelFault } from "../../errors.ts";
import type { ArbiterReply, Contested } from "../../findings/arbitrate.ts";
import type { Asker, ModelFacts } from "../../findings/asking/asking.ts";
import type { SpendingLimits } from "../../findings/asking/estimate.ts";
import type { ModelTriage, OpenThread } from "../../threads/triage.ts";
import type { Store } from "../../world/store/store.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { openModelRun } from "./open-model-run.ts";
import { runTask } from "./run-task.ts";
import {
  askAboutDisputes,
  askAboutThreads,
  askModelsTask,
  type AskModelsInput,
  type ChildModelAnswer,
  type QuestionNeeds,
} from "./tasks/ask-models.ts";

export interface AskInChildNeeds {
  /** The user's config, with the flags applied. */
  user: UserConfig;
  store: Pick<Store, "records">;
  /** The repository that spending limits are counted for. */
  repository: string;
  limits: SpendingLimits;
  /** Called with the model that is asked. */
  asking(model: string): void;
}

type Environment = Pick<ProcessEnvironment, "program" | "env" | "cwd" | "stop" | "now">;

export interface ModelTriageResult extends ModelTriage {
  /** As `vendor/name`. */
  model: string | null;
}

export async function triageInChild(
  open: readonly OpenThread[],
  needs: AskInChildNeeds,
  environment: Environment,
): Promise<ModelTriageResult> {
  const ask = async (given: QuestionNeeds) => await askAboutThreads(open, given);
  const { result, model } = await askInChild({ is: "threads", open }, ask, needs, environment);
  return { ...result, model };
}

export async function arbitrateInChild(
  contested: readonly Contested[],
  needs: AskInChildNeeds,
  environment: Environment,
): Promise<ArbiterReply> {
  const ask = async (given: QuestionNeeds) => await askAboutDisputes(contested, given);
  return (await askInChild({ is: "disputes", contested }, ask, needs, environment)).result;
}

/** The questions are put together here as well as in the child, so that each answer is checked by its question's schema. */
async function askInChild<T>(
  what: AskModelsInput["what"],
  ask: (needs: QuestionNeeds) => Promise<T>,
  { user, store, repository, limits, asking }: AskInChildNeeds,
  environment: Environment,
): Promise<{ result: T; model: string | null }> {
  const { input, child } = await openModelRun(user, store, repository, environment);
  const needs = { run: input.asking.run, stop: environment.stop };
  const counter = countingAsker();
  const unasked = await ask({ ...needs, asker: counter.asker });
  // Where rules leave nothing open, no process is started.
  if (counter.questions() === 0) return { result: unasked, model: null };
  const { answers, model } = await runTask(
    askModelsTask,
    { what, user, limits, repository, ...input },
    { ...child, onProgress: (step) => asking(step.model) },
  );
  return { result: await ask({ ...needs, asker: replayingAsker(answers, model) }), model };
}

function countingAsker(): { asker: Asker; questions(): number } {
  let questions = 0;
  const asker: Asker = {
    modelFor: () => ({ name: "none", price: null, budget: 0, tools: false }),
    async ask() {
      questions += 1;
      throw new ModelFault("none", "failed", "it was not asked");
    },
  };
  return { asker, questions: () => questions };
}

/** Returns the child's answers in the order in which the questions were asked. */
function replayingAsker(answers: readonly ChildModelAnswer[], model: string | null): Asker {
  const left = answers.values();
  const facts: ModelFacts | null = model === null ? null : { name: model, price: null, budget: 0, tools: false };
  return {
    modelFor: () => facts,
    async ask(question) {
      const next = left.next().value;
      if (next === undefined) throw new ModelFault(model ?? "none", "failed", "it was not asked");
      if (next.is === "unanswered") throw new ModelFault(next.model, next.fault, next.message, null, next.cost);
      const checked = question.schema.safeParse(next.value);
      if (checked.success) return { value: checked.data, model: next.model, cost: next.cost };
      throw new ModelFault(next.model, "wrong-shape", "its answer is not what was asked for", null, next.cost);
    },
  };
}
