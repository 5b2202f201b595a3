// The playground in a real browser: the whole loop with the real server, git and child processes.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPlayground, type Playground } from "../../src/app/playground/open.ts";
import { openPage } from "../support/browser/dashboard.ts";
import { closePages, openBrowser, skipWithoutBrowser } from "../support/browser/open-browser.ts";
import { childProgram } from "../support/child-program.ts";

/** A review is several processes, and machines are slow. */
const patience = 120_000;

describe.skipIf(skipWithoutBrowser())("the playground", () => {
  let browser: Browser;
  let playground: Playground;
  const log: string[] = [];
  beforeAll(async () => {
    [browser, playground] = await Promise.all([
      openBrowser(),
      openPlayground({
        port: 0,
        program: childProgram,
        env: { PATH: process.env["PATH"] },
        version: "0.0.0",
        now: Date.now,
        thinksMs: 0,
        log: (what, about) => void log.push(`${what} ${JSON.stringify(about)}`),
      }),
    ]);
  });
  afterAll(async () => {
    await closePages(browser);
    await playground.close();
  });

  const fitsPhone = async (page: Page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
  };

  test(
    "a flawed change is reviewed, its finding discussed, fixed, answered and resolved",
    async () => {
      const { page, errors, elsewhere, axe, close } = await openPage(browser, playground.opening("/playground"));
      await page.getByRole("heading", { name: "Playground" }).waitFor();
      expect(await axe()).toEqual([]);
      await fitsPhone(page);
      await page.getByRole("button", { name: /discount only what the customer pays for/ }).click();
      await page.getByText("Crosscheck is reviewing").waitFor();
      await page.getByText("3 files changed").click();
      const thread = page.locator(".pg-thread");
      await thread.waitFor({ timeout: patience });
      // What was unfolded stays so when news comes in.
      expect(await page.locator(".pg-files figure").first().isVisible()).toBe(true);
      // On its line, by two models, with what mends it.
      expect(await thread.getByRole("heading").textContent()).toContain("src/domain/pricing.ts, line 13");
      const first = await thread.innerText();
      expect(first).toContain("An order of exactly 100.00 loses its discount");
      expect(first).toContain("found by code-reviewer and second-opinion");
      expect(first).toContain("return cents >= 10_000");
      await page.getByText("Crosscheck has reviewed").waitFor({ timeout: patience });
      expect(await page.locator(".pg-check").allInnerTexts()).toEqual([
        "Crosscheck failed: 1 finding; related tests exist and were not run",
        "ci / test passed",
      ]);
      expect(await page.locator(".pg-review").innerText()).toContain("requested changes");

      await page.getByLabel(/Reply in the thread/).fill("Does anybody pay exactly that?");
      await page.getByRole("button", { name: "Reply" }).click();
      await page.locator(".pg-turn").nth(2).waitFor({ timeout: patience });
      expect(await page.locator(".pg-turn").nth(2).innerText()).toMatch(
        /this comparison is false for it[\s\S]*src\/domain\/pricing\.ts:13/,
      );
      expect(await axe()).toEqual([]);
      await fitsPhone(page);

      await page.getByRole("button", { name: "Push the prepared fix" }).click();
      await thread.getByText(/^Fixed as of [0-9a-f]{7}\.$/).waitFor({ timeout: patience });
      await page.getByText("No findings; related tests exist and were not run").waitFor({ timeout: patience });
      // Where a person took part, the policy leaves it to a person to have it resolved.
      await thread.getByText("You replied in this thread").waitFor();
      await thread.getByRole("button", { name: "resolve" }).click();
      await thread.getByText("Resolved by crosscheck[bot]").waitFor({ timeout: patience });

      // The story ends: nothing is asked for any more, and the pull request is merged.
      await page.locator(".pg-steps li.done").nth(4).waitFor({ timeout: patience });
      await page.getByRole("button", { name: "Merge" }).click();
      await page.getByText("ada merged this pull request.").waitFor();
      expect(await page.locator(".pg-steps li:not(.done)").count()).toBe(0);
      expect(await axe()).toEqual([]);

      await page.getByRole("link", { name: "Open the review on the dashboard" }).click();
      await page
        .getByRole("heading", { name: /discount only what the customer pays for/ })
        .first()
        .waitFor();
      expect([errors, elsewhere]).toEqual([[], []]);
      await close();
    },
    3 * patience,
  );

  test(
    "a thread without replies is resolved automatically once fixed, as the sample's config allows",
    async () => {
      const { page, errors, close } = await openPage(browser, playground.opening("/playground"));
      await page.getByRole("button", { name: /call the first job what it does/ }).click();
      const thread = page.locator(".pg-thread");
      await thread.getByText(/needs the job "build"/).waitFor({ timeout: patience });
      await page.getByRole("button", { name: "Push the prepared fix" }).click();
      await thread.getByText("Resolved by crosscheck[bot]").waitFor({ timeout: patience });
      expect(await thread.innerText()).toMatch(/Fixed as of [0-9a-f]{7}\./);
      expect(errors).toEqual([]);
      await close();
    },
    2 * patience,
  );

  test(
    "a review that needs approval is posted once approved",
    async () => {
      const { page, errors, axe, close } = await openPage(browser, playground.opening("/playground"), {
        colorScheme: "dark",
      });
      expect(await axe()).toEqual([]);
      await page.getByRole("button", { name: /a transfer does not fail/ }).click();
      await page.getByRole("link", { name: "Decide on the dashboard" }).click({ timeout: patience });
      await page.getByRole("button", { name: /^Post/ }).first().click();
      await page.getByRole("link", { name: "Playground" }).click();
      await page.getByRole("link", { name: /a transfer does not fail/ }).click();
      await page.locator(".pg-thread").waitFor({ timeout: patience });
      expect(await page.locator(".pg-thread").innerText()).toContain("app/transfer.py");
      expect(await axe()).toEqual([]);
      expect(errors).toEqual([]);
      await close();
    },
    2 * patience,
  );

  test("a visitor edits files, and their text is inert", async () => {
    const { page, errors, axe, close } = await openPage(browser, playground.opening("/playground/new"));
    await page.locator("select[name=path]").selectOption("README.md");
    await page.waitForURL(/path=README/);
    const text = page.getByLabel(/File content/);
    expect(await text.inputValue()).toMatch(/^# shop\n/);
    await text.fill("# shop\n\nNothing but prices.\n");
    const evil = `docs: <img src=x onerror=alert(1)><script>alert(2)</script>`;
    await page.getByLabel("Pull request title").fill(evil);
    expect(await axe()).toEqual([]);
    await page.getByRole("button", { name: "Open pull request" }).click();
    await page.locator("h1", { hasText: evil }).waitFor();
    await page.getByLabel("Comment").fill(`${evil}\n\n[x](javascript:alert(3)) <details open ontoggle=alert(4)>`);
    await page.getByRole("button", { name: "Comment" }).click();
    await page.getByText("ontoggle=alert(4)").waitFor();
    expect(await page.locator("main :is(img, script, [ontoggle], a[href^=javascript])").count()).toBe(0);

    await page.getByRole("button", { name: "Close the pull request" }).click();
    await page.getByText("This pull request is closed.").waitFor();
    await page.getByRole("button", { name: "Reopen the pull request" }).click();
    await page.getByLabel("Edit a file and push").selectOption("README.md");
    await page.getByRole("button", { name: "Show file" }).click();
    await page.getByLabel(/File content/).fill("# shop\n");
    await page.getByRole("button", { name: "Commit and push" }).click();
    await page.getByText("wants to merge 2 commits").waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  test("the printed address is required", async () => {
    const answer = await fetch(`${playground.url}/playground`);
    expect(answer.status).toBe(403);
  });
});
