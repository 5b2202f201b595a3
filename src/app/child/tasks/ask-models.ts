// Task: asks models about review threads or disputed findings, and returns their answers unchanged.
import { readFileSync } from "node:fs";
import * as z from "zod";
import type { UserConfig } from "../../../change/config.ts";
import { ModelFault, modelFaults } from "../../../errors.ts";
import { askArbiter, type ArbiterReply, type Contested } from "../../../findings/arbitrate.ts";
import type { Asker } from "../../../findings/asking/asking.ts";
import { boundary } from "../../../findings/asking/boundary.ts";
import type { SpendingLimits } from "../../../findings/asking/estimate.ts";
import { redactSecrets } from "../../../secrets/redact-secrets.ts";
import { triageByModel, triageUnit, type ModelTriage, type OpenThread } from "../../../threads/triage.ts";
import { promptText } from "../../../world/models/prompt-texts.ts";
import { modelOptions, trustedInput, type ChildTask, type ModelInput } from "../child-task.ts";

export interface AskModelsInput extends ModelInput {
  what: { is: "threads"; open: readonly OpenThread[] } | { is: "disputes"; contested: readonly Contested[] };
  user: UserConfig;
  limits: SpendingLimits;
  /** The repository that spending limits are counted for. */
  repository: string;
}

const cost = z.strictObject({
  tokensIn: z.number(),
  cacheReads: z.number(),
  cacheWrites: z.number(),
  tokensOut: z.number(),
  money: z.number().nullable(),
});
const model = z.string().max(300);
const answer = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("answered"), value: z.unknown(), model, cost }),
  z.strictObject({
    is: z.literal("unanswered"),
    model,
    fault: z.enum(modelFaults),
    message: z.string(),
    cost: cost.nullable(),
  }),
]);
export type ChildModelAnswer = z.infer<typeof answer>;

const output = z.strictObject({
  /** In the order in which they were asked. */
  answers: z.array(answer),
  /** The model that the questions were sent to, as `vendor/name`. */
  model: model.nullable(),
});

export const askModelsTask: ChildTask<AskModelsInput, z.infer<typeof output>, { model: string }> = {
  id: "ask-models",
  input: trustedInput(),
  output,
  progress: z.strictObject({ model }),
  timeLimitMs: 2 * 3_600_000,
  async run(input, context) {
    const { openModels } = await import("../../review/open-models.ts");
    const { what, user, limits, repository } = input;
    const { asker, run } = await openModels(user, context.environment, {
      ...limits,
      ...modelOptions(input, context),
      repository,
      onProgress: (asked) => context.reportProgress({ model: asked.model }),
    });
    const answers: ChildModelAnswer[] = [];
    const needs = { asker: recordingAsker(asker, answers), run, stop: context.environment.stop };
    if (what.is === "threads") await askAboutThreads(what.open, needs);
    else await askAboutDisputes(what.contested, needs);
    const unit = what.is === "threads" ? triageUnit : "arbiter";
    return { answers, model: asker.modelFor(unit)?.name ?? null };
  },
};

function recordingAsker(asker: Asker, answers: ChildModelAnswer[]): Asker {
  return {
    modelFor: asker.modelFor,
    async ask(question, stop) {
      try {
        const answered = await asker.ask(question, stop);
        answers.push({ is: "answered", ...answered });
        return answered;
      } catch (error) {
        if (error instanceof ModelFault) {
          const { model: asked, fault, message, cost: paid } = error;
          answers.push({ is: "unanswered", model: asked, fault, message, cost: paid });
        }
        throw error;
      }
    },
  };
}

export interface QuestionNeeds {
  asker: Asker;
  /** Part of every fence around untrusted text. */
  run: string;
  stop: AbortSignal;
}

export async function askAboutThreads(open: readonly OpenThread[], needs: QuestionNeeds): Promise<ModelTriage> {
  const { asker, run, stop } = needs;
  return await triageByModel(open, { asker, instructions: instructions(), nonce: run, stop, cover: redactSecrets });
}

export async function askAboutDisputes(contested: readonly Contested[], needs: QuestionNeeds): Promise<ArbiterReply> {
  const { asker, run, stop } = needs;
  return await askArbiter(contested, { ...boundary(run), asker, text: promptText }, stop);
}

/** In the package, beside the prompts of the reviewers. */
function instructions(): string {
  const folder = import.meta.url.endsWith(".ts") ? "../../../threads/triage/" : "./reviewers/";
  return readFileSync(new URL(`${folder}${triageUnit}.md`, import.meta.url), "utf8");
}
