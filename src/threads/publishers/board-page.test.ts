import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boardOf, rowOf } from "../../../test/support/board-of.ts";
import { openBrowser, openFile, skipWithoutBrowser } from "../../../test/support/browser/open-browser.ts";
import { boardPage } from "./board-page.ts";

const page = boardPage(boardOf(), "1.2.3");

describe("the page", () => {
  test("is self-contained and allows nothing else", () => {
    expect(page).toContain("default-src &#39;none&#39;");
    expect(page).not.toContain("<script");
    expect(page).not.toMatch(/ style=|@import|url\(|<link/);
  });

  test("has each thread with its place, comments, class and policy", () => {
    for (const part of [
      "coderabbitai[bot] (bot) · 3 days ago · 2 comments",
      "Rounded at the end now, please look again.",
      "No test calls total() with an empty list.",
      "class-not-allowed",
      "One will be added.",
      "Nothing was posted, answered or resolved.",
    ])
      expect(page).toContain(part);
  });

  test("text of an attacker stays text, and an address that would run something is no link", () => {
    const evil = `"><img src=x onerror=alert(1)></style></script><script>alert(1)</script>`;
    const comment = { author: evil, kind: "bot" as const, at: evil, preview: evil, cut: false };
    const row = rowOf({ path: evil, url: "javascript:alert(1)", first: comment, latest: comment, author: evil });
    const text = boardPage(
      boardOf({ rows: [row], head: evil, triage: { by: "rules", models: [evil], money: 0, notes: [evil] } }),
      "1",
    );
    expect(text).not.toMatch(/<img|<script|href="javascript/);
  });
});

describe.skipIf(skipWithoutBrowser())("the page in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  test.each([
    [320, "light"],
    [390, "dark"],
    [1280, "light"],
    [1280, "dark"],
  ] as const)(
    "fits a screen of %i pixels in %s, without a script, a fault or a request",
    async (width, colorScheme) => {
      const opened = await openFile(browser, page, {
        viewport: { width, height: 800 },
        colorScheme,
        javaScriptEnabled: true,
      });
      try {
        expect(await opened.page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
        expect(await opened.page.locator("article").count()).toBe(4);
        expect([opened.errors, opened.requests]).toEqual([[], []]);
      } finally {
        await opened.close();
      }
    },
  );

  test("a row of the list leads to its thread", async () => {
    const opened = await openFile(browser, page);
    try {
      await opened.page.locator("#list a").nth(2).click();
      expect(await opened.page.evaluate("location.hash")).toBe("#thread-3");
      expect(await opened.page.locator("#thread-3").isVisible()).toBe(true);
    } finally {
      await opened.close();
    }
  });
});
