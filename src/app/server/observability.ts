// Opens metrics, traces and the log of rate limit pauses.
import type { Pace } from "../../world/github/permit.ts";
import type { WireOptions } from "../../world/github/wire.ts";
import { openTracing, type Tracing, type TracingOptions } from "../../world/traces.ts";
import { githubMetrics } from "./github-metrics.ts";
import { writeHold, readHold, holdLogger } from "./rate-limit-holds.ts";
import type { Log } from "./log.ts";
import { newMetrics } from "./metrics.ts";
import type { ServeOptions } from "./serve.ts";
import { requestSpan } from "./server-spans.ts";

export interface Observability {
  /** Passed on to `serve`. */
  options: Required<Pick<ServeOptions, "metrics" | "gauges" | "held" | "tracing">>;
  tracing: Tracing;
  /** For the requests of one installation. */
  onRequest(installation: string): NonNullable<WireOptions["onRequest"]>;
  /** Called when its writes have to wait. */
  waits(installation: number): (pace: Pace) => void;
}

export async function openObservability(needs: TracingOptions & { now(): number; log: Log }): Promise<Observability> {
  const { now, log } = needs;
  const metrics = newMetrics();
  const { onRequest: count, gauges, held } = githubMetrics(metrics);
  const tracing = await openTracing(needs);
  const tell = holdLogger(log, now);
  return {
    options: { metrics, gauges, held, tracing },
    tracing,
    onRequest(installation) {
      const [counted, traced] = [count(installation), requestSpan(tracing, installation)];
      return (ended) => {
        counted(ended);
        traced(ended);
        tell(Number(installation), readHold(ended.allowances, now()));
      };
    },
    waits: (installation) => (pace) => tell(installation, writeHold(pace, now())),
  };
}
