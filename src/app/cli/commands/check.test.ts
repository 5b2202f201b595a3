import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/run-command.ts";
import { keptThreads, openThreadShop, put, type ThreadShop } from "../../../../test/support/thread-shop.ts";
import { scanOf } from "../../../../test/support/thread-story.ts";
import type { Oid } from "../../../change/change.ts";
import { recordEvent } from "../../threads/thread-target.ts";
import { checkCommand } from "./check.ts";

let shop: ThreadShop;
beforeEach(async () => {
  shop = await openThreadShop({
    "package.json": JSON.stringify({ scripts: { test: "node test.js", lint: "node lint.js" } }),
    "test.js": "console.log('one is', require('./src/till.js').one)",
    "lint.js": "console.error('line 1: \u001b[31mno\u001b[0m'); process.exit(4)",
  });
});
afterEach(async () => await shop.close());

async function check(options: Parameters<typeof runCommand>[1] = {}, cwd = shop.clone) {
  return await runCommand(checkCommand, options, { cwd, env: shop.env });
}

test("detected commands run for the branch's pull request and are recorded", async () => {
  const { code, out, err } = await check();
  const head = await shop.git("rev-parse", "HEAD");
  expect(code).toBe(1);
  expect(out).toMatch(/^passed +npm run test {2}\(.*\)\nfailed +npm run lint {2}\(exit code 4, .*\)\n/);
  expect(out).toContain(`Not all passed: 2 commands (found in the repository), at ${head.slice(0, 12)}.`);
  // What the repository prints cannot act on the terminal.
  expect(err).toContain("--- npm run lint");
  expect(err).toContain("line 1:");
  expect(err).not.toContain("\u001b");
  expect((await keptThreads(shop)).check).toMatchObject({
    head,
    dirty: false,
    result: "failed",
    commands: [
      { command: "npm run test", exit: 0, result: "passed" },
      { command: "npm run lint", exit: 4, result: "failed" },
    ],
  });
});

test("a command that passes verifies a pull request whose threads are all resolved", async () => {
  const store = await shop.open();
  const scan = scanOf([], { head: (await shop.git("rev-parse", "HEAD")) as Oid });
  await recordEvent(store, shop.ref, { kind: "scanned", scan, triage: [] }, 1);
  await store.close();
  const { code, out } = await check({ command: ["node test.js"], json: true });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    result: "passed",
    from: "flags",
    where: "here",
    dirty: false,
    phase: "verified",
  });
});

test("a dirty working tree is recorded as dirty and verifies nothing", async () => {
  put(shop, "src/till.js", "exports.one = 555;\n");
  const { code, out } = await check({ command: ["node test.js"] });
  expect(code).toBe(0);
  expect(out).toContain("this does not count for");
  expect((await keptThreads(shop)).check).toMatchObject({ dirty: true, result: "passed" });
});

test.each([
  [{ command: ["node test.js && true"] }, "needs a shell"],
  [{ timeout: "soon" }, '--timeout "soon" is not a number of seconds'],
  [{ timeout: "0" }, "is not a number of seconds"],
  [{ pr: "main" }, "does not name a pull request"],
  [{ repo: "/nonexistent" }, "There is no folder"],
])("bad input %j is rejected with a message, and nothing is recorded", async (options, why) => {
  await expect(check(options)).rejects.toThrow(
    expect.objectContaining({ name: "UserError", message: expect.stringContaining(why) }),
  );
  expect((await keptThreads(shop)).check).toBeNull();
});

test("unreadable state is reported before anything runs", async () => {
  const store = await shop.open();
  await store.threads.save(`${shop.github.host}/kim/shop#${shop.pull.number}`, '{"version":9}', 1);
  await store.close();
  await expect(check({ command: ["node test.js"] })).rejects.toThrow(
    expect.objectContaining({ remedy: expect.stringContaining("crosscheck state clear") }),
  );
});
