// What rules leave open is put to a model, within the same limits and with the same record as a review's questions.
import { readFileSync } from "node:fs";
import type { PullRef } from "../../change/change.ts";
import type { UserConfig } from "../../change/config.ts";
import type { SpendingLimits } from "../../findings/asking/estimate.ts";
import { redact } from "../../review/outgoing/redact.ts";
import { triageByModel, triageUnit, type ModelTriage, type OpenThread } from "../../threads/triage.ts";
import type { Store } from "../../world/store/store.ts";
import { openModels } from "../open-models.ts";
import type { Outside } from "../outside.ts";
import { keeperIn } from "../panel.ts";

export interface ModelNeeds {
  /** The user's config, with the flags in it. */
  user: UserConfig;
  pull: PullRef;
  store: Pick<Store, "records">;
  limits: SpendingLimits;
  /** Told which model is asked. */
  asking(model: string): void;
}

export interface AskedModel extends ModelTriage {
  /** As `vendor/name`. */
  model: string | null;
}

export async function askModel(
  open: readonly OpenThread[],
  { user, pull, store, limits, asking }: ModelNeeds,
  outside: Pick<Outside, "env" | "now" | "stop">,
): Promise<AskedModel> {
  const { asker, run } = await openModels(user, outside, {
    ...limits,
    keeper: keeperIn(store),
    repository: `${pull.host}/${pull.owner}/${pull.repo}`,
    told: ({ model }) => asking(model),
  });
  const said = await triageByModel(open, {
    asker,
    instructions: instructions(),
    nonce: run,
    stop: outside.stop,
    // A secret in a comment or a line stays here.
    cover: redact,
  });
  return { ...said, model: asker.modelFor(triageUnit)?.name ?? null };
}

/** Beside the rules, and beside the reviewers' texts once it is packed. */
function instructions(): string {
  const folder = import.meta.url.endsWith(".ts") ? "../../threads/triage/" : "./reviewers/";
  return readFileSync(new URL(`${folder}${triageUnit}.md`, import.meta.url), "utf8");
}
