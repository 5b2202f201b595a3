// The page of checks and reviewers in a real browser.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { KeptEscape } from "../../../src/world/store/kept/learning.ts";
import { changeOf } from "../../support/change-of.ts";
import { draftOf, judgedOf } from "../../support/finding-of.ts";
import { keepReview, openPage, openTestSite, type SitePage, type TestSite } from "../../support/browser/dashboard.ts";
import { closePages, openBrowser, skipWithoutBrowser } from "../../support/browser/open-browser.ts";
import { openReaderSite } from "./reader-site.ts";

const shop = "github.com/acme/shop";
const evil = "<img src=x onerror=alert(1)>";

describe.skipIf(skipWithoutBrowser())("the page of checks and reviewers", () => {
  let browser: Browser;
  let site: TestSite;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => await closePages(browser));
  beforeEach(async () => {
    site = await openTestSite();
  });
  afterEach(async () => await site.close());

  const ofShop = `/units?repository=${encodeURIComponent(shop)}`;
  const open = async (path = ofShop, options = {}): Promise<SitePage> =>
    await openPage(browser, site.site.opening(path), options);

  const reviewed = async () =>
    await keepReview(site.store, { ...draftOf(changeOf({ title: "feat: pay" }), [judgedOf()]), id: "a00000000001" });

  /** That many findings of it, of which so many were dismissed. */
  const said = async (unit: string, judged: number, dismissed: number) =>
    await site.store.feedback.record(
      Array.from({ length: judged }, (_, index) => ({
        repository: shop,
        place: `${shop}#7` as const,
        identity: `${unit}-${index}`,
        unit,
        signal: index < dismissed ? "thumbs-down" : "thumbs-up",
        actor: "ada",
        reason: null,
        at: 1000 + index,
      })),
    );

  const escape = (unit: string, more: Partial<KeptEscape> = {}): KeptEscape => ({
    repository: shop,
    place: `${shop}#7`,
    mendedBy: "c0ffee1234567890",
    how: "revert",
    path: "lib/pay.ts",
    said: false,
    at: 2000,
    unit,
    ...more,
  });

  const row = (page: SitePage["page"], unit: string) =>
    page.locator(".units tr").filter({ has: page.locator(".unit").getByText(unit, { exact: true }) });
  const names = async (page: SitePage["page"]) => await page.locator(".units .unit").allTextContents();

  test("says so if nothing was reviewed; then lists every check and reviewer", async () => {
    const none = await open("/units");
    expect(await none.page.textContent("main")).toContain("There are no reviews yet");
    await none.close();
    await reviewed();
    const { page, errors, elsewhere, close } = await open();
    expect(await names(page)).toEqual(expect.arrayContaining(["dead-export", "stale-reference", "code-reviewer"]));
    expect(await row(page, "dead-export").innerText()).toMatch(
      /New exports that nothing imports[^]*Advises[^]*Not judged yet/,
    );
    expect(await row(page, "stale-reference").innerText()).toMatch(/Posts\s+9 kinds of finding only advise/);
    expect(await page.getByRole("button", { name: /^Reset/ }).count()).toBe(0);
    await row(page, "dead-export").locator("summary").click();
    expect(await row(page, "dead-export").innerText()).toMatch(
      /searches for an importer[^]*nit dead-export a new export/,
    );
    // News come, and what was unfolded stays so.
    await page.getByText("· live").waitFor();
    await said("dead-export", 3, 1);
    await row(page, "dead-export").getByText("67%").waitFor();
    expect(await row(page, "dead-export").locator("details").getAttribute("open")).not.toBeNull();
    expect([errors, elsewhere]).toEqual([[], []]);
    await close();
  });

  test("sorts by judged findings, with noise budget and escaped defects; a reset starts over", async () => {
    await reviewed();
    await said("silent-failure", 12, 10);
    await said("doc-claim", 11, 6);
    await said("api-break", 10, 1);
    await said("house-style", 2, 2);
    await site.store.feedback.keepEscaped([
      escape("api-break"),
      escape("api-break", { path: "lib/tax.ts", said: true }),
      escape("code-reviewer"),
    ]);
    const { page, errors, close } = await open();
    expect((await names(page)).slice(0, 5)).toEqual([
      "silent-failure",
      "doc-claim",
      "api-break",
      "house-style",
      "code-reviewer",
    ]);
    expect(await page.textContent("main")).toContain(
      "4 with judged findings here and 2 held back or lowered for noise",
    );
    const text = async (unit: string) => (await row(page, unit).innerText()).replaceAll(/\s+/g, " ");
    expect(await text("silent-failure")).toMatch(/17% 2 useful, 10 dismissed of 12 judged findings Only counted/);
    expect(await text("doc-claim")).toMatch(/45% .* Loses confidence more than half dismissed/);
    expect(await text("api-break")).toMatch(/90% .* Within missed 1 of 2/);
    expect(await text("house-style")).toMatch(/Not built in: .* 0% .* Not counted yet 8 more to be judged/);
    const escaped = await page.locator(".escaped tbody").innerText();
    expect(escaped).toMatch(/PR #7\s+lib\/pay\.ts\s+reverted by c0ffee1234 1970-01-01\s+api-break, code-reviewer/);
    await page.getByRole("link", { name: "PR #7" }).first().click();
    await page.waitForURL(/\/reviews\/a00000000001/);
    await page.goBack();

    await page.getByRole("button", { name: "Reset: silent-failure" }).click();
    await page.getByText("silent-failure was reset").waitFor();
    expect(await text("silent-failure")).toMatch(/Not judged yet just now/);
    expect((await names(page))[0]).toBe("doc-claim");
    expect([...(await site.store.feedback.resets(shop)).keys()]).toEqual(["silent-failure"]);
    expect(errors).toEqual([]);
    await close();
  });

  test("filters by words", async () => {
    await reviewed();
    const { page, close } = await open();
    await page.getByLabel("Search").fill("exports that nothing IMPORTS");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=exports/);
    expect(await names(page)).toEqual(["dead-export"]);
    await page.getByLabel("Search").fill("xyzzy");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("No check or reviewer matches.").waitFor();
    await close();
  });

  test("readers cannot reset anything, even with a forged form", async () => {
    await reviewed();
    await said("api-break", 10, 9);
    const readers = await openReaderSite(site.store, { eve: { [shop]: "see" }, ada: { [shop]: "steer" } });
    const { page, close } = await openPage(browser, readers.opening(ofShop, "eve"));
    expect(await row(page, "api-break").innerText()).toContain("10%");
    expect(await page.locator("main form[method=post]").count()).toBe(0);
    await close();
    const post = async (who: string, fields: Record<string, string> = {}) => {
      const body = new URLSearchParams({ csrf: readers.csrf(who), repository: shop, unit: "api-break", ...fields });
      const headers = { cookie: `who=${who}` };
      return (await fetch(`${readers.url}/units`, { method: "POST", redirect: "manual", body, headers })).status;
    };
    expect(await post("eve")).toBe(403);
    expect(await post("mallory")).toBe(404);
    expect(await post("ada", { unit: "doc-claim" })).toBe(400);
    expect((await site.store.feedback.resets(shop)).size).toBe(0);
    expect(await post("ada")).toBe(303);
    expect(await post("ada")).toBe(400);
    await readers.close();
  });

  test("names and paths are text, in either theme and on a phone, however long", async () => {
    await reviewed();
    await said(evil, 10, 4);
    await said("silent-failure", 12, 10);
    await said(`house-${"x".repeat(200)}`, 3, 1);
    await site.store.feedback.keepEscaped([
      escape(evil, { path: `lib/${evil}.ts` }),
      escape("api-break", { path: `lib/${"deep/".repeat(60)}x.ts` }),
    ]);
    for (const options of [{}, { colorScheme: "dark" }, { viewport: { width: 390, height: 800 } }]) {
      const { page, errors, elsewhere, axe, close } = await open(ofShop, options);
      page.on("dialog", () => expect.fail("a script ran"));
      expect((await names(page)).slice(0, 2)).toEqual(["silent-failure", evil]);
      expect(await page.locator(".escaped .path").allTextContents()).toContain(`lib/${evil}.ts`);
      expect(await page.locator("main img").count()).toBe(0);
      await page.locator(".units summary").first().click();
      expect(await axe()).toEqual([]);
      expect(await page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")).toBe(true);
      expect([errors, elsewhere]).toEqual([[], []]);
      await close();
    }
  });
});
