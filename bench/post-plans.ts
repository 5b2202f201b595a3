// The process that bench/exactly-once.ts kills: posts the plans it is given, several at once.
import { setTimeout as wait } from "node:timers/promises";
import { readPlan } from "../src/review/plan-schema.ts";
import type { Action, Plan } from "../src/review/plan.ts";
import { perform, type ReviewWriter } from "../src/review-change.ts";
import { apiOf } from "../src/world/github/address.ts";
import type { RequestClock } from "../src/world/github/clock.ts";
import { openPermit } from "../src/world/github/permit.ts";
import { openWrites } from "../src/world/github/writes.ts";
import { leaseOwnerName } from "../src/world/lease-owner.ts";
import { openStore } from "../src/world/store/open-store.ts";

export interface Work {
  host: string;
  token: string;
  folder: string;
  plans: readonly { index: number; plan: unknown }[];
}

export type Said = { ready: true } | { settled: number; adopted: readonly Action["do"][] };

/** Leases, waits and limits keep their proportions, and nobody waits for minutes. */
const speed = 10;
const atOnce = 3;

async function postAll({ host, token, folder, plans }: Work): Promise<void> {
  const say = (said: Said) => process.send?.(said);
  const sleep = async (milliseconds: number) => await wait(milliseconds / speed);
  const clock: RequestClock & ReviewWriter["clock"] = { now: () => Date.now() * speed, sleep, wait: sleep };
  const { signal: stop } = new AbortController();
  const permit = openPermit({ clock, limits: [{ writes: 1000, within: 1 }] });
  const timeout = 30_000 / speed;
  const github = openWrites({ api: apiOf(host), token: async () => token, clock, stop, timeout, permit });
  const store = await openStore({ folder });
  say({ ready: true });
  const left = [...plans];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { pull } = next.plan as Plan;
      const outcomes = await perform(readPlan(next.plan, pull), { github, store, clock, leaseOwner: leaseOwnerName() });
      if (outcomes.some(({ is }) => is === "refused")) throw new Error(JSON.stringify(outcomes));
      if (outcomes.some(({ is }) => is === "unknown")) {
        // Another has it, or had it when it was killed: its lease will end.
        left.push(next);
        await sleep(3_000);
        continue;
      }
      say({ settled: next.index, adopted: outcomes.filter(({ is }) => is === "adopted").map((one) => one.do) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await store.close();
}

process.once("message", (work: Work) => void postAll(work).then(() => process.disconnect()));
