// Answers health checks and metrics requests.
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { isSameSecret } from "../../world/same-secret.ts";
import type { StoredJob } from "../../world/store/kept/jobs.ts";
import type { Store } from "../../world/store/store.ts";
import { firstOfMonth } from "../month.ts";
import { listRateLimitHolds, rateLimitGauge, type RateLimitHold } from "./rate-limit-holds.ts";
import type { Gauge, Metrics } from "./metrics.ts";

export interface OperatorNeeds {
  store: Store;
  metrics: Metrics;
  /** Gauges of the GitHub rate limits. */
  gauges?: (() => readonly Gauge[]) | undefined;
  /** Rate limit pauses that only this replica knows of. */
  held?: ((now: number) => readonly RateLimitHold[]) | undefined;
  /** Whether the store can be written; see `openReadiness`. */
  canWrite(): Promise<boolean>;
  /** What `/metrics` asks for; absent: nothing, unless the server is public. */
  metricsToken?: string | undefined;
  /** It has a public address. */
  isPublic?: boolean | undefined;
  now(): number;
  stopping(): boolean;
}

/** False if the path is not one of these. */
export async function answerOperator(
  path: string,
  { authorization }: Pick<IncomingHttpHeaders, "authorization">,
  response: ServerResponse,
  operating: OperatorNeeds,
): Promise<boolean> {
  const answer = (status: number, text: string) => {
    response.writeHead(status, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
    return true;
  };
  if (path === "/healthz") return answer(200, "ok\n");
  if (path === "/readyz") {
    if (operating.stopping()) return answer(503, "stopping\n");
    return (await operating.canWrite()) ? answer(200, "ready\n") : answer(503, "the store cannot be written\n");
  }
  if (path === "/metrics" && !mayReadMetrics(authorization, operating))
    return answer(401, "send the token that CROSSCHECK_METRICS_TOKEN holds as a bearer token\n");
  if (path === "/metrics") return answer(200, operating.metrics.text(await gaugesOf(operating)));
  return false;
}

/** A server with a public address shows its metrics to nobody without a token. */
function mayReadMetrics(given: string | undefined, { metricsToken, isPublic }: OperatorNeeds): boolean {
  if (!metricsToken) return isPublic !== true;
  return isSameSecret(given ?? "", `Bearer ${metricsToken}`);
}

const checkedForMs = 2_000;

/** A full disk or a read-only database still answers reads. Logs when that begins and when it ends. */
export function openReadiness({ store, now, log }: ReadinessNeeds): () => Promise<boolean> {
  let checked: { at: number; result: Promise<boolean> } | null = null;
  let last = true;
  const check = async (): Promise<boolean> => {
    const why = await store.pacing.turn("ready", now(), 0).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const result = why === null;
    if (result !== last) log(result ? "the store can be written again" : "the store cannot be written", { why });
    last = result;
    return result;
  };
  return () => {
    // Whoever can reach the server may ask, and each write is synced to the disk.
    if (checked === null || now() - checked.at >= checkedForMs) checked = { at: now(), result: check() };
    return checked.result;
  };
}

interface ReadinessNeeds {
  store: Pick<Store, "pacing">;
  now(): number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

async function gaugesOf({ store, now, gauges, held }: OperatorNeeds): Promise<Gauge[]> {
  const [depth, cost, holds] = await Promise.all([
    store.jobs.depth(),
    store.records.spent(firstOfMonth(now())),
    listRateLimitHolds(store, now()),
  ]);
  const level = (of: "waiting" | "running") => depth.map((one) => ({ labels: { kind: one.kind }, value: one[of] }));
  return [
    { name: "jobs_waiting", help: "Jobs in the queue, by kind.", values: level("waiting") },
    { name: "jobs_running", help: "Jobs that are running in all replicas, by kind.", values: level("running") },
    {
      name: "model_cost_month_dollars",
      help: "Cost of models since the first of the month, in all replicas.",
      values: [{ value: cost }],
    },
    rateLimitGauge([...holds, ...(held?.(now()) ?? [])], now()),
    ...(gauges?.() ?? []),
  ];
}

/** Counts the job and its duration. */
export function countedJob(kind: string, run: Run, metrics: Metrics): Run {
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
