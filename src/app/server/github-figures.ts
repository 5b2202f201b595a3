// How much is asked of GitHub, and how much it still allows, for whoever watches the server.
import type { Allowance, WireOptions } from "../../world/github/wire.ts";
import { holdOfReads, type HeldBack } from "./held-back.ts";
import type { Gauge, Metrics } from "./metrics.ts";

export interface GitHubFigures {
  /** For the requests of one installation, or of the App itself. */
  heard(who: string): NonNullable<WireOptions["heard"]>;
  gauges(): Gauge[];
  /** Whose requests GitHub answers no more for now, as last told to this replica. */
  held(now: number): HeldBack[];
}

export function githubFigures(metrics: Metrics): GitHubFigures {
  const left = new Map<string, Map<string, Allowance>>();
  return {
    heard: (installation) => {
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
        help: "Requests or points that GitHub still allows this hour, as last told to this replica.",
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
        const hold = holdOfReads([...own.values()], now);
        return hold ? [{ installation: Number(installation), ...hold }] : [];
      }),
  };
}
