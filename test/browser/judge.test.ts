// every kind is redacted in a sentence and in a file
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readJudgements } from "../../src/review/backtest/judgements.ts";
import { judgePage } from "../../src/review/backtest/judge-page.ts";
import type { Backtest, ReplayedFinding } from "../../src/review/backtest/backtest-result.ts";
import {
  closePages,
  openBrowser,
  openFile,
  skipWithoutBrowser,
  type OpenedPage,
} from "../support/browser/open-browser.ts";

function finding(number: number): ReplayedFinding {
  const text = number === 1 ? "<img src=x onerror=alert(1)>" : `const line = ${number};`;
  return {
    id: number.toString(16).padStart(12, "0"),
    check: "stale-reference",
    kind: "path-in-docs",
    severity: "medium",
    outcome: "inline",
    path: "docs/a.md",
    line: 2,
    side: "head",
    title: `Finding ${number}`,
    explanation: "The path leads nowhere.",
    quotes: [
      { path: "docs/a.md", line: 2, side: "head", text },
      { path: "src/b.ts", line: 9, side: "base", text: "export const b = 1;" },
    ],
    around: [
      { line: 1, text: "before" },
      { line: 2, text },
      { line: 3, text: "after" },
    ],
    again: "kept",
  };
}

const backtest: Backtest = {
  repository: "shop",
  head: "a".repeat(40),
  checks: ["stale-reference"],
  unproven: [],
  changes: [
    {
      sha: "b".repeat(40),
      subject: "docs: <b>move</b> a page",
      when: 0,
      files: 1,
      lines: 3,
      ms: 5,
      checks: { "stale-reference": { ms: 3, failed: null } },
      findings: [finding(1), finding(2), finding(3)],
    },
  ],
  unread: [],
  memory: 90,
};

describe.skipIf(skipWithoutBrowser())("the judging page", () => {
  let browser: Browser;
  let opened: OpenedPage;
  beforeAll(async () => {
    browser = await openBrowser();
    opened = await openFile(browser, judgePage([backtest], 30, "1.2.3"));
  });
  afterAll(async () => {
    await opened.close();
    await closePages(browser);
  });

  test("shows every sample with its line, and no text of a change is markup", async () => {
    const { page } = opened;
    expect(await page.locator("article").count()).toBe(3);
    expect(await page.locator("article .hit").first().innerText()).toContain("<img src=x onerror=alert(1)>");
    expect(await page.locator("article img, article b").count()).toBe(0);
    expect(await page.locator("#left").innerText()).toBe("3");
  });

  test("accepts answers by mouse and keyboard, saves them, and the command reads them back", async () => {
    const { page } = opened;
    await page.locator("article").nth(0).getByRole("button", { name: "Wrong" }).click();
    await page.keyboard.press("j");
    await page.keyboard.press("r");
    await page.keyboard.press("u");
    expect(await page.locator("#left").innerText()).toBe("0");
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
    const saved = readFileSync(await download.path(), "utf8");
    expect(readJudgements(saved, "judgements.json")).toEqual({
      "000000000001": "wrong",
      "000000000002": "right",
      "000000000003": "unclear",
    });
  });

  test("an answer is undone by giving it again, and restored from a saved file", async () => {
    const { page } = opened;
    const wrong = page.locator("article").nth(0).getByRole("button", { name: "Wrong" });
    await wrong.click();
    expect(await wrong.getAttribute("aria-pressed")).toBe("false");
    const buffer = Buffer.from(JSON.stringify({ judgements: { "000000000001": "wrong", unknown: "right" } }));
    await page.locator("#open").setInputFiles({ name: "j.json", mimeType: "application/json", buffer });
    await page.locator("article[data-said=wrong]").waitFor();
    expect(await wrong.getAttribute("aria-pressed")).toBe("true");
  });

  test("makes no requests, violates no policy, and fits a phone", async () => {
    const { page, errors, requests } = opened;
    await page.setViewportSize({ width: 390, height: 800 });
    const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    expect(overflow).toBeLessThanOrEqual(0);
    expect(errors).toEqual([]);
    expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([]);
  });
});
