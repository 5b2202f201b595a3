// The list of reviews in a real browser.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from "vitest";
import { changeOf } from "../../support/change-of.ts";
import { draftOf, judgedOf } from "../../support/finding-of.ts";
import { keepReview, openPage, openTestSite, type TestSite } from "../../support/browser/dashboard.ts";
import { closePages, openBrowser, skipWithoutBrowser } from "../../support/browser/open-browser.ts";

describe.skipIf(skipWithoutBrowser())("the list of reviews", () => {
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

  const review = (id: string, title: string) => ({ ...draftOf(changeOf({ title }), [judgedOf()]), id });

  test("explains what to do while there are none, and shows a new review at once", async () => {
    const { page, errors, elsewhere, axe, close } = await openPage(browser, site.site.opening("/reviews"));
    expect(await page.textContent("main")).toContain("There are no reviews yet.");
    // The token is out of the address again.
    expect(page.url()).toBe(`${site.site.url}/reviews`);
    await page.getByText("· live").waitFor();
    await keepReview(site.store, review("a00000000001", "feat: pay by card"));
    await page.getByRole("link", { name: "feat: pay by card" }).waitFor();
    expect(await axe()).toEqual([]);
    expect([errors, elsewhere]).toEqual([[], []]);
    await close();
  });

  test("filters by words and state, and pages to older ones", async () => {
    for (let at = 0; at < 120; at++)
      await keepReview(site.store, review(`b${String(at).padStart(11, "0")}`, `feat: part ${at}`), {
        savedAt: 1_700_000_000_000 + at,
        place: `github.com/acme/shop#${at}`,
        state: at === 3 ? "posted" : "waiting",
      });
    const { page, errors, close } = await openPage(browser, site.site.opening("/reviews"));
    const titles = async () => await page.locator(".reviews .name").allTextContents();
    expect((await titles())[0]).toBe("feat: part 119");
    await page.getByRole("link", { name: "Older" }).click();
    await page.getByRole("link", { name: "feat: part 69", exact: true }).waitFor();
    expect((await titles())[0]).toBe("feat: part 69");
    await page.getByLabel("State").selectOption("posted");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("link", { name: "feat: part 3", exact: true }).waitFor();
    expect(await titles()).toEqual(["feat: part 3"]);
    await page.getByLabel("Search").fill("nothing like it");
    await page.keyboard.press("Enter");
    await page.getByText("No review matches.").waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  test("requires the token and the right host name, and reveals nothing about missing pages", async () => {
    const answer = await fetch(`${site.site.url}/reviews`);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("Open the URL")]);
    const { page, close } = await openPage(browser, site.site.opening("/reviews"));
    await page.goto(`${site.site.url}/reviews/000000000000`).catch(() => {});
    expect(await page.textContent("h1")).toBe("Not found");
    await close();
  });
});
