// A review that models take part in: drafted by a process without a token, recorded by this one.
import type { UserConfig } from "../../change/config.ts";
import type { SpendingLimits } from "../../findings/asking/estimate.ts";
import type { Draft } from "../../review/draft.ts";
import type { Progress } from "../../review-change.ts";
import type { Store } from "../../world/store/store.ts";
import { firstOfMonth } from "../month.ts";
import type { RunChoice } from "../review/open-execution.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { keeperIn } from "../review/open-panel.ts";
import type { Apart } from "./messages.ts";
import { reviewApart } from "./start.ts";

export interface AskingApart {
  models: UserConfig;
  store: Pick<Store, "records">;
  /** What limits for one repository go by. */
  repository: string;
  running: RunChoice;
  limits: SpendingLimits;
  progress(step: Progress): void;
}

export async function draftApart(
  what: Apart["what"],
  folder: string,
  { models, store, repository, running, limits, progress }: AskingApart,
  outside: ProcessEnvironment,
): Promise<Draft> {
  const { records } = store;
  const month = firstOfMonth(outside.now());
  const [all, ofRepository] = await Promise.all([records.spent(month), records.spent(month, repository)]);
  const today = new Date(outside.now()).toISOString().slice(0, 10);
  const spent = { all, repository: ofRepository };
  const keeper = keeperIn(store);
  const { draft, asked } = await reviewApart(
    { what, folder, today, running, user: models, limits, repository, spent },
    outside,
    { progress, call: (of, call) => keeper.keep(of, repository, call) },
  );
  if (asked)
    await records.keepReview({
      id: draft.id,
      run: asked.run,
      repository,
      at: outside.now(),
      given: JSON.stringify(asked.given),
      draft: JSON.stringify(draft),
    });
  return draft;
}
