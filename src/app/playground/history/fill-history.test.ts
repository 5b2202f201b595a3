// The generated history, as the pages show it.
import { beforeAll, expect, test } from "vitest";
import { visitorOf, type Visiting } from "../../../../test/support/browser/visiting.ts";
import { databases, openForSuite } from "../../../../test/support/databases.ts";
import type { Store } from "../../../world/store/store.ts";
import { fillHistory } from "./fill-history.ts";

const now = Date.parse("2026-11-19T12:00:00Z");
const web = "127.0.0.1:4000/acme/web";
let store: Store;
let visitor: Visiting;
openForSuite(databases[0]!, (opened) => (store = opened));
beforeAll(async () => {
  await fillHistory(store, { host: "127.0.0.1:4000", now });
  visitor = visitorOf(store, { [web]: "steer" }, () => now);
});

const read = async (path: string) => {
  const { status, text } = await visitor.get(path);
  expect([path, status]).toEqual([path, 200]);
  return text.replaceAll(/\s+/g, " ");
};

test("metrics, checks, lessons and the overview mean something", async () => {
  expect(await read("/overview")).toMatch(/Accepted by people<\/dt>.*?<b>\d+ %<\/b>.*2 lessons pending approval/);
  const metrics = await read("/figures");
  expect(metrics).not.toContain("No ");
  expect(metrics).toMatch(/Acceptance by check.*security-reviewer.*to \d+ %\)/);
  expect(await read(`/units?repository=${encodeURIComponent(web)}`)).toContain("security-reviewer");
  expect(await read(`/lessons?repository=${encodeURIComponent(web)}`)).toContain("SQL has parameters");
});

test("each of its reviews can be opened, with its finding in the diff", async () => {
  const list = await store.drafts.page({ limit: 200 });
  expect(list.length).toBeGreaterThan(90);
  for (const { id, facts } of list.slice(0, 7)) {
    const page = await read(`/reviews/${id}`);
    expect(page).toContain(facts!.title);
    expect(page.includes('class="card')).toBe(facts!.posted + facts!.advisory > 0);
  }
});
