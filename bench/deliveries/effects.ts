// What deliveries led to, by the stand-in's own books: who counts by what the server believes counts nothing.
import { parseMarker } from "../../src/review/marker.ts";
import type { WebhookDelivery, Pull } from "../../src/standin/github/state.ts";
import type { Store } from "../../src/world/store/store.ts";
import type { Shop } from "./shop.ts";

interface Payload {
  action: string;
  number?: number;
  pull_request?: { number: number };
  issue?: { number: number };
  comment?: { node_id: string };
  review?: { node_id: string };
  thread?: { node_id: string };
}

export interface Effects {
  /** Of each kind of delivery: how many there were, and how many had their effect exactly once. */
  kinds: Map<string, { told: number; once: number }>;
  once: number;
  /** Whatever was written twice, or for nobody. */
  doubled: string[];
}

/** How often each key stands on GitHub: in a marker, or as a check run's own. */
function written({ github, app }: Shop): Map<string, number> {
  const times = new Map<string, number>();
  const add = (key: string) => void times.set(key, (times.get(key) ?? 0) + 1);
  for (const { body, who } of github.ledger.wire("review", "comment", "reply"))
    if (who === app.bot && body !== null) add(parseMarker(body)?.key ?? `without a key: ${body.slice(0, 40)}`);
  for (const { externalId } of github.state.checkRuns) add(externalId);
  return times;
}

export async function effectsOf(shop: Shop, told: readonly WebhookDelivery[], store: Store): Promise<Effects> {
  const { github } = shop;
  const times = written(shop);
  const kinds: Effects["kinds"] = new Map();
  const doubled = [...times].filter(([, count]) => count > 1).map(([key, count]) => `${key}: ${count} times`);
  for (const [target, count] of reactions(shop)) if (count > 1) doubled.push(`${count} reactions on ${target}`);
  let once = 0;
  for (const delivery of told) {
    const payload = JSON.parse(delivery.payload) as Payload;
    const pull = pullOf(shop, payload, delivery);
    const place = `${github.host}/acme/shop#${pull.number}`;
    const has = (key: string) => times.get(key) === 1;
    const isOnce = await (async () => {
      switch (delivery.event) {
        case "pull_request":
          return isReviewed(times, place, pull);
        case "check_run":
          return has(`${place}@${pull.head.oid}/rerun-${delivery.guid}`) && has(`${place}@${pull.head.oid}/check`);
        case "pull_request_review_thread":
          return (await store.threadOutcomes.of(place)).some(({ thread }) => thread === payload.thread?.node_id);
        default:
          return has(`${place}/answer/${(payload.comment ?? payload.review)!.node_id}`);
      }
    })();
    const name = `${delivery.event} ${payload.action}`;
    const kind = kinds.get(name) ?? { told: 0, once: 0 };
    kinds.set(name, { told: kind.told + 1, once: kind.once + Number(isOnce) });
    once += Number(isOnce);
  }
  return { kinds, once, doubled };
}

function pullOf({ github }: Shop, payload: Payload, delivery: WebhookDelivery): Pull {
  const { check_run } = JSON.parse(delivery.payload) as { check_run?: { external_id: string } };
  const inKey = check_run && Number(/#(\d+)@/.exec(check_run.external_id)?.[1]);
  const number = payload.number ?? payload.pull_request?.number ?? payload.issue?.number ?? inKey;
  return github.state.pulls.find((one) => one.number === number)!;
}

/** The newest head, and none before it: by itself once at most, and by those who asked; with one check run and one comment. */
function isReviewed(times: ReadonlyMap<string, number>, place: string, pull: Pull): boolean {
  const reviews = [...times.keys()].filter((key) => key.startsWith(`${place}@`) && !key.endsWith("/check"));
  const isNewest = reviews.every((key) => key.startsWith(`${place}@${pull.head.oid}/`));
  const [check, details] = [`${place}@${pull.head.oid}/check`, `${place}/details`].map((key) => times.get(key));
  return reviews.length > 0 && isNewest && check === 1 && details === 1;
}

/** How often each comment got our sign; what was taken away again counts too. */
function reactions({ github, app }: Shop): Map<string, number> {
  const times = new Map<string, number>();
  for (const { who, target } of github.ledger.wire("react"))
    if (who === app.bot) times.set(target, (times.get(target) ?? 0) + 1);
  return times;
}

export function shown({ kinds }: Effects): string {
  return [...kinds].map(([name, { told, once }]) => `  ${name.padEnd(46)} ${once} of ${told}`).join("\n");
}
