// The overview, as people with different rights see it.
import { expect, test } from "vitest";
import { keepReview } from "../../../test/support/browser/dashboard.ts";
import { visitorOf } from "../../../test/support/browser/visiting.ts";
import { changeOf } from "../../../test/support/change-of.ts";
import { databases, openForSuite } from "../../../test/support/databases.ts";
import { draftOf, judgedOf, onPull } from "../../../test/support/finding-of.ts";
import type { Store } from "../../world/store/store.ts";

const shop = "github.com/acme/shop";
const day = 86_400_000;
const now = Date.parse("2026-11-19T12:00:00Z");
let store: Store;
openForSuite(databases[0]!, (opened) => (store = opened));

async function keep(id: string, title: string, more: Parameters<typeof keepReview>[2]): Promise<void> {
  const change = onPull(changeOf({ base: { "a.ts": "1\n" }, head: { "a.ts": "2\n" }, title }));
  await keepReview(store, { ...draftOf(change, [judgedOf({ path: "a.ts", line: 1 })]), id }, more);
}

const overview = async (right: "none" | "see" | "steer") =>
  (await visitorOf(store, { [shop]: right }, () => now).get("/overview")).text.replaceAll(/\s+/g, " ");

test("explains the next step as long as there is nothing", async () => {
  const page = await overview("steer");
  expect(page).toMatch(/Start here.*Install the App on a repository/);
  expect(page).not.toContain("The last 7 days");
});

test("shows what waits to whom it waits for, and the week beside the one before", async () => {
  await keep("a00000000001", "feat: coupons", { savedAt: now - day });
  await keep("a00000000002", "fix: rounding", { savedAt: now - 2 * day, state: "posted" });
  await keep("a00000000003", "fix: totals", { savedAt: now - 9 * day, state: "posted" });
  const lesson = { repository: shop, id: "00000001", state: "candidate" as const, rule: "Use Money", decidedBy: null };
  await store.lessons.put({ ...lesson, unit: "docs", kind: "k", pull: 7, seen: 3, at: 1 });

  const writer = await overview("steer");
  expect(writer).toMatch(/1 draft to post or cancel.*feat: coupons.*Decide.*1 lesson pending approval/);
  expect(writer).toMatch(/Reviews<\/dt>.*?<b>2<\/b> <span class="quiet">before: 1/);
  expect(writer).toMatch(/Jobs<\/dt>.*none running or waiting/);

  const reader = await overview("see");
  expect(reader).toMatch(/Nothing is waiting for you.*fix: rounding/);
  expect(reader).not.toMatch(/coupons|pending approval|Decide/);
  expect(await overview("none")).not.toMatch(/coupons|rounding|totals/);
});
