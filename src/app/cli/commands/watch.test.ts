// Uses HTTP to the simulated GitHub; waiting is tested in `app/threads/watch.test.ts`.
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/run-command.ts";
import { keptThreads, openThreadShop, type ThreadShop } from "../../../../test/support/thread-shop.ts";
import { watchCommand } from "./watch.ts";

let shop: ThreadShop;
let head: string;
beforeEach(async () => {
  shop = await openThreadShop();
  head = await shop.git("rev-parse", "HEAD");
});
afterEach(async () => await shop.close());

async function checkRun(name: string, done?: string): Promise<void> {
  const token = shop.github.appToken(shop.repository, "builder", { checks: "write" });
  const answer = await fetch(`${shop.github.url}/api/v3/repos/kim/shop/check-runs`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({
      name,
      head_sha: head,
      ...(done === undefined ? { status: "in_progress" } : { status: "completed", conclusion: done }),
    }),
  });
  expect(answer.status).toBe(201);
}

async function watch(options: Parameters<typeof runCommand>[1] = {}, env = {}) {
  return await runCommand(watchCommand, options, { cwd: shop.clone, env: { ...shop.env, ...env } });
}

test("passed checks are printed and recorded", async () => {
  await checkRun("build", "success");
  const { code, out } = await watch();
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^passed +build\n\nAll passed: 1 check on GitHub at [0-9a-f]{12}\./),
  ]);
  expect((await keptThreads(shop)).watch).toMatchObject({ head, result: "passed", runs: 1 });
});

test("one that failed is exit code 1", async () => {
  await checkRun("build", "success");
  await checkRun("lint", "failure");
  const { code, out } = await watch({ json: true });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ head, result: "failed", phase: null });
});

test("one that has not ended when the time is over is exit code 3", async () => {
  await checkRun("build");
  expect(await watch({ timeout: "0" })).toMatchObject({ code: 3, out: expect.stringContaining("Still running:") });
  expect((await keptThreads(shop)).watch).toMatchObject({ result: "pending" });
});

test("no checks at all is not a failure", async () => {
  expect(await watch({ timeout: "0", pr: `${shop.pull.number}` })).toMatchObject({ code: 0 });
  expect((await keptThreads(shop)).watch).toMatchObject({ result: "none", runs: 0 });
});

test.each([
  [{ interval: "0" }, {}, '--interval "0" is not a number of seconds'],
  [{ timeout: "-1" }, {}, "is not a number of seconds"],
  [{ pr: "x" }, {}, "does not name a pull request"],
  [{ pr: "99" }, {}, "There is no pull request 99"],
  [{ pr: "1" }, { GH_ENTERPRISE_TOKEN: "" }, "There is no token"],
])("bad input %j %j is rejected with a message", async (options, env, why) => {
  await expect(watch(options, env)).rejects.toThrow(
    expect.objectContaining({ name: "UserError", message: expect.stringContaining(why) }),
  );
});
