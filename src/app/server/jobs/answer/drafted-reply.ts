// Stores a model's reply until it is posted, so that a crash does not cost a second call.
import { type Mention } from "../../../../threads/mention.ts";
import type { Store } from "../../../../world/store/store.ts";
import { askingStep } from "../asking.ts";
import { pullRequestKey } from "../../../../pull-request.ts";

/** Unique to the mention, and the same when the job is retried. */
export function answerStep({ node }: Mention): string {
  return `answer@${node}`;
}

export async function loadDraftedReply(mention: Mention, { journal }: Pick<Store, "journal">): Promise<string | null> {
  return await journal.answer(pullRequestKey(mention), answerStep(mention));
}

export async function storeDraftedReply(
  mention: Mention,
  reply: string,
  { journal }: Pick<Store, "journal">,
  at: number,
): Promise<void> {
  await journal.keep(pullRequestKey(mention), answerStep(mention), reply, at);
}

export async function deleteDraftedReply(mention: Mention, { journal }: Pick<Store, "journal">): Promise<void> {
  const place = pullRequestKey(mention);
  await journal.clear(place, answerStep(mention));
  await journal.clear(place, askingStep(answerStep(mention)));
}
