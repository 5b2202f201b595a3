// Everything by which a server is watched, put together: figures, traces, and a word in the log when GitHub holds it back.
import type { Pace } from "../../world/github/permit.ts";
import type { WireOptions } from "../../world/github/wire.ts";
import { openTracing, type Tracing, type TracingOptions } from "../../world/traces.ts";
import { githubFigures } from "./github-figures.ts";
import { holdOf, holdOfReads, tellHolds } from "./held-back.ts";
import type { Log } from "./log.ts";
import { newMetrics } from "./metrics.ts";
import type { ServeOptions } from "./serve.ts";
import { requestSpan } from "./traced.ts";

export interface Watching {
  /** For the server's own options. */
  options: Required<Pick<ServeOptions, "metrics" | "gauges" | "held" | "tracing">>;
  tracing: Tracing;
  /** For the requests of one installation. */
  heard(installation: string): NonNullable<WireOptions["heard"]>;
  /** For the pace of its writes. */
  waits(installation: number): (pace: Pace) => void;
}

export async function openWatching(needs: TracingOptions & { now(): number; log: Log }): Promise<Watching> {
  const { now, log } = needs;
  const metrics = newMetrics();
  const { heard: count, gauges, held } = githubFigures(metrics);
  const tracing = await openTracing(needs);
  const tell = tellHolds(log, now);
  return {
    options: { metrics, gauges, held, tracing },
    tracing,
    heard(installation) {
      const [counted, traced] = [count(installation), requestSpan(tracing, installation)];
      return (ended) => {
        counted(ended);
        traced(ended);
        tell(Number(installation), holdOfReads(ended.allowances, now()));
      };
    },
    waits: (installation) => (pace) => tell(installation, holdOf(pace, now())),
  };
}
