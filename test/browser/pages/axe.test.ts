// Every page of the dashboard with something on it, as people with different eyes, screens and hands use it.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyPage, type Addressed } from "../../support/browser/every-page.ts";
import { openPage, openTestSite, type TestSite } from "../../support/browser/dashboard.ts";
import { closePages, openBrowser, skipWithoutBrowser } from "../../support/browser/open-browser.ts";
import { honestly } from "../../support/browser/telling.ts";
import { doingFor, fillShop, jobsOnce, now } from "../../support/browser/whole-shop.ts";
import { fillShop as fillWeeks } from "./figure-shop.ts";

/** What somebody comes to a page for, each to be reached from its beginning by the key Tab. */
const actions: Record<string, readonly string[]> = {
  "get /overview": [".waiting-list .button", ".items a.name"],
  "get /reviews": [".bar-form button", ".reviews a.name"],
  "get /reviews/:id": [
    ".review-tools .copy",
    ".review-tools a[download]",
    "#gate .danger",
    "#gate summary",
    ".tabs a",
    ".switch a",
    ".code-search button",
    "#list a",
  ],
  "get /reviews/:id/about": [".tabs a"],
  "get /reviews/:id/process": [".tabs a"],
  "get /reviews/:id/costs": [".tabs a"],
  "get /reviews/:id/timeline": [".tabs a", "#timeline a"],
  "get /reviews/:id/files/:index": ["main a"],
  "get /reviews/:id/search": [".code-search button", ".hits a"],
  "get /threads": [".bar-form button", ".pulls a.name"],
  "get /pulls/:host/:owner/:repo/:number/threads": [".board-tools button", ".chip", "aside a", "#threads a"],
  "get /lessons": ["button[value=approve]", "button[value=remove]", "summary"],
  "get /units": [".bar-form button", "summary", "form[method=post] button"],
  "get /figures": [".bar-form select"],
  "get /jobs": [".jobs button"],
  "get /settings": [".bar-form select", ".chip"],
};

describe.skipIf(skipWithoutBrowser())("every page", () => {
  let browser: Browser;
  let site: TestSite;
  let paths: { name: string; path: string }[];
  beforeAll(async () => {
    browser = await openBrowser();
    site = await openTestSite({ doing: doingFor(honestly, 3).doing, jobs: jobsOnce, now: () => now });
    const [item] = await fillShop(site.store, honestly, 3);
    await fillWeeks(site.store, { repository: "github.com/acme/tools", days: 40, now });
    const job = (await site.store.jobs.list(100))[0]!.id;
    const to: Addressed = { ...item!, review: item!.waiting, job };
    paths = everyPage()
      .filter(({ page, is }) => page.method === "get" && is === "page")
      .map(({ name, at }) => ({ name, path: at(to) }));
  });
  afterAll(async () => {
    await closePages(browser);
    await site.close();
  });

  const ways: Record<string, BrowserContextOptions> = {
    "in light": { colorScheme: "light" },
    "in dark": { colorScheme: "dark" },
    "on a phone": { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  };

  test.each(Object.entries(ways))("%s: accessible, within the screen, and without errors", async (_, how) => {
    const { page, errors, elsewhere, axe, close } = await openPage(browser, site.site.opening("/reviews"), how);
    for (const { name, path } of [...paths, { name: "nothing", path: "/nowhere" }]) {
      await page.goto(`${site.site.url}${path}`);
      // What is folded is for people too.
      await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true");
      const [found, isNarrow] = [await axe(), await page.evaluate(narrow)];
      expect.soft({ name, found, isNarrow }).toEqual({ name, found: [], isNarrow: true });
    }
    expect([errors.filter((one) => !one.includes("404")), elsewhere]).toEqual([[], []]);
    await close();
  });

  test("by keyboard: past the frame in two keys, to each action, and one sees where one is", async () => {
    const { page, close } = await openPage(browser, site.site.opening("/reviews"));
    for (const { name, path } of paths) {
      await page.goto(`${site.site.url}${path}`);
      await page.keyboard.press("Tab");
      expect([name, await focused(page, [".skip"])]).toEqual([name, { reached: [0], isSeen: true, at: "a" }]);
      await page.keyboard.press("Enter");
      expect([name, await page.evaluate("document.activeElement.id")]).toEqual([name, "main"]);
      expect({ name, ...(await walk(page, actions[name] ?? ["no action is named for this page"])) }).toEqual({
        name,
        missing: [],
        unseen: [],
      });
    }
    await close();
  });
});

const narrow = "document.scrollingElement.scrollWidth <= innerWidth";

interface Focused {
  /** Which of the wanted it is. */
  reached: number[];
  /** Whether it is in view and marked. */
  isSeen: boolean;
  at: string;
}

async function focused(page: Page, wanted: readonly string[]): Promise<Focused> {
  return await page.evaluate(`(() => {
    const at = document.activeElement;
    const isMarked = (element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    };
    // A field that is drawn by its neighbour is marked there.
    const marked = [at, at.nextElementSibling, at.closest("label")].some(isMarked);
    const { width, height, bottom, top } = at.getBoundingClientRect();
    const isThere = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
    const reached = ${JSON.stringify(wanted)}.flatMap((one, index) => (at.matches(one) ? [index] : []));
    return { reached, isSeen: marked && isThere, at: at.localName };
  })()`);
}

const mostKeys = 150;

/** From where one is to all that is wanted, or to the end of the page. */
async function walk(page: Page, wanted: readonly string[]): Promise<{ missing: string[]; unseen: string[] }> {
  const missing = new Set(wanted.keys());
  const unseen: string[] = [];
  for (let key = 0; key < mostKeys && missing.size > 0; key += 1) {
    await page.keyboard.press("Tab");
    const { reached, isSeen, at } = await focused(page, wanted);
    if (at === "body") break;
    for (const one of reached) missing.delete(one);
    if (!isSeen) unseen.push(await page.evaluate("document.activeElement.outerHTML.slice(0, 160)"));
  }
  return { missing: [...missing].map((index) => wanted[index]!), unseen };
}
