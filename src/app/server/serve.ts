// Runs one replica of the server: receives webhooks and works on jobs. All state is in the store.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, BlockList } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { acknowledgeJob, answerJob, type AnswerNeeds } from "./jobs/answer.ts";
import { mergeGroupJob } from "./jobs/merge-group.ts";
import { postDraftJob, postDraftKind } from "./jobs/post-draft.ts";
import { reviewPullJob, type ReviewJobNeeds } from "./jobs/review-pull.ts";
import { settleJob, settleKind, type SettleNeeds } from "./jobs/settle.ts";
import type { OpenSite } from "../dashboard/site.ts";
import { listenOn } from "../listen-on.ts";
import type { Store } from "../../world/store/store.ts";
import { noTracing, type Tracing } from "../../world/traces.ts";
import type { Self } from "./events/event.ts";
import { dispatchDeliveries, type DeliveryReceiver } from "./dispatch-deliveries.ts";
import { feedbackWorkers, startFeedbackPolling, type FeedbackOptions } from "./feedback-polling.ts";
import { newWebhookIntake } from "./webhook-intake.ts";
import { newMetrics, type Metrics } from "./metrics.ts";
import { answerOperator, countedJob, openReadiness, type OperatorNeeds } from "./answer-operator.ts";
import { redeliver, type RedeliverNeeds } from "./redeliver.ts";
import { sweep, type SweepNeeds } from "./sweep.ts";
import { inWebhookSpan, tracedDeliveries, tracedJob } from "./server-spans.ts";
import { receiveWebhook, webhookSecret, type WebhookNeeds } from "./receive-webhook.ts";

export interface ServeOptions extends ReviewJobNeeds {
  address: { host: string; port: number };
  /** A server that listens already and is taken over; absent: a new one. */
  listening?: Server | undefined;
  /** The host that sends the webhooks. */
  githubHost: string;
  secret: string;
  /** Address ranges that senders of webhooks elsewhere take no memory from; null: all are treated alike. */
  preferredRanges?: BlockList | null;
  /** Our App on GitHub; absent: mentions are ignored. */
  self?(): Promise<Self>;
  /** `web` receives webhooks, `worker` works on jobs. */
  role?: Role;
  metrics?: Metrics;
  gauges?: OperatorNeeds["gauges"];
  held?: OperatorNeeds["held"];
  metricsToken?: OperatorNeeds["metricsToken"];
  isPublic?: OperatorNeeds["isPublic"];
  /** Absent: no traces. */
  tracing?: Tracing;
  /** Finds what webhooks missed; absent: no sweeps. */
  sweeping?: Pick<SweepNeeds, "installations" | "pulls"> & {
    everyMs?: number;
    /** Absent: missed mentions are not looked for. */
    comments?: NonNullable<SweepNeeds["calls"]>["comments"];
  };
  /** The deliveries of our webhook as GitHub lists them; absent: missed ones are not asked for again. */
  redelivering?: Pick<RedeliverNeeds, "list" | "sendAgain">;
  /** Absent: mentions are not answered. */
  answer?: AnswerNeeds["answer"];
  /** Reads the threads that were answered as fixed; absent: none is resolved. */
  settle?: SettleNeeds["settle"];
  /** Absent: no dashboard. */
  site?: OpenSite | null | undefined;
  version?: string;
  /** Reads feedback on findings; absent: none is read. */
  feedback?: FeedbackOptions;
}

const roles = ["web", "worker", "all"] as const;
export type Role = (typeof roles)[number];

export interface Serving {
  url: string;
  /** Stops receiving, waits for running jobs, and leaves the rest in the store. */
  stop(): Promise<void>;
}

/** How often deliveries that a crash left behind are looked for. */
const lookMs = 60_000;
/** GitHub gives up after ten seconds; slower requests only hold memory. */
const requestTimeoutMs = 30_000;
const headersTimeoutMs = 10_000;

