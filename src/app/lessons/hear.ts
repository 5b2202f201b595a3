// How the findings on a pull request were taken: read from GitHub, kept if a person with write permission said it (LRN-4, LRN-5).
import type { PullRef } from "../../change/change.ts";
import { placeOf } from "../../review/post-once.ts";
import { heardFrom, peopleIn, type Heard } from "../../threads/learn/feedback.ts";
import type { FeedbackReads } from "../../threads/learn/github.ts";
import { observed } from "../../threads/learn/observe.ts";
import type { Store } from "../../world/store/store.ts";
import { pastFinding } from "../past.ts";
import { repositoryName } from "./learned.ts";

export interface HeardOn {
  heard: readonly Heard[];
  /** People who said something and may not write: nothing was learned from them. */
  unheard: number;
  complete: boolean;
}

export async function hear(
  pull: PullRef,
  github: FeedbackReads,
  store: Pick<Store, "findings" | "feedback">,
  now: number,
): Promise<HeardOn> {
  const place = placeOf({ pull });
  const [taken, kept] = await Promise.all([github.taken(pull), store.findings.of(place)]);
  const seen = observed(place, taken, kept.map(pastFinding));
  const people = peopleIn(seen);
  const writers = new Set<string>();
  for (const login of people) if (await github.mayWrite(pull, login)) writers.add(login);
  const heard = heardFrom(seen, (login) => writers.has(login), now);
  const repository = repositoryName(pull);
  if (taken.complete) await withdrawUnsaid(place, repository, heard, store);
  await store.feedback.record(heard.map((one) => ({ ...one, repository })));
  return { heard, unheard: people.length - writers.size, complete: taken.complete };
}

/** A thumb that was taken back, or a thread that was opened again, no longer counts; what was done stays done. */
async function withdrawUnsaid(
  place: string,
  repository: string,
  heard: readonly Heard[],
  { feedback }: Pick<Store, "feedback">,
): Promise<void> {
  const name = ({ identity, unit, signal, actor }: Omit<Heard, "signal"> & { signal: string }) =>
    JSON.stringify([identity, unit, signal, actor]);
  const now = new Set(heard.map(name));
  const before = (await feedback.of(repository)).filter((one) => one.place === place && one.signal !== "fixed");
  for (const one of before) if (!now.has(name(one))) await feedback.withdraw(one);
}
