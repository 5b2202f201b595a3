// The golden review (`test/golden/`) rendered as on GitHub, in a real browser.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asGithub, githubPage } from "../support/browser/github-page.ts";
import {
  closePages,
  openBrowser,
  openFile,
  skipWithoutBrowser,
  type OpenedPage,
} from "../support/browser/open-browser.ts";

const folder = fileURLToPath(new URL("../golden", import.meta.url));
const comments = globSync("*.md", { cwd: folder })
  .toSorted()
  .map((file) => ({ name: basename(file, ".md"), markdown: readFileSync(join(folder, file), "utf8") }));
const names = comments.map(({ name }) => name);

test("the golden review exists", () => {
  expect(names).toEqual(expect.arrayContaining(["standard-body", "standard-details"]));
});

test("a summary without its blank lines would not pass here", () => {
  expect(asGithub("<details>\n<summary>S</summary>\n\n## What Changed\n\nText\n\n</details>")).toContain("<h2>");
  expect(asGithub("<details>\n<summary>S</summary>\n## What Changed\n\nText\n\n</details>")).not.toContain("<h2>");
});

describe.skipIf(skipWithoutBrowser())("the golden review in Chromium", () => {
  let browser: Browser;
  let opened: OpenedPage;
  beforeAll(async () => {
    browser = await openBrowser();
    opened = await openFile(browser, githubPage(comments));
  });
  afterAll(async () => {
    await opened.close();
    await closePages(browser);
  });

  const texts = (selector: string) => opened.page.locator(selector).allInnerTexts();
  const unfold = () => opened.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");

  test("the five sections are headings inside the fold, in order", async () => {
    await unfold();
    expect(await texts("#standard-body details > h2")).toEqual([
      "What Changed",
      "Strengths",
      "Observations",
      "Suggestions",
      "Verdict",
    ]);
    expect(await opened.page.locator("#standard-body h2").count()).toBe(5);
    expect(await texts("#standard-body details > summary")).toEqual(["Crosscheck Review Summary"]);
    expect(await texts("#standard-body details > h3")).toEqual(["High", "Medium"]);
  });

  test("only the author and the event are outside the fold", async () => {
    const [author, event, ...more] = await texts("#standard-body .comment > :not(details)");
    expect([author, event?.split(":")[0], more]).toEqual(["@ada", "Request changes", []]);
  });

  test("the verdict is the last line of the fold, with its circle", async () => {
    expect((await texts("#standard-body details > :last-child")).at(-1)).toMatch(/^🟡 Needs changes -- \S/u);
  });

  test.each(names)("%s: no Markdown syntax is visible, no checkbox is active, nothing is empty", async (name) => {
    await unfold();
    const inside = `#${name} .comment`;
    const shown = await opened.page.evaluate<string>(
      `(() => { const copy = document.querySelector("${inside}").cloneNode(true); for (const code of copy.querySelectorAll("code, pre")) code.remove(); return copy.textContent; })()`,
    );
    expect(shown).not.toMatch(/\*\*|<\/?details|<\/?summary|^#{1,6} |\| ---|- \[ \]|<!--|:[a-z]+_[a-z_]+:/m);
    expect(await opened.page.locator(`${inside} input`).count()).toBe(0);
    expect(await opened.page.locator(`${inside} :is(p, li, h2, h3, summary, th):empty`).count()).toBe(0);
    expect(await opened.page.locator(`${inside} :is(img, a[href^="http"]:not([href*="github.com"]))`).count()).toBe(0);
  });

  test("folds of the details hold tables", async () => {
    const folds = await opened.page.locator("#standard-details details details").count();
    expect(folds).toBeGreaterThan(2);
    expect(await opened.page.locator("#standard-details details details > table").count()).toBe(folds);
    expect(await opened.page.locator("#standard-details .comment > table").count()).toBe(0);
  });

  test("no error, no request", () => expect([opened.errors, opened.requests]).toEqual([[], []]));
});
