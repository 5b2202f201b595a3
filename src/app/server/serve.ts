// The server: webhooks in, jobs through, reviews out. Any number of them work side by side: what they know is in the store.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { acknowledgeJob, answerJob, type AnswerNeeds } from "./jobs/answer.ts";
import { mergeGroupJob } from "./jobs/merge-group.ts";
import { postDraftJob, postDraftKind } from "./jobs/post-draft.ts";
import { reviewPullJob, type ReviewPullNeeds } from "./jobs/review-pull.ts";
import { settleJob, settleKind, type SettleNeeds } from "./jobs/settle.ts";
import type { OpenSite } from "../dashboard/site.ts";
import type { Store } from "../../world/store/store.ts";
import { noTracing, type Tracing } from "../../world/traces.ts";
import type { Self } from "./events/event.ts";
import { dispatch, type Receiver } from "./dispatch.ts";
import { hearWork, startHearing, type Hearing } from "./hear-start.ts";
import { newIntake } from "./intake.ts";
import { newMetrics, type Metrics } from "./metrics.ts";
import { answerOperator, counted, type Operating } from "./operations.ts";
import { sweep, type Sweeping } from "./sweep.ts";
import { inWebhookSpan, tracedDeliveries, tracedJob } from "./traced.ts";
import { takeWebhook, webhookSecret, type WebhookNeeds } from "./webhook.ts";

export interface ServeOptions extends ReviewPullNeeds {
  address: { host: string; port: number };
  /** One that listens already, and is answered by us from now on; absent: a new one. */
  listening?: Server | undefined;
  /** Whose webhooks these are. */
  githubHost: string;
  secret: string;
  /** Who we are on GitHub; absent: nobody can ask for us by name. */
  self?(): Promise<Self>;
  /** What this replica does: take webhooks, work on jobs, or both. */
  role?: Role;
  metrics?: Metrics;
  gauges?: Operating["gauges"];
  held?: Operating["held"];
  /** Absent: nobody collects traces. */
  tracing?: Tracing;
  /** Lists what webhooks may have missed; absent: nobody looks. */
  sweeping?: Pick<Sweeping, "installations" | "pulls"> & {
    everyMs?: number;
    /** Lists what people said; absent: calls that webhooks missed stay unheard. */
    comments?: NonNullable<Sweeping["calls"]>["comments"];
  };
  /** Reads what people ask; absent: nobody is answered. */
  answer?: AnswerNeeds["answer"];
  /** Reads the threads that a round has answered as fixed; absent: none is resolved. */
  settle?: SettleNeeds["settle"];
  /** The dashboard; absent: there is none. */
  site?: OpenSite | null | undefined;
  /** This program's. */
  version?: string;
  /** Hears how findings were taken; absent: nothing is learned from that. */
  hearing?: Hearing;
}

export const roles = ["web", "worker", "all"] as const;
export type Role = (typeof roles)[number];

export interface Serving {
  url: string;
  /** Takes nothing new, waits for what is under way, and leaves the rest in the store. */
  stop(): Promise<void>;
}

/** Deliveries that a crash left behind are looked for at this pace. */
const lookMs = 60_000;
/** GitHub itself gives up after ten seconds; who takes longer only holds memory. */
const slowestMs = 30_000;

