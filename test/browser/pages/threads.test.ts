// The pages of review threads in a real browser: which pull requests are known, and the board of one.
import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { DashboardActions } from "../../../src/app/dashboard/dashboard-actions.ts";
import { keptBoards } from "../../../src/app/dashboard/thread-board/kept-boards.ts";
import { Unavailable } from "../../../src/errors.ts";
import type { Board } from "../../../src/threads/publishers/board.ts";
import type { ThreadId } from "../../../src/threads/thread.ts";
import { boardOf, manyRows, rowOf } from "../../support/board-of.ts";
import { changeOf } from "../../support/change-of.ts";
import { draftOf, judgedOf } from "../../support/finding-of.ts";
import { keepReview, openPage, openTestSite, type TestSite } from "../../support/browser/dashboard.ts";
import { closePages, openBrowser, skipWithoutBrowser } from "../../support/browser/open-browser.ts";
import { openReaderSite } from "./reader-site.ts";

const address = "/pulls/github.com/acme/shop/7/threads";
const shots = process.env["CROSSCHECK_SHOTS"];

describe.skipIf(skipWithoutBrowser())("review threads", () => {
  let browser: Browser;
  let site: TestSite;
  beforeAll(async () => {
    browser = await openBrowser();
    if (shots) mkdirSync(shots, { recursive: true });
  });
  afterAll(async () => await closePages(browser));
  afterEach(async () => await site.close());

  const evil = '<img src=x onerror="document.title=1">';
  const rows = [
    ...manyRows(),
    rowOf({ threadId: "PRRT_5" as ThreadId, path: `src/${evil}.ts`, triage: null, policy: null, code: null }),
    rowOf({ threadId: "PRRT_6" as ThreadId, path: "src/old.ts", isResolved: true, triage: null, policy: null }),
  ];
  /** As a server or a machine gives it, with looks that a test decides. */
  const looking = (look: () => Promise<Board>): DashboardActions => ({
    board: keptBoards(look, { now: Date.now, stop: new AbortController().signal, log: () => {} }),
  });
  const isNarrow = "document.scrollingElement.scrollWidth <= innerWidth";

  test("lists reviewed and scanned pull requests, and opens any other by its address", async () => {
    site = await openTestSite({ doing: looking(async () => boardOf({ rows })) });
    const opened = await openPage(browser, site.site.opening("/threads"));
    const { page, errors, elsewhere } = opened;
    expect(await page.textContent("main")).toContain("There are no pull requests with review threads yet.");
    await page.getByText("· live").waitFor();
    await keepReview(site.store, { ...draftOf(changeOf({ title: "feat: pay" }), [judgedOf()]), id: "a00000000001" });
    await site.store.threads.save("github.com/acme/other#3", "{}", Date.now());
    const finding = { place: "github.com/acme/shop#7", about: null, comment: "C", thread: "T" };
    await site.store.findings.keep([
      { ...finding, identity: "1", state: "open" },
      { ...finding, identity: "2", state: "fixed" },
    ]);
    await page.getByRole("link", { name: "feat: pay" }).waitFor();
    await page.getByRole("link", { name: "github.com/acme/other#3" }).waitFor();
    await page.getByText("1 open, 1 fixed").waitFor();
    expect(await opened.axe()).toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/threads-light.png` });
    await page.getByLabel("Open another pull request").fill("https://github.com/acme/shop/pull/7/files");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${address}`);
    await page.goto(`${site.site.url}/threads?pull=main...side`);
    expect(await page.textContent("main")).toContain("That does not name a pull request");
    expect([errors.filter((one) => !one.includes("400")), elsewhere]).toEqual([[], []]);
    await opened.close();
  });

  test("the board has each thread's class and allowed actions; chips filter it", async () => {
    let looks = 0;
    site = await openTestSite({
      doing: looking(async () => {
        looks += 1;
        return boardOf({ rows, phase: null });
      }),
    });
    for (const colorScheme of ["light", "dark"] as const) {
      const opened = await openPage(browser, site.site.opening(address), { colorScheme });
      const { page, errors, elsewhere } = opened;
      await page.getByRole("heading", { name: "needs human: 1 thread" }).waitFor();
      expect(await page.locator(".class-head").allTextContents()).toEqual([
        expect.stringContaining("needs human: 1 thread"),
        expect.stringContaining("valid: 1 thread"),
        expect.stringContaining("already fixed: 1 thread"),
        expect.stringContaining("stale: 1 thread"),
        expect.stringContaining("Not classified: 1 thread"),
      ]);
      const card = page.locator("#thread-1");
      expect(await card.textContent()).toContain("the config does not permit it for already_fixed");
      expect(await card.locator("table.diff tr.d").textContent()).toContain("return round(sum) * (1 - discount);");
      expect(await card.locator("table.diff tr.a").textContent()).toContain("return round(sum * (1 - discount));");
      expect(await page.locator("pre.command").allTextContents()).toContain(
        "crosscheck fix-comments --pr acme/shop#7 --payload fix.json",
      );
      expect(await opened.axe()).toEqual([]);
      if (shots) await page.screenshot({ path: `${shots}/thread-board-${colorScheme}.png`, fullPage: true });
      await page.getByRole("link", { name: "stale 1" }).click();
      await page.locator("article.thread").nth(1).waitFor({ state: "detached" });
      await page.locator("#thread-3").waitFor();
      expect(await page.locator("article.thread").count()).toBe(1);
      await page.getByRole("link", { name: "Resolved 1" }).click();
      await page.locator("article.thread .place", { hasText: "src/old.ts" }).waitFor();
      expect([errors, elsewhere, await page.title()]).toEqual([[], [], "Review threads · acme/shop#7 · Crosscheck"]);
      await opened.close();
    }
    expect(looks).toBe(1);
  });

  test("if GitHub does not respond, the page says so and can retry", async () => {
    let answers = false;
    site = await openTestSite({
      doing: looking(async () => {
        if (!answers) throw new Unavailable("GitHub", "GitHub did not answer within 30 s");
        return boardOf({ rows: [], phase: null });
      }),
    });
    const opened = await openPage(browser, site.site.opening(address));
    const { page } = opened;
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toContain("GitHub did not answer within 30 s");
    expect(await opened.axe()).toEqual([]);
    answers = true;
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("There are no inline review threads on this pull request.").waitFor();
    expect(opened.errors).toEqual([]);
    await opened.close();
  });

  test("readers of a repository see its threads and posted reviews; others see nothing", async () => {
    site = await openTestSite();
    let looks = 0;
    const doing = looking(async () => {
      looks += 1;
      return boardOf({ rows });
    });
    const rights = { rita: { "github.com/acme/shop": "see" } } as const;
    const server = await openReaderSite(site.store, rights, doing);
    const review = draftOf(changeOf({ title: "feat: not yet posted" }), [judgedOf()]);
    await keepReview(site.store, { ...review, id: "a00000000001" });
    await site.store.threads.save("github.com/acme/other#3", "{}", Date.now());
    const get = async (path: string, who: string) => await fetch(server.opening(path, who));
    expect(await (await get("/threads", "rita")).text()).not.toMatch(/not yet posted|acme\/other/);
    expect((await get(`${address}?now=1`, "nobody")).status).toBe(404);
    expect((await get("/pulls/github.com/acme/shop/7x/threads", "rita")).status).toBe(404);
    const forged = new URLSearchParams({ csrf: "of another" });
    expect((await fetch(server.opening(address, "rita"), { method: "POST", body: forged })).status).toBe(400);
    expect(looks).toBe(0);
    expect(await (await get(`${address}?now=1`, "rita")).text()).toContain("needs human: 1 thread");
    await server.close();
  });

  test("fits a phone, says what to run without a token, and works without scripts", async () => {
    site = await openTestSite({ doing: looking(async () => boardOf({ rows })) });
    const phone = { viewport: { width: 390, height: 844 } };
    const opened = await openPage(browser, site.site.opening(address), phone);
    await opened.page.locator("#thread-1").waitFor();
    expect(await opened.page.evaluate(isNarrow)).toBe(true);
    if (shots) await opened.page.screenshot({ path: `${shots}/thread-board-phone.png`, fullPage: true });
    await opened.close();
    const plain = await openPage(browser, site.site.opening(`${address}?now=1`), { javaScriptEnabled: false });
    expect(await plain.page.locator("article.thread").count()).toBe(5);
    await plain.close();
    await site.close();
    site = await openTestSite();
    const bare = await openPage(browser, site.site.opening(address), phone);
    expect(await bare.page.textContent("main")).toContain("crosscheck comments --pr acme/shop#7");
    expect(await bare.page.evaluate(isNarrow)).toBe(true);
    await bare.close();
  });
});
