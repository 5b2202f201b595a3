// A server that people talk to: a repository with one flawed change on the stand-in, its App, and the real processes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UserConfig } from "../../src/change/config.ts";
import { openInstallations } from "../../src/app/server/installation.ts";
import { openServerTasks, type ServerTasks } from "../../src/app/server/server-tasks.ts";
import { serve, type Serving } from "../../src/app/server/serve.ts";
import { installApp } from "../../src/standin/github/apps/install.ts";
import { registerApp } from "./github-app.ts";
import { nodeId } from "../../src/standin/github/node-id.ts";
import { openStandin, type Standin } from "../../src/standin/github/standin.ts";
import {
  type App,
  type Pull,
  type SimulatedRepository,
  type ReviewComment,
  type SimulatedThread,
} from "../../src/standin/github/state.ts";
import { apiOf } from "../../src/world/github/address.ts";
import type { DataPlace } from "../../src/world/store/data-folder.ts";
import { openStore } from "../../src/world/store/open-store.ts";
import type { Store } from "../../src/world/store/store.ts";
import { unpaced } from "./unpaced.ts";
import { childProgram } from "./child-program.ts";

export const ci = ".github/workflows/ci.yml";
export const workflow = (needs: string) =>
  `on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n  test:\n    needs: ${needs}\n    runs-on: ubuntu-latest\n    steps:\n      - run: make test\n`;

interface Line {
  what: string;
  about: Readonly<Record<string, unknown>>;
}