export async function serve(options: ServeOptions): Promise<Serving> {
  const { store, log, role = "all", metrics = newMetrics() } = options;
  let stopping = false;
  const operating: Operating = { ...options, metrics, stopping: () => stopping };
  const intake = newIntake();
  const dealing = tracedDeliveries(store, options.tracing ?? noTracing);
  const deal = oneAtATime(async () => {
    await dispatch(dealing, { host: options.githubHost, ...(await whoWeAre(options)) }, intake.lull);
  }, log);
  const server = options.listening?.removeAllListeners("request") ?? createServer();
  const webhooks: WebhookNeeds = {
    secret: webhookSecret(options.secret),
    deliveries: store.deliveries,
    intake,
    now: options.now,
    accepted: deal,
    counted: (outcome) => metrics.add("deliveries_total", { outcome }),
  };
  server.on("request", (request, response) => void answer(request, response, options, operating, webhooks));
  server.requestTimeout = slowestMs;
  if (!server.listening) await listen(server, options.address);
  const endWork = role === "web" ? async () => {} : startWork(options, metrics);
  const endSweeps = role === "web" ? async () => {} : startSweeps(options);
  const endHearing = role === "web" ? async () => {} : startHearing(options);
  const looking = setInterval(deal, lookMs);
  deal();
  const { address, port } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(":") ? `[${address}]` : address}:${port}`,
    async stop() {
      stopping = true;
      clearInterval(looking);
      options.site?.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      await Promise.all([deal.ended(), endSweeps(), endHearing(), endWork()]);
    },
  };
}

/** Now, and then every minute whether it is time: the store says which replica does it. */
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

/** One kind of job a line. */
function startWork(options: ServeOptions, metrics: Metrics): () => Promise<void> {
  const { tracing = noTracing } = options;
  const jobs: Pick<Store["jobs"], "work"> = {
    work: (kind, run) => options.store.jobs.work(kind, tracedJob(kind, counted(kind, run, metrics), tracing)),
  };
  const { self, answer: read, ...rest } = options;
  const talking: AnswerNeeds | null = self && read ? { ...rest, self, answer: read } : null;
  const { settle } = options;
  const ends = [
    jobs.work("review-pull", reviewPullJob(options)),
    jobs.work("merge-group", mergeGroupJob(options)),
    jobs.work(postDraftKind, postDraftJob(options)),
    jobs.work(settleKind, settle ? settleJob({ ...options, settle }) : async () => {}),
    ...hearWork(options, jobs),
    ...(talking ? [jobs.work("acknowledge", acknowledgeJob(talking)), jobs.work("answer", answerJob(talking))] : []),
  ];
  return async () => void (await Promise.all(ends.map((end) => end())));
}

/** Where GitHub does not tell just now, what needs it waits. */
async function whoWeAre({ self, log }: ServeOptions): Promise<Pick<Receiver, "self" | "selfToCome">> {
  try {
    return { self: (await self?.()) ?? null, selfToCome: false };
  } catch (error) {
    log("GitHub does not tell who we are", { why: error instanceof Error ? error.message : String(error) });
    return { self: null, selfToCome: true };
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ServeOptions,
  operating: Operating,
  webhooks: WebhookNeeds,
): Promise<void> {
  // The one that must be quick is known without reading what else an address can hold.
  const pathname = request.url === "/webhook" ? request.url : pathOf(request);
  try {
    if (pathname === "/webhook" && options.role !== "worker") {
      if (options.tracing && options.tracing !== noTracing)
        await takeTraced(request, response, webhooks, options.tracing);
      else await takeWebhook(request, response, webhooks);
    } else if (await answerOperator(pathname, response, operating)) return;
    else if (options.site && options.role !== "worker") await getRequestListener(options.site.fetch)(request, response);
    else response.writeHead(404, { "content-type": "text/plain" }).end("There is nothing here\n");
  } catch (error) {
    options.log("a request failed", { path: pathname, why: error instanceof Error ? error.message : String(error) });
    // Not acknowledged: GitHub lists the delivery as failed, and it can be sent again.
    if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" }).end("Not stored\n");
  }
}

function pathOf({ url = "/" }: IncomingMessage): string {
  return URL.parse(url, "http://server")?.pathname ?? "";
}

function takeTraced(
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
    await takeWebhook(request, response, { ...webhooks, counted: both });
  };
  return inWebhookSpan(request, take, tracing);
}

function listen(server: Server, { host, port }: ServeOptions["address"]): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
}

type Deal = (() => void) & { ended(): Promise<void> };

/** Asked for while it runs, it runs once more. */
function oneAtATime(work: () => Promise<void>, log: ServeOptions["log"]): Deal {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async () => {
    do {
      again = false;
      await work().catch((error: unknown) => log("deliveries wait", { why: String(error) }));
    } while (again);
    running = null;
  };
  const start = () => {
    if (running) again = true;
    else running = run();
  };
  return Object.assign(start, { ended: async () => void (await running) });
}
