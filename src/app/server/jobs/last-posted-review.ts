// Reads what the last posted review of a pull request says now: findings that were dismissed since no longer count.
import { conclusionOf } from "../../../review/decision.ts";
import { parseDraft } from "../../../review/parse-draft.ts";
import type { PostedVerdict } from "../../../review/plan.ts";
import type { Store } from "../../../world/store/store.ts";
import { readPast } from "../../review/past-rounds.ts";
import { withoutDismissed } from "./answer/lift-requests.ts";

export async function lastPostedReview(
  place: string,
  store: Pick<Store, "drafts" | "findings" | "rounds">,
): Promise<PostedVerdict | null> {
  const [last] = await store.drafts.page({ place, state: "posted", limit: 1 });
  if (last === undefined) return null;
  const saved = await store.drafts.load(last.id);
  return { head: last.head, conclusion: saved && (await conclusionNow(saved.draft, place, store)) };
}

async function conclusionNow(draft: string, place: string, store: Pick<Store, "findings" | "rounds">) {
  const past = await readPast(store, place, []);
  try {
    return conclusionOf(withoutDismissed(parseDraft(draft), past).decision);
  } catch {
    // A draft of another version.
    return null;
  }
}