export interface Shop {
  github: Standin;
  repository: SimulatedRepository;
  app: App;
  store: Store;
  log: Line[];
  /** The rules that were proposed. */
  lessons(): Promise<string[]>;
  /** Replaces the process that reads questions, from now on. */
  answering(reader: (through: ServerTasks["answerMention"]) => ServerTasks["answerMention"]): void;
  models(user: UserConfig | null, env?: Record<string, string>): Promise<void>;
  /** A minute later, by the server's clock. */
  later(): void;
  /** A flawed pull request, reviewed, with its thread. */
  reviewed(): Promise<{ pull: Pull; thread: SimulatedThread; root: ReviewComment }>;
  /** The same, without a review: the finding is put there as if an earlier one had said it. */
  found(): Promise<{ pull: Pull; thread: SimulatedThread; root: ReviewComment }>;
  openPull(title?: string): Promise<Pull>;
  until(holds: () => boolean): Promise<void>;
  said(what: string): Line[];
  /** Waits until so many calls were dealt with, answered or not. */
  dealt(calls: number): Promise<void>;
  /** What the bot wrote in answer, oldest first. */
  answers(): string[];
  /** The eyes that stand. */
  eyes(): number;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface ShopOptions {
  place?: DataPlace;
  /** Whether it reviews what is opened; else findings are put there (`found`). */
  reviews?: boolean;
  /** `.crosscheck.yml` on the base branch. */
  config?: string;
}

export async function openShop({ place, reviews = false, config }: ShopOptions = {}): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-talk-"));
  const github = await openStandin({
    folder: join(folder, "hub"),
    clock: { now: Date.now },
    path: process.env["PATH"] ?? "",
  });
  for (const login of ["ada", "grace", "rae", "tri", "wes", "max", "eve"]) github.user(login);
  github.organization("acme", [{ login: "ada", role: "admin" }]);
  const repository = await github.repository(
    "acme",
    "shop",
    [
      {
        message: "feat: a shop",
        files: { [ci]: workflow("build"), ...(config !== undefined && { ".crosscheck.yml": config }) },
      },
    ],
    {
      collaborators: [
        { login: "rae", permission: "read" },
        { login: "tri", permission: "triage" },
        { login: "wes", permission: "write" },
        { login: "max", permission: "maintain" },
      ],
    },
  );
  const app = await makeApp(github, reviews);
  const at = place ?? { folder: join(folder, "data") };
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, TMPDIR: tmpdir(), GITHUB_TOKEN: "not-for-the-reader" };
  const log: Line[] = [];
  let answer = openServerTasks({ program: childProgram, env }).answerMention;
  let models: UserConfig | null = null;
  let skipped = 0;
  let store: Store;
  let serving: Serving;

  async function start(): Promise<void> {
    store = await openStore(at);
    serving = await serve({
      address: { host: "127.0.0.1", port: 0 },
      githubHost: github.host,
      secret: app.webhookSecret!,
      store,
      installation: openInstallations(
        apiOf(github.host),
        { appId: String(app.id), privateKey: app.privateKey! },
        { self: async () => ({ slug: app.slug }), permit: unpaced },
      ),
      read: openServerTasks({ program: childProgram, env }).reviewPullRequest,
      answer: (toAnswer, stop) => answer(toAnswer, stop),
      self: async () => ({ slug: app.slug, appId: app.id }),
      models,
      now: () => Date.now() + skipped,
      log: (what, about) => void log.push({ what, about }),
    });
    app.webhookUrl = `${serving.url}/webhook`;
  }
  async function end(): Promise<void> {
    await serving.stop();
    await store.close();
  }
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const said = (what: string) => log.filter((line) => line.what === what);
  const openPull = async (title = "ci: test what was compiled") => {
    await github.push(repository, "side", [{ message: title, files: { [ci]: workflow("compile") } }], {
      from: "main",
      by: "ada",
    });
    return await github.openPull(repository, "ada", { title, head: "side", body: "" });
  };
  const isAnswer = (body: string | null) => body?.includes("/answer/") === true;
  await start();

  return {
    github,
    repository,
    app,
    get store() {
      return store;
    },
    log,
    lessons: async () => (await store.lessons.of(`${github.host}/acme/shop`)).map(({ rule }) => rule),
    answering: (reader) => {
      answer = reader(answer);
    },
    async models(user, more = {}) {
      models = user;
      answer = openServerTasks({
        program: childProgram,
        env: { ...env, ...more },
        keys: Object.keys(more),
      }).answerMention;
      await end();
      await start();
    },
    later: () => void (skipped += 61_000),
    openPull,
    async reviewed() {
      const pull = await openPull();
      await until(() => said("posted").length > 0);
      const root = github.state.reviewComments.find((one) => one.author === app.bot)!;
      const thread = github.state.threads.find((one) => one.id === root.thread)!;
      return { pull, thread, root };
    },
    async found() {
      const pull = await openPull();
      const comments = [
        {
          path: ci,
          line: 8,
          side: "RIGHT" as const,
          body: "The job `compile` does not exist.",
          startLine: null,
          startSide: null,
          position: null,
        },
      ];
      await github.review(pull, app.bot, { comments });
      const root = github.state.reviewComments.at(-1)!;
      const thread = github.state.threads.find((one) => one.id === root.thread)!;
      const about = { check: "dependency-chain", kind: "missing-job", path: ci, line: 8, quote: "    needs: compile" };
      await store.findings.keep([
        {
          place: `${github.host}/acme/shop#${pull.number}`,
          identity: "f00d",
          state: "open",
          about: JSON.stringify(about),
          comment: nodeId("PullRequestReviewComment", root.id),
          thread: nodeId("PullRequestReviewThread", thread.id),
        },
      ]);
      return { pull, thread, root };
    },
    until,
    said,
    dealt: async (calls) => {
      // A job that was stopped at its end runs once more, and says so.
      const ended = () => new Set([...said("answered"), ...said("not answered")].map(({ about }) => about["comment"]));
      await until(() => ended().size >= calls || said("failed").length > 5);
    },
    answers: () =>
      github.ledger
        .wire("reply", "comment")
        .filter(({ body }) => isAnswer(body))
        .map(({ body }) => body ?? ""),
    eyes: () => github.state.reactions.filter(({ content }) => content === "eyes").length,
    async restart() {
      await end();
      await start();
    },
    async close() {
      await end();
      await github.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeApp(github: Standin, reviews: boolean): Promise<App> {
  const comments = ["issue_comment", "pull_request_review_comment", "pull_request_review"];
  const app = await registerApp(github, {
    contents: "write",
    events: [...(reviews ? ["pull_request"] : []), ...comments],
  });
  installApp(github.hub, github.webhooks, { app, account: "acme", by: "ada" });
  return app;
}
