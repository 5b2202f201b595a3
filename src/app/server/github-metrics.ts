// Collects metrics of requests to GitHub and of its rate limits.
import type { Allowance, WireOptions } from "../../world/github/wire.ts";
import { readHold, type RateLimitHold } from "./rate-limit-holds.ts";
import type { Gauge, Metrics } from "./metrics.ts";

export interface GitHubMetrics {
  /** The callback for the requests of one installation, or of the App itself. */
  onRequest(who: string): NonNullable<WireOptions["onRequest"]>;
  gauges(): Gauge[];
  /** Installations whose rate limit is used up, as far as this replica knows. */
  held(now: number): RateLimitHold[];
}

export function githubMetrics(metrics: Metrics): GitHubMetrics {
  const left = new Map<string, Map<string, Allowance>>();
  return {
    onRequest: (installation) => {
      const own = left.get(installation) ?? new Map<string, Allowance>();
      left.set(installation, own);
      return ({ status, allowances }) => {
        if (status === null) return;
        metrics.add("github_requests_total", { status: String(status) });
        for (const allowance of allowances) own.set(allowance.resource, allowance);
      };
    },
    gauges: () => [
      {
        name: "github_remaining",
        help: "Remaining rate limit in requests or points, as last reported to this replica.",
        values: [...left].flatMap(([installation, own]) =>
          [...own.values()].map(({ resource, remaining }) => ({
            labels: { installation, resource },
            value: remaining,
          })),
        ),
      },
    ],
    held: (now) =>
      [...left].flatMap(([installation, own]) => {
        const hold = readHold([...own.values()], now);
        return hold ? [{ installation: Number(installation), ...hold }] : [];
      }),
  };
}
