// From a draft and a choice to what stands on GitHub.
import { UserError } from "../errors.ts";
import type { Draft } from "../review/draft.ts";
import type { Choice } from "../review/plan.ts";
import { readPlan } from "../review/plan-schema.ts";
import { perform, plan, type Outcome } from "../review-change.ts";
import type { Store } from "../world/store/store.ts";
import type { GitHub } from "./github.ts";
import { holderName } from "../world/holder.ts";
import { wallClock } from "../world/github/clock.ts";

export interface PostNeeds {
  github: GitHub;
  store: Pick<Store, "outputs" | "findings" | "rounds" | "drafts">;
  version: string;
  stop: AbortSignal;
}

export type Posting = { is: "posted"; outcomes: readonly Outcome[] } | { is: "moved"; to: string };

/** Asks once more whether the draft is about the present head, then posts it. */
export async function postDraft(draft: Draft, choice: Choice, needs: PostNeeds): Promise<Posting> {
  const { github, store, version, stop } = needs;
  const planned = plan(draft, choice, { version, checkRun: isApp(draft) });
  if (planned === null) throw new UserError("A local change has nowhere to be posted to", "Review a pull request.");
  // A draft can come from another process: what is done by it is checked, value by value.
  readPlan(planned, planned.pull);
  const { head } = await github.reads.now(planned.pull);
  if (head !== planned.head) return { is: "moved", to: head };
  const clock = { now: wallClock.now, sleep: (ms: number) => wallClock.wait(ms, stop) };
  const outcomes = await perform(planned, { github: github.writes(), store, clock, holder: holderName() });
  if (outcomes.every(({ is }) => is === "done" || is === "adopted" || is === "already"))
    await store.drafts.setState(draft.id, "posted");
  return { is: "posted", outcomes };
}

/** GitHub lets Apps alone make check runs; the token of a workflow in Actions is one of an App. */
function isApp({ change: { from } }: Draft): boolean {
  return from.kind === "pull" && (from.viewer?.endsWith("[bot]") ?? false);
}
