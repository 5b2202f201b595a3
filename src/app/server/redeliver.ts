// Asks GitHub to send deliveries again that this server did not take, since GitHub does not do so by itself.
import type { DeliveryAttempt } from "../../world/github/app-deliveries.ts";
import type { Store } from "../../world/store/store.ts";
import { events } from "./events/index.ts";

const everyMs = 3_600_000;
/** After a start: a server that restarts in a loop must not list them each time. */
const startMs = 5 * 60_000;
/** GitHub keeps deliveries for so long. */
const keptMs = 3 * 24 * 3_600_000;
/** The first attempt may still be under way, and clocks may differ. */
const settlingMs = 2 * 60_000;
/** A delivery that fails so often is not worth another attempt. */
const mostAttempts = 4;
/** Per turn; the next turn continues. */
const mostAtOnce = 1_000;

export interface RedeliverNeeds {
  store: Pick<Store, "pacing" | "journal">;
  /** The name of the App on its host, since replicas share a store. */
  app: string;
  list(): AsyncIterable<DeliveryAttempt>;
  sendAgain(id: number): Promise<void>;
  now(): number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

/** Runs once an hour and after a start, on whichever replica comes first. Returns the number of deliveries asked for. */
export async function redeliver(needs: RedeliverNeeds, moment: "start" | "hour"): Promise<number> {
  const { store, app, now, log } = needs;
  const at = now();
  if (!(await store.pacing.turn("redeliver", at, moment === "start" ? startMs : everyMs))) return 0;
  const last = await store.journal.answer(app, "redelivered");
  const since = Math.max(at - keptMs, last === null ? 0 : Number(last) - settlingMs);
  const missed = await missedSince(since, at - settlingMs, needs);
  for (const { id } of missed) await needs.sendAgain(id);
  // Otherwise the next turn sees whether they were taken.
  if (missed.length === 0) await store.journal.keep(app, "redelivered", String(at), at);
  else log("deliveries asked for again", { deliveries: missed.length });
  return missed.length;
}

const handled = new Set(events.map(({ name }) => name));

/** Oldest first, so that they arrive in their order. */
async function missedSince(since: number, until: number, { list }: RedeliverNeeds): Promise<DeliveryAttempt[]> {
  const attempts = new Map<string, { latest: DeliveryAttempt; count: number; taken: boolean }>();
  for await (const attempt of list()) {
    if (Date.parse(attempt.delivered_at) < since) break;
    const known = attempts.get(attempt.guid) ?? { latest: attempt, count: 0, taken: false };
    known.count += 1;
    known.taken ||= attempt.status_code >= 200 && attempt.status_code < 300;
    attempts.set(attempt.guid, known);
  }
  return [...attempts.values()]
    .filter(({ latest, count, taken }) => {
      const isSettled = Date.parse(latest.delivered_at) <= until;
      return !taken && isSettled && count < mostAttempts && handled.has(latest.event);
    })
    .map(({ latest }) => latest)
    .toReversed()
    .slice(0, mostAtOnce);
}
