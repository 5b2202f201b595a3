// `crosscheck doctor --server` with a simulated App and common configuration mistakes.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { registerApp } from "../../../test/support/github-app.ts";
import { crosscheck } from "../../../test/support/run-cli.ts";
import { diagnoseServer, isServerWell } from "./words/server-doctor.ts";
import { installApp } from "../../standin/github/apps/install.ts";
import { newKeys } from "../../standin/github/manifest.ts";
import { openStandin, type Standin } from "../../standin/github/standin.ts";
import type { App } from "../../standin/github/state.ts";
import { keepApp } from "../../world/app-file.ts";
import { wantedEvents } from "./app-needs.ts";
import { serverFacts } from "./server-facts.ts";

let folder: string;
let github: Standin;
let app: App;
let ahead: number;
let takes: number;
let hook: Server;
let env: Record<string, string>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-server-doctor-"));
  ahead = 0;
  takes = 202;
  const clock = { now: () => Date.now() - ahead };
  github = await openStandin({ folder: join(folder, "hub"), clock, path: process.env["PATH"] ?? "" });
  github.user("ada");
  github.organization("acme", [{ login: "ada", role: "admin" }]);
  app = await registerApp(github, { contents: "write", events: [...wantedEvents] });
  app.permissions = { ...app.permissions, merge_queues: "read" };
  hook = createServer((_, response) => void response.writeHead(takes).end());
  await new Promise<void>((resolve) => void hook.listen(0, "127.0.0.1", resolve));
  app.webhookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/webhook`;
  writeFileSync(join(folder, "app.pem"), app.privateKey!);
  env = {
    CROSSCHECK_APP_ID: String(app.id),
    CROSSCHECK_APP_KEY: join(folder, "app.pem"),
    CROSSCHECK_WEBHOOK_SECRET: app.webhookSecret!,
    CROSSCHECK_DATA: join(folder, "data"),
    CROSSCHECK_GITHUB_HOST: github.host,
  };
});
afterEach(async () => {
  await github.close();
  hook.closeAllConnections();
  await new Promise<void>((resolve) => void hook.close(() => resolve()));
  rmSync(folder, { recursive: true, force: true });
});

async function look(more: Record<string, string> = {}) {
  const here = { PATH: process.env["PATH"] ?? "", HOME: folder, ...env, ...more };
  const stop = new AbortController().signal;
  const lines = diagnoseServer(await serverFacts(undefined, { env: here, platform: "linux", cwd: folder, stop }));
  return { well: isServerWell(lines), line: (id: string) => lines.find((one) => one.id === id) };
}

/** An account installs it, of which its webhook hears. */
async function install() {
  installApp(github.hub, github.webhooks, { app, account: "acme", by: "ada" });
  await github.webhooks.settled();
}

test("a healthy server: one line each, and no secret is shown", async () => {
  await install();
  const { well, line } = await look();
  expect(well).toBe(true);
  expect(line("key")?.says).toMatch(/knows it as crosscheck; installed on 1 account$/);
  const marks = ["App", "key", "permissions", "events", "webhook", "deliveries", "clock", "store", "git"];
  expect(marks.map((id) => [id, line(id)?.mark])).toEqual(marks.map((id) => [id, "ok"]));
  expect(line("store")?.says).toContain("the tables are created at the first start");
  const ran = await crosscheck(["doctor", "--server"], { env, cwd: folder });
  expect([ran.code, ran.err, ran.out]).toEqual([
    0,
    "",
    expect.stringMatching(/ok +App +App \d+ from the environment\n/),
  ]);
  const secrets = [app.webhookSecret!, app.privateKey!.split("\n")[1]!];
  expect(secrets.filter((one) => ran.out.includes(one))).toEqual([]);
});

test("names missing permissions and what will not work", async () => {
  app.permissions = { metadata: "read", contents: "read", pull_requests: "write", checks: "write" };
  app.events = ["pull_request", "check_run"];
  const { well, line } = await look();
  expect([well, line("permissions")?.mark]).toEqual([false, "fail"]);
  expect(line("permissions")?.says).toContain("Issues: write is missing: comments in the conversation get no reply");
  expect(line("permissions")?.says).toContain("Contents: write is missing: no thread can be resolved");
  expect(line("events")).toMatchObject({ mark: "warn" });
  expect(line("events")?.says).toContain("merge_group is missing");
  const ran = await crosscheck(["doctor", "--server", "--json"], { env, cwd: folder });
  expect([ran.code, JSON.parse(ran.out)]).toEqual([1, expect.objectContaining({ version: 1, well: false })]);
});

test("without permission to resolve threads it warns only", async () => {
  app.permissions = { ...app.permissions, contents: "read" };
  const { well, line } = await look();
  expect([well, line("permissions")?.mark]).toEqual([true, "warn"]);
});

test("webhooks that are not delivered, or rejected", async () => {
  takes = 503;
  await install();
  const lost = await look();
  expect([lost.well, lost.line("deliveries")?.mark]).toEqual([false, "fail"]);
  expect(lost.line("deliveries")?.says).toMatch(
    /^1 of the last 1 were not accepted; the newest, installation at .*: 503$/,
  );
  app.webhookUrl = null;
  expect((await look()).line("webhook")).toMatchObject({
    mark: "fail",
    says: expect.stringContaining("none is configured"),
  });
});

test("a key of another App, an invalid key, and a missing key", async () => {
  const other = join(folder, "other.pem");
  writeFileSync(other, (await newKeys()).privateKey);
  const foreign = await look({ CROSSCHECK_APP_KEY: other });
  expect([foreign.well, foreign.line("key")?.mark]).toEqual([false, "fail"]);
  expect(foreign.line("key")?.says).toContain("does not accept the key (401)");
  writeFileSync(other, "not a key\n");
  expect((await look({ CROSSCHECK_APP_KEY: other })).line("key")?.says).toContain("cannot be used to sign");
  expect((await look({ CROSSCHECK_APP_KEY: join(folder, "none") })).line("App")?.mark).toBe("fail");
});

test("reports a wrong clock", async () => {
  ahead = 180_000;
  const { well, line } = await look();
  expect([well, line("key")?.mark, line("clock")?.mark]).toEqual([false, "fail", "fail"]);
  expect(line("clock")?.says).toMatch(/^1[78]\d seconds ahead of GitHub/);
});

test("an unreachable GitHub is one line of the report", async () => {
  const { well, line } = await look({ CROSSCHECK_GITHUB_API: "http://127.0.0.1:9/api/v3" });
  expect([well, line("key")?.mark, line("store")?.mark]).toEqual([false, "fail", "ok"]);
  expect(line("key")?.says).toContain("did not answer");
});

test("the App of the setup page, a readable key file, and no App", async () => {
  const none = { CROSSCHECK_APP_ID: "", CROSSCHECK_APP_KEY: "", CROSSCHECK_WEBHOOK_SECRET: "" };
  const empty = await look(none);
  expect([empty.well, empty.line("App")?.says, empty.line("key")]).toEqual([
    false,
    expect.stringContaining("has no app.json"),
    undefined,
  ]);
  const file = keepApp(join(folder, "data"), {
    host: github.host,
    id: app.id,
    slug: app.slug,
    page: `${github.url}/apps/crosscheck`,
    privateKey: app.privateKey!,
    webhookSecret: app.webhookSecret!,
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    publicUrl: "https://crosscheck.example.com",
  });
  expect((await look(none)).line("App")).toMatchObject({ mark: "ok", says: `App ${app.id} from ${file}` });
  chmodSync(file, 0o644);
  expect((await look(none)).line("App")).toMatchObject({ mark: "warn", mend: expect.stringContaining("chmod 600") });
  writeFileSync(file, "{}");
  expect((await look(none)).line("App")).toMatchObject({
    mark: "fail",
    says: `${file} is not what the set-up page writes`,
  });
  expect((await look({ ...none, CROSSCHECK_APP_ID: "1" })).line("App")?.says).toContain("CROSSCHECK_APP_KEY");
});

test("models without keys, and an invalid data folder", async () => {
  const config = join(folder, "config.yml");
  writeFileSync(config, "models:\n  - use: anthropic/claude-sonnet-4-5\n");
  writeFileSync(join(folder, "file"), "");
  const { well, line } = await look({ CROSSCHECK_CONFIG: config, CROSSCHECK_DATA: join(folder, "file", "data") });
  expect([well, line("models")?.mark, line("store")?.mark]).toEqual([false, "fail", "fail"]);
  expect(line("models")?.says).toContain("ANTHROPIC_API_KEY is not set");
  const set = await look({ CROSSCHECK_CONFIG: config, ANTHROPIC_API_KEY: "sk-secret-key" });
  expect([set.line("models")?.mark, set.line("models")?.says]).toEqual([
    "ok",
    expect.not.stringContaining("sk-secret"),
  ]);
});
