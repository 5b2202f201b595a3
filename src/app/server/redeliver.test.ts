// Deliveries that the server did not take, asked for again: on the simulated GitHub, with a server that was away.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { registerApp } from "../../../test/support/github-app.ts";
import { installApp } from "../../standin/github/apps/install.ts";
import { openStandin } from "../../standin/github/standin.ts";
import { apiOf } from "../../world/github/address.ts";
import { openAppDeliveries } from "../../world/github/app-deliveries.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openStore } from "../../world/store/open-store.ts";
import { redeliver, type RedeliverNeeds } from "./redeliver.ts";

const hour = 3_600_000;

test("deliveries of the time when the server was away are asked for again, at start and hourly", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-redeliver-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // The App's proofs are made by the real clock, which GitHub's must match.
  const began = Date.now();
  let later = 0;
  const now = () => began + later;
  const path = process.env["PATH"] ?? "";
  const github = await openStandin({ folder: join(folder, "hub"), clock: { now: () => began }, path });
  onTestFinished(() => github.close());
  github.user("ada");
  github.organization("acme", [{ login: "ada", role: "admin" }]);
  const shop = await github.repository("acme", "shop", [{ message: "feat: a shop", files: { "a.txt": "a" } }]);
  const app = await registerApp(github, { contents: "read", events: ["pull_request", "push"] });
  // Nobody is there.
  app.webhookUrl = "http://127.0.0.1:9/webhook";
  installApp(github.hub, github.webhooks, { app, account: "acme", by: "ada" });
  const store = await openStore({ folder: join(folder, "data") });
  onTestFinished(() => store.close());
  const { signal: stop } = new AbortController();
  const key = { appId: String(app.id), privateKey: app.privateKey! };
  const deliveries = openAppDeliveries({ api: apiOf(github.host), app: key, clock: wallClock, stop });
  const log: string[] = [];
  const needs: RedeliverNeeds = { ...deliveries, store, app: "app/here", now, log: (what) => log.push(what) };
  // More than one page of them.
  await github.push(shop, "side", [{ message: "feat: b", files: { "b.txt": "b" } }], { from: "main", by: "ada" });
  const pull = await github.openPull(shop, "ada", { title: "feat: b", head: "side", body: "" });
  for (let n = 0; n < 120; n += 1)
    github.webhooks.happened({
      event: "pull_request",
      action: "labeled",
      pull,
      repository: shop,
      sender: "ada",
      at: began,
    } as never);
  await github.webhooks.settled();

  expect(await redeliver(needs, "start")).toBe(0);
  later += 10 * 60_000;
  const missed = await redeliver(needs, "start");
  await github.webhooks.settled();
  const first = github.state.deliveries.filter((one) => !one.redelivery && one.event !== "push");
  expect(missed).toBe(first.length);
  expect(missed).toBeGreaterThan(120);
  // A moment later, neither another replica nor a restart asks again.
  expect(await redeliver(needs, "start")).toBe(0);
  later += hour;
  expect(await redeliver(needs, "hour")).toBe(missed);
  await github.webhooks.settled();
  expect(log).toEqual(["deliveries asked for again", "deliveries asked for again"]);
});
