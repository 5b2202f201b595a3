import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { verify } from "@octokit/webhooks-methods";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeRepository, type MadeRepository } from "../../world/git/make-repository.ts";
import { bareHub } from "../../../test/support/github/bare-github.ts";
import { installApp, uninstallApp } from "./apps/install.ts";
import { newKeys } from "./manifest.ts";
import { commit } from "./pull-git.ts";
import * as made from "./state.ts";
import { openWebhooks, type Webhooks } from "./webhooks.ts";
import type { WebhookEventData } from "./webhooks/payloads.ts";

interface ReceivedDelivery {
  headers: IncomingHttpHeaders;
  body: string;
}

const at = Date.UTC(2026, 0, 5, 12);
const hub = bareHub("/nowhere", process.env["PATH"], () => at);
hub.url = "http://127.0.0.1:4000";
const { state } = hub;
let answer: number | null = 202;
let receivedDeliveries: ReceivedDelivery[] = [];
const receiver = createServer((request, response) => {
  void buffer(request).then((body) => {
    receivedDeliveries.push({ headers: request.headers, body: body.toString("utf8") });
    // Null: it never answers.
    if (answer !== null) response.writeHead(answer).end();
  });
});
let source: MadeRepository;
let repository: made.SimulatedRepository;
let pull: made.Pull;
let app: made.App;
let installation: made.SimulatedInstallation;
let webhooks: Webhooks;

