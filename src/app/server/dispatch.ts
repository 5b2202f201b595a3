// From stored deliveries to jobs. A delivery is finished in the same transaction that adds its job: never neither, never twice.
import * as z from "zod";
import { events } from "./events/index.ts";
import type { Self, WebhookEvent } from "./events/event.ts";
import { installationPart, repositoryIn, repositoryPart } from "./events/payload.ts";
import type { Delivery } from "../../world/store/kept/deliveries.ts";
import type { Store, StoreWithin } from "../../world/store/store.ts";
import { repositoryKey } from "../../pull-request.ts";

/** In one transaction: many are cheaper together, but others wait for it. */
const atOnce = 50;

export interface Receiver {
  host: string;
  /** Null where GitHub has not told. */
  self: Self | null;
  /** It may tell later: deliveries that need it wait. */
  selfToCome?: boolean;
}

/** `lull` is waited for before each step: what can wait does not hold up what is being taken in. */
export async function dispatch(store: Store, receiver: Receiver, lull = async () => {}): Promise<number> {
  const except = receiver.selfToCome === true ? needSelf : [];
  for (let dealt = 0; ;) {
    await lull();
    const count = await dispatchSome(store, receiver, except);
    dealt += count;
    if (count < atOnce) return dealt;
  }
}

const needSelf = events.filter((event) => event.needsSelf === true).map(({ name }) => name);

async function dispatchSome(store: Store, receiver: Receiver, except: readonly string[]): Promise<number> {
  try {
    const takes = await store.deliveries.takes();
    return await store.together(async (within) => {
      const taken = await within.deliveries.take(takes, atOnce, except);
      if (taken === null) throw new DealtWith();
      const belongings = new Set<string>();
      for (const delivery of taken) await dispatchOne(delivery, receiver, within, belongings);
      await within.deliveries.discard();
      return taken.length;
    });
  } catch (error) {
    if (error instanceof DealtWith) return await dispatchSome(store, receiver, except);
    // One of them, or the store: each by itself, so that what fails holds up none of the others.
    return await dispatchEach(await store.deliveries.pending(atOnce), store, receiver, except);
  }
}

async function dispatchEach(
  pending: readonly Delivery[],
  store: Store,
  receiver: Receiver,
  except: readonly string[],
): Promise<number> {
  const failures: unknown[] = [];
  for (const delivery of pending.filter(({ event }) => !except.includes(event)))
    await store
      .together((within) => dispatchOne(delivery, receiver, within, new Set()))
      .catch((error: unknown) => {
        if (!(error instanceof DealtWith)) failures.push(error);
      });
  await store.deliveries.discard();
  if (failures.length > 0) throw failures[0];
  return pending.length;
}

async function dispatchOne(
  delivery: Delivery,
  receiver: Receiver,
  within: StoreWithin,
  belongings: Set<string>,
): Promise<void> {
  const event = events.find(({ name }) => name === delivery.event);
  const payload = event ? parsed(delivery.body) : null;
  const outcome = event && payload !== null ? await heed(event, payload, delivery, receiver, within, belongings) : null;
  if (!(await within.deliveries.finish(delivery.id, outcome ?? "ignored"))) throw new DealtWith();
}

/** By another replica, a moment ago: what was about to be added here is undone. */
class DealtWith extends Error {}

async function heed(
  event: WebhookEvent,
  payload: unknown,
  { id, receivedAt }: Delivery,
  { host, self }: Receiver,
  within: StoreWithin,
  belongings: Set<string>,
): Promise<string | null> {
  const jobs = [event.job(payload, host, self, id) ?? []].flat();
  for (const job of jobs) await within.jobs.add(job);
  const noted = await event.note?.(payload, { host, receivedAt }, within);
  // It may have been that an installation is gone, and all that was written of it.
  if (noted) belongings.clear();
  const outcome = jobs.length > 0 ? jobs.map(({ kind, key }) => `${kind} ${key}`).join(", ") : (noted ?? null);
  if (outcome !== null) await noteInstallation(payload, host, receivedAt, within, belongings);
  return outcome;
}

const belonging = z.object({ repository: repositoryPart, installation: installationPart });

/** What will be written belongs to this installation, and is deleted with it. Said once for all that come together. */
async function noteInstallation(
  payload: unknown,
  host: string,
  at: number,
  { installations }: StoreWithin,
  belongings: Set<string>,
): Promise<void> {
  const read = belonging.safeParse(payload);
  if (!read.success) return;
  const repository = repositoryKey(repositoryIn(host, read.data.repository));
  const { id } = read.data.installation;
  const known = `${repository} ${id}`;
  if (belongings.has(known)) return;
  belongings.add(known);
  await installations.seen(repository, id, at);
}

/** Null where it was signed by GitHub and still is no JSON: nothing is to be done about it. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}
