// A server that is set up for the first time: the real command line, on a stand-in for GitHub with a person, her
// organisation and a repository.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSetUp, type SetUpOptions } from "../../src/app/setup/set-up.ts";
import { installApp } from "../../src/standin/github/apps/install.ts";
import { openStandin, type Standin } from "../../src/standin/github/standin.ts";
import type { App, SimulatedRepository } from "../../src/standin/github/state.ts";
import { apiOf } from "../../src/world/github/address.ts";
import { crosscheck, type Ran } from "./run-cli.ts";
import { until, workflow, workflowFile } from "./server-shop.ts";

export interface Started {
  /** The address that opens the set-up page. */
  address(): string;
  stop(): Promise<void>;
}

interface StartedServer extends Started {
  /** What it printed so far. */
  out(): string;
  /** Told to stop, and what became of it. */
  ended(): Promise<Ran>;
}

export interface SetUpStory {
  github: Standin;
  shop: SimulatedRepository;
  folder: string;
  /** The page alone, in this process; what it made is taken for started at once. */
  page(more?: Partial<SetUpOptions>): Promise<Started>;
  /** Has printed where it listens, or where it is set up. */
  start(args?: readonly string[], env?: Record<string, string>): Promise<StartedServer>;
  /** The App that was made last. */
  app(): App;
  /** The App is installed if it is not yet, and a pull request with a flaw is opened: waits for its review. */
  reviewed(): Promise<void>;
  close(): Promise<void>;
}

export async function openSetUpStory(): Promise<SetUpStory> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-set-up-"));
  const github = await openStandin({
    folder: join(folder, "hub"),
    clock: { now: Date.now },
    path: process.env["PATH"] ?? "",
  });
  github.user("ada");
  github.organization("acme", [{ login: "ada", role: "admin" }]);
  const files = { [workflowFile]: workflow("build") };
  const shop = await github.repository("acme", "shop", [{ message: "feat: a shop", files }]);
  const running = new Set<Started>();
  const ended = new AbortController();
  const story: SetUpStory = {
    github,
    shop,
    folder,
    async start(args = [], env = {}) {
      let out = "";
      let kill = () => {};
      const ran = crosscheck(["serve", "--port", "0", ...args], {
        env: { CROSSCHECK_DATA: join(folder, "data"), CROSSCHECK_GITHUB_HOST: github.host, HOME: folder, ...env },
        started: (child) => (kill = () => child.kill("SIGTERM")),
        heard: (text) => (out = text),
      });
      const started: StartedServer = {
        out: () => out,
        address: () => /^ {2}(http\S+)$/m.exec(out)?.[1] ?? "",
        async ended() {
          running.delete(started);
          kill();
          return await ran;
        },
        stop: async () => void (await started.ended()),
      };
      running.add(started);
      const early = ran.then((end) => {
        throw new Error(`the server ended: ${end.err}`);
      });
      await Promise.race([until(() => /Listening on|^ {2}http/m.test(out)), early]);
      early.catch(() => {});
      return started;
    },
    async page(more = {}) {
      const setUp = await openSetUp({
        api: apiOf(github.host),
        githubHost: github.host,
        address: { host: "127.0.0.1", port: 0 },
        publicUrl: null,
        folder: join(folder, "data"),
        name: "crosscheck-test",
        stop: ended.signal,
        log: () => {},
        ...more,
      });
      void setUp.made.then(({ started }) => started());
      const started = { address: () => setUp.url, stop: () => setUp.close() };
      running.add(started);
      return started;
    },
    app: () => github.state.apps.at(-1)!,
    async reviewed() {
      const app = story.app();
      if (github.state.installations.every((one) => one.app !== app.id))
        installApp(github.hub, github.webhooks, { app, account: "acme", by: "ada" });
      const title = "ci: test what was compiled";
      const commits = [{ message: title, files: { [workflowFile]: workflow("compile") } }];
      await github.push(shop, "side", commits, { from: "main", by: "ada" });
      await github.openPull(shop, "ada", { title, head: "side", body: "" });
      await until(() => github.ledger.wire().some(({ what }) => /review/.test(what)));
    },
    async close() {
      ended.abort();
      await Promise.all([...running].map((one) => one.stop()));
      await github.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return story;
}
