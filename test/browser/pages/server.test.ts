// The dashboard of a server, end to end: a person signs in with GitHub, edits a draft, and posts it as the App.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenSite } from "../../../src/app/dashboard/site.ts";
import { openServerSite } from "../../../src/app/server/server-site.ts";
import { apiOf } from "../../../src/world/github/address.ts";
import { databases } from "../../support/databases.ts";
import { openServerShop, until, type ServerShop } from "../../support/server-shop.ts";
import { openPage } from "../../support/browser/dashboard.ts";
import { closePages, openBrowser, skipWithoutBrowser } from "../../support/browser/open-browser.ts";

describe.skipIf(skipWithoutBrowser())("the dashboard of a server", () => {
  let browser: Browser;
  let server: ServerShop;
  let url: string;
  const ended = new AbortController();
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    ended.abort();
    await closePages(browser);
  });
  beforeEach(async () => {
    server = await openServerShop(databases[0]!.newPlace);
    const { github, shop, app } = server;
    for (const login of ["eve", "mallory"]) github.user(login);
    await github.push(shop, "main", [{ message: "ci: confirm", files: { ".crosscheck.yml": "publish: confirm\n" } }], {
      by: "ada",
    });
    // Its address is known once it listens.
    let site: OpenSite | null = null;
    const late: OpenSite = { fetch: (request) => site!.fetch(request), close: () => site?.close() };
    const { serving, store } = await server.start({ site: late });
    url = serving.url;
    site = openServerSite({
      store,
      api: apiOf(github.host),
      client: { id: app.clientId, secret: app.clientSecret },
      publicUrl: url,
      installation: server.open,
      version: "0.0.0",
      stop: ended.signal,
      now: Date.now,
      log: (what, about = {}) => void server.log.push({ what, about }),
    });
    app.callbackUrls = [`${url}/login/callback`];
  });
  afterEach(async () => await server.close());

  async function signIn(page: Page, login: string): Promise<void> {
    await page.getByRole("link", { name: "Sign in with GitHub" }).click();
    await page.getByRole("link", { name: login, exact: true }).click();
  }

  test("ada signs in, rewords a finding, posts it, and sees it posted", async () => {
    await server.openPull();
    await until(() => server.said("waits for a person to confirm it"));
    const opened = await openPage(browser, `${url}/reviews`);
    const { page, errors } = opened;
    expect(page.url()).toContain("/login?to=%2Freviews");
    await signIn(page, "ada");
    await page.getByRole("link", { name: "ci: test what was compiled" }).click();
    await page.getByText("Edit before posting (1 finding)").click();
    await page.getByText("Reword").click();
    await page.getByLabel("Title").fill("The job compile is nowhere");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: /^Post REQUEST_CHANGES with 1 finding/ }).click();
    await until(() => server.said("posted"));
    await page.getByText("Posted", { exact: true }).first().waitFor();
    const [review] = server.github.ledger.wire("review");
    expect(review?.who).toBe("crosscheck[bot]");
    expect(review?.comments).toMatchObject([{ body: expect.stringContaining("The job compile is nowhere") }]);
    expect(server.log.find(({ what }) => what === "posted")?.about).toMatchObject({ by: "ada" });
    expect(errors).toEqual([]);
    await page.getByRole("button", { name: "Sign out ada" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await opened.close();
  });

  test("readers do not see drafts; others see nothing", async () => {
    const { shop } = server;
    await server.openPull();
    await until(() => server.said("waits for a person to confirm it"));
    shop.collaborators.push({ login: "eve", permission: "read" });
    const answers: Record<string, string> = {};
    for (const login of ["eve", "mallory"]) {
      const opened = await openPage(browser, `${url}/reviews`);
      await signIn(opened.page, login);
      answers[login] = (await opened.page.textContent("main")) ?? "";
      await opened.close();
    }
    expect(answers["eve"]).toContain("There are no reviews yet.");
    expect(answers["mallory"]).toContain("You have access to no repository that uses this server");
  });

  test("a form of another site, a changed cookie and a sign-in that was not begun here are refused", async () => {
    const opened = await openPage(browser, `${url}/reviews`);
    const { page } = opened;
    await signIn(page, "ada");
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name === "crosscheck")!;
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    const as = (cookie: string, more: RequestInit = {}) =>
      fetch(`${url}/reviews/000000000000/post`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ choice: "code" }),
        ...more,
        headers: { cookie: `crosscheck=${cookie}`, ...(more.headers as Record<string, string>) },
      });
    expect((await as(session.value)).status).toBe(400);
    expect((await as(session.value, { headers: { origin: "https://evil.example" } })).status).toBe(400);
    const [body = "", signature = ""] = session.value.split(".");
    const other = Buffer.from(JSON.stringify({ what: { login: "eve", id: 1 }, until: 9e15 })).toString("base64url");
    expect((await as(`${other}.${signature}`)).status).toBe(401);
    expect((await as(body)).status).toBe(401);
    const stolen = await fetch(`${url}/login/callback?code=x&state=y`, { redirect: "manual" });
    expect([stolen.status, stolen.headers.get("set-cookie") ?? ""]).toEqual([
      400,
      expect.not.stringContaining("crosscheck="),
    ]);
    for (const to of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
      const begun = await fetch(`${url}/login?to=${encodeURIComponent(to)}`);
      expect(await begun.text()).toContain("/login/github?to=%2Foverview");
    }
    await opened.close();
  });
});
