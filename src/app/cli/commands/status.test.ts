import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../../../../test/support/run-command.ts";
import { openThreadShop, type ThreadShop } from "../../../../test/support/thread-shop.ts";
import { checkOf, otherHead, scanOf, thread, triageOf } from "../../../../test/support/thread-story.ts";
import type { Oid } from "../../../change/change.ts";
import type { LifecycleEvent } from "../../../threads/lifecycle.ts";
import { loadThreadState, recordEvent } from "../../threads/thread-target.ts";
import { statusCommand } from "./status.ts";

let shop: ThreadShop;
let head: Oid;
beforeEach(async () => {
  shop = await openThreadShop();
  head = (await shop.git("rev-parse", "HEAD")) as Oid;
});
afterEach(async () => await shop.close());

async function happened(...events: LifecycleEvent[]): Promise<void> {
  const store = await shop.open();
  for (const event of events) await recordEvent(store, shop.ref, event, 1);
  await store.close();
}

async function status(options: Parameters<typeof runCommand>[1] = {}, env = {}) {
  return await runCommand(statusCommand, options, { cwd: shop.clone, env: { ...shop.env, ...env } });
}

async function phase() {
  const store = await shop.open();
  try {
    return (await loadThreadState(store, shop.ref)).phase;
  } finally {
    await store.close();
  }
}

const name = () => `${shop.github.host}/kim/shop/pull/${shop.pull.number}`;

test("an unknown pull request: says where to begin", async () => {
  const { code, out } = await status();
  expect(code).toBe(0);
  expect(out).toMatch(
    /Phase {2}not started\nWhy {4}Its threads have not been scanned\.\nNext {3}crosscheck comments --include-outdated/,
  );
});

test("prints the phase, the reason and the next command", async () => {
  const scan = scanOf([thread("A"), thread("B")], { head });
  await happened({ kind: "scanned", scan, triage: [triageOf("A", "needs_human"), triageOf("B", "valid")] });
  const { out } = await status();
  expect(out).toContain("blocked: a person has to decide");
  expect(out).toContain("1 thread needs a person's decision: src/till.ts:3.");
  expect(JSON.parse((await status({ json: true })).out)).toMatchObject({
    phase: "blocked",
    why: { kind: "human-decision", threads: ["A"] },
    next: { step: "decide", command: expect.stringContaining(`--pr ${name()}`) },
  });
});

test("--final reports a verified pull request and records that", async () => {
  await happened(
    { kind: "scanned", scan: scanOf([], { head }), triage: [] },
    { kind: "checked", check: checkOf({ head }) },
  );
  expect((await status()).out).toContain(`crosscheck status --final --pr ${name()}`);
  const { code, out, err } = await status({ final: true });
  expect([code, err, out]).toEqual([0, "", expect.stringContaining("final_reported")]);
  expect(await phase()).toBe("final_reported");
  expect(await status({ final: true })).toMatchObject({ code: 0 });
});

test("--final rejects an unverified one with the reason and a remedy", async () => {
  await happened({ kind: "scanned", scan: scanOf([], { head }), triage: [] });
  await expect(status({ final: true })).rejects.toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/is not verified: .*`crosscheck check` was not run/),
      remedy: expect.stringContaining("crosscheck check"),
    }),
  );
  expect(await phase()).toBe("review_triage");
});

test("--final asks GitHub: a push, a new thread or no answer prevents the report", async () => {
  await happened(
    { kind: "scanned", scan: scanOf([], { head: otherHead }), triage: [] },
    { kind: "checked", check: checkOf({ head: otherHead }) },
  );
  expect(await phase()).toBe("verified");
  await expect(status({ final: true })).rejects.toThrow("is not verified");
  await happened({ kind: "checked", check: checkOf({ head }) });
  expect((await status({ final: true })).code).toBe(0);
  const comment = {
    path: "src/till.js",
    line: 1,
    side: "RIGHT",
    startLine: null,
    startSide: null,
    body: "Why 2?",
  } as const;
  await shop.github.review(shop.pull, "eve", { comments: [comment] });
  await expect(status({ final: true })).rejects.toThrow("is not verified");
  await expect(status({ final: true }, { GH_ENTERPRISE_TOKEN: "" })).rejects.toThrow("token");
});
