// A GitHub with many pull requests on which a lot has happened that nobody was told of: the webhooks went nowhere, and are
// kept as GitHub keeps them. Servers on the same data get them afterwards, in whatever order and as often as one likes.
import { join } from "node:path";
import { openInstallations } from "../../src/app/server/installation.ts";
import { newMetrics, type Metrics } from "../../src/app/server/metrics.ts";
import { serve, type Serving } from "../../src/app/server/serve.ts";
import { sweep } from "../../src/app/server/sweep.ts";
import { installApp } from "../../src/standin/github/apps/install.ts";
import { openStandin, type Standin } from "../../src/standin/github/standin.ts";
import type {
  App,
  WebhookDelivery,
  SimulatedInstallation,
  Pull,
  SimulatedRepository,
  SimulatedThread,
} from "../../src/standin/github/state.ts";
import { apiOf } from "../../src/world/github/address.ts";
import { listComments, listInstallations, listOpenPulls } from "../../src/world/github/app-lists.ts";
import { openAppToken } from "../../src/world/github/app-token.ts";
import { wallClock } from "../../src/world/github/clock.ts";
import type { DataPlace } from "../../src/world/store/data-folder.ts";
import { openStore } from "../../src/world/store/open-store.ts";
import type { Store } from "../../src/world/store/store.ts";
import { registerApp } from "../../test/support/github-app.ts";
import { lightly } from "./light-reader.ts";

const nowhere = "http://127.0.0.1:9/webhook";
const heeded = [
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "pull_request_review_thread",
  "issue_comment",
  "check_run",
];
/** How fast GitHub may be written to is measured elsewhere. */
const unlimited = {
  core: 1e9,
  graphql: 1e9,
  contentPerMinute: 1e9,
  contentPerHour: 1e9,
  pointsPerMinute: 1e9,
  graphqlPointsPerMinute: 1e9,
  concurrent: 1e9,
};

export interface Shop {
  github: Standin;
  repository: SimulatedRepository;
  app: App;
  installation: SimulatedInstallation;
  /** What people did on it, all told by webhooks that went nowhere; the bot's own deeds are not among them. */
  newPull(number: number, draft: boolean): Promise<{ pull: Pull; thread: SimulatedThread }>;
  push(pull: Pull, text: string): Promise<void>;
  askAgain(pull: Pull): void;
  requestReview(pull: Pull): void;
  /** What the App would have been told, by people. */
  told(): Promise<WebhookDelivery[]>;
  close(): Promise<void>;
}

export async function openShop(folder: string): Promise<Shop> {
  const path = process.env["PATH"] ?? "";
  const github = await openStandin({ folder: join(folder, "hub"), clock: { now: Date.now }, path, limits: unlimited });
  github.user("ada");
  github.organization("acme", [{ login: "ada", role: "admin" }]);
  const repository = await github.repository("acme", "shop", [{ message: "feat: a shop", files: { "a.txt": "a\n" } }]);
  const app = await registerApp(github, { contents: "write", events: heeded });
  app.webhookUrl = nowhere;
  const installation = installApp(github.hub, github.webhooks, { app, account: "acme", by: "ada" });
  const branch = (number: number) => `side-${number}`;
  const by = () => ({ repository, sender: "ada", at: Date.now() });
  const line = { side: "RIGHT", startLine: null, startSide: null, position: null } as const;
  return {
    github,
    repository,
    app,
    installation,
    async newPull(number, draft) {
      const files = { [`${number}.txt`]: "one\ntwo\nthree\n" };
      await github.push(repository, branch(number), [{ message: "feat: more", files }], { from: "main", by: "ada" });
      const pull = await github.openPull(repository, "ada", { title: "feat: more", head: branch(number), draft });
      const comments = [{ path: `${number}.txt`, line: 2, body: "Why two?", ...line }];
      await github.review(pull, app.bot, { comments });
      return { pull, thread: github.state.threads.at(-1)! };
    },
    async push(pull, text) {
      const files = { [`${pull.head.ref}.md`]: text };
      await github.push(repository, pull.head.ref, [{ message: "docs: more", files }], { by: "ada" });
    },
    askAgain(pull) {
      const externalId = `${github.host}/acme/shop#${pull.number}@${pull.head.oid}/check`;
      const given = { name: "Crosscheck", headSha: pull.head.oid, externalId, conclusion: "success" } as const;
      const run = github.checkRun(repository, app.slug, given);
      github.webhooks.happened({ ...by(), event: "check_run", action: "rerequested", run });
    },
    requestReview(pull) {
      const reviewer = app.bot;
      github.webhooks.happened({ ...by(), event: "pull_request", action: "review_requested", pull, reviewer });
    },
    async told() {
      await github.webhooks.settled();
      const people = (delivery: WebhookDelivery) => {
        const { sender } = JSON.parse(delivery.payload) as { sender: { type: string } };
        return sender.type !== "Bot";
      };
      return github.state.deliveries.filter((one) => heeded.includes(one.event) && people(one));
    },
    close: async () => await github.close(),
  };
}

