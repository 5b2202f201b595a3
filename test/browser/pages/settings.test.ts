// The page of settings in a real browser.
import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { DashboardActions, KnownConfig, RunningJob } from "../../../src/app/dashboard/dashboard-actions.ts";
import { knownConfig, shownModels } from "../../../src/app/dashboard/settings/known-config.ts";
import { Unavailable } from "../../../src/errors.ts";
import { changeOf } from "../../support/change-of.ts";
import { draftOf, judgedOf } from "../../support/finding-of.ts";
import { keepReview, openPage, openTestSite, type TestSite } from "../../support/browser/dashboard.ts";
import { closePages, openBrowser, skipWithoutBrowser } from "../../support/browser/open-browser.ts";
import { openReaderSite } from "./reader-site.ts";

const shots = process.env["CROSSCHECK_SHOTS"];
const file = `profile: strict
suppressions:
  - check: secrets
    path: test/fixtures/**
    reason: made-up keys for tests
checks:
  dependency-chain: off
reviewComments:
  autoResolve: true
  autoResolveClassifications: [already_fixed]
`;

describe.skipIf(skipWithoutBrowser())("settings", () => {
  let browser: Browser;
  let site: TestSite;
  beforeAll(async () => {
    browser = await openBrowser();
    if (shots) mkdirSync(shots, { recursive: true });
  });
  afterAll(async () => await closePages(browser));
  afterEach(async () => await site.close());

  const known = (repository: string | null): KnownConfig =>
    knownConfig({ read: "default-branch", repository, commit: "", own: null });
  const running: RunningJob = {
    data: "PostgreSQL",
    role: "all",
    ...shownModels({
      models: [
        { use: "anthropic/claude-sonnet-4-5", name: "main", key: "OUR_SECRET_KEY" },
        { use: "compatible/llama3", baseUrl: "https://models.internal.example" },
      ],
      reviewers: { default: "main", "second-opinion": "compatible/llama3" },
      spending: { perReview: 0.5, perMonth: 200 },
    }),
  };

  async function open(doing: DashboardActions): Promise<void> {
    site = await openTestSite({ doing });
    const review = draftOf(changeOf({ title: "feat: pay" }), [judgedOf()]);
    await keepReview(site.store, { ...review, id: "a00000000001" });
    await keepReview(site.store, { ...review, id: "a00000000002" }, { place: "github.com/acme/tools#2" });
  }

  test("each value with where it comes from, for the repository that is chosen; of this server names and limits", async () => {
    const asked: string[] = [];
    await open({
      config: async (repository) => {
        asked.push(repository);
        return known(repository.endsWith("/shop") ? file : null);
      },
      running: async () => running,
    });
    for (const colorScheme of ["light", "dark"] as const) {
      const opened = await openPage(browser, site.site.opening("/settings"), { colorScheme });
      const { page, errors, elsewhere } = opened;
      const row = (key: string) =>
        page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: key, exact: true }) });
      expect(await row("profile").textContent()).toMatch(/strict\s*\.crosscheck\.yml:1/);
      expect(await row("maxComments").textContent()).toMatch(/preset of the profile strict/);
      expect(await row("suppressions[0]").textContent()).toContain("made-up keys for tests");
      expect(await row("main").textContent()).toMatch(/anthropic\/claude-sonnet-4-5\s*all others/);
      const text = (await page.textContent("main")) ?? "";
      expect(text).toContain("$0.50 for one review, $200.00 for all in a month");
      expect(text).not.toMatch(/SECRET|internal\.example/);
      expect(await opened.axe()).toEqual([]);
      if (shots) await page.screenshot({ path: `${shots}/settings-${colorScheme}.png`, fullPage: true });
      await page.getByRole("link", { name: /^Only changed settings/ }).click();
      await page.locator(".config-values tbody tr").nth(5).waitFor({ state: "detached" });
      expect(await page.locator(".config-values tbody tr").count()).toBe(5);
      await page.getByLabel("Repository").selectOption("github.com/acme/tools");
      await page.getByText("There is no .crosscheck.yml on the default branch").waitFor();
      expect([errors, elsewhere]).toEqual([[], []]);
      await opened.close();
    }
    expect(new Set(asked)).toEqual(new Set(["github.com/acme/shop", "github.com/acme/tools"]));
  });

  test("errors of a broken file have line and column; unreadable or unknown settings are listed", async () => {
    const ways: Record<string, () => Promise<KnownConfig>> = {
      broken: async () => known("profile: strictest\nmaxComment: 3\n"),
      gone: async () => {
        throw new Unavailable("GitHub", "GitHub did not answer");
      },
      unknown: async () => ({ is: "unknown", why: "It is on no host that is known." }),
    };
    let way = "broken";
    await open({ config: async () => await ways[way]!() });
    const opened = await openPage(browser, site.site.opening("/settings"), { viewport: { width: 390, height: 844 } });
    const { page } = opened;
    const rows = await page.locator(".faults tbody tr").allTextContents();
    expect(rows.map((row) => row.replaceAll(/\s+/g, " ").trim())).toEqual([
      expect.stringMatching(/^1 10 .*profile must be one of/),
      expect.stringMatching(/^2 1 unknown key "maxComment"; did you mean "maxComments"\?/),
    ]);
    expect(await page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await opened.axe()).toEqual([]);
    way = "gone";
    await page.reload();
    expect(await page.getByRole("alert").textContent()).toContain("GitHub did not answer");
    way = "unknown";
    await page.reload();
    expect(await page.textContent("main")).toContain("The configuration is unknown");
    expect(opened.errors).toEqual([]);
    await opened.close();
  });

  test("without admin rights nothing about the server is shown, nor about hidden repositories", async () => {
    await open({});
    const rights = {
      rita: { "github.com/acme/shop": "see" },
      stan: { "github.com/acme/shop": "steer" },
    } as const;
    const doing: DashboardActions = { config: async () => known(file), running: async () => running };
    const server = await openReaderSite(site.store, rights, doing);
    const text = async (path: string, who: string) => await (await fetch(server.opening(path, who))).text();
    expect(await text("/settings", "stan")).toContain("anthropic/claude-sonnet-4-5");
    const [rita, nobody] = [await text("/settings", "rita"), await text("/settings", "nobody")];
    expect(rita).toContain(".crosscheck.yml:1");
    for (const page of [rita, nobody]) expect(page).not.toMatch(/anthropic|acme\/tools|PostgreSQL/);
    expect(nobody).not.toContain("acme/shop");
    for (const who of ["rita", "stan"])
      expect(await text("/settings?repository=github.com/acme/tools", who)).toContain("Not found");
    await server.close();
  });

  test("fits a phone, and says so if there is nothing yet", async () => {
    await open({ config: async () => known(file), running: async () => running });
    const phone = { viewport: { width: 390, height: 844 } };
    const opened = await openPage(browser, site.site.opening("/settings"), phone);
    expect(await opened.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")).toBe(true);
    if (shots) await opened.page.screenshot({ path: `${shots}/settings-phone.png`, fullPage: true });
    await opened.close();
    await site.close();
    site = await openTestSite();
    const empty = await openPage(browser, site.site.opening("/settings"), phone);
    expect(await empty.page.textContent("main")).toContain("There are no reviews yet");
    await empty.close();
  });
});
