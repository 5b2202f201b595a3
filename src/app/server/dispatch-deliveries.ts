// Turns stored deliveries into jobs. A delivery is finished in the same transaction that adds its jobs, so exactly once.
import * as z from "zod";
import { events } from "./events/index.ts";
import type { Self, WebhookEvent } from "./events/event.ts";
import { installationPart, payloadRepository, repositoryPart } from "./events/payload.ts";
import type { Delivery } from "../../world/store/kept/deliveries.ts";
import type { Store, StoreWithin } from "../../world/store/store.ts";
import { repositoryKey } from "../../pull-request.ts";

/** Deliveries per transaction: more are cheaper, but block others for longer. */
const atOnce = 50;

export interface DeliveryReceiver {
  host: string;
  /** Null if it is not known. */
  self: Self | null;
  /** It may become known later, so deliveries that need it wait. */
  selfToCome?: boolean;
}

/** Waits for `waitUntilIdle` before each step, so that dispatching does not slow down incoming webhooks. */
export async function dispatchDeliveries(
  store: Store,
  receiver: DeliveryReceiver,
  waitUntilIdle = async () => {},
): Promise<number> {
  const except = receiver.selfToCome === true ? needSelf : [];
  for (let dealt = 0; ;) {
    await waitUntilIdle();
    const count = await dispatchSome(store, receiver, except);
    dealt += count;
    if (count < atOnce) return dealt;
  }
}

const needSelf = events.filter((event) => event.needsSelf === true).map(({ name }) => name);

async function dispatchSome(store: Store, receiver: DeliveryReceiver, except: readonly string[]): Promise<number> {
  try {
    const takes = await store.deliveries.takes();
    return await store.together(async (within) => {
      const taken = await within.deliveries.take(takes, atOnce, except);
      if (taken === null) throw new AlreadyDispatched();
      const belongings = new Set<string>();
      for (const delivery of taken) await dispatchOne(delivery, receiver, within, belongings);
      await within.deliveries.discard();
      return taken.length;
    });
  } catch (error) {
    if (error instanceof AlreadyDispatched) return await dispatchSome(store, receiver, except);
    // One delivery failed, or the store did: each is tried alone, so that a failure does not hold up the others.
    return await dispatchEach(await store.deliveries.pending(atOnce), store, receiver, except);
  }
}

async function dispatchEach(
  pending: readonly Delivery[],
  store: Store,
  receiver: DeliveryReceiver,
  except: readonly string[],
): Promise<number> {
  const failures: unknown[] = [];
  for (const delivery of pending.filter(({ event }) => !except.includes(event)))
    await store
      .together((within) => dispatchOne(delivery, receiver, within, new Set()))
      .catch((error: unknown) => {
        if (!(error instanceof AlreadyDispatched)) failures.push(error);
      });
  await store.deliveries.discard();
  if (failures.length > 0) throw failures[0];
  return pending.length;
}

async function dispatchOne(
  delivery: Delivery,
  receiver: DeliveryReceiver,
  within: StoreWithin,
  belongings: Set<string>,
): Promise<void> {
  const event = events.find(({ name }) => name === delivery.event);
  const payload = event ? parsed(delivery.body) : null;
  const outcome =
    event && payload !== null ? await addJobs(event, payload, delivery, receiver, within, belongings) : null;
  if (!(await within.deliveries.finish(delivery.id, outcome ?? "ignored"))) throw new AlreadyDispatched();
}

/** Another replica has just dispatched it: the transaction is rolled back. */
class AlreadyDispatched extends Error {}

async function addJobs(
  event: WebhookEvent,
  payload: unknown,
  { id, receivedAt }: Delivery,
  { host, self }: DeliveryReceiver,
  within: StoreWithin,
  belongings: Set<string>,
): Promise<string | null> {
  const jobs = [event.job(payload, host, self, id) ?? []].flat();
  for (const job of jobs) await within.jobs.add(job);
  const noted = await event.note?.(payload, { host, receivedAt }, within);
  // The event may have deleted an installation and its rows.
  if (noted) belongings.clear();
  const outcome = jobs.length > 0 ? jobs.map(({ kind, key }) => `${kind} ${key}`).join(", ") : (noted ?? null);
  if (outcome !== null) await noteInstallation(payload, host, receivedAt, within, belongings);
  return outcome;
}

const belonging = z.object({ repository: repositoryPart, installation: installationPart });

/** Records which installation the repository belongs to, once per batch. Its rows are deleted with the installation. */
async function noteInstallation(
  payload: unknown,
  host: string,
  at: number,
  { installations }: StoreWithin,
  belongings: Set<string>,
): Promise<void> {
  const read = belonging.safeParse(payload);
  if (!read.success) return;
  const repository = repositoryKey(payloadRepository(host, read.data.repository));
  const { id } = read.data.installation;
  const known = `${repository} ${id}`;
  if (belongings.has(known)) return;
  belongings.add(known);
  await installations.seen(repository, id, at);
}

/** Null for a signed body that is not JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}
