// The server: webhooks in, jobs through, reviews out. This slice runs on one machine; what it keeps is in the store.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { reviewPullJob, type ReviewPullNeeds } from "../jobs/review-pull.ts";
import { dispatch } from "./dispatch.ts";
import { takeWebhook } from "./webhook.ts";

export interface ServeOptions extends ReviewPullNeeds {
  address: { host: string; port: number };
  /** Whose webhooks these are. */
  githubHost: string;
  secret: string;
}

export interface Serving {
  url: string;
  /** Takes nothing new, waits for what is under way, and leaves the rest in the store. */
  stop(): Promise<void>;
}

/** Deliveries that a crash left behind are looked for at this pace. */
const sweepMs = 60_000;

export async function serve(options: ServeOptions): Promise<Serving> {
  const { store, log } = options;
  const deal = oneAtATime(async () => void (await dispatch(store, options.githubHost)), log);
  const server = createServer((request, response) => void answer(request, response, options, deal));
  await listen(server, options.address);
  const endWork = store.jobs.work("review-pull", reviewPullJob(options));
  const sweep = setInterval(deal, sweepMs);
  deal();
  const { address, port } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(":") ? `[${address}]` : address}:${port}`,
    async stop() {
      clearInterval(sweep);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      await deal.ended();
      await endWork();
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, options: ServeOptions, accepted: () => void) {
  const { pathname } = new URL(request.url ?? "/", "http://server");
  try {
    if (pathname === "/webhook") {
      const { secret, store, now } = options;
      await takeWebhook(request, response, { secret, deliveries: store.deliveries, now, accepted });
    } else if (pathname === "/healthz") response.writeHead(200, { "content-type": "text/plain" }).end("ok\n");
    else response.writeHead(404, { "content-type": "text/plain" }).end("There is nothing here\n");
  } catch (error) {
    options.log("a request failed", { path: pathname, why: error instanceof Error ? error.message : String(error) });
    // Not acknowledged: GitHub lists the delivery as failed, and it can be sent again.
    if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" }).end("Not stored\n");
  }
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
