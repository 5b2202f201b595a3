// What those who run the server ask it: whether it lives, whether it can work, and its figures.
import type { ServerResponse } from "node:http";
import type { StoredJob } from "../../world/store/kept/jobs.ts";
import type { Store } from "../../world/store/store.ts";
import { firstOfMonth } from "../month.ts";
import { heldBack, heldBackGauge, type HeldBack } from "./held-back.ts";
import type { Gauge, Metrics } from "./metrics.ts";

export interface Operating {
  store: Store;
  metrics: Metrics;
  /** Gauges that others know: what GitHub still allows. */
  gauges?: (() => readonly Gauge[]) | undefined;
  /** What this replica alone knows to be held back. */
  held?: ((now: number) => readonly HeldBack[]) | undefined;
  now(): number;
  stopping(): boolean;
}

/** False where the path is none of these. */
export async function answerOperator(path: string, response: ServerResponse, operating: Operating): Promise<boolean> {
  const answer = (status: number, text: string) => {
    response.writeHead(status, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
    return true;
  };
  if (path === "/healthz") return answer(200, "ok\n");
  if (path === "/readyz") {
    if (operating.stopping()) return answer(503, "stopping\n");
    // The tables are brought up to date when the store is opened, so a store that answers is ready.
    const ready = await operating.store.deliveries.takes().then(
      () => true,
      () => false,
    );
    return ready ? answer(200, "ready\n") : answer(503, "the store does not answer\n");
  }
  if (path === "/metrics") return answer(200, operating.metrics.text(await gaugesOf(operating)));
  return false;
}

async function gaugesOf({ store, now, gauges, held }: Operating): Promise<Gauge[]> {
  const [depth, cost, holds] = await Promise.all([
    store.jobs.depth(),
    store.records.spent(firstOfMonth(now())),
    heldBack(store, now()),
  ]);
  const level = (of: "waiting" | "running") => depth.map((one) => ({ labels: { kind: one.kind }, value: one[of] }));
  return [
    { name: "jobs_waiting", help: "Jobs that wait for their turn, by kind.", values: level("waiting") },
    { name: "jobs_running", help: "Jobs under way in all replicas, by kind.", values: level("running") },
    {
      name: "model_cost_month_dollars",
      help: "What models cost since the first of the month, in all replicas.",
      values: [{ value: cost }],
    },
    heldBackGauge([...holds, ...(held?.(now()) ?? [])], now()),
    ...(gauges?.() ?? []),
  ];
}

/** The same work, counted. */
export function counted(kind: string, run: Run, metrics: Metrics): Run {
  return async (job, stop, attempt) => {
    const started = performance.now();
    const ended = (outcome: string) => {
      metrics.add("jobs_total", { kind, outcome });
      metrics.add("job_seconds_sum", { kind }, (performance.now() - started) / 1000);
      metrics.add("job_seconds_count", { kind });
    };
    try {
      await run(job, stop, attempt);
    } catch (error) {
      ended(stop.aborted ? "stopped" : "failed");
      throw error;
    }
    ended("done");
  };
}

type Run = (job: StoredJob, stop: AbortSignal, attempt: number) => Promise<void>;
