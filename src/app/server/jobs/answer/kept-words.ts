// The words that a model found, kept until they are posted: a process that died in between has paid for them already.
import { placeOfMention, type Mention } from "../../../../threads/mention.ts";
import type { Store } from "../../../../world/store/store.ts";
import { askingStep } from "../asking.ts";

type Journalled = Pick<Store, "journal">;

/** The same when the job runs again, and no other's. */
export function stepOfAnswer({ node }: Mention): string {
  return `answer@${node}`;
}

export async function keptWords(mention: Mention, { journal }: Journalled): Promise<string | null> {
  return await journal.answer(placeOfMention(mention), stepOfAnswer(mention));
}

export async function keepWords(mention: Mention, words: string, { journal }: Journalled, at: number): Promise<void> {
  await journal.keep(placeOfMention(mention), stepOfAnswer(mention), words, at);
}

export async function forgetWords(mention: Mention, { journal }: Journalled): Promise<void> {
  const place = placeOfMention(mention);
  await journal.clear(place, stepOfAnswer(mention));
  await journal.clear(place, askingStep(stepOfAnswer(mention)));
}
