// Operating a server: missed webhooks, roles, readiness, metrics, and a log without secrets.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databases } from "../../../test/support/databases.ts";
import { openServerShop, until, type ServerShop } from "../../../test/support/server-shop.ts";
import { listInstallations, listOpenPulls } from "../../world/github/app-lists.ts";
import { apiOf } from "../../world/github/address.ts";
import { openAppToken } from "../../world/github/app-token.ts";
import { wallClock } from "../../world/github/clock.ts";
import { dispatchDeliveries } from "./dispatch-deliveries.ts";
import { openLog } from "./log.ts";
import { newMetrics } from "./metrics.ts";
import type { PullRequestReview, ReviewPullRequestInput } from "../child/tasks/review-pull-request.ts";
import type { ServeOptions } from "./serve.ts";
import { pullRequestKey } from "../../pull-request.ts";

const { signal: stop } = new AbortController();

describe.each(databases)("with its data in $name", ({ name, skip, newPlace }) => {
  /** Two stores in one file need two processes: one waits for the other without letting it go on. */
  const isOneFile = name === "SQLite";

  describe.skipIf(skip)("servers", () => {
    let server: ServerShop;
    beforeEach(async () => {
      server = await openServerShop(newPlace);
      server.read = async (toRead) => fine(toRead, server);
    });
    afterEach(async () => await server.close());

    function sweeping(everyMs?: number): NonNullable<ServeOptions["sweeping"]> {
      const api = apiOf(server.github.host);
      const app = { appId: server.app.id, privateKey: server.app.privateKey! };
      const asApp = { api, app, clock: wallClock, stop };
      return {
        installations: async () => await listInstallations(asApp),
        pulls: (installationId) =>
          listOpenPulls({
            ...asApp,
            token: openAppToken({ ...asApp, app: { ...app, installationId }, scope: "read" }),
          }),
        ...(everyMs !== undefined && { everyMs }),
      };
    }

    test("recover missed webhooks once, and skip handled ones", async () => {
      server.app.webhookUrl = "http://127.0.0.1:9/webhook";
      const pull = await server.openPull();
      const closed = await server.github.openPull(server.shop, "ada", { title: "x", head: "side", body: "" });
      server.github.closePull(closed);
      const { serving } = await server.start({ sweeping: sweeping() });
      await until(() => server.said("posted"));
      expect(server.log.filter(({ what }) => what === "missed by webhooks").map(({ about }) => about["head"])).toEqual([
        pull.head.oid,
      ]);
      await serving.stop();
      server.log.length = 0;
      // It is not yet time; then it is, and there is nothing to do.
      const { serving: second } = await server.start({ sweeping: sweeping() });
      await second.stop();
      expect(server.log).toEqual([]);
      await server.start({ sweeping: sweeping(0) });
      await until(() => server.said("swept"));
      expect(server.log.map(({ about }) => about)).toEqual([{ found: 0 }]);
      expect(server.deeds()).toEqual(["create-check-run"]);
    });

    test.skipIf(isOneFile)("one receives webhooks and the other works; both report their health", async () => {
      const { serving: web } = await server.start({ role: "web" });
      const { serving: worker, store } = await server.start({ role: "worker" });
      await server.openPull();
      await until(() => server.said("posted"));
      expect(server.deeds()).toEqual(["create-check-run"]);
      const ask = async (url: string) => (await fetch(url)).status;
      expect(await ask(`${worker.url}/webhook`)).toBe(404);
      for (const { url } of [web, worker])
        expect([await ask(`${url}/healthz`), await ask(`${url}/readyz`)]).toEqual([200, 200]);
      await until(async () => (await store.jobs.depth()).every(({ running }) => running === 0));
      const figures = await (await fetch(`${worker.url}/metrics`)).text();
      expect(figures).toMatch(/^crosscheck_jobs_total\{kind="review-pull",outcome="done"\} [12]$/m);
      expect(figures).toContain("crosscheck_model_cost_month_dollars 0\n");
      const taken = await (await fetch(`${web.url}/metrics`)).text();
      expect(taken).toMatch(/^crosscheck_deliveries_total\{outcome="accepted"\} \d+$/m);
      await fetch(`${web.url}/webhook`, { method: "POST", body: "{}" });
      expect(await (await fetch(`${web.url}/metrics`)).text()).toContain('deliveries_total{outcome="refused"} 1\n');
    });

    test.skipIf(isOneFile)("of two that find the same delivery, one deals with it", async () => {
      const [one, other] = [(await server.start({ role: "web" })).store, (await server.start({ role: "web" })).store];
      const body = JSON.stringify({
        action: "opened",
        number: 7,
        pull_request: { title: "x", head: { sha: "0".repeat(40) } },
        repository: { name: "shop", owner: { login: "acme" } },
        installation: { id: 1 },
      });
      for (let n = 0; n < 30; n += 1)
        await one.deliveries.accept({ id: `d${n}`, event: "pull_request", body, receivedAt: n });
      const receiver = { host: server.github.host, self: null };
      await Promise.all([dispatchDeliveries(one, receiver), dispatchDeliveries(other, receiver)]);
      expect(await other.deliveries.pending(9)).toEqual([]);
      expect(await one.jobs.waiting("review-pull", `${server.github.host}/acme/shop#7`)).toHaveLength(30);
    });

    test("log no user text and no secrets", async () => {
      const lines: string[] = [];
      const secrets = [server.app.webhookSecret!, server.app.privateKey!];
      const log = openLog({ write: (line) => lines.push(line), now: Date.now, secrets });
      const canaries = ["canary-title", "canary-body", "canary-branch"];
      server.read = async ({ token }) => {
        throw new Error(`failed with ${token} and ${server.app.webhookSecret} and ${server.app.privateKey}`);
      };
      const { store } = await server.start({ log }, { jobs: { attempts: 1 } });
      await server.github.push(
        server.shop,
        "canary-branch",
        [{ message: "canary-body", files: { x: "canary-body" } }],
        {
          from: "main",
          by: "ada",
        },
      );
      const given = { title: "canary-title", head: "canary-branch", body: "canary-body" };
      await server.github.openPull(server.shop, "ada", given);
      await until(async () => (await store.jobs.failed(1)).length === 1);
      const tokens = server.github.state.tokens.map(({ token }) => token);
      const text = lines.join("");
      expect(lines.length).toBeGreaterThan(0);
      for (const secret of [...canaries, ...tokens, ...secrets.flatMap((whole) => whole.split("\n").filter(Boolean))])
        expect(text).not.toContain(secret);
      for (const line of lines) expect(Object.keys(JSON.parse(line) as object)).toContain("what");
    });
  });
});

