// Opens pages in Chromium for tests. Without Chromium they are skipped and say so; under CI=true they fail.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { maySkip } from "../may-skip.ts";

const candidates = [
  ...(process.env["CROSSCHECK_CHROMIUM"] ? [process.env["CROSSCHECK_CHROMIUM"]] : []),
  // The same engine without windows: a new page takes a quarter of the processor time.
  "chromium-headless-shell",
  "/usr/bin/chromium",
  "chromium",
  "google-chrome",
];

let found: string | null | undefined;

function findBrowser(): string | null {
  found ??= candidates.find((command) => spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0) ?? null;
  return found;
}

const noBrowser =
  "No Chromium here: install the Debian package chromium-headless-shell, or name the program in CROSSCHECK_CHROMIUM.";

/** For `describe.skipIf`: whether the tests that need a browser are to be left out here. */
export function skipWithoutBrowser(): boolean {
  if (findBrowser() !== null) return false;
  if (!maySkip()) throw new Error(noBrowser);
  console.log(`Skipped: ${noBrowser}`);
  return true;
}

let opened: Promise<Browser> | undefined;

/** One for all test files that run in this process; it ends with the process. */
export async function openBrowser(): Promise<Browser> {
  return await (opened ??= launchBrowser());
}

export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

async function launchBrowser(): Promise<Browser> {
  const program = findBrowser();
  if (program === null) throw new Error(noBrowser);
  const which = spawnSync("sh", ["-c", 'command -v "$1"', "sh", program]).stdout.toString().trim();
  return await chromium.launch({
    executablePath: which || program,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export interface OpenedPage {
  page: Page;
  /** Errors that the page logged or threw, refusals by its policy among them. */
  errors: string[];
  /** Everything that it asked for, beside the file itself. */
  requests: string[];
  close(): Promise<void>;
}

/** Opens the text as a file of its own, as a person would open a report. */
export async function openFile(
  browser: Browser,
  text: string,
  options: BrowserContextOptions = {},
  fragment = "",
): Promise<OpenedPage> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-page-"));
  const file = join(folder, "report.html");
  writeFileSync(file, text);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  const requests: string[] = [];
  const url = pathToFileURL(file).href;
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== url) requests.push(request.url());
  });
  await page.goto(url + fragment);
  return {
    page,
    errors,
    requests,
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
