// A server for a shop on the stand-in: an App that is installed, a repository with a workflow, and webhooks that arrive.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openInstallations, type OpenInstallation } from "../../src/app/server/installation.ts";
import { openServerTasks, type ServerTasks } from "../../src/app/server/server-tasks.ts";
import { serve, type ServeOptions, type Serving } from "../../src/app/server/serve.ts";
import { installApp } from "../../src/standin/github/apps/install.ts";
import { registerApp } from "./github-app.ts";
import { openStandin, type Standin } from "../../src/standin/github/standin.ts";
import type { App, SimulatedInstallation, Pull, SimulatedRepository } from "../../src/standin/github/state.ts";
import { apiOf } from "../../src/world/github/address.ts";
import { openAppSelf } from "../../src/world/github/app-self.ts";
import { wallClock } from "../../src/world/github/clock.ts";
import type { DataPlace } from "../../src/world/store/data-folder.ts";
import { openStore, type StoreOptions } from "../../src/world/store/open-store.ts";
import type { Store } from "../../src/world/store/store.ts";
import { unpaced } from "./unpaced.ts";
import { childProgram } from "./child-program.ts";

export const workflowFile = ".github/workflows/ci.yml";

/** Its second job needs a job of that name. */
export function workflow(needs: string): string {
  return `on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n  test:\n    needs: ${needs}\n    runs-on: ubuntu-latest\n    steps:\n      - run: make test\n`;
}

interface LogLine {
  what: string;
  about: Readonly<Record<string, unknown>>;
}

export interface ServerShop {
  github: Standin;
  shop: SimulatedRepository;
  app: App;
  installation: SimulatedInstallation;
  /** Another server on the same data; the first one that is started gets the webhooks. */
  start(more?: Partial<ServeOptions>, options?: StoreOptions): Promise<{ serving: Serving; store: Store }>;
  /** GitHub as the App's installations see it; what a test puts in its place is asked instead. */
  open: OpenInstallation;
  /** The reader as it is; what a test puts in its place is asked instead. */
  read: ServerTasks["reviewPullRequest"];
  log: LogLine[];
  /** What git asked for. */
  fetched: string[];
  said(what: string): boolean;
  openPull(title?: string): Promise<Pull>;
  /** What was written on GitHub. */
  deeds(): string[];
  close(): Promise<void>;
}

export async function openServerShop(
  newPlace: () => Promise<{ place: DataPlace; remove(): void }>,
): Promise<ServerShop> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-server-"));
  const path = process.env["PATH"] ?? "";
  const [github, { place, remove }] = await Promise.all([
    openStandin({ folder: join(folder, "hub"), clock: { now: Date.now }, path }),
    newPlace(),
  ]);
  github.user("ada");
  github.organization("acme", [{ login: "ada", role: "admin" }]);
  const files = { [workflowFile]: workflow("build") };
  const shop = await github.repository("acme", "shop", [{ message: "feat: a shop", files }]);
  const app = await registerApp(github, {
    contents: "read",
    events: ["pull_request", "pull_request_review_thread", "merge_group", "check_run", "issues"],
  });
  const installation = installApp(github.hub, github.webhooks, { app, account: "acme", by: "ada" });
  const env = { PATH: path, HOME: folder, TMPDIR: tmpdir(), GITHUB_TOKEN: "not-for-the-reader" };
  const log: LogLine[] = [];
  const fetched: string[] = [];
  github.handlers.unshift(async (_request, _response, { pathname }) => {
    if (pathname.includes(".git/")) fetched.push(pathname);
    return false;
  });
  const running: { serving: Serving; store: Store }[] = [];
  const key = { appId: String(app.id), privateKey: app.privateKey! };
  const api = apiOf(github.host);
  const ended = new AbortController();
  const opened: ServerShop = {
    github,
    shop,
    app,
    installation,
    open: openInstallations(api, key, { permit: unpaced }),
    read: openServerTasks({ program: childProgram, env }).reviewPullRequest,
    log,
    fetched,
    async start(more = {}, options = {}) {
      const store = await openStore(place, { ...options, jobs: { lookMs: 20, ...options.jobs } });
      const serving = await serve({
        address: { host: "127.0.0.1", port: 0 },
        githubHost: github.host,
        secret: app.webhookSecret!,
        store,
        installation: (id, stop, repository?: string) => opened.open(id, stop, repository),
        self: openAppSelf({ api, app: key, clock: wallClock, stop: ended.signal }),
        read: (toRead, stop) => opened.read(toRead, stop),
        models: null,
        now: Date.now,
        lookMs: 20,
        log: (what, about) => void log.push({ what, about }),
        ...more,
      });
      app.webhookUrl ??= `${serving.url}/webhook`;
      running.push({ serving, store });
      return { serving, store };
    },
    said: (what) => log.some((line) => line.what === what),
    async openPull(title = "ci: test what was compiled") {
      await github.push(shop, "side", [{ message: title, files: { [workflowFile]: workflow("compile") } }], {
        from: "main",
        by: "ada",
      });
      return await github.openPull(shop, "ada", { title, head: "side", body: "" });
    },
    deeds: () => github.ledger.wire().map(({ what }) => what),
    async close() {
      ended.abort();
      await Promise.all(running.map(({ serving }) => serving.stop()));
      await Promise.all(running.map(({ store }) => store.close()));
      await github.close();
      remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return opened;
}

/** Waits for something to be so; the test's own time limit is the limit. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}
