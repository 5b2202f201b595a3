// The dashboard for tests: a real store, a real server on loopback, and a page in Chromium that reports what goes wrong in
// it, wherever its requests go, and what axe says of it.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { listenLocally, type ListeningDashboard } from "../../../src/app/dashboard/listen.ts";
import type { DashboardActions } from "../../../src/app/dashboard/dashboard-actions.ts";
import type { Draft } from "../../../src/review/draft.ts";
import { summaryFactsOfDraft } from "../../../src/review/summary-facts.ts";
import { openStore, type StoreOptions } from "../../../src/world/store/open-store.ts";
import type { SavedDraft } from "../../../src/world/store/kept/drafts.ts";
import type { Store } from "../../../src/world/store/store.ts";

export interface TestSite {
  store: Store;
  site: ListeningDashboard;
  log: string[];
  close(): Promise<void>;
}

export async function openTestSite({
  doing = {},
  now = Date.now,
  jobs = {},
}: { doing?: DashboardActions; now?: () => number; jobs?: StoreOptions["jobs"] } = {}): Promise<TestSite> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-dashboard-"));
  const store = await openStore({ folder }, { jobs });
  const log: string[] = [];
  const site = await listenLocally({
    store,
    version: "0.0.0",
    now,
    doing,
    name: "ada",
    port: 0,
    pulseMs: 20,
    log: (what, about) => void log.push(`${what} ${JSON.stringify(about)}`),
  });
  return {
    store,
    site,
    log,
    async close() {
      await site.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Kept as a review of that pull request. */
export async function keepReview(
  store: Store,
  draft: Draft,
  more: Partial<Omit<SavedDraft, "draft">> = {},
): Promise<void> {
  await store.drafts.save({
    id: draft.id,
    place: "github.com/acme/shop#7",
    head: draft.change.head,
    draft: JSON.stringify(draft),
    state: "waiting",
    savedAt: Date.now(),
    facts: summaryFactsOfDraft(draft, 1200),
    ...more,
  });
}

export interface SitePage {
  page: Page;
  /** Errors and warnings that it logged or threw, refusals by its policy among them. */
  errors: string[];
  /** What was asked of other hosts. */
  elsewhere: string[];
  /** Serious or critical violations of accessibility rules, each as rule and places. */
  axe(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<SitePage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  const elsewhere: string[] = [];
  const { host } = new URL(address);
  page.on("console", (message) => {
    // Where people sign in is a page of another host's.
    const isOurs = URL.parse(message.location().url)?.host === host;
    if (isOurs && (message.type() === "error" || message.type() === "warning")) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.host !== host) elsewhere.push(request.url());
  });
  await page.goto(address);
  return {
    page,
    errors,
    elsewhere,
    axe: () => violations(page),
    close: () => context.close(),
  };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** By the browser's own door for tests: the page's policy lets no script of others in. */
async function violations(page: Page): Promise<string[]> {
  const found = await page.evaluate(`(async () => { ${axeSource};
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => id + ": " + nodes.slice(0, 5).map(({ target }) => target.join(" ")).join(", "));
  })()`);
  return found as string[];
}
