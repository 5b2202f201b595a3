// Metrics in a real browser.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPage, openTestSite, type TestSite } from "../../support/browser/dashboard.ts";
import { closePages, openBrowser, skipWithoutBrowser } from "../../support/browser/open-browser.ts";
import { visitorOf } from "../../support/browser/visiting.ts";
import { fillShop } from "./figure-shop.ts";

/** A Wednesday. */
const now = Date.UTC(2026, 10, 11, 12);
const shop = "github.com/acme/shop";
const other = "github.com/acme/a-warehouse-with-a-name-that-is-longer-than-any-phone-is-wide";

describe.skipIf(skipWithoutBrowser())("the page of metrics", () => {
  let browser: Browser;
  let site: TestSite;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => await closePages(browser));
  beforeEach(async () => {
    site = await openTestSite({ now: () => now });
  });
  afterEach(async () => await site.close());
  const fill = async () => {
    await fillShop(site.store, { repository: shop, days: 40, now });
    await fillShop(site.store, { repository: other, days: 3, now });
  };

  test("explains where figures come from while there are none, and shows new data at once", async () => {
    const { page, errors, elsewhere, axe, close } = await openPage(browser, site.site.opening("/figures"));
    expect(await page.textContent("main")).toContain("There are no metrics for this period yet.");
    expect(await page.getByRole("link", { name: "Metrics" }).getAttribute("aria-current")).toBe("page");
    await page.getByText("· live").waitFor();
    await site.store.jobs.add({ kind: "review-pull", key: `${shop}#7`, data: {} });
    await page.getByRole("cell", { name: "Review", exact: true }).waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole("link", { name: "All jobs" }).click();
    await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor();
    expect([errors, elsewhere]).toEqual([[], []]);
    await close();
  });

  test("charts match the tables, for all repositories or one, by week or day, or by check", async () => {
    await fill();
    const { page, errors, elsewhere, axe, close } = await openPage(browser, site.site.opening("/figures"));
    const tile = async (name: string) =>
      (await page.locator(".tiles div", { hasText: name }).locator("dd").first().textContent())!;
    expect(await tile("Reviews")).toBe("43");
    const outcome = page.getByRole("figure", { name: "Findings by outcome" });
    const drawn = await outcome.locator(".plot rect title").allTextContents();
    expect(drawn).toContain("Week of 9 Nov 2026, posted: 52");
    // By the keyboard alone.
    await outcome.locator("summary").focus();
    await page.keyboard.press("Enter");
    const row = outcome.getByRole("row", { name: "Week of 9 Nov 2026" });
    expect((await row.getByRole("cell").allTextContents())[0]).toBe("52");
    expect(await axe()).toEqual([]);

    // Each acts at once.
    await page.getByLabel("Repository").selectOption(other);
    await page.waitForURL(/repository=/);
    await page.getByLabel("Period").selectOption("4 weeks");
    await page.waitForURL(/weeks=4/);
    await expect.poll(() => tile("Reviews")).toBe("3");
    await page.getByRole("heading", { name: "Cost by day" }).waitFor();
    const cost = page.getByRole("figure", { name: "Cost by day" });
    expect(await cost.locator(".plot rect title").allTextContents()).toContain(
      "11 Nov 2026, anthropic/claude-large: $0.40",
    );

    await page.getByLabel("Check or reviewer").selectOption("secrets");
    await page.waitForURL(/unit=secrets/);
    const units = page.getByRole("figure", { name: "Findings by check" }).getByRole("rowheader");
    await expect.poll(() => units.allTextContents()).toEqual(["secrets"]);
    expect(await page.getByRole("figure", { name: "Findings by check over time" }).count()).toBe(0);
    expect([errors, elsewhere]).toEqual([[], []]);
    await close();
  });

  test("is readable in the dark and on a phone, with a year of weeks", async () => {
    await fill();
    const dark = await openPage(browser, site.site.opening("/figures?weeks=52"), { colorScheme: "dark" });
    expect(await dark.axe()).toEqual([]);
    expect(dark.errors).toEqual([]);
    await dark.close();
    const phone = await openPage(browser, site.site.opening("/figures?weeks=52"), {
      viewport: { width: 390, height: 844 },
    });
    expect(await phone.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")).toBe(true);
    for (const summary of await phone.page.locator(".chart summary").all()) await summary.click();
    expect(await phone.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")).toBe(true);
    expect(phone.errors).toEqual([]);
    await phone.close();
  });
});

describe("permissions for figures", () => {
  test("readers see posted findings, writers see costs, and nobody sees other repositories", async () => {
    const site = await openTestSite();
    await fillShop(site.store, { repository: shop, days: 6, now });
    await fillShop(site.store, { repository: other, days: 6, now });
    const reviews = async (rights: Parameters<typeof visitorOf>[1]) => {
      const { text } = await visitorOf(site.store, rights, () => now).get("/figures");
      return { reviews: /<dt>Reviews<\/dt>\s*<dd>(\d+)/.exec(text)?.[1], paid: text.includes("anthropic/"), text };
    };
    expect(await reviews({ [shop]: "steer" })).toMatchObject({ reviews: "6", paid: true });
    const reader = await reviews({ [shop]: "see" });
    expect(reader).toMatchObject({ reviews: "5", paid: false });
    expect(reader.text).not.toContain(other);
    // A year in which only the last days have anything is drawn from the first of them.
    const { text: year } = await visitorOf(site.store, { [shop]: "steer" }, () => now).get("/figures?weeks=52");
    expect(new Set(year.match(/Week of [^<,]+/g)).size).toBe(4);
    const { text: table } = await visitorOf(site.store, { [shop]: "see" }, () => now).get("/figures.csv?weeks=4");
    const [head, ...weeks] = table.trim().split("\n");
    expect([head, weeks.length]).toEqual([expect.stringMatching(/^week,reviews,.*,cost_usd$/), 4]);
    // What models cost is for those who may write.
    expect(weeks.at(-1)).toMatch(/^2026-11-09,[1-5],\d+,\d+,\d+,\d+,\d+,\d+,\d+,0\.0000$/);
    const stranger = await reviews({});
    expect(stranger).toMatchObject({ reviews: undefined, paid: false });
    expect(stranger.text).toContain("There are no metrics for this period yet.");
    const asked = await visitorOf(site.store, { [shop]: "see" }).get(
      `/figures?repository=${encodeURIComponent(other)}`,
    );
    expect(asked.status).toBe(404);
    await site.close();
  });
});