test("a store that does not answer is not ready", async () => {
  const server = await openServerShop(databases[0]!.newPlace);
  const { serving, store } = await server.start({ role: "web" });
  await store.close();
  expect((await fetch(`${serving.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${serving.url}/healthz`)).status).toBe(200);
  await server.close();
});

test("metrics are valid Prometheus text for any label", () => {
  const metrics = newMetrics();
  metrics.add("jobs_total", { kind: 'a "b"\\\n', outcome: "done" });
  metrics.add("jobs_total", { kind: 'a "b"\\\n', outcome: "done" });
  const text = metrics.text([{ name: "jobs_waiting", help: "Jobs.", values: [{ value: 3 }] }]);
  expect(text).toContain('crosscheck_jobs_total{kind="a \\"b\\"\\\\\\n",outcome="done"} 2\n');
  expect(text).toContain("# TYPE crosscheck_jobs_waiting gauge\ncrosscheck_jobs_waiting 3\n");
  expect(text.split("\n").every((line) => line === "" || /^(?:# (?:HELP|TYPE) )?crosscheck_\w+/.test(line))).toBe(true);
});

function fine({ pull }: ReviewPullRequestInput, { github }: ServerShop): PullRequestReview {
  const { head } = github.state.pulls.find(({ number }) => number === pull.number)!;
  const key = `${pullRequestKey(pull)}@${head.oid}/check`;
  const action = { key, do: "check-run", conclusion: "neutral", title: "Fine", body: "Fine" };
  return { plan: { pull, head: head.oid, actions: [action], remember: null }, draft: null, asked: null, learned: null };
}
