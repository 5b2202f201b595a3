// From a draft and a choice to what stands on GitHub.
import { UserError } from "../../errors.ts";
import type { Draft } from "../../review/draft.ts";
import { postsCheckRun, type Choice } from "../../review/plan.ts";
import { readPlan } from "../../review/plan-schema.ts";
import { isPosted, type ActionOutcome } from "../../review/post-once.ts";
import { plan } from "../../review-change.ts";
import type { Store } from "../../world/store/store.ts";
import type { LearningResult } from "../../threads/learn-from-review.ts";
import type { GitHub } from "../open-github.ts";
import { keepLearned } from "../threads/lessons/learned.ts";
import { postPlan } from "./post-plan.ts";
import { wallClock } from "../../world/github/clock.ts";

export interface PostNeeds {
  github: Pick<GitHub, "writes"> & { reads: Pick<GitHub["reads"], "now"> };
  store: Pick<Store, "outputs" | "findings" | "rounds" | "drafts" | "lessons">;
  version: string;
  stop: AbortSignal;
  /** Posted as an App; absent: as whoever read it, which says whether that is one. */
  checkRun?: boolean;
  /** Where the server's pages are, for links to them. */
  dashboard?: string | undefined;
}

export type DraftPosting =
  | { is: "posted"; outcomes: readonly ActionOutcome[]; learned: LearningResult | null }
  | { is: "moved"; to: string };

/** Asks once more whether the draft is about the present head, then posts it. */
export async function postDraft(draft: Draft, choice: Choice, needs: PostNeeds): Promise<DraftPosting> {
  const { github, store, version, stop } = needs;
  const { dashboard, checkRun = postsCheckRun(draft) } = needs;
  const planned = plan(draft, choice, { version, checkRun, ...(dashboard !== undefined && { dashboard }) });
  if (planned === null) throw new UserError("A local change cannot be posted", "Review a pull request.");
  // A draft can come from another process: what is done by it is checked, value by value.
  readPlan(planned, planned.pull);
  const { head } = await github.reads.now(planned.pull);
  if (head !== planned.head) return { is: "moved", to: head };
  const outcomes = await postPlan(planned, { github: github.writes(), store, stop });
  if (outcomes.every(isPosted)) await store.drafts.setState(draft.id, "posted");
  // Never skipped where anything was posted; told again it changes nothing.
  const learned = outcomes.some(isPosted) ? await keepLearned(draft, store, wallClock.now()) : null;
  return { is: "posted", outcomes, learned };
}
