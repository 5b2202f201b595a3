// How much is asked of GitHub, and how much it still allows, for whoever watches the server.
import type { WireOptions } from "../../world/github/wire.ts";
import type { Gauge, Metrics } from "./metrics.ts";

export interface GitHubFigures {
  /** For the requests of one installation, or of the App itself. */
  heard(who: string): NonNullable<WireOptions["heard"]>;
  gauges(): Gauge[];
}

export function githubFigures(metrics: Metrics): GitHubFigures {
  const left = new Map<string, { labels: { installation: string; resource: string }; value: number }>();
  return {
    heard:
      (installation) =>
      ({ status, allowances }) => {
        metrics.add("github_requests_total", { status: String(status) });
        for (const { resource, remaining } of allowances)
          left.set(`${installation} ${resource}`, { labels: { installation, resource }, value: remaining });
      },
    gauges: () => [
      {
        name: "github_remaining",
        help: "Requests or points that GitHub still allows this hour, as last told to this replica.",
        values: [...left.values()],
      },
    ],
  };
}
