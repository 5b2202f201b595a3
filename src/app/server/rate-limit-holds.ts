// Reports installations that are paused by GitHub rate limits: metrics, dashboard, one log line.
import { pauseText, writeLimitText, quotaUsedUpText } from "../../review/words/held-back.ts";
import { githubLimits, type Limit, type Pace } from "../../world/github/permit.ts";
import type { Allowance } from "../../world/github/wire.ts";
import type { Store } from "../../world/store/store.ts";
import type { Log } from "./log.ts";
import type { Gauge } from "./metrics.ts";

export interface RateLimitHold {
  installation: number;
  /** Milliseconds since 1970. */
  until: number;
  why: string;
}

type Hold = Omit<RateLimitHold, "installation">;

/** Without the limit of one write a second, which always applies. */
const reportedLimits: readonly Limit[] = githubLimits.filter(({ within }) => within > 1_000);

/** The key under which the pace of an installation's writes is stored. */
export function paceName(host: string, installation: number): string {
  return `${host} ${installation}`;
}

/** Installations that may not write now, across all replicas, the longest pause first. */
export async function listRateLimitHolds({ pacing }: Pick<Store, "pacing">, now: number): Promise<RateLimitHold[]> {
  const holds = (await pacing.list()).flatMap(({ name, pace }) => {
    const id = /^\S+ (\d{1,15})$/.exec(name)?.[1];
    const hold = id === undefined ? null : writeHold(JSON.parse(pace) as Pace, now);
    return hold ? [{ installation: Number(id), ...hold }] : [];
  });
  return holds.toSorted((one, other) => other.until - one.until);
}

export function writeHold({ ended, heldUntil }: Pace, now: number): Hold | null {
  const limits = reportedLimits.map((limit) => {
    const nth = ended.length < limit.writes ? undefined : ended.at(-limit.writes);
    return { until: nth === undefined ? 0 : nth + limit.within, why: writeLimitText(limit) };
  });
  return longest([{ until: heldUntil, why: pauseText }, ...limits], now);
}

/** Rate limits of reads are known per replica. */
export function readHold(allowances: readonly Allowance[], now: number): Hold | null {
  const used = allowances.filter(({ remaining }) => remaining === 0);
  return longest(
    used.map(({ resource, resetAt }) => ({ until: resetAt, why: quotaUsedUpText(resource) })),
    now,
  );
}

function longest(holds: readonly Hold[], now: number): Hold | null {
  const [first] = holds.filter(({ until }) => until > now).toSorted((one, other) => other.until - one.until);
  return first ?? null;
}

/** Called for every wait. Logs the first, and no other until it is over. */
export function holdLogger(log: Log, now: () => number): (installation: number, hold: Hold | null) => void {
  const logged = new Map<number, number>();
  return (installation, hold) => {
    if (hold === null) return;
    const since = logged.get(installation) ?? 0;
    logged.set(installation, Math.max(since, hold.until));
    if (since <= now())
      log("paused by GitHub rate limit", { installation, until: new Date(hold.until).toISOString(), why: hold.why });
  };
}

export function rateLimitGauge(holds: readonly RateLimitHold[], now: number): Gauge {
  const seconds = new Map<number, number>();
  for (const { installation, until } of holds)
    seconds.set(installation, Math.max(seconds.get(installation) ?? 0, Math.ceil((until - now) / 1000)));
  return {
    name: "held_back_seconds",
    help: "Seconds until the GitHub rate limit of an installation resets.",
    values: [...seconds].map(([installation, value]) => ({ labels: { installation: String(installation) }, value })),
  };
}
