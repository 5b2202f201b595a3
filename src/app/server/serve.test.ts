import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { UserConfig } from "../../change/config.ts";
import { findingOf, replyOf, unitOf } from "../../../test/support/with-models.ts";
import { openModelStandin } from "../../standin/models/open.ts";
import { installApp } from "../../standin/github/apps/install.ts";
import { registerApp } from "../../../test/support/github-app.ts";
import { openStandin, type Standin } from "../../standin/github/standin.ts";
import type { App, Pull, SimulatedRepository } from "../../standin/github/state.ts";
import { apiOf } from "../../world/github/address.ts";
import { openStore } from "../../world/store/open-store.ts";
import type { Store } from "../../world/store/store.ts";
import { postDraftKind, type PostDraftData } from "./jobs/post-draft.ts";
import { openInstallations } from "./installation.ts";
import { TaskOverLimit } from "../child/run-task.ts";
import { openServerTasks, type ServerTasks } from "./server-tasks.ts";
import { serve, type Serving } from "./serve.ts";
import { unpaced } from "../../../test/support/unpaced.ts";
import { childProgram } from "../../../test/support/child-program.ts";

const workflow = (needs: string) =>
  `on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n  test:\n    needs: ${needs}\n    runs-on: ubuntu-latest\n    steps:\n      - run: make test\n`;
const dashboard = "https://review.example.com";
const ci = ".github/workflows/ci.yml";

let folder: string;
let github: Standin;
let shop: SimulatedRepository;
let app: App;
let store: Store;
let serving: Serving;
let log: { what: string; about: Readonly<Record<string, unknown>> }[];
let read: ServerTasks["reviewPullRequest"];
let models: UserConfig | null;
let env: Record<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-serve-"));
  github = await openStandin({
    folder: join(folder, "hub"),
    clock: { now: Date.now },
    path: process.env["PATH"] ?? "",
  });
  github.user("ada");
  github.organization("acme", [{ login: "ada", role: "admin" }]);
  shop = await github.repository("acme", "shop", [{ message: "feat: a shop", files: { [ci]: workflow("build") } }]);
  await makeApp();
  env = { PATH: process.env["PATH"] ?? "", HOME: folder, TMPDIR: tmpdir(), GITHUB_TOKEN: "not-for-the-reader" };
  read = openServerTasks({ program: childProgram, env }).reviewPullRequest;
  log = [];
  models = null;
  await start();
});

afterEach(async () => {
  await serving.stop();
  await store.close();
  await github.close();
  rmSync(folder, { recursive: true, force: true });
});

async function makeApp(): Promise<void> {
  app = await registerApp(github, { contents: "read", events: ["pull_request"] });
  installApp(github.hub, github.webhooks, { app, account: "acme", by: "ada" });
}

async function start(): Promise<void> {
  store = await openStore({ folder: join(folder, "data") });
  serving = await serve({
    address: { host: "127.0.0.1", port: 0 },
    githubHost: github.host,
    secret: app.webhookSecret!,
    store,
    installation: openInstallations(
      apiOf(github.host),
      { appId: String(app.id), privateKey: app.privateKey! },
      { permit: unpaced },
    ),
    read: (toRead, stop) => read(toRead, stop),
    models,
    dashboard,
    now: Date.now,
    log: (what, about) => void log.push({ what, about }),
  });
  app.webhookUrl = `${serving.url}/webhook`;
}

async function openedPull(title = "ci: test what was compiled", body = ""): Promise<Pull> {
  const files = { [ci]: workflow("compile") };
  await github.push(shop, "side", [{ message: title, files }], { from: "main", by: "ada" });
  return await github.openPull(shop, "ada", { title, head: "side", body });
}

