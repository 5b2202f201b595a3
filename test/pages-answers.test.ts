// Headers of every response of the dashboard, and who may sign in.
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { githubAccess } from "../src/app/dashboard/access/github.ts";
import { assetPath } from "../src/app/dashboard/assets.ts";
import { listenLocally, type ListeningDashboard } from "../src/app/dashboard/listen.ts";
import type { Page } from "../src/app/dashboard/page.ts";
import { openSite } from "../src/app/dashboard/site.ts";
import { now } from "./support/browser/whole-shop.ts";
import {
  anything,
  faultsOf,
  formOf,
  forWriters,
  host,
  openPagesSite,
  pages,
  posts,
  type PagesSite,
  type State,
} from "./support/pages-site.ts";

const failing: Page = {
  method: "get",
  path: "/fails",
  async run() {
    throw new Error(`a secret of ${forWriters}`);
  },
};

describe("every answer", () => {
  let site: PagesSite;
  beforeAll(async () => {
    site = await openPagesSite([failing]);
  });
  afterAll(async () => await site.close());
  const addressed = (index: number, state: State) => site.addressed(index, state);
  const everything = () => site.everything();
  const ask: PagesSite["ask"] = (path, init) => site.ask(path, init);

  test("a body of more than 1 MB is refused, whether or not it says how long it is", async () => {
    const before = await everything();
    for (const one of posts) {
      const to = await addressed(0, "waiting");
      const body = `${formOf(one, to, "ada").toString()}&more=${"x".repeat(1024 * 1024)}`;
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const told = await ask(one.at(to), {
        method: "POST",
        body,
        headers: { ...headers, "content-length": String(body.length) },
      });
      const stream = new Blob([body]).stream();
      const untold = await ask(one.at(to), { method: "POST", body: stream, duplex: "half", headers });
      expect([told.status, untold.status]).toEqual([413, 413]);
      expect([...faultsOf(told.headers), ...faultsOf(untold.headers)]).toEqual([]);
    }
    expect(await everything()).toBe(before);
  });

  test("errors, files, ways and news carry the same headers, and an error tells nothing of why", async () => {
    const failed = await ask("/fails");
    const text = await failed.text();
    expect([failed.status, text.includes(forWriters), site.log]).toEqual([500, false, ["a page failed"]]);
    const news = await ask("/live");
    await news.body?.cancel();
    const answers: [string, number, Response][] = [
      ["a failure", 500, failed],
      ["news", 200, news],
      ["the start", 303, await ask("/")],
      ["a stylesheet", 200, await ask(assetPath("style.css"))],
      ["a script", 200, await ask(assetPath("htmx.js"))],
      ["no such file", 404, await ask("/assets/000000000000-style.css")],
      ["a file elsewhere", 404, await ask("/assets/..%2f..%2fpackage.json")],
      ["no such page", 404, await ask("/nowhere")],
      ["no such method", 404, await ask("/reviews", { method: "PURGE" })],
    ];
    // A stream says by itself that it is not to be kept.
    news.headers.set("cache-control", `${news.headers.get("cache-control")}, no-store`);
    for (const [what, status, answer] of answers)
      expect([what, answer.status, faultsOf(answer.headers)]).toEqual([what, status, []]);
    expect(answers[3]![2].headers.get("cache-control")).toContain("immutable");
    expect(answers.filter(([, , { headers }]) => headers.has("access-control-allow-origin"))).toEqual([]);
  });

  test("asked for news without reading any, however often, the site still has news for others", async () => {
    for (let time = 0; time < 501; time += 1) expect((await ask("/live", { method: "HEAD" })).status).toBe(200);
    const news = await ask("/live");
    await news.body?.cancel();
    expect(news.status).toBe(200);
  });

  test("nobody is let in without a sign-in; cookies are the host's own, and no script reads them", async () => {
    const endedSessions = new Set<string>();
    let hasAccess = true;
    const signed = openSite({
      isHttps: true,
      store: site.store,
      doing: site.doing.doing,
      version: "0.0.0",
      now: () => now,
      where: "server",
      log() {},
      access: githubAccess({
        signIn: {
          address: ({ state }) => `https://github.example/authorize?state=${state}`,
          who: async () => ({ login: "ada", id: 1, hasAccess }),
        },
        permission: async () => "write",
        sessions: { isEnded: async (key) => endedSessions.has(key), end: async (key) => void endedSessions.add(key) },
        publicUrl: `https://${host}`,
        secret: "a secret of the test's own",
        version: "0.0.0",
        now: () => now,
        log() {},
      }),
    });
    const visit = async (path: string, init: RequestInit = {}) =>
      await signed.fetch(
        new Request(`https://${host}${path}`, { ...init, headers: { host, ...(init.headers as object) } }),
      );
    const before = await everything();
    for (const one of pages) {
      const to = await addressed(0, "waiting");
      const isGet = one.page.method === "get";
      const answer = await visit(one.at(to), isGet ? {} : { method: "POST", body: formOf(one, to, "ada") });
      expect(`${one.name}: ${answer.status}`).toBe(`${one.name}: ${isGet ? 303 : 401}`);
      if (isGet) expect(answer.headers.get("location")).toMatch(/^\/login\?to=%2F/);
      expect([await answer.text(), faultsOf(answer.headers)]).toEqual(["", []]);
    }
    expect([(await visit("/live")).status, await everything()]).toEqual([401, before]);

    const begun = await visit("/login/github");
    const state = new URL(begun.headers.get("location")!).searchParams.get("state")!;
    const beginning = begun.headers.getSetCookie();
    const cookie = beginning[0]!.split(";")[0]!;
    const ended = await visit(`/login/callback?code=x&state=${state}`, { headers: { cookie } });
    const cookies = [...beginning, ...ended.headers.getSetCookie()];
    expect(cookies.map((one) => one.split("=")[0])).toEqual([
      "__Host-crosscheck-sign-in",
      "__Host-crosscheck-sign-in",
      "__Host-crosscheck",
    ]);
    for (const one of cookies) {
      for (const wanted of [/; HttpOnly/, /; Secure/, /; SameSite=Lax/, /; Path=\/(?:;|$)/])
        expect(one).toMatch(wanted);
      expect(one).not.toMatch(/; Domain/i);
    }
    const session = cookies.at(-1)!.split(";")[0]!;
    const known = await visit("/reviews", { headers: { cookie: session } });
    expect([known.status, faultsOf(known.headers), known.headers.getSetCookie()]).toEqual([200, [], []]);
    for (const answer of [begun, ended, await visit("/login"), await visit("/login/callback?code=x&state=y")])
      expect(faultsOf(answer.headers)).toEqual([]);
    // Without the key of their forms nobody signs them out.
    const out = await visit("/logout", { method: "POST", headers: { cookie: session }, body: new URLSearchParams() });
    expect([out.headers.getSetCookie(), faultsOf(out.headers)]).toEqual([[], []]);
    // Signed out, the session is over for whoever has copied its cookie.
    const csrf = /name="csrf" value="([^"]+)"/.exec(
      await (await visit("/reviews", { headers: { cookie: session } })).text(),
    );
    const signOut = { method: "POST", headers: { cookie: session }, body: new URLSearchParams({ csrf: csrf![1]! }) };
    expect((await visit("/logout", signOut)).headers.getSetCookie()[0]).toMatch(/^__Host-crosscheck=;/);
    expect((await visit("/reviews", { headers: { cookie: session } })).headers.get("location")).toMatch(/^\/login/);
    expect(known.headers.get("strict-transport-security")).toBe("max-age=31536000");
    hasAccess = false;
    const again = await visit("/login/github");
    const otherState = new URL(again.headers.get("location")!).searchParams.get("state")!;
    const otherCookie = again.headers.getSetCookie()[0]!.split(";")[0]!;
    const turned = await visit(`/login/callback?code=x&state=${otherState}`, { headers: { cookie: otherCookie } });
    expect([turned.status, await turned.text()]).toEqual([
      400,
      expect.stringContaining("You have access to no repository"),
    ]);
    signed.close();
  });

  describe("on a person's own machine", () => {
    let local: ListeningDashboard;
    let port: number;
    let cookie: string;
    let toldOnOpening: { status: number; location: string | null; set: string[] };
    beforeAll(async () => {
      const about = { version: "0.0.0", now: () => now, doing: site.doing.doing, log() {} };
      local = await listenLocally({ ...about, store: site.store, name: "ada", port: 0 });
      port = Number(new URL(local.url).port);
      const opened = await fetch(local.opening("/reviews"), { redirect: "manual" });
      const set = opened.headers.getSetCookie();
      toldOnOpening = { status: opened.status, location: opened.headers.get("location"), set };
      cookie = set[0]!.split(";")[0]!;
    });
    afterAll(async () => await local.close());

    /** With any Host header, as no browser's own script could send one but a made-up name of this machine would. */
    const at = (path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> =>
      new Promise((resolve, reject) => {
        const asked = httpRequest({ host: "127.0.0.1", port, path, headers, setHost: false }, (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("end", () => resolve({ status: answer.statusCode!, text: Buffer.concat(parts).toString() }));
        });
        asked.on("error", reject);
        asked.end();
      });

    test("the token becomes a cookie that no other site's page sends, and is gone from the address", () => {
      expect(toldOnOpening).toEqual({
        status: 303,
        location: "/reviews",
        set: [expect.stringMatching(/^crosscheck-local=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/)],
      });
    });

    test("no other name for this machine is answered, even with the cookie or the token", async () => {
      const tricks = [
        "evil.example",
        `evil.example:${port}`,
        `127.0.0.1.evil.example:${port}`,
        `localhost.evil.example:${port}`,
        `evil.example#localhost:${port}`,
        `localhost:${port}@evil.example`,
        `127.0.0.1:${port},evil.example`,
        `[::1].evil.example`,
        `0.0.0.0:${port}`,
        `127.1:${port}`,
        `2130706433:${port}`,
        "",
      ];
      const { pathname, search } = new URL(local.opening("/reviews"));
      for (const trick of tricks)
        for (const path of ["/reviews", `${pathname}${search}`]) {
          const { status, text } = await at(path, { host: trick, cookie });
          expect([trick, status >= 400, anything.test(text)]).toEqual([trick, true, false]);
        }
      for (const name of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
        expect([name, (await at("/reviews", { host: name, cookie })).status]).toEqual([name, 200]);
      const forwarded = { host: `evil.example:${port}`, "x-forwarded-host": `127.0.0.1:${port}`, cookie };
      expect((await at("/reviews", forwarded)).status).toBe(403);
    });

    test("without the cookie or with a wrong token, no page shows or does anything", async () => {
      const before = await everything();
      for (const one of pages) {
        const to = await addressed(0, "waiting");
        const isGet = one.page.method === "get";
        for (const more of ["", `${one.at(to).includes("?") ? "&" : "?"}token=x`]) {
          const init: RequestInit = isGet ? {} : { method: "POST", body: formOf(one, to, "ada") };
          const answer = await fetch(`${local.url}${one.at(to)}${more}`, { ...init, redirect: "manual" });
          expect([one.name, answer.status, answer.headers.getSetCookie()]).toEqual([one.name, 403, []]);
          expect(faultsOf(answer.headers)).toEqual([]);
          expect(await answer.text()).not.toMatch(anything);
        }
      }
      expect([(await fetch(`${local.url}/live`)).status, await everything()]).toEqual([401, before]);
    });
  });
});
