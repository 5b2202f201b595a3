// The page of jobs in a real browser.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPage, openTestSite, type TestSite } from "../../support/browser/dashboard.ts";
import { closePages, openBrowser, skipWithoutBrowser } from "../../support/browser/open-browser.ts";
import { visitorOf } from "../../support/browser/visiting.ts";

const shop = "github.com/acme/shop";
const jobs = { attempts: 1, lookMs: 5 };

/** Tried once and given up. */
async function giveUp(site: TestSite, key: string, why: string): Promise<void> {
  const end = site.store.jobs.work("review-pull", async () => {
    throw new Error(why);
  });
  await site.store.jobs.add({ kind: "review-pull", key, data: {} });
  while ((await site.store.jobs.failed(9)).every((job) => job.key !== key)) await new Promise(setImmediate);
  await end();
}

describe.skipIf(skipWithoutBrowser())("the page of jobs", () => {
  let browser: Browser;
  let site: TestSite;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => await closePages(browser));
  beforeEach(async () => {
    site = await openTestSite({ jobs });
  });
  afterEach(async () => await site.close());

  test("shows a job when it arrives, runs and ends", async () => {
    const { page, errors, elsewhere, axe, close } = await openPage(browser, site.site.opening("/jobs"));
    expect(await page.textContent("main")).toContain("There are no waiting, running or failed jobs.");
    await page.getByText("· live").waitFor();
    await site.store.jobs.add({ kind: "review-pull", key: `${shop}#7`, data: {} });
    await page.getByText("Waiting", { exact: true }).waitFor();
    const link = page.getByRole("link", { name: `${shop}#7` });
    expect(await link.getAttribute("href")).toBe(`https://${shop}/pull/7`);
    await site.store.jobs.add({ kind: "review-pull", key: `${shop}#7`, data: {} });
    await page.getByText("after another job of its kind, which is waiting").waitFor();
    expect(await axe()).toEqual([]);

    const gate = Promise.withResolvers<void>();
    const end = site.store.jobs.work("review-pull", () => gate.promise);
    await page.getByText("Running", { exact: true }).waitFor();
    // What runs is not to be taken away.
    expect(await page.getByRole("button", { name: /^Cancel/ }).count()).toBe(1);
    gate.resolve();
    await page.getByText("There are no waiting, running or failed jobs.").waitFor();
    await end();
    expect([errors, elsewhere]).toEqual([[], []]);
    await close();
  });

  test("a failed job has its reason without a token, and is retried or cancelled by keyboard", async () => {
    const token = `ghp_${"a1".repeat(18)}`;
    await giveUp(site, `${shop}#7`, `GitHub answered 502 to ${token}\nand more`);
    await giveUp(site, `${shop}#8`, "no space left");
    const { page, errors, close } = await openPage(browser, site.site.opening("/jobs"));
    const row = page.getByRole("row", { name: new RegExp(`${shop}#7`) });
    expect(await row.textContent()).toContain("GitHub answered 502 to");
    expect(await page.content()).not.toContain(token);
    await page.getByRole("button", { name: new RegExp(`^Try again: Review, ${shop}#7`) }).focus();
    await page.keyboard.press("Enter");
    await row.getByText("Waiting", { exact: true }).waitFor();
    await page.getByRole("button", { name: new RegExp(`^Cancel: Review, ${shop}#8`) }).press("Enter");
    await page.getByText("0 running, 1 waiting, 0 to retry, 0 failed").waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  test("is readable in dark mode and on a phone, and shows rate limits", async () => {
    const now = Date.now();
    await site.store.jobs.add({ kind: "review-pull", key: `${shop}#7`, data: {} });
    const long = `github.com/acme/${"w".repeat(90)}`;
    await site.store.jobs.add({ kind: "merge-group", key: `${long}@<script>alert(1)</script>\u202e`, data: {} });
    await site.store.installations.seen(shop, 42, now);
    await site.store.pacing.take("github.com 42", "me", now, now + 1, "{}");
    await site.store.pacing.give("github.com 42", "me", JSON.stringify({ ended: [], heldUntil: now + 3_600_000 }));
    await site.store.deliveries.accept({ id: "d1", event: "ping", body: "{}", receivedAt: now - 120_000 });
    const dark = await openPage(browser, site.site.opening("/jobs"), { colorScheme: "dark" });
    const text = (await dark.page.textContent("main"))!;
    expect(text).toContain("held back: GitHub asked Crosscheck to slow down");
    expect(text).toContain("in 60 minutes");
    expect(text).toContain("1 delivery from GitHub not processed yet, the oldest came 2 minutes ago");
    expect(await dark.axe()).toEqual([]);
    await dark.close();
    const phone = await openPage(browser, site.site.opening("/jobs"), { viewport: { width: 390, height: 844 } });
    expect(await phone.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")).toBe(true);
    expect([...dark.errors, ...phone.errors]).toEqual([]);
    await phone.close();
  });
});

describe("permissions for jobs", () => {
  test("other jobs are only counted; readers see no reasons and no buttons; writers do", async () => {
    const site = await openTestSite({ jobs });
    await giveUp(site, `${shop}#7`, "the disk is full");
    const { id } = (await site.store.jobs.list(1))[0]!;
    const left = async () => (await site.store.jobs.list(9)).map(({ state }) => state);

    const stranger = visitorOf(site.store, { "github.com/acme/other": "steer" });
    const seen = await stranger.get("/jobs");
    expect(seen.text).toContain("1 more job of repositories that you cannot see");
    expect(seen.text).not.toContain("acme/shop");
    const [hidden, unknown] = [await stranger.post(`/jobs/${id}/cancel`), await stranger.post("/jobs/999/cancel")];
    expect(hidden).toEqual(unknown);
    expect(hidden.status).toBe(400);

    const reader = visitorOf(site.store, { [shop]: "see" });
    const read = (await reader.get("/jobs")).text;
    expect([read.includes(`${shop}#7`), read.includes("the disk is full"), read.includes("<form")]).toEqual([
      true,
      false,
      // That by which they sign out.
      true,
    ]);
    expect(read).not.toContain(`/jobs/${id}/`);
    expect((await reader.post(`/jobs/${id}/retry`)).status).toBe(403);

    const writer = visitorOf(site.store, { [shop]: "steer" });
    expect((await writer.get("/jobs")).text).toContain("the disk is full");
    expect((await writer.post(`/jobs/${id}/cancel`, "another key")).status).toBe(400);
    expect(await left()).toEqual(["failed"]);
    expect((await writer.post(`/jobs/${id}/retry`)).status).toBe(303);
    expect(await left()).toEqual(["waiting"]);
    const late = await writer.post(`/jobs/${id}/retry`);
    expect([late.status, late.text]).toEqual([400, expect.stringContaining("This job can no longer be changed")]);
    await site.close();
  });
});
