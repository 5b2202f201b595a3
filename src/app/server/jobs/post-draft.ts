// Posts a draft that a person confirmed on the dashboard, as a job, so that it is posted exactly once.
import * as z from "zod";
import { parseDraft } from "../../../review/parse-draft.ts";
import type { Store } from "../../../world/store/store.ts";
import { postDraft } from "../../review/post-draft.ts";
import { outcomeList, retryIfUnknown } from "../../review/post-plan.ts";
import type { Installation } from "../installation.ts";
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import { settleLater } from "./settle.ts";
import { repositoryKey } from "../../../pull-request.ts";

export const postDraftKind = "post-draft";

const postDraftData = z.strictObject({
  draft: z.string().regex(/^[0-9a-f]{12}$/),
  choice: z.enum(["code", "all"]),
  by: z.string().min(1).max(100),
});
export type PostDraftData = z.infer<typeof postDraftData>;

export interface PostDraftNeeds {
  store: Store;
  installation(id: number, stop: AbortSignal, repository?: string): Installation;
  version?: string;
  dashboard?: string | undefined;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

export function postDraftJob(needs: PostDraftNeeds): (job: StoredJob, stop: AbortSignal) => Promise<void> {
  const { store, log } = needs;
  return async ({ data }, stop) => {
    const { draft: id, choice, by } = postDraftData.parse(data);
    const kept = await store.drafts.load(id);
    if (kept === null || kept.state !== "waiting") return log("not posted: it no longer waits", { draft: id });
    const draft = parseDraft(kept.draft);
    const { from } = draft.change;
    if (from.kind !== "pull") return log("not posted: a local change", { draft: id });
    const holding = await store.installations.holding(repositoryKey(from.pull));
    if (holding === null) return log("not posted: the App is not installed there", { draft: id });
    const { reads, writes } = needs.installation(holding, stop, from.pull.repo);
    const { version = "", dashboard } = needs;
    const facts = { version, dashboard, checkRun: true };
    const posting = await postDraft(draft, choice, { github: { reads, writes }, store, stop, ...facts });
    if (posting.is === "moved") {
      await store.drafts.setState(id, "cancelled");
      return log("not posted: the pull request has moved on", { pull: kept.place, to: posting.to });
    }
    log("posted", { pull: kept.place, by, outcomes: outcomeList(posting.outcomes) });
    retryIfUnknown(posting.outcomes);
    await settleLater(from.pull, holding, store);
  };
}
