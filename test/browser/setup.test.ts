// The set-up page as a person uses it: from the printed address, through GitHub, to an App that reviews.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openSetUpStory, type SetUpStory } from "../support/set-up-story.ts";
import { closePages, openBrowser, skipWithoutBrowser } from "../support/browser/open-browser.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Set to a folder, pictures of each page are left there. */
const pictures = process.env["CROSSCHECK_PICTURES"];

describe.skipIf(skipWithoutBrowser())("the set-up page in Chromium", () => {
  let browser: Browser;
  let story: SetUpStory;
  const errors: string[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => await closePages(browser));
  beforeEach(async () => {
    errors.length = 0;
    story = await openSetUpStory();
  });
  afterEach(async () => await story.close());

  async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    page.on("console", (message) => {
      // The stand-in's own pages have no icon; that is not ours to mend.
      if (message.location().url.startsWith(story.github.url)) return;
      if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(address);
    return page;
  }

  async function violations(page: Page): Promise<string[]> {
    return await page.evaluate<string[]>(
      `(async () => { ${axeSource}; return (await axe.run(document)).violations.map((one) => one.id + ": " + one.nodes[0].html); })()`,
    );
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (pictures) await page.screenshot({ path: `${pictures}/setup-${name}.png`, fullPage: true });
  }

  test("clicked through with the keyboard's and the mouse's help, it ends in a review", async () => {
    const started = await story.start();
    const page = await open(started.address());
    expect(new URL(page.url()).search).toBe("");
    expect(await violations(page)).toEqual([]);
    await picture(page, "choose");

    expect(await page.getByLabel("Name of the organisation").isVisible()).toBe(false);
    await page.getByLabel("An organisation", { exact: true }).check();
    await page.getByLabel("Name of the organisation").fill("acme");
    await page.getByLabel("Name", { exact: true }).fill("Acme Reviews");
    await page.getByLabel("Public address of this server").fill(new URL(started.address()).origin);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Review your choices" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator("summary").click();
    expect(await page.locator("pre").innerText()).toContain('"contents": "write"');
    await picture(page, "look");

    // Back keeps what was typed.
    await page.getByRole("link", { name: "Change something" }).click();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Acme Reviews");
    await page.getByRole("button", { name: "Continue" }).click();

    await page.getByRole("button", { name: /^Create it on/ }).click();
    await page.getByRole("button", { name: "ada" }).click();
    await page.getByRole("heading", { name: "acme-reviews was created" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, "created");
    await page.getByRole("link", { name: "Install it on repositories" }).click();
    await page.getByRole("button", { name: "acme", exact: true }).click();
    await page.getByRole("heading", { name: "Installed on acme" }).waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
    await story.reviewed();
  }, 180_000);

  test("what does not fit is said on the page, and mended there", async () => {
    const started = await story.page();
    const page = await open(started.address());
    await page.getByLabel("An organisation", { exact: true }).check();
    await page.getByLabel("Public address of this server").fill("https://crosscheck.example.com");
    await page.getByRole("button", { name: "Continue" }).click();
    expect(await page.getByRole("alert").innerText()).toContain("Enter the organisation");
    expect(await violations(page)).toEqual([]);
    await picture(page, "faults");
    await page.getByLabel("Name of the organisation").fill("acme");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Review your choices" }).waitFor();
    await page.context().close();
  });

  test("an answer that is not ours leads back to the beginning", async () => {
    const started = await story.page();
    const page = await open(started.address());
    await page.goto(`${new URL(started.address()).origin}/setup/created?code=x&state=y`);
    expect(await violations(page)).toEqual([]);
    await picture(page, "trouble");
    await page.getByRole("link", { name: "Start again" }).click();
    await page.getByRole("heading", { name: "Create the GitHub App" }).waitFor();
    await page.context().close();
  });

  test.each<[string, BrowserContextOptions]>([
    ["phone", { viewport: { width: 390, height: 800 } }],
    ["small", { viewport: { width: 320, height: 700 } }],
    ["dark", { colorScheme: "dark" }],
    ["phone-dark", { viewport: { width: 390, height: 800 }, colorScheme: "dark" }],
  ])("%s: it fits, and can be read", async (name, options) => {
    const started = await story.page();
    const page = await open(started.address(), options);
    await page.getByLabel("An organisation", { exact: true }).check();
    await page.getByLabel("Name of the organisation").fill("acme");
    await page.getByLabel("Public address of this server").fill("https://crosscheck.example.com");
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await picture(page, `choose-${name}`);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.locator("summary").click();
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await picture(page, `look-${name}`);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
