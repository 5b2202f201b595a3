// The page of one review in a real browser.
import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Identity } from "../../../src/change/change.ts";
import { openSite } from "../../../src/app/dashboard/site.ts";
import type { Right } from "../../../src/app/dashboard/page.ts";
import type { Draft } from "../../../src/review/draft.ts";
import { changeOf } from "../../support/change-of.ts";
import { draftOf, hostile, judgedOf, onPull } from "../../support/finding-of.ts";
import { keepReview, openPage, openTestSite, type SitePage, type TestSite } from "../../support/browser/dashboard.ts";
import { largeChange } from "../../support/browser/large-change.ts";
import { closePages, openBrowser, skipWithoutBrowser } from "../../support/browser/open-browser.ts";
import { richReview } from "./rich-review.ts";

const place = "github.com/acme/shop#7";
const repository = "github.com/acme/shop";

/** Elements that the page may have when it opens, of 3,000 files and 500 findings: nine for each file, and six for each. */
const mostElements = 36_000;

describe.skipIf(skipWithoutBrowser())("the page of one review", { timeout: 60_000 }, () => {
  let browser: Browser;
  let site: TestSite;
  let opened: SitePage;
  beforeAll(async () => {
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => await closePages(browser));
  beforeEach(async () => {
    site = await openTestSite();
  });
  afterEach(async () => {
    await opened?.close();
    await site.close();
  });

  async function open(path: string, options: BrowserContextOptions = {}) {
    opened = await openPage(browser, site.site.opening(path), options);
    return opened.page;
  }
  const clean = () => expect([opened.errors, opened.elsewhere, site.log]).toEqual([[], [], []]);
  const focused = async () => (await opened.page.evaluate("document.activeElement.id")) as string;

  async function keepPosted(draft: Draft): Promise<void> {
    const { head } = draft.change;
    await keepReview(site.store, draft, { state: "posted" });
    await site.store.rounds.add({ place, base: "base", head, hunks: [], at: Date.now() });
    const key = `${place}@${head}/auto`;
    await site.store.outputs.take(key, { place, kind: "review", hash: "1", again: false }, "me", 0, 1);
    await site.store.outputs.done(
      key,
      { id: "1", url: "https://github.com/acme/shop/pull/7#pullrequestreview-1" },
      "1",
    );
    const kept = { place, about: null, comment: null, thread: null };
    await site.store.findings.keep([
      { ...kept, identity: "5ec0000000000001", state: "fixed" },
      { ...kept, identity: "c0de000000000001", state: "open" },
    ]);
    const said = { repository, place, unit: "sql", at: 1, reason: null };
    await site.store.feedback.record([{ ...said, identity: "5ec0000000000001", signal: "thumbs-up", actor: "mira" }]);
  }

  test("shows findings, costs and outcomes; in light and dark mode, and on a phone", async () => {
    await keepReview(site.store, richReview("ab0000000000", "0".repeat(40)), { state: "cancelled", savedAt: 1 });
    await keepPosted(richReview());
    for (const options of [{}, { colorScheme: "dark" as const }, { viewport: { width: 390, height: 844 } }]) {
      const page = await open("/reviews/ab0000000001", options);
      await page.locator("#finding-0").waitFor();
      expect(await opened.axe()).toEqual([]);
      expect(await page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")).toBe(true);
      clean();
      if (!("viewport" in options)) await opened.close();
    }
    const page = opened.page;
    const said = async (selector: string) => ((await page.textContent(selector)) ?? "").replaceAll(/\s+/g, " ");
    const tab = async (name: string) => {
      await page.getByRole("link", { name }).click();
      await page.locator(".tabs [aria-current]", { hasText: name }).waitFor();
      expect(await opened.axe()).toEqual([]);
      expect(await page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")).toBe(true);
    };
    expect(await said("h1")).toBe("feat: coupons at the checkout");
    expect(await said("#facts")).toMatch(/Posted acme\/shop#7 Mmira 5f2c9d1 /);
    expect(await page.getAttribute("#facts a", "href")).toBe("https://github.com/acme/shop/pull/7");
    expect(await said("#overview")).toMatch(/Request changes.*1 high/);
    expect(await said("#finding-0")).toMatch(/confidence 9\/10.*security-reviewer.*Posted on its line/);
    await tab("About the change");
    expect(await said("#about")).toMatch(/Lint \(eslint\).*nothing bounds it at line 4/);
    await tab("How it was reviewed");
    expect(await said("#details")).toMatch(/Coverage receipt.*Passes.*gap: no verdict/);
    await tab("Costs");
    expect(await said("#costs")).toMatch(/code-reviewer.*claude-sonnet.*21,500.*\$0\.04.*Total.*at least \$0\.04/);
    await tab("Timeline");
    expect(await said("#timeline")).toMatch(/5f2c9d1 posted.*Reviewposted.*fixedthumbs up \(mira\).*below zero.*open/);
    expect(await page.getAttribute("#timeline td a", "href")).toContain("pullrequestreview-1");
    await page.getByRole("link", { name: "feat: coupons at the checkout" }).click();
    await page.waitForURL(/ab0000000000$/);
  });

  test("says at once when it was posted elsewhere", async () => {
    await keepReview(site.store, richReview());
    const page = await open("/reviews/ab0000000001/timeline");
    await page.getByText("· live").waitFor();
    expect(await page.textContent("#facts .state")).toBe("Pending approval");
    await keepPosted(richReview());
    await page.locator("#facts .state.posted").waitFor();
    await page.locator("#timeline").getByText("thumbs up (mira)").waitFor();
    clean();
  });

  test("a link leads to its finding: by id, by identity, by anchor, and from its pull request", async () => {
    await keepReview(site.store, richReview("ab0000000000", "0".repeat(40)), { savedAt: 1 });
    await keepReview(site.store, richReview());
    for (const path of [
      "/reviews/ab0000000001?finding=code-reviewer-1",
      "/reviews/ab0000000001?finding=c0de000000000001",
      "/reviews/ab0000000001#finding-code-reviewer-1",
      "/pulls/github.com/acme/shop/7?finding=c0de000000000001",
    ]) {
      const page = await open(path.split("#")[0]!);
      if (path.includes("#")) await page.goto(site.site.url + path);
      await expect.poll(focused).toBe("finding-1");
      // What is in the address now can be handed on.
      expect(page.url()).toMatch(/\/reviews\/ab0000000001.*#finding=code-reviewer-1$/);
      clean();
      await opened.close();
    }
    const page = await open("/reviews/ab0000000001?finding=gone");
    expect(await page.locator(".card").count()).toBe(3);
    expect((await page.goto(`${site.site.url}/pulls/github.com/acme/shop/8`))?.status()).toBe(404);
  });

  test("the keyboard, the filters and the folds work as in the report; typing in a field is typing", async () => {
    await keepReview(site.store, richReview());
    const page = await open("/reviews/ab0000000001");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect.poll(focused).toBe("finding-1");
    await page.locator("#code-search").focus();
    await page.keyboard.type("jk?t");
    expect([await page.inputValue("#code-search"), await page.locator("#help").isVisible()]).toEqual(["jk?t", false]);
    await page.locator("#filters > summary").click();
    await page.locator('input[name="outcome"][value="advisory"]').uncheck();
    expect(await page.locator(".card:visible").count()).toBe(2);
    await page.getByLabel("Only files with findings").check();
    await page.getByLabel("Path").fill("redeem");
    expect(await page.locator(".file:visible").count()).toBe(1);
    await page.locator("h1").click();
    await page.keyboard.press("t");
    expect(await page.textContent("#theme")).toBe("Theme: light");
    clean();
  });

  test("the findings come with their code above the fold, with what changed in a line, unified or split", async () => {
    const before = Array.from({ length: 60 }, (_, at) => `const line${at} = ${at};`);
    const after = before.with(50, "const line50 = 51;");
    const change = changeOf({
      base: { "a.ts": before.join("\n") },
      head: { "a.ts": `// start\n${after.join("\n")}` },
      title: "fix: `line50` counts",
    });
    // The whole file is one hunk, so that the finding is far down in it.
    const hunk = { oldStart: 1, oldLines: 60, newStart: 1, newLines: 61, heading: "" };
    const lines = [
      "+// start",
      ...before.flatMap((line, at) => (at === 50 ? [`-${line}`, `+${after[50]}`] : [` ${line}`])),
    ];
    const files = change.files.map((file) => ({ ...file, hunks: [{ ...hunk, lines }] }));
    const draft = draftOf(onPull({ ...change, files }), [judgedOf({ path: "a.ts", line: 52, title: "Off by `one`" })]);
    await keepReview(site.store, draft);
    const page = await open(`/reviews/${draft.id}`, { viewport: { width: 1280, height: 800 } });
    const bottom = async (selector: string) =>
      await page
        .locator(selector)
        .evaluate(
          (one) => (one as unknown as { getBoundingClientRect(): { bottom: number } }).getBoundingClientRect().bottom,
        );
    for (const seen of ["h1", ".decision", ".gate", "#finding-0 .copy"]) expect(await bottom(seen)).toBeLessThan(800);
    expect(await page.locator(".diff mark").allTextContents()).toEqual(["50", "51"]);
    expect(await page.locator("#finding-0 h4 code").textContent()).toBe("one");
    expect(await page.getByText("const line10 = 10;").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Show 44 lines" }).click();
    expect(await page.getByText("const line10 = 10;").isVisible()).toBe(true);

    await page.getByRole("link", { name: "Split" }).click();
    await page.locator("table.split").waitFor();
    expect(await opened.axe()).toEqual([]);
    const row = page.locator("table.split tr", { has: page.locator("mark") });
    expect(await row.locator("td").allTextContents()).toEqual(["51", "const line50 = 50;", "52", "const line50 = 51;"]);
    // It is remembered, and the tokens of this code are known by now.
    await page.goto(`${site.site.url}/reviews/${draft.id}`);
    expect(await page.locator("table.split").count()).toBe(1);
    await expect
      .poll(async () => {
        await page.reload();
        return await page.locator(".diff b.k").count();
      })
      .toBeGreaterThan(10);

    await page.locator("#finding-0").getByRole("link", { name: "Edit" }).click();
    expect(await page.locator("#edit-0").isVisible()).toBe(true);
    await page.keyboard.press("n");
    expect(await page.evaluate("document.activeElement.textContent")).toContain("a.ts");
    const prompt = await page.request.get(`${site.site.url}/reviews/${draft.id}/prompt`);
    expect(await prompt.text()).toContain("a.ts:52 (medium): Off by `one`");
    clean();
  });

  test("can be saved as one self-contained file", async () => {
    await keepReview(site.store, richReview());
    const page = await open("/reviews/ab0000000001");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Save as one file" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("crosscheck-ab0000000001.html");
    const text = readFileSync(await download.path(), "utf8");
    expect(text).toMatch(/^<!doctype html>[^]*This file is self-contained/);
  });

  test("works without scripts, with separate pages for code and search", async () => {
    const many = largeChange([
      { path: "a.ts", lines: 700 },
      { path: "b.ts", lines: 700 },
    ]);
    await keepReview(site.store, draftOf(onPull(many), [judgedOf({ path: "b.ts", line: 650, text: "line(650);" })]));
    const page = await open("/reviews/d12af7000000", { javaScriptEnabled: false });
    await page.getByText("Without scripts").waitFor();
    await page.locator("#list a").click();
    await page.locator("#finding-0").waitFor();
    await page.locator('.file[data-i="1"] a.more').last().click();
    await page.getByRole("heading", { level: 1, name: "a.ts" }).waitFor();
    expect(await page.textContent(".pages")).toContain("Part 3 of 3");
    expect(await page.locator("tr.a").last().textContent()).toContain("line(700);");
    await page.getByRole("link", { name: "The whole review" }).click();
    await page.locator("#list a").waitFor();
    await page.getByLabel("Search in the changed lines").last().fill("LINE(555)");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("2 lines with “LINE(555)”.").waitFor();
    await page.getByRole("link", { name: "b.ts:555" }).click();
    await page.locator("table.diff", { hasText: "line(555);" }).first().waitFor();
    clean();
  });

  describe("of 3,000 files with 500 findings", () => {
    const files = Array.from({ length: 3000 }, (_, index) => ({
      path: `src/part-${index % 40}/file-${index}.ts`,
      lines: index % 60 === 0 ? 700 : 40,
    }));
    const judged = Array.from({ length: 500 }, (_, index) =>
      judgedOf({
        id: `sums-${index + 1}`,
        identity: `f${index}` as Identity,
        path: files[index * 6]!.path,
        line: 1 + (index % 40),
        title: `Finding number ${index}.`,
      }),
    );
    let large: Draft;
    beforeAll(() => {
      large = draftOf(onPull(largeChange(files)), judged);
    });

    test("loads small, with every title and path, and fetches code on demand", async () => {
      await keepReview(site.store, large);
      const page = await open(`/reviews/${large.id}`);
      expect(await page.evaluate("document.querySelectorAll('*').length")).toBeLessThan(mostElements);
      const text = (await page.textContent("body")) ?? "";
      expect([0, 250, 499].every((at) => text.includes(`Finding number ${at}.`))).toBe(true);
      expect(files.every(({ path }) => text.includes(path.slice(path.lastIndexOf("/") + 1)))).toBe(true);
      expect(text).not.toContain("line(699);");

      // Files with findings come first and are open.
      const file = page.locator('.file[data-i="2998"]');
      await file.locator("summary").click();
      await expect.poll(() => file.locator("tr.a").count()).toBe(40);
      await file.locator("summary").click();
      await expect.poll(() => file.locator("tr").count()).toBe(0);

      await page.getByLabel("Search in the changed lines").last().fill("line(699)");
      await page.keyboard.press("Enter");
      await page.getByText("50 lines with “line(699)”.").waitFor();
      await page.getByRole("link", { name: "src/part-20/file-2940.ts:699" }).click();
      await expect.poll(() => page.evaluate("document.activeElement.className")).toContain("hit");
      expect(await page.evaluate("document.activeElement.textContent")).toContain("line(699);");
      expect(await page.evaluate("document.activeElement.checkVisibility()")).toBe(true);
      clean();
    });

    test("a link to the last finding leads there, and its file can be found by its path", async () => {
      await keepReview(site.store, large);
      const page = await open(`/reviews/${large.id}?finding=f499`);
      await expect.poll(focused).toBe("finding-499");
      expect(await page.evaluate("document.activeElement.innerText")).toContain("file-2994.ts");
      await page.locator("#filters > summary").click();
      await page.getByLabel("Path").fill("file-299");
      expect(await page.locator(".file:visible").count()).toBe(11);
      clean();
    });

    test("says so if code cannot be loaded or the review changed meanwhile", async () => {
      await keepReview(site.store, large, { savedAt: 1 });
      const page = await open(`/reviews/${large.id}`);
      await keepReview(site.store, large, { savedAt: 2 });
      const file = page.locator('.file[data-i="2998"]');
      await file.locator("summary").click();
      await file.getByText("This review has changed in the meantime.").waitFor();
      clean();
      await page.route("**/files/**", (route) => route.abort());
      const next = page.locator('.file[data-i="2997"]');
      await next.locator("summary").click();
      await next.getByText("This could not be loaded. Try again").waitFor();
      // And trying again helps.
      await page.unroute("**/files/**");
      await keepReview(site.store, large, { savedAt: 1 });
      await next.locator("a.more").click();
      await expect.poll(() => next.locator("tr.a").count()).toBe(40);
    });
  });

  test("hostile text runs nothing, and redacted text is neither shown nor found", async () => {
    const markup = `</script><script>window.owned=1</script><img src="https://evil.example/x" onerror="window.owned=1">`;
    const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    const change = changeOf({
      base: { "a.ts": "x\n" },
      head: {
        "a.ts": `const token = "${secret}";\n${markup}\n`,
        "<img src=x onerror=window.owned=1>.ts": `${hostile}\n`,
      },
      title: markup,
      body: `Because ${markup}`,
      words: { author: markup },
    });
    const quote = { path: "a.ts", side: "head" as const, start: 1, end: 1, text: `const token = "${secret}";` };
    const judged = [
      judgedOf({ id: markup, identity: "e1" as Identity, path: "a.ts", line: 2, title: markup, explanation: markup }),
      judgedOf({ path: "a.ts", line: 1, evidence: [{ ...quote, masked: 'const token = "…";' }], title: "A secret" }),
    ];
    const draft = draftOf(onPull(change), judged);
    await keepReview(site.store, {
      ...draft,
      change: {
        ...draft.change,
        from: { ...onPull(change).from, url: "javascript:window.owned=1" } as Draft["change"]["from"],
      },
      edits: [{ edit: "event", event: "COMMENT", by: markup }],
    });
    const page = await open("/reviews/d12af7000000?finding=e1");
    await expect.poll(focused).toBe("finding-0");
    await page.getByLabel("Search in the changed lines").last().fill("owned");
    await page.keyboard.press("Enter");
    await page.locator(".hits li").first().waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByLabel("Search in the changed lines").last().fill(secret);
    await page.keyboard.press("Enter");
    await page.getByText("No changed or context line contains").waitFor();
    expect(await page.evaluate("typeof window.owned")).toBe("undefined");
    expect(await page.locator("main img, main a[href^=javascript]").count()).toBe(0);
    clean();
  });

  test("unposted drafts are hidden from readers", async () => {
    await keepReview(site.store, richReview());
    const asking = (right: Right) => {
      const visitor = { name: "eve", signedIn: true, may: async () => right };
      const access = { ways: [], come: async () => ({ visitor, csrf: "" }) };
      const options = { store: site.store, version: "0", now: Date.now, where: "server" as const, doing: {} };
      return openSite({ ...options, access, log: () => {} });
    };
    const paths = ["", "/files/0", "/search?q=coupon", "/prompt", "/report.html"].map(
      (path) => `/reviews/ab0000000001${path}`,
    );
    const statuses = async (right: Right) => {
      const asked = asking(right);
      const all = [...paths, "/pulls/github.com/acme/shop/7"].map(
        async (path) => (await asked.fetch(new Request(`http://localhost${path}`))).status,
      );
      return await Promise.all(all).finally(asked.close);
    };
    expect(await statuses("steer")).toEqual([200, 200, 200, 200, 200, 303]);
    expect(await statuses("see")).toEqual([404, 404, 404, 404, 404, 404]);
    await site.store.drafts.setState("ab0000000001", "posted");
    expect(await statuses("see")).toEqual([200, 200, 200, 200, 200, 303]);
    expect(await statuses("none")).toEqual([404, 404, 404, 404, 404, 404]);
  });
});
