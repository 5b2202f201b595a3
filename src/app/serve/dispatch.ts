// From stored deliveries to jobs. A delivery is finished in the same transaction that adds its job: never neither, never twice.
import * as z from "zod";
import { events } from "../events/index.ts";
import type { Self, WebhookEvent } from "../events/event.ts";
import { installationPart, repositoryName, repositoryPart } from "../events/payload.ts";
import type { Delivery, Store, StoreWithin } from "../../world/store/store.ts";

const atOnce = 50;

export interface Receiver {
  host: string;
  /** Null where GitHub has not told. */
  self: Self | null;
  /** It may tell later: deliveries that need it wait. */
  selfToCome?: boolean;
}

export async function dispatch(store: Store, receiver: Receiver): Promise<number> {
  let dealt = 0;
  for (;;) {
    const pending = await store.deliveries.pending(atOnce);
    const ready = pending.filter(({ event }) => !mustWait(event, receiver));
    for (const delivery of ready) await dispatchOne(delivery, store, receiver);
    dealt += ready.length;
    if (pending.length < atOnce || ready.length === 0) return dealt;
  }
}

function mustWait(name: string, { selfToCome = false }: Receiver): boolean {
  return selfToCome && events.some((event) => event.name === name && event.needsSelf === true);
}

async function dispatchOne(delivery: Delivery, store: Store, receiver: Receiver): Promise<void> {
  const event = events.find(({ name }) => name === delivery.event);
  const payload = event ? parsed(delivery.body) : null;
  const dealing = store.together(async (within) => {
    const outcome = event && payload !== null ? await heed(event, payload, delivery, receiver, within) : null;
    if (!(await within.deliveries.finish(delivery.id, outcome ?? "ignored"))) throw new DealtWith();
  });
  await dealing.catch((error: unknown) => {
    if (!(error instanceof DealtWith)) throw error;
  });
}

/** By another replica, a moment ago: what was about to be added here is undone. */
class DealtWith extends Error {}

async function heed(
  event: WebhookEvent,
  payload: unknown,
  { id, receivedAt }: Delivery,
  { host, self }: Receiver,
  within: StoreWithin,
): Promise<string | null> {
  const jobs = [event.job(payload, host, self, id) ?? []].flat();
  for (const job of jobs) await within.jobs.add(job);
  const noted = await event.note?.(payload, { host, receivedAt }, within);
  const outcome = jobs.length > 0 ? jobs.map(({ kind, key }) => `${kind} ${key}`).join(", ") : (noted ?? null);
  if (outcome !== null) await noteInstallation(payload, host, receivedAt, within);
  return outcome;
}

const belonging = z.object({ repository: repositoryPart, installation: installationPart });

/** What will be written belongs to this installation, and is deleted with it. */
async function noteInstallation(payload: unknown, host: string, at: number, { installations }: StoreWithin) {
  const read = belonging.safeParse(payload);
  if (read.success) await installations.seen(repositoryName(host, read.data.repository), read.data.installation.id, at);
}

/** Null where it was signed by GitHub and still is no JSON: nothing is to be done about it. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}
