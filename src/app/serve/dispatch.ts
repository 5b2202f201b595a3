// From stored deliveries to jobs. A delivery is finished in the same transaction that adds its job: never neither, never twice.
import { events } from "../events/index.ts";
import type { Delivery, Job, Store } from "../../world/store/store.ts";

const atOnce = 50;

export async function dispatch(store: Store, host: string): Promise<number> {
  let dealt = 0;
  for (;;) {
    const pending = await store.deliveries.pending(atOnce);
    for (const delivery of pending) await dispatchOne(delivery, store, host);
    dealt += pending.length;
    if (pending.length < atOnce) return dealt;
  }
}

async function dispatchOne(delivery: Delivery, store: Store, host: string): Promise<void> {
  const job = jobOf(delivery, host);
  await store.together(async ({ deliveries, jobs }) => {
    if (job) await jobs.add(job);
    await deliveries.finish(delivery.id, job ? `${job.kind} ${job.key}` : "ignored");
  });
}

function jobOf({ event, body }: Delivery, host: string): Job | null {
  const heeded = events.find(({ name }) => name === event);
  if (!heeded) return null;
  try {
    return heeded.job(JSON.parse(body), host);
  } catch {
    // Signed by GitHub and still no JSON: nothing to be done about it but to say so in the delivery's outcome.
    return null;
  }
}
