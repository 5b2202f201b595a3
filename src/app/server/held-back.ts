// What waits because of GitHub says so (SRV-5): in the figures, in the dashboard, and once in the log.
import { askedToPause, limitReached, noneLeft } from "../../review/words/held-back.ts";
import { githubLimits, type Limit, type Pace } from "../../world/github/permit.ts";
import type { Allowance } from "../../world/github/wire.ts";
import type { Store } from "../../world/store/store.ts";
import type { Log } from "./log.ts";
import type { Gauge } from "./metrics.ts";

export interface HeldBack {
  installation: number;
  /** Milliseconds since 1970. */
  until: number;
  why: string;
}

type Hold = Omit<HeldBack, "installation">;

/** A second between two writes is how it always is. */
const worthSaying: readonly Limit[] = githubLimits.filter(({ within }) => within > 1_000);

/** Under which the pace of an installation's writes is kept. */
export function paceName(host: string, installation: number): string {
  return `${host} ${installation}`;
}

/** Installations that may not write just now, whichever replica did too much; the longest first. */
export async function heldBack({ pacing }: Pick<Store, "pacing">, now: number): Promise<HeldBack[]> {
  const holds = (await pacing.list()).flatMap(({ name, pace }) => {
    const id = /^\S+ (\d{1,15})$/.exec(name)?.[1];
    const hold = id === undefined ? null : holdOf(JSON.parse(pace) as Pace, now);
    return hold ? [{ installation: Number(id), ...hold }] : [];
  });
  return holds.toSorted((one, other) => other.until - one.until);
}

export function holdOf({ ended, heldUntil }: Pace, now: number): Hold | null {
  const limits = worthSaying.map((limit) => {
    const nth = ended.length < limit.writes ? undefined : ended.at(-limit.writes);
    return { until: nth === undefined ? 0 : nth + limit.within, why: limitReached(limit) };
  });
  return longest([{ until: heldUntil, why: askedToPause }, ...limits], now);
}

/** What may still be read is told to each replica by itself. */
export function holdOfReads(allowances: readonly Allowance[], now: number): Hold | null {
  const used = allowances.filter(({ remaining }) => remaining === 0);
  return longest(
    used.map(({ resource, resetAt }) => ({ until: resetAt, why: noneLeft(resource) })),
    now,
  );
}

function longest(holds: readonly Hold[], now: number): Hold | null {
  const [first] = holds.filter(({ until }) => until > now).toSorted((one, other) => other.until - one.until);
  return first ?? null;
}

/** Told of every wait; says so when one begins, and no more until it is over. */
export function tellHolds(log: Log, now: () => number): (installation: number, hold: Hold | null) => void {
  const told = new Map<number, number>();
  return (installation, hold) => {
    if (hold === null) return;
    const since = told.get(installation) ?? 0;
    told.set(installation, Math.max(since, hold.until));
    if (since <= now())
      log("held back by GitHub", { installation, until: new Date(hold.until).toISOString(), why: hold.why });
  };
}

export function heldBackGauge(holds: readonly HeldBack[], now: number): Gauge {
  const seconds = new Map<number, number>();
  for (const { installation, until } of holds)
    seconds.set(installation, Math.max(seconds.get(installation) ?? 0, Math.ceil((until - now) / 1000)));
  return {
    name: "held_back_seconds",
    help: "How long work for an installation still waits, because GitHub takes no more of it.",
    values: [...seconds].map(([installation, value]) => ({ labels: { installation: String(installation) }, value })),
  };
}
