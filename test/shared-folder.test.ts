// A server and the command line use one data folder at the same time, while another process is killed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { makeRepository } from "../src/world/git/make-repository.ts";
import { openStore } from "../src/world/store/open-store.ts";
import { databases } from "./support/databases.ts";
import { crosscheck } from "./support/run-cli.ts";
import { openServerShop, until } from "./support/server-shop.ts";
import { main } from "./support/packed-build.ts";

test("people keep lessons while the server reviews: all of it is there", { timeout: 120_000 }, async () => {
  const server = await openServerShop(databases[0]!.newPlace);
  onTestFinished(async () => await server.close());
  const home = mkdtempSync(join(tmpdir(), "crosscheck-shared-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const repository = await makeRepository(
    [{ message: "feat: a shop", files: { "a.js": "1\n" } }],
    process.env,
    new AbortController().signal,
  );
  onTestFinished(() => repository.remove());
  const data = join(home, "data");
  const key = join(home, "key.pem");
  writeFileSync(key, server.app.privateKey!, { mode: 0o600 });
  const child = spawn(process.execPath, [main, "serve", "--port", "0", "--data", data], {
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      CROSSCHECK_GITHUB_HOST: server.github.host,
      CROSSCHECK_APP_ID: String(server.app.id),
      CROSSCHECK_APP_KEY: key,
      CROSSCHECK_WEBHOOK_SECRET: server.app.webhookSecret!,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const log: string[] = [];
  createInterface(child.stderr).on("line", (line) => log.push(line));
  const [said] = (await once(createInterface(child.stdout), "line")) as [string];
  server.app.webhookUrl = `${/http:\/\/[\d.:]+/.exec(said)![0]}/webhook`;

  const rules = ["`lib/a`", "`lib/b`", "`lib/c`"].map((place) => `Run \`npm test\` after changing ${place}.`);
  const lesson = async (rule: string, kill = false) =>
    await crosscheck(["lessons", "add", "--rule", rule, "--yes", "--data", data], {
      cwd: repository.path,
      env: { HOME: home },
      ownProcess: true,
      ...(kill && { started: (one) => void setTimeout(() => one.kill("SIGKILL"), 150) }),
    });
  await server.openPull();
  const ran = await Promise.all([...rules.map((rule) => lesson(rule)), lesson("Never call `x` in `lib/d`.", true)]);
  expect(ran.slice(0, rules.length).map(({ code, err }) => [code, err])).toEqual(rules.map(() => [0, ""]));
  await until(() => log.some((line) => line.includes('"what":"posted"')));
  expect(server.deeds().toSorted()).toEqual(["comment", "create-check-run", "review"]);

  // The command line sees what the server keeps, while it runs.
  const listed = await crosscheck(["lessons", "export", "--json", "--data", data], {
    cwd: repository.path,
    env: { HOME: home },
  });
  for (const rule of rules) expect(listed.out).toContain(JSON.stringify(rule).slice(1, -1));
  const store = await openStore({ folder: data });
  onTestFinished(async () => await store.close());
  const place = `${server.github.host}/acme/shop#1`;
  expect([(await store.rounds.of(place)).length, (await store.jobs.failed(10)).length]).toEqual([1, 0]);
  child.kill("SIGTERM");
  await once(child, "exit");
  expect([child.exitCode, child.signalCode]).toEqual([0, null]);
  expect(log.filter((line) => /locked|busy|malformed/i.test(line))).toEqual([]);
});
