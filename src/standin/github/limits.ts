// Simulates rate limits on the simulated clock: hourly and secondary ones with Retry-After.
import { Failure } from "./exchange.ts";

export interface RateLimits {
  /** Requests an hour. */
  core: number;
  /** Without a token, by address. */
  anonymous: number;
  /** GraphQL points an hour. */
  graphql: number;
  /** Requests that create content. */
  contentPerMinute: number;
  contentPerHour: number;
  /** One for a read and five for a write. */
  pointsPerMinute: number;
  graphqlPointsPerMinute: number;
  concurrent: number;
  /** The status of a secondary limit: GitHub uses both. */
  secondaryStatus: 403 | 429;
  /** Seconds; null omits the header, as GitHub sometimes does. */
  retryAfter: number | null;
}

export const gitHubLimits: RateLimits = {
  core: 5000,
  anonymous: 60,
  graphql: 5000,
  contentPerMinute: 80,
  contentPerHour: 500,
  pointsPerMinute: 900,
  graphqlPointsPerMinute: 2000,
  concurrent: 100,
  secondaryStatus: 403,
  retryAfter: 60,
};

export type Resource = "core" | "graphql";

export interface Quota {
  limit: number;
  used: number;
  remaining: number;
  /** Seconds since 1970. */
  reset: number;
  resource: Resource;
}

const minute = 60_000;
const hour = 60 * minute;

/** Whoever shows no token. */
export const anonymous = "anonymous";

interface Window {
  used: number;
  ends: number;
}

export class Meter {
  readonly #limits: RateLimits;
  readonly #now: () => number;
  readonly #primary = new Map<string, Window>();
  readonly #content = new Map<string, number[]>();
  readonly #points = new Map<string, { at: number; points: number }[]>();

  constructor(limits: RateLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  #window(key: string): Window {
    const known = this.#primary.get(key);
    if (known && known.ends > this.#now()) return known;
    const fresh = { used: 0, ends: this.#now() + hour };
    this.#primary.set(key, fresh);
    return fresh;
  }

  quota(who: string, resource: Resource): Quota {
    const { used, ends } = this.#window(`${who} ${resource}`);
    const limit = who === anonymous ? (resource === "core" ? this.#limits.anonymous : 0) : this.#limits[resource];
    return { limit, used, remaining: Math.max(0, limit - used), reset: Math.ceil(ends / 1000), resource };
  }

  /** Counts a request, or refuses it. */
  take(who: string, resource: Resource, isWrite: boolean): void {
    const quota = this.quota(who, resource);
    if (quota.remaining <= 0)
      throw new Failure(403, "API rate limit exceeded for this account.", {
        type: "RATE_LIMITED",
        headers: quotaHeaders(quota),
      });
    this.#window(`${who} ${resource}`).used++;
    this.#takePoints(`${who} ${resource}`, resource, isWrite ? 5 : 1);
    if (isWrite) this.#takeContent(who);
  }

  /** A 304 response does not count. */
  giveBack(who: string, resource: Resource): void {
    const window = this.#window(`${who} ${resource}`);
    window.used = Math.max(0, window.used - 1);
  }

  #takePoints(key: string, resource: Resource, points: number): void {
    const recent = (this.#points.get(key) ?? []).filter((one) => one.at > this.#now() - minute);
    const most = resource === "core" ? this.#limits.pointsPerMinute : this.#limits.graphqlPointsPerMinute;
    if (recent.reduce((sum, one) => sum + one.points, points) > most) throw this.#secondary();
    this.#points.set(key, [...recent, { at: this.#now(), points }]);
  }

  #takeContent(who: string): void {
    const now = this.#now();
    const made = (this.#content.get(who) ?? []).filter((at) => at > now - hour);
    const lately = made.filter((at) => at > now - minute).length;
    if (made.length >= this.#limits.contentPerHour || lately >= this.#limits.contentPerMinute) throw this.#secondary();
    this.#content.set(who, [...made, now]);
  }

  #secondary(): Failure {
    return secondary(this.#limits);
  }
}

export function secondary(limits: RateLimits): Failure {
  return new Failure(
    limits.secondaryStatus,
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    {
      type: "RATE_LIMITED",
      headers: limits.retryAfter === null ? {} : { "retry-after": String(limits.retryAfter) },
    },
  );
}

export function quotaHeaders(quota: Quota): Record<string, string> {
  return {
    "x-ratelimit-limit": String(quota.limit),
    "x-ratelimit-remaining": String(quota.remaining),
    "x-ratelimit-used": String(quota.used),
    "x-ratelimit-reset": String(quota.reset),
    "x-ratelimit-resource": quota.resource,
  };
}
