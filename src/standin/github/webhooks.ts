// Sends signed webhooks for events of the state. As on GitHub, failed deliveries are not retried; they stay in the list
// and can be redelivered under the same id.
import { randomUUID } from "node:crypto";
import type { Hub } from "./hub.ts";
import { nodeId } from "./node-id.ts";
import { pullCommits, pullFiles } from "./pull-git.ts";
import { takeId, type WebhookDelivery, type Pull } from "./state.ts";
import { payloadOf, type WebhookEventData } from "./webhooks/payloads.ts";
import type { PullCounts } from "./webhooks/pulls.ts";
import { sendWebhook, type Outcome } from "./webhooks/send.ts";
import { subscribersOf, type Subscriber } from "./webhooks/subscribers.ts";

export interface Webhooks {
  /** Registered as a listener of the hub; also called for other events. Returns at once. */
  happened(told: WebhookEventData): void;
  /** Waits until all deliveries so far have succeeded or failed. */
  settled(): Promise<void>;
  /** Sends the same bytes under the same delivery id to the hook's current address. */
  redeliver(id: number): Promise<WebhookDelivery>;
  /** The outcome of a delivery; null while it is pending. */
  outcome(id: number): Outcome | null;
}

/** GitHub's timeout for a response. */
const patience = 10_000;

export function openWebhooks(hub: Hub, timeoutMs = patience): Webhooks {
  const underWay = new Set<Promise<unknown>>();
  const outcomes = new Map<number, Outcome>();
  let ready: Promise<void> = Promise.resolve();

  function track<T>(work: Promise<T>): Promise<T> {
    const settled = Promise.allSettled([work]).then(() => void underWay.delete(settled));
    underWay.add(settled);
    return work;
  }

  async function deliver(delivery: WebhookDelivery, to: Subscriber["to"]): Promise<WebhookDelivery> {
    const { event, guid, payload } = delivery;
    const outcome = await sendWebhook({ ...to, event, guid, payload }, timeoutMs);
    outcomes.set(delivery.id, outcome);
    delivery.status = "status" in outcome ? outcome.status : null;
    return delivery;
  }

  function happened(told: WebhookEventData): void {
    const subscribers = subscribersOf(hub, told);
    const payload = subscribers.length === 0 ? null : payloadOf(hub, told);
    if (payload === null) return;
    const sent = subscribers.map((subscriber) => ({ subscriber, delivery: newDelivery(hub, told, subscriber) }));
    // The payload is made from the current state, git's counts are added later, and deliveries are sent in order.
    const pull = "pull" in told ? { ...told.pull } : null;
    const after = ready;
    ready = (async () => {
      const counted = pull === null ? payload : await withCounts(hub, pull, payload);
      await after;
      for (const { subscriber, delivery } of sent) {
        delivery.payload = JSON.stringify({ ...counted, ...installationOf(told, subscriber) });
        void track(deliver(delivery, subscriber.to));
      }
    })();
    void track(ready);
  }

  return {
    happened,
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    redeliver: async (id) => {
      const first = hub.state.deliveries.find((one) => one.id === id);
      if (first === undefined) throw new Error(`there is no delivery with the id ${id}`);
      const again = { ...first, id: takeId(hub.state), status: null, redelivery: true, at: hub.clock.now() };
      const to = whereNow(hub, first);
      hub.state.deliveries.push({ ...again, url: to.url });
      return await track(deliver(hub.state.deliveries.at(-1)!, to));
    },
    outcome: (id) => outcomes.get(id) ?? null,
  };
}

function newDelivery(hub: Hub, told: WebhookEventData, { webhook, app, to }: Subscriber): WebhookDelivery {
  const delivery: WebhookDelivery = {
    id: takeId(hub.state),
    guid: randomUUID(),
    webhook,
    app,
    event: told.event,
    action: "action" in told ? told.action : null,
    url: to.url,
    payload: "",
    status: null,
    redelivery: false,
    at: hub.clock.now(),
  };
  hub.state.deliveries.push(delivery);
  return delivery;
}

/** Adds the installation that an event belongs to, for Apps. */
function installationOf(told: WebhookEventData, { installation }: Subscriber): object {
  if (installation === null || told.event.startsWith("installation")) return {};
  return { installation: { id: installation.id, node_id: nodeId("Installation", installation.id) } };
}

async function withCounts(hub: Hub, pull: Pull, payload: object): Promise<object> {
  if (!("pull_request" in payload)) return payload;
  const counts = await countsOf(hub, pull).catch(() => ({}));
  return { ...payload, pull_request: { ...(payload.pull_request as object), ...counts } };
}

async function countsOf(hub: Hub, pull: Pull): Promise<PullCounts> {
  const [commits, files] = await Promise.all([pullCommits(hub, pull), pullFiles(hub, pull)]);
  return {
    commits: commits.length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  };
}

function whereNow(hub: Hub, delivery: WebhookDelivery): Subscriber["to"] {
  const app = hub.state.apps.find((one) => one.id === delivery.app);
  const hook = app ?? hub.state.webhooks.find((one) => one.id === delivery.webhook);
  const [subscriber] = hook === undefined ? [] : subscribersOf(hub, { event: "ping", hook, sender: "", at: 0 });
  if (subscriber === undefined) throw new Error("the hook of this delivery is gone");
  return subscriber.to;
}
