// Traces of a server, from the webhook to the posted review, without text that a person wrote.
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { databases, openForTest } from "../../../test/support/databases.ts";
import { openServerShop, until, type ServerShop } from "../../../test/support/server-shop.ts";
import { openTraceCollector } from "../../../test/support/trace-collector.ts";
import { apiOf } from "../../world/github/address.ts";
import { openTracing } from "../../world/traces.ts";
import { openInstallations } from "./installation.ts";
import { openServer } from "./open-server.ts";
import type { CallReport } from "../child/child-task.ts";
import type { PullRequestReview } from "../child/tasks/review-pull-request.ts";
import { tracedInstallations, tracedJob, tracedReview } from "./server-spans.ts";
import { openObservability } from "./observability.ts";
import { unpaced } from "../../../test/support/unpaced.ts";
import { pullRequestKey } from "../../pull-request.ts";

let server: ServerShop;
beforeEach(async () => {
  server = await openServerShop(databases[0]!.newPlace);
  server.read = async ({ pull }) => {
    const { head } = server.github.state.pulls.find(({ number }) => number === pull.number)!;
    const key = `${pullRequestKey(pull)}@${head.oid}/check`;
    const action = { key, do: "check-run", conclusion: "neutral", title: "Fine", body: "Fine" };
    return {
      plan: { pull, head: head.oid, actions: [action], remember: null },
      draft: null,
      asked: null,
      learned: null,
    };
  };
});
afterEach(async () => await server.close());

test("a pull request is followed from the webhook to the check run", async () => {
  const collector = await openTraceCollector();
  const { app, github } = server;
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const secrets = [app.webhookSecret!, app.privateKey!];
  const watching = await openObservability({ env, version: "1", secrets, now: Date.now, log: () => {} });
  const { tracing, onRequest: heard } = watching;
  const identity = { appId: String(app.id), privateKey: app.privateKey! };
  server.open = tracedInstallations(
    openInstallations(apiOf(github.host), identity, { onRequest: heard, permit: unpaced }),
    tracing,
  );
  const { serving } = await server.start({
    ...watching.options,
    read: tracedReview((toRead, stop) => server.read(toRead, stop), tracing),
  });
  await fetch(`${serving.url}/webhook`, { method: "POST", body: "{}", headers: { "x-github-event": "forged-canary" } });
  await github.push(server.shop, "side", [{ message: "canary-message", files: { "canary-file": "canary-text" } }], {
    from: "main",
    by: "ada",
  });
  const pull = await github.openPull(server.shop, "ada", { title: "canary-title", head: "side", body: "canary-body" });
  await until(() => server.said("posted"));
  await serving.stop();
  await tracing.end();

  const all = (name: string) => collector.spans.filter((span) => span.name === name);
  const place = `${github.host}/acme/shop#${pull.number}`;
  const webhooks = all("webhook").filter(({ facts }) => facts["crosscheck.outcome"] === "accepted");
  const opened = webhooks.find(({ facts }) => facts["crosscheck.event"] === "pull_request")!;
  expect(all("webhook").find(({ facts }) => facts["crosscheck.outcome"] === "refused")!.facts).toEqual({
    "crosscheck.outcome": "refused",
  });
  // From the delivery to the job: both name it.
  const delivery = all("delivery").find(
    ({ facts }) => facts["crosscheck.delivery"] === opened.facts["crosscheck.delivery"],
  )!;
  expect(delivery.facts["crosscheck.outcome"]).toBe(`review-pull ${place}`);
  const job = all("job review-pull")[0]!;
  expect(job.facts).toMatchObject({
    "crosscheck.job.kind": "review-pull",
    "crosscheck.job.key": place,
    "crosscheck.job.attempt": 1,
    "crosscheck.outcome": "done",
  });
  // All of the job is in its trace.
  const read = all("read")[0]!;
  const posted = all("post createCheckRun")[0]!;
  const request = all("POST /repos/{owner}/{repo}/check-runs")[0]!;
  expect([read.parent, posted.parent, request.parent]).toEqual([job.id, job.id, posted.id]);
  expect(request.facts).toMatchObject({ "http.request.method": "POST", "http.response.status_code": 201 });
  expect(collector.spans.some(({ name }) => name.startsWith("POST /graphql query "))).toBe(true);

  const tokens = github.state.tokens.map(({ token }) => token);
  const text = collector.bodies.join("");
  for (const secret of [...tokens, ...secrets.flatMap((whole) => whole.split("\n").filter(Boolean)), "canary"])
    expect(text).not.toContain(secret);
});