beforeAll(async () => {
  await new Promise<void>((resolve) => void receiver.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  source = await makeRepository(
    [
      { message: "Base", files: { "a.txt": "1\n2\n" } },
      { message: "Feature", files: { "a.txt": "1\nzwei\n", "ü.txt": "neu\n" } },
    ],
    process.env,
    new AbortController().signal,
  );
  const [head, base] = (await source.git("rev-list", "HEAD")).split("\n") as [string, string];
  for (const login of ["ada", "bob", "reviewer[bot]"]) state.accounts.push(made.newAccount(state, { login }, at));
  const members = [{ login: "ada", role: "member" as const }];
  state.accounts.push(made.newAccount(state, { login: "acme", type: "Organization", members }, at));
  repository = made.newRepository(state, { owner: "acme", name: "shop", gitDirectory: join(source.path, ".git") }, at);
  state.repositories.push(repository);
  pull = made.newPull(
    state,
    {
      repository: repository.id,
      number: 1,
      title: "Count “zwei” — ü",
      author: "ada",
      base: { ref: "main", oid: base },
      head: { ref: "feature", oid: head, repository: repository.id },
    },
    at,
  );
  state.pulls.push(pull);
  const { publicKey } = await newKeys();
  app = {
    id: made.takeId(state),
    slug: "reviewer",
    name: "Reviewer",
    owner: "acme",
    bot: "reviewer[bot]",
    clientId: "Iv1.x",
    clientSecret: "s",
    webhookSecret: "It's a secret",
    webhookUrl: url,
    publicKey,
    privateKey: null,
    permissions: { checks: "write", pull_requests: "write", contents: "read" },
    events: [
      "pull_request",
      "issue_comment",
      "pull_request_review",
      "pull_request_review_comment",
      "merge_group",
      "pull_request_review_thread",
    ],
    callbackUrls: [],
    createdAt: at,
  };
  state.apps.push(app);
});

beforeEach(async () => {
  webhooks = openWebhooks(hub);
  answer = 202;
  if (state.installations.length === 0) installation = installApp(hub, webhooks, { app, account: "acme", by: "ada" });
  await webhooks.settled();
  receivedDeliveries = [];
});

afterAll(async () => {
  source.remove();
  receiver.closeAllConnections();
  await new Promise((resolve) => void receiver.close(resolve));
});

async function tell(...told: WebhookEventData[]): Promise<Record<string, unknown>[]> {
  for (const one of told) webhooks.happened(one);
  await webhooks.settled();
  return receivedDeliveries.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}

const by = (): { repository: made.SimulatedRepository; sender: string; at: number } => ({
  repository,
  sender: "ada",
  at,
});
const opened = (): WebhookEventData => ({ ...by(), event: "pull_request", action: "opened", pull });

describe("a delivery", () => {
  test("is signed over its exact bytes and names its installation", async () => {
    const [payload] = await tell(opened());
    const [{ headers, body }] = receivedDeliveries as [ReceivedDelivery];
    expect(await verify("It's a secret", body, headers["x-hub-signature-256"] as string)).toBe(true);
    expect(await verify("another", body, headers["x-hub-signature-256"] as string)).toBe(false);
    expect(headers).toMatchObject({
      "x-github-event": "pull_request",
      "x-github-delivery": state.deliveries.at(-1)!.guid,
      "x-github-hook-id": String(app.id),
      "x-github-hook-installation-target-id": String(app.id),
      "x-github-hook-installation-target-type": "integration",
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^GitHub-Hookshot\//),
    });
    expect(payload).toMatchObject({
      action: "opened",
      number: 1,
      installation: { id: installation.id },
      organization: { login: "acme" },
      sender: { login: "ada", type: "User" },
      repository: { full_name: "acme/shop", clone_url: "http://127.0.0.1:4000/acme/shop.git" },
      pull_request: {
        title: "Count “zwei” — ü",
        author_association: "MEMBER",
        draft: false,
        created_at: "2026-01-05T12:00:00Z",
        commits: 1,
        additions: 2,
        deletions: 1,
        changed_files: 2,
        head: { ref: "feature", sha: pull.head.oid, label: "acme:feature" },
      },
    });
  });

  test("describes the state at the time of the event, in order", async () => {
    webhooks.happened(opened());
    pull.title = "Renamed";
    const renamed: WebhookEventData = {
      ...by(),
      event: "pull_request",
      action: "edited",
      pull,
      changes: { title: "Count “zwei” — ü" },
    };
    webhooks.happened(renamed);
    pull.state = "closed";
    webhooks.happened({ ...by(), event: "pull_request", action: "closed", pull });
    pull.state = "open";
    await webhooks.settled();
    const deliveries = state.deliveries
      .slice(-3)
      .map(({ payload }) => JSON.parse(payload) as { pull_request: made.Pull });
    expect(deliveries.map((one) => [one.pull_request.title, one.pull_request.state])).toEqual([
      ["Count “zwei” — ü", "open"],
      ["Renamed", "open"],
      ["Renamed", "closed"],
    ]);
    expect(deliveries[1]).toMatchObject({ changes: { title: { from: "Count “zwei” — ü" } } });
  });

  test("that failed stays failed and can be redelivered with the same id", async () => {
    answer = 500;
    await tell(opened());
    const first = state.deliveries.at(-1)!;
    expect(first).toMatchObject({ status: 500, redelivery: false });
    expect(receivedDeliveries).toHaveLength(1);
    answer = 202;
    const again = await webhooks.redeliver(first.id);
    expect(again).toMatchObject({ status: 202, redelivery: true, guid: first.guid });
    expect(again.id).not.toBe(first.id);
    expect(receivedDeliveries[1]!.body).toBe(receivedDeliveries[0]!.body);
    expect(receivedDeliveries[1]!.headers["x-github-delivery"]).toBe(
      receivedDeliveries[0]!.headers["x-github-delivery"],
    );
  });

  test("times out if there is no response", async () => {
    answer = null;
    webhooks = openWebhooks(hub, 50);
    await tell(opened());
    const { id, status } = state.deliveries.at(-1)!;
    expect(status).toBeNull();
    expect(webhooks.outcome(id)).toEqual({ failed: "timed out" });
  });

  test("is not created without a subscriber", async () => {
    const before = state.deliveries.length;
    await tell({ ...by(), event: "push", ref: "refs/heads/x", before: "", after: "", forced: false });
    const { webhookUrl } = app;
    app.webhookUrl = null;
    await tell(opened());
    app.webhookUrl = webhookUrl;
    installation.suspendedAt = at;
    await tell(opened());
    installation.suspendedAt = null;
    expect(state.deliveries).toHaveLength(before);
  });

  test("of a repository's own hook has no installation and can be a form", async () => {
    const hook: made.Webhook = {
      id: made.takeId(state),
      repository: repository.id,
      organization: null,
      url: app.webhookUrl!,
      active: true,
      secret: "other",
      contentType: "form",
      events: ["issues", "ping"],
    };
    state.webhooks.push(hook);
    webhooks.happened({ event: "ping", hook, sender: "ada", at });
    await webhooks.settled();
    const [{ headers, body }] = receivedDeliveries as [ReceivedDelivery];
    expect(headers["x-github-hook-installation-target-type"]).toBe("repository");
    expect(headers["x-github-event"]).toBe("ping");
    expect(await verify("other", body, headers["x-hub-signature-256"] as string)).toBe(true);
    const payload = JSON.parse(new URLSearchParams(body).get("payload")!) as object;
    expect(payload).toMatchObject({ hook_id: hook.id, hook: { type: "Repository", events: ["issues", "ping"] } });
    expect(payload).not.toHaveProperty("installation");
    state.webhooks.splice(0);
  });
});

describe("each event", () => {
  test.each(["reopened", "ready_for_review", "converted_to_draft"] as const)("pull_request %s", async (action) => {
    const [payload] = await tell({ ...by(), event: "pull_request", action, pull });
    expect(payload).toMatchObject({ action, number: 1 });
  });

  test("pull_request synchronize and review_requested", async () => {
    const payloads = await tell(
      { ...by(), event: "pull_request", action: "synchronize", pull, before: pull.base.oid, after: pull.head.oid },
      { ...by(), event: "pull_request", action: "review_requested", pull, reviewer: "bob" },
    );
    expect(payloads.find((one) => one["action"] === "synchronize")).toMatchObject({
      before: pull.base.oid,
      after: pull.head.oid,
    });
    expect(payloads.find((one) => one["action"] === "review_requested")).toMatchObject({
      requested_reviewer: { login: "bob" },
      pull_request: { requested_reviewers: [{ login: "bob" }] },
    });
  });

  test("a review, its comment, and the thread when it is resolved and reopened", async () => {
    const times = { createdAt: at, updatedAt: at, minimized: null };
    const review: made.Review = {
      id: made.takeId(state),
      pull: pull.id,
      author: "bob",
      state: "CHANGES_REQUESTED",
      body: "No",
      commit: pull.head.oid,
      submittedAt: at,
      ...times,
    };
    const thread: made.SimulatedThread = {
      id: made.takeId(state),
      pull: pull.id,
      path: "a.txt",
      subject: "LINE",
      side: "RIGHT",
      startSide: null,
      line: 2,
      startLine: null,
      originalLine: 2,
      originalStartLine: null,
      originalCommit: pull.head.oid,
      diffHunk: "@@ -1,2 +1,2 @@",
      outdated: false,
      resolvedBy: null,
    };
    const comment: made.ReviewComment = {
      id: made.takeId(state),
      pull: pull.id,
      thread: thread.id,
      review: review.id,
      author: "bob",
      body: "Why?",
      replyTo: null,
      commit: pull.head.oid,
      ...times,
    };
    state.reviews.push(review);
    state.threads.push(thread);
    state.reviewComments.push(comment);
    await tell(
      { ...by(), event: "pull_request_review", action: "submitted", pull, review },
      { ...by(), event: "pull_request_review_comment", action: "created", pull, comment },
      { ...by(), event: "pull_request_review_thread", action: "resolved", pull, thread },
      { ...by(), event: "pull_request_review_thread", action: "unresolved", pull, thread },
    );
    const [submitted, created, resolved, unresolved] = state.deliveries
      .slice(-4)
      .map(({ payload }) => JSON.parse(payload) as object);
    expect(submitted).toMatchObject({ review: { id: review.id, state: "changes_requested", body: "No" } });
    expect(created).toMatchObject({
      comment: { id: comment.id, path: "a.txt", line: 2, body: "Why?", user: { login: "bob" } },
    });
    expect(resolved).toMatchObject({ action: "resolved", thread: { comments: [{ id: comment.id }] } });
    expect(unresolved).toMatchObject({ action: "unresolved" });
  });

  test("a comment on a pull request is marked as such", async () => {
    const comment: made.IssueComment = {
      id: made.takeId(state),
      repository: repository.id,
      number: 1,
      author: "reviewer[bot]",
      body: "Hello",
      createdAt: at,
      updatedAt: at,
      minimized: null,
    };
    state.issueComments.push(comment);
    const [payload] = await tell({ ...by(), event: "issue_comment", action: "created", comment });
    expect(payload).toMatchObject({
      issue: { number: 1, pull_request: { url: "http://127.0.0.1:4000/api/v3/repos/acme/shop/pulls/1" } },
      comment: { body: "Hello", user: { type: "Bot" }, performed_via_github_app: { slug: "reviewer" } },
    });
  });

  test.each(["created", "completed", "rerequested"] as const)(
    "check_run %s is delivered without a subscription to Apps that may write checks",
    async (action) => {
      const run: made.CheckRun = {
        id: made.takeId(state),
        repository: repository.id,
        app: app.id,
        suite: made.takeId(state),
        name: "Review",
        headSha: pull.head.oid,
        externalId: "x",
        detailsUrl: null,
        status: "completed",
        conclusion: "neutral",
        startedAt: at,
        completedAt: at,
        output: { title: "T", summary: "S", text: null, annotations: [] },
      };
      const [payload] = await tell({ ...by(), event: "check_run", action, run });
      expect(payload).toMatchObject({ action, check_run: { external_id: "x", pull_requests: [{ number: 1 }] } });
    },
  );

  test("merge_group checks_requested", async () => {
    const tip = await commit(hub, repository.gitDirectory, pull.head.oid);
    const head = { ref: "refs/heads/gh-readonly-queue/main/pr-1", oid: pull.head.oid };
    const group = { base: { ref: "refs/heads/main", oid: pull.base.oid }, head, commit: tip };
    const [payload] = await tell({ ...by(), event: "merge_group", action: "checks_requested", group });
    expect(payload).toMatchObject({ merge_group: { head_ref: head.ref, head_commit: { message: "Feature" } } });
  });

  test("an installation is created, gains and loses repositories, and is deleted", async () => {
    const listed = { installation, repositories: [repository], sender: "ada", at };
    webhooks.happened({ event: "installation_repositories", action: "added", ...listed });
    webhooks.happened({ event: "installation_repositories", action: "removed", ...listed });
    uninstallApp(hub, webhooks, installation, "ada");
    installation = installApp(hub, webhooks, { app, account: "acme", repositories: [repository.id], by: "ada" });
    await webhooks.settled();
    const payloads = state.deliveries.slice(-4).map(({ payload }) => JSON.parse(payload) as object);
    expect(payloads).toMatchObject([
      { action: "added", repositories_added: [{ full_name: "acme/shop" }], repositories_removed: [] },
      { action: "removed", repositories_added: [], repositories_removed: [{ full_name: "acme/shop" }] },
      { action: "deleted", installation: { repository_selection: "all" } },
      { action: "created", installation: { repository_selection: "selected" }, repositories: [{ name: "shop" }] },
    ]);
  });
});