interface Replica {
  serving: Serving;
  store: Store;
  metrics: Metrics;
}

export interface Server {
  replicas: readonly Replica[];
  log: { what: string; about: Readonly<Record<string, unknown>> }[];
  /** Until nothing is left to do. */
  atRest(): Promise<void>;
  /** Looks for what webhooks missed, so many milliseconds from now; says how many were found. */
  sweep(laterMs: number): Promise<number>;
  stop(): Promise<void>;
}

export async function startServer({ github, app }: Shop, place: DataPlace, replicas: number): Promise<Server> {
  const ended = new AbortController();
  const key = { appId: String(app.id), privateKey: app.privateKey! };
  const self = async () => ({ slug: app.slug, appId: app.id });
  const api = apiOf(github.host);
  const log: Server["log"] = [];
  const started: Replica[] = [];
  const say = (what: string, about: Readonly<Record<string, unknown>>) => void log.push({ what, about });
  for (let n = 0; n < replicas; n += 1) {
    const store = await openStore(place, { jobs: { lookMs: 20, atOnce: 4 } });
    const metrics = newMetrics();
    const serving = await serve({
      address: { host: "127.0.0.1", port: 0 },
      githubHost: github.host,
      secret: app.webhookSecret!,
      store,
      installation: openInstallations(api, key, { self, permit: () => ({ run: async (write) => await write() }) }),
      self,
      async read({ pull, request }) {
        const { head, title, draft, state } = github.state.pulls.find(({ number }) => number === pull.number)!;
        return lightly(pull, request, { head: head.oid, title, draft, state });
      },
      answer: async () => ({ body: "Because.", resolve: null, notes: [], asked: null }),
      models: null,
      now: Date.now,
      lookMs: 200,
      metrics,
      log: say,
    });
    started.push({ serving, store, metrics });
  }
  const { store } = started[0]!;
  const asApp = { api, app: key, clock: wallClock, stop: ended.signal };
  const asInstallation = (installationId: number) => ({
    ...asApp,
    token: openAppToken({ ...asApp, app: { ...key, installationId }, scope: "read" }),
  });
  const isAtRest = async () =>
    (await store.deliveries.pending(1)).length === 0 &&
    (await store.jobs.depth()).every(({ waiting, running }) => waiting + running === 0);
  return {
    replicas: started,
    log,
    async atRest() {
      while (!(await isAtRest())) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    sweep: async (laterMs) =>
      await sweep(
        {
          store,
          installations: async () => await listInstallations(asApp),
          pulls: (id) => listOpenPulls(asInstallation(id)),
          calls: { host: github.host, self, comments: (id, since) => listComments(asInstallation(id), since) },
          now: () => Date.now() + laterMs,
          log: say,
        },
        0,
      ),
    async stop() {
      for (const { serving } of started) await serving.stop();
      for (const one of started) await one.store.close();
      ended.abort();
    },
  };
}