test("a server that stops sends the remaining spans first", async () => {
  const collector = await openTraceCollector();
  const { place, remove } = await databases[0]!.newPlace();
  onTestFinished(remove);
  const store = await openForTest(place);
  const { app, github } = server;
  const { signal: stop } = new AbortController();
  const serving = await openServer(
    {
      address: { host: "127.0.0.1", port: 0 },
      githubHost: github.host,
      secret: app.webhookSecret!,
      app: { appId: String(app.id), privateKey: app.privateKey! },
      role: "web",
    },
    {
      store,
      program: [],
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      user: {},
      stop,
      now: Date.now,
      log: () => {},
      version: "1.2.3",
    },
  );
  const body = "{}";
  const signature = createHmac("sha256", app.webhookSecret!).update(body).digest("hex");
  const headers = {
    "x-github-delivery": "delivery-1",
    "x-github-event": "ping",
    "x-hub-signature-256": `sha256=${signature}`,
  };
  expect((await fetch(`${serving.url}/webhook`, { method: "POST", body, headers })).status).toBe(202);
  await serving.stop();
  const webhook = collector.spans.find(({ name }) => name === "webhook");
  expect(webhook).toMatchObject({ facts: { "crosscheck.delivery": "delivery-1", "crosscheck.event": "ping" } });
  expect(collector.service).toMatchObject({ "service.name": "crosscheck", "service.version": "1.2.3" });
});

test("each model call is a span with its own times, even if the child fails", async () => {
  const collector = await openTraceCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const tracing = await openTracing({ env, version: "1", secrets: [], log: () => {} });
  const record = (more: object) => ({
    unit: "code-reviewer",
    model: "a/b",
    ms: 1500,
    at: 10_000,
    cost: { tokensIn: 10, cacheReads: 3, cacheWrites: 2, tokensOut: 7, money: 0.25 },
    outcome: { is: "answered", value: "canary" },
    ...more,
  });
  const told = { unit: "code-reviewer", model: "a/b", at: 10_000, money: 0.25, isOver: true };
  const calls: CallReport[] = [
    { ...told, call: JSON.stringify(record({})) },
    { ...told, money: null, call: JSON.stringify(record({ outcome: { is: "failed", message: "canary" } })) },
    { ...told, isOver: false, call: "canary, and no JSON" },
  ];
  const kept: CallReport[] = [];
  const read = tracedReview(async ({ asking }): Promise<PullRequestReview> => {
    for (const call of calls) await asking!.keep(call);
    throw new Error("the reader broke off");
  }, tracing);
  const asking = { run: "0123456789abcdef", past: [], keep: async (call: CallReport) => void kept.push(call) };
  const toRead = {
    pull: { host: "github.com", owner: "acme", repo: "shop", number: 7 },
    asking,
  } as unknown as Parameters<typeof read>[0];
  const run = tracedJob("review-pull", async (_, stop) => void (await read(toRead, stop)), tracing);
  const job = { kind: "review-pull", key: "github.com/acme/shop#7", data: null };
  await expect(run(job, new AbortController().signal, 3)).rejects.toThrow("the reader broke off");
  await tracing.end();
  expect(kept).toEqual(calls);
  const reading = collector.spans.find(({ name }) => name === "read");
  expect(reading).toMatchObject({ failed: true, facts: { "crosscheck.pull": "github.com/acme/shop#7" } });
  expect(collector.spans.find(({ name }) => name === "job review-pull")!.facts).toMatchObject({
    "crosscheck.job.attempt": 3,
    "crosscheck.outcome": "failed",
  });
  const spans = collector.spans.filter(({ name }) => name === "model call");
  expect(spans.map(({ parent }) => parent)).toEqual([reading!.id, reading!.id, reading!.id]);
  expect(spans.map(({ from, to, failed }) => [from, to, failed])).toEqual([
    [10_000, 11_500, false],
    [10_000, 11_500, true],
    [10_000, 10_000, false],
  ]);
  expect(spans[0]!.facts).toEqual({
    "crosscheck.unit": "code-reviewer",
    "gen_ai.request.model": "a/b",
    "gen_ai.usage.input_tokens": 15,
    "gen_ai.usage.output_tokens": 7,
    "crosscheck.cost_dollars": 0.25,
    "crosscheck.broken_off": false,
  });
  expect(collector.bodies.join("")).not.toContain("canary");
});