/** Waits for something to be so; the test's own time limit is the limit. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

function said(what: string): boolean {
  return log.some((line) => line.what === what);
}

function deeds(): string[] {
  return github.ledger.wire().map(({ what }) => what);
}

describe("a server", () => {
  test("reviews a pull request that is opened: a review, the details, and a check run that is not green", async () => {
    await openedPull();
    await until(() => said("posted"));
    expect(deeds().toSorted()).toEqual(["comment", "create-check-run", "review"]);
    const [review] = github.ledger.wire("review");
    expect(review?.who).toBe("crosscheck[bot]");
    expect(review?.comments).toMatchObject([{ path: ci, line: 8 }]);
    expect(github.state.checkRuns.map(({ conclusion }) => conclusion)).toEqual(["failure"]);
  });

  test("says once that a pull request takes more than a review may, and does not try again", async () => {
    let attempts = 0;
    read = async () => {
      attempts += 1;
      throw new TaskOverLimit("review-pull-request", "300 seconds of CPU time");
    };
    await openedPull();
    await until(() => said("posted"));
    const title = "Not reviewed: reading it took more than 300 seconds of CPU time";
    expect(github.state.checkRuns).toMatchObject([{ conclusion: "neutral", output: { title } }]);
    expect([attempts, deeds()]).toEqual([1, ["create-check-run"]]);
  });

  test("posts nothing twice when a delivery is repeated, or another arrives for the same head", async () => {
    const pull = await openedPull();
    await until(() => said("posted"));
    log = [];
    github.closePull(pull);
    github.reopenPull(pull);
    await github.webhooks.settled();
    const again = github.state.deliveries.find(({ action }) => action === "reopened");
    await github.webhooks.redeliver(again!.id);
    await until(() => said("reviewed already"));
    expect(deeds().filter((deed) => deed === "review" || deed === "comment")).toEqual(["review", "comment"]);
  });

  test("answers the finding when it is fixed, and repeats nothing", async () => {
    await openedPull();
    await until(() => said("posted"));
    log = [];
    await github.push(shop, "side", [{ message: "ci: mend", files: { [ci]: workflow("build # soon") } }], {
      by: "ada",
    });
    await until(() => said("posted"));
    expect(deeds().filter((deed) => deed === "review")).toHaveLength(1);
    const [reply] = github.ledger.wire("reply");
    expect(reply?.body).toMatch(/^Fixed as of [0-9a-f]{7}\./);
  });

  test("says once that a pull request opted out, and fetches nothing", async () => {
    const pull = await openedPull("[no-review] ci: later");
    await until(() => said("posted"));
    expect(github.ledger.wire("comment").map(({ body }) => body)).toEqual([
      expect.stringContaining("Its title says `[no-review]`"),
    ]);
    expect(github.state.checkRuns.map(({ conclusion }) => conclusion)).toEqual(["neutral"]);
    log = [];
    github.editPull(pull, { title: "ci: now" });
    await until(() => said("posted"));
    expect(deeds()).toContain("review");
    // The notice becomes the details comment: one comment per pull request.
    expect(github.ledger.wire("comment")).toHaveLength(1);
  });

  test("a tag that is added later turns no red check green, and hides no finding", async () => {
    const pull = await openedPull();
    await until(() => said("posted"));
    const runs = () => github.state.checkRuns.map(({ headSha, conclusion }) => [headSha === pull.head.oid, conclusion]);
    const [details] = github.ledger.wire("comment");
    expect([runs(), details?.body]).toEqual([[[true, "failure"]], expect.stringContaining("**Coverage:**")]);
    log = [];
    github.editPull(pull, { title: "[no-review] ci: test what was compiled" });
    await until(() => said("posted"));
    expect(runs()).toEqual([[true, "failure"]]);
    log = [];
    await github.push(shop, "side", [{ message: "ci: note", files: { "note.txt": "1\n" } }], { by: "ada" });
    await until(() => said("posted"));
    expect(runs()).toEqual([
      [false, "failure"],
      [true, "failure"],
    ]);
    expect(github.state.checkRuns.at(-1)?.output?.summary).toMatch(
      /^Skipped: \[no-review\] in the title\. The review of \w{7} asks for changes/,
    );
    expect(github.state.issueComments.filter(({ author }) => author.endsWith("[bot]")).map(({ body }) => body)).toEqual(
      [details?.body],
    );
  });

  test("a tag that authors may not use has no effect; one that skips satisfies no check that must not pass", async () => {
    const config = (text: string) => [{ message: "chore: rules", files: { ".crosscheck.yml": text } }];
    await github.push(shop, "main", config("checkRun: failure\n"));
    const pull = await openedPull("[no-review] ci: later");
    await until(() => said("posted"));
    expect([deeds().includes("review"), github.state.checkRuns.map(({ conclusion }) => conclusion)]).toEqual([
      false,
      ["failure"],
    ]);
    log = [];
    await github.push(shop, "main", config("authorTags: [wip, security-review]\n"));
    github.editPull(pull, { title: "[no-review] [wip] ci: later" });
    await until(() => said("posted"));
    expect(deeds()).toContain("review");
    expect(github.state.issueComments.map(({ body }) => body)).toEqual([expect.stringContaining("**Coverage:**")]);
  });

  test("stores the draft if the repository requires confirmation, and posts it once confirmed", async () => {
    await github.push(shop, "main", [{ message: "chore: ask", files: { ".crosscheck.yml": "publish: confirm\n" } }]);
    await openedPull();
    await until(() => said("waits for a person to confirm it"));
    expect(deeds()).toEqual([]);
    const waiting = await store.drafts.list({ state: "waiting" });
    expect(waiting).toHaveLength(1);
    const { id, place } = waiting[0]!;
    const data: PostDraftData = { draft: id, choice: "code", by: "ada" };
    await store.jobs.add({ kind: postDraftKind, key: place, data });
    await until(() => said("posted"));
    const link = `${dashboard}/reviews/${id}`;
    expect(github.ledger.wire("comment")[0]?.body).toContain(link);
    expect(github.state.reviewComments[0]?.body).toContain(link);
  });

  test("finishes accepted work before it stops", async () => {
    const answer = read;
    // The first reader dies with the server.
    read = () => Promise.reject(new Error("killed"));
    await openedPull();
    await until(() => github.state.pulls.length === 1);
    await github.webhooks.settled();
    await serving.stop();
    await store.close();
    read = answer;
    await start();
    await until(() => said("posted"));
    expect(deeds().filter((deed) => deed === "review")).toHaveLength(1);
  });
});

describe("the process that reads", () => {
  test("gets a read-only token and none of the server's secrets", async () => {
    const seen: string[] = [];
    const through = read;
    read = (toRead, stop) => {
      seen.push(toRead.token);
      return through(toRead, stop);
    };
    await openedPull();
    await until(() => said("posted"));
    const token = github.state.tokens.find((one) => one.token === seen[0]);
    expect(token?.kind === "installation" && Object.values(token.permissions)).not.toContain("write");
  });

  test.each([
    ["a plan for another pull request", { pull: { host: "github.com", owner: "evil", repo: "x", number: 1 } }],
    ["an action that nobody planned", { actions: [{ do: "resolve", key: "k", thread: "t", proof: {} }] }],
  ])("cannot have %s performed", async (_, twist) => {
    const through = read;
    read = async (toRead, stop) => {
      const answer = await through(toRead, stop);
      return { ...answer, plan: { ...(answer.plan as object), ...twist } };
    };
    await openedPull();
    await until(() => said("failed"));
    expect(log.map(({ about }) => String(about["why"])).join()).toContain("This plan is not performed");
    expect(deeds()).toEqual([]);
  });
});

describe("with the server's models", () => {
  const flawed = "      - run: make test";
  const finding = findingOf({
    path: ci,
    line: 11,
    quote: flawed,
    title: "The tests run before the build",
    severity: "medium",
  });

  test("posts their findings and records calls and costs; the child has only their key", async () => {
    const vendor = await openModelStandin({
      key: "a-key",
      script: (asked) => replyOf(unitOf(asked) === "code-reviewer" ? { findings: [finding] } : undefined),
    });
    try {
      models = { models: [{ use: "anthropic/claude-sonnet-4-5", baseUrl: vendor.url("anthropic") }] };
      read = openServerTasks({
        program: childProgram,
        env: { ...env, ANTHROPIC_API_KEY: "a-key", OPENAI_API_KEY: "another" },
        keys: ["ANTHROPIC_API_KEY"],
      }).reviewPullRequest;
      await serving.stop();
      await store.close();
      await start();
      await openedPull();
      await until(() => said("posted") || said("failed"));
      expect(JSON.stringify(github.ledger.wire("review"))).toContain("The tests run before the build");
      expect(await store.records.spent(0)).toBeGreaterThan(0);
      const [kept] = await store.records.reviews(1);
      expect(kept?.repository).toBe(`${github.host}/acme/shop`);
      const calls = await store.records.callsOf(kept!.run);
      expect(calls.length).toBe(vendor.asked.length);
      expect(calls.join()).not.toContain("a-key");
    } finally {
      await vendor.close();
    }
  });
});

async function post(id: string, body: string, signature = sign(body)): Promise<number> {
  const headers = { "x-github-delivery": id, "x-github-event": "pull_request", "x-hub-signature-256": signature };
  return (await fetch(`${serving.url}/webhook`, { method: "POST", body, headers })).status;
}

function sign(body: string): string {
  return `sha256=${createHmac("sha256", app.webhookSecret!).update(body).digest("hex")}`;
}

describe("a delivery", () => {
  test.each([
    ["with a wrong signature", () => post("1", "{}", `sha256=${"0".repeat(64)}`), 401],
    ["without a signature", () => post("1", "{}", ""), 401],
    ["with an id that is none", () => post("a b", "{}"), 400],
    ["that is signed and says nothing", () => post("1", "{}"), 202],
    ["that is signed and is no JSON", () => post("1", "nonsense"), 202],
  ])("%s", async (_, send, status) => {
    expect(await send()).toBe(status);
    expect(await store.deliveries.pending(10).then((all) => all.length <= 1)).toBe(true);
  });

  test("is rejected on any other route", async () => {
    expect((await fetch(`${serving.url}/webhook`)).status).toBe(405);
    expect((await fetch(`${serving.url}/`)).status).toBe(404);
    expect((await fetch(`${serving.url}/healthz`)).status).toBe(200);
  });
});