export async function serve(options: ServeOptions): Promise<Serving> {
  const { store, log, role = "all", metrics = newMetrics() } = options;
  let stopping = false;
  const operating: OperatorNeeds = {
    ...options,
    metrics,
    canWrite: openReadiness(options),
    stopping: () => stopping,
  };
  const intake = newWebhookIntake({ preferred: options.preferredRanges ?? null });
  const traced = tracedDeliveries(store, options.tracing ?? noTracing);
  const dispatch = oneAtATime(async () => {
    await dispatchDeliveries(traced, { host: options.githubHost, ...(await readSelf(options)) }, intake.waitUntilIdle);
  }, log);
  const server =
    options.listening?.removeAllListeners("request") ?? createServer({ connectionsCheckingInterval: 5_000 });
  const webhooks: WebhookNeeds = {
    secret: webhookSecret(options.secret),
    deliveries: store.deliveries,
    intake,
    now: options.now,
    accepted: dispatch,
    counted: (outcome) => metrics.add("deliveries_total", { outcome }),
  };
  server.on("request", (request, response) => void answer(request, response, options, operating, webhooks));
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = headersTimeoutMs;
  if (!server.listening) await listenOn(server, options.address.port, options.address.host);
  const endWork = role === "web" ? async () => {} : startWork(options, metrics);
  const endSweeps = role === "web" ? async () => {} : startSweeps(options);
  const endRedelivery = role === "web" ? async () => {} : startRedelivery(options);
  const endFeedback = role === "web" ? async () => {} : startFeedbackPolling(options);
  const looking = setInterval(dispatch, lookMs);
  dispatch();
  const { address, port } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(":") ? `[${address}]` : address}:${port}`,
    async stop() {
      stopping = true;
      clearInterval(looking);
      intake.close();
      options.site?.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      await Promise.all([dispatch.ended(), endSweeps(), endRedelivery(), endFeedback(), endWork()]);
    },
  };
}

/** Checks now and every minute whether a sweep is due. The store decides which replica sweeps. */
function startSweeps({ sweeping, store, now, log, self, answer: read, githubHost: host }: ServeOptions) {
  if (!sweeping) return async () => {};
  const { comments, everyMs, ...lists } = sweeping;
  const calls = comments && self && read ? { host, self, comments } : null;
  const needs = { ...lists, ...(calls && { calls }), store, now, log };
  const look = oneAtATime(async () => void (await sweep(needs, everyMs)), log);
  const timer = setInterval(look, lookMs);
  look();
  return async () => {
    clearInterval(timer);
    await look.ended();
  };
}

/** Asks now, and every hour, for deliveries that were not taken. The store decides which replica asks. */
function startRedelivery({ redelivering, store, now, log, githubHost }: ServeOptions) {
  if (!redelivering) return async () => {};
  let moment: "start" | "hour" = "start";
  const look = oneAtATime(async () => {
    await redeliver({ ...redelivering, app: `app/${githubHost}`, store, now, log }, moment);
    moment = "hour";
  }, log);
  const timer = setInterval(look, lookMs);
  look();
  return async () => {
    clearInterval(timer);
    await look.ended();
  };
}

/** One line per kind of job. */
function startWork(options: ServeOptions, metrics: Metrics): () => Promise<void> {
  const { tracing = noTracing } = options;
  const jobs: Pick<Store["jobs"], "work"> = {
    work: (kind, run) => options.store.jobs.work(kind, tracedJob(kind, countedJob(kind, run, metrics), tracing)),
  };
  const { self, answer: read, ...rest } = options;
  const talking: AnswerNeeds | null = self && read ? { ...rest, self, answer: read } : null;
  const { settle } = options;
  const ends = [
    jobs.work("review-pull", reviewPullJob(options)),
    jobs.work("merge-group", mergeGroupJob(options)),
    jobs.work(postDraftKind, postDraftJob(options)),
    jobs.work(settleKind, settle ? settleJob({ ...options, settle }) : async () => {}),
    ...feedbackWorkers(options, jobs),
    ...(talking ? [jobs.work("acknowledge", acknowledgeJob(talking)), jobs.work("answer", answerJob(talking))] : []),
  ];
  return async () => void (await Promise.all(ends.map((end) => end())));
}

/** If GitHub does not answer, deliveries that need it wait. */
async function readSelf({ self, log }: ServeOptions): Promise<Pick<DeliveryReceiver, "self" | "selfToCome">> {
  try {
    return { self: (await self?.()) ?? null, selfToCome: false };
  } catch (error) {
    log("the App could not be read from GitHub", { why: error instanceof Error ? error.message : String(error) });
    return { self: null, selfToCome: true };
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ServeOptions,
  operating: OperatorNeeds,
  webhooks: WebhookNeeds,
): Promise<void> {
  // The webhook path must be fast, so it is compared before the address is parsed.
  const pathname = request.url === "/webhook" ? request.url : pathOf(request);
  try {
    if (pathname === "/webhook" && options.role !== "worker") {
      if (options.tracing && options.tracing !== noTracing)
        await receiveTraced(request, response, webhooks, options.tracing);
      else await receiveWebhook(request, response, webhooks);
    } else if (await answerOperator(pathname, request.headers, response, operating)) return;
    else if (options.site && options.role !== "worker") await getRequestListener(options.site.fetch)(request, response);
    else response.writeHead(404, { "content-type": "text/plain" }).end("Not found\n");
  } catch (error) {
    options.log("a request failed", { path: pathname, why: error instanceof Error ? error.message : String(error) });
    // GitHub lists the delivery as failed, and it can be sent again.
    if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" }).end("Not stored\n");
  }
}

function pathOf({ url = "/" }: IncomingMessage): string {
  return URL.parse(url, "http://server")?.pathname ?? "";
}

function receiveTraced(
  request: IncomingMessage,
  response: ServerResponse,
  webhooks: WebhookNeeds,
  tracing: Tracing,
): Promise<void> {
  const take = async (note: (outcome: string) => void) => {
    const both: WebhookNeeds["counted"] = (outcome) => {
      webhooks.counted?.(outcome);
      note(outcome);
    };
    await receiveWebhook(request, response, { ...webhooks, counted: both });
  };
  return inWebhookSpan(request, take, tracing);
}

type SingleRun = (() => void) & { ended(): Promise<void> };

/** If it is called while it runs, it runs once more. */
function oneAtATime(work: () => Promise<void>, log: ServeOptions["log"]): SingleRun {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async () => {
    do {
      again = false;
      await work().catch((error: unknown) => log("not dispatched", { why: String(error) }));
    } while (again);
    running = null;
  };
  const start = () => {
    if (running) again = true;
    else running = run();
  };
  return Object.assign(start, { ended: async () => void (await running) });
}
