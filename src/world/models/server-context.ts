// Asks OpenAI-compatible servers for the context size of models without a configured budget.
import * as z from "zod";
import type { ModelSettings } from "../../change/config.ts";
import { accessOf } from "./api-access.ts";
import { readUse } from "./model-use.ts";
import type { ModelNeeds } from "./needs.ts";
import { budgetWithin } from "./prices.ts";

/** If a server does not answer in time, the cautious budget applies. */
const limitMs = 3_000;

const size = z.number().int().min(2_000).max(100_000_000);
const listing = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      // Fields of vLLM, OpenRouter, Groq and llama.cpp: the context size that the server was started with.
      max_model_len: size.optional().catch(undefined),
      context_length: size.optional().catch(undefined),
      context_window: size.optional().catch(undefined),
      meta: z
        .object({ n_ctx: size.optional().catch(undefined) })
        .nullish()
        .catch(undefined),
    }),
  ),
});

/** The settings, with a budget for each model whose server reports its context size. */
export async function withServerBudgets(
  models: readonly ModelSettings[],
  { env }: Pick<ModelNeeds, "env">,
): Promise<ModelSettings[]> {
  return await Promise.all(
    models.map(async (settings) => {
      const window = settings.budget === undefined ? await contextSize(settings, env).catch(() => null) : null;
      return window === null ? settings : { ...settings, budget: budgetWithin(window) };
    }),
  );
}

async function contextSize(settings: ModelSettings, env: ModelNeeds["env"]): Promise<number | null> {
  const use = readUse(settings.use);
  if (use.is !== "api" || use.vendor.id !== "compatible") return null;
  const access = accessOf(use.vendor, settings, env);
  if ("missing" in access) return null;
  const response = await access.fetch(`${access.baseUrl}/models`, {
    headers: access.key === undefined ? {} : { authorization: `Bearer ${access.key}` },
    signal: AbortSignal.timeout(limitMs),
  });
  if (!response.ok) return null;
  const { data } = listing.parse(await response.json());
  const found = data.find(({ id }) => id === use.id);
  return found?.max_model_len ?? found?.meta?.n_ctx ?? found?.context_length ?? found?.context_window ?? null;
}
