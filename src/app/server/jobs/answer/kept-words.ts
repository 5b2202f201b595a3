// Keeps a model's reply until it is posted, so that a crash does not pay twice.
import { type Mention } from "../../../../threads/mention.ts";
import type { Store } from "../../../../world/store/store.ts";
import { askingStep } from "../asking.ts";
import { pullRequestKey } from "../../../../pull-request.ts";

type Journalled = Pick<Store, "journal">;

/** The same when the job runs again, and no other's. */
export function stepOfAnswer({ node }: Mention): string {
  return `answer@${node}`;
}

export async function keptWords(mention: Mention, { journal }: Journalled): Promise<string | null> {
  return await journal.answer(pullRequestKey(mention), stepOfAnswer(mention));
}

export async function keepWords(mention: Mention, words: string, { journal }: Journalled, at: number): Promise<void> {
  await journal.keep(pullRequestKey(mention), stepOfAnswer(mention), words, at);
}

export async function forgetWords(mention: Mention, { journal }: Journalled): Promise<void> {
  const place = pullRequestKey(mention);
  await journal.clear(place, stepOfAnswer(mention));
  await journal.clear(place, askingStep(stepOfAnswer(mention)));
}
