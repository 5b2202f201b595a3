// Who may see and do what on each page of the dashboard, and what every answer carries: over HTTP, without a browser.
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Access } from "../src/app/pages/access/access.ts";
import { githubAccess } from "../src/app/pages/access/github.ts";
import { assetPath } from "../src/app/pages/assets.ts";
import { listenLocally, type Listening } from "../src/app/pages/listen.ts";
import type { Page, Right } from "../src/app/pages/page.ts";
import { openSite, type OpenSite } from "../src/app/pages/site.ts";
import { openStore } from "../src/world/store/open-store.ts";
import type { Store } from "../src/world/store/store.ts";
import { everyPage, type Addressed, type EveryPage } from "./browser/every-page.ts";
import type { Telling } from "./browser/telling.ts";
import { doingFor, fillShop, jobsOnce, now, shop, type Item, type ShopDoing } from "./browser/whole-shop.ts";

type State = "waiting" | "posted";
type Status = number | Record<State, number>;

/** docs/dashboard.md: who may not read learns nothing, who may read sees what is posted, who may write sees and decides. */
const ofReview: Record<Right, Status> = { none: 404, see: { waiting: 404, posted: 200 }, steer: 200 };
const ofDraft: Record<Right, Status> = {
  none: 404,
  see: { waiting: 404, posted: 403 },
  steer: { waiting: 303, posted: 400 },
};
const ofRepository = { none: 404, see: 200, steer: 200 };
const forAll = { none: 200, see: 200, steer: 200 };
const toDecide = { none: 404, see: 403, steer: 303 };
/** The same where it is done and where it is others', so that nobody learns which. */
const ofJob = { none: 400, see: 403, steer: 303 };

const expected: Record<string, Record<Right, Status>> = {
  "get /reviews": forAll,
  "get /reviews/:id": ofReview,
  "get /reviews/:id/report.html": ofReview,
  "get /reviews/:id/files/:index": ofReview,
  "get /reviews/:id/search": ofReview,
  "get /reviews/:id/gate": ofReview,
  "post /reviews/:id/edit": ofDraft,
  "post /reviews/:id/post": ofDraft,
  "get /pulls/:host/:owner/:repo/:number": { none: 404, see: { waiting: 404, posted: 303 }, steer: 303 },
  "get /pulls/:host/:owner/:repo/:number/threads": ofRepository,
  // Looks at what everybody can read; nothing is posted.
  "post /pulls/:host/:owner/:repo/:number/threads": { none: 404, see: 303, steer: 303 },
  "get /threads": forAll,
  "get /lessons": ofRepository,
  "post /lessons": toDecide,
  "get /units": ofRepository,
  "post /units": toDecide,
  "get /figures": forAll,
  "get /figures/queue": forAll,
  "get /jobs": forAll,
  "post /jobs/:id/retry": ofJob,
  "post /jobs/:id/cancel": ofJob,
  "get /settings": ofRepository,
};

const host = "dashboard.example";
const forReaders = "quagga";
const forWriters = "zanzibar";
const telling: Telling = (_, eyes) => (honest) => `${honest} ${eyes === "readers" ? forReaders : forWriters}`;
const names: Record<string, Right> = { mallory: "none", eve: "see", ada: "steer" };
const headersOfAll = {
  "content-security-policy":
    /^default-src 'none'; script-src 'self'; style-src 'self';.* base-uri 'none'; frame-ancestors 'none'$/,
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /^same-origin$/,
  "cross-origin-opener-policy": /^same-origin$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "permissions-policy": /camera=\(\)/,
  "cache-control": /no-store|immutable/,
};

function faultsOf(headers: Headers): string[] {
  return Object.entries(headersOfAll).flatMap(([name, wanted]) => {
    const given = headers.get(name);
    return given !== null && wanted.test(given) ? [] : [`${name}: ${given}`];
  });
}

/** The visitor's name is what the request says; their right is the same everywhere, or in the shop alone. */
const access: Access = {
  ways: [],
  async come(context) {
    const name = context.req.header("x-name") ?? "mallory";
    const may = async (repository: string) => (repository === shop ? names[name]! : "none");
    return { visitor: { name, signedIn: true, may }, csrf: csrfOf(name) };
  },
};
const csrfOf = (name: string) => `key of ${name}'s forms`;

const failing: Page = {
  method: "get",
  path: "/fails",
  async run() {
    throw new Error(`a secret of ${forWriters}`);
  },
};

describe("every page", () => {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-rights-"));
  const pages = everyPage();
  const gets = pages.filter(({ page }) => page.method === "get");
  const posts = pages.filter(({ page }) => page.method === "post");
  const log: string[] = [];
  let store: Store;
  let items: Item[];
  let doing: ShopDoing;
  let site: OpenSite;
  beforeAll(async () => {
    store = await openStore({ folder }, { jobs: jobsOnce });
    items = await fillShop(store, telling, 2 + posts.length);
    doing = doingFor(telling, 2);
    const about = { version: "0.0.0", now: () => now, where: "server" } as const;
    const extraPages = [failing];
    site = openSite({ store, doing: doing.doing, access, extraPages, ...about, log: (what) => void log.push(what) });
  });
  afterAll(async () => {
    site.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function addressed(index: number, state: State): Promise<Addressed> {
    const item = items[index]!;
    const pull = state === "waiting" ? item.pull + 1 : item.pull;
    const jobs = await store.jobs.list(1000);
    const job = jobs.find(({ key }) => key === `${shop}#${item.pull}` && state !== null)?.id ?? "0";
    return { ...item, pull, review: item[state], job };
  }

  async function ask(path: string, { who = "ada", ...init }: RequestInit & { who?: string } = {}): Promise<Response> {
    const headers = { host, "x-name": who, ...(init.headers as Record<string, string>) };
    return await site.fetch(new Request(`http://${host}${path}`, { ...init, headers }));
  }

  async function send(one: EveryPage, to: Addressed, who: string): Promise<Response> {
    const path = one.at(to);
    if (one.page.method === "get") return await ask(path, { who });
    return await ask(path, { who, method: "POST", body: formOf(one, to, who) });
  }

  const formOf = (one: EveryPage, to: Addressed, who: string) =>
    new URLSearchParams({ csrf: csrfOf(who), ...one.form!(to) });

  /** All that is kept, and all that was asked of the world. */
  async function everything(): Promise<string> {
    const rows: unknown[] = [];
    for await (const row of store.exported(null)) rows.push(row);
    return JSON.stringify([rows, doing.done]);
  }

  const statusFor = (one: EveryPage, right: Right, state: State) => {
    const status = expected[one.name]?.[right];
    return typeof status === "object" ? status[state] : status;
  };

  test("answers each visitor as their right says, in either state of a review, and tells nothing beyond it", async () => {
    const before = await everything();
    const told: Record<string, Set<string>> = { readers: new Set(), writers: new Set() };
    for (const one of pages)
      for (const who of ["mallory", "eve", ...(one.page.method === "get" ? ["ada"] : [])])
        for (const state of ["waiting", "posted"] as const) {
          const answer = await send(one, await addressed(0, state), who);
          const text = await answer.text();
          const asked = `${one.name} by ${who}, ${state}`;
          expect(`${asked}: ${answer.status}`).toBe(`${asked}: ${statusFor(one, names[who]!, state)}`);
          expect(faultsOf(answer.headers)).toEqual([]);
          if (who !== "ada") expect(`${asked}: ${text.includes(forWriters)}`).toBe(`${asked}: false`);
          if (who === "ada" && text.includes(forWriters)) told["writers"]!.add(one.name);
          if (who === "eve" && text.includes(forReaders)) told["readers"]!.add(one.name);
          if (who === "mallory" && answer.status !== 404)
            expect(`${asked}: ${/quagga|acme/.test(text)}`).toBe(`${asked}: false`);
          if (who === "mallory" && answer.status === 404) expect(text).not.toContain(forReaders);
        }
    // It is not for want of something to tell.
    const ofOne = gets.map(({ name }) => name).filter((name) => /:id\/(?:report|files|search)/.test(name));
    const both = ["get /reviews", "get /reviews/:id", ...ofOne, "get /threads", "get /lessons", "get /figures"];
    expect([...told["readers"]!]).toEqual(expect.arrayContaining([...both, "get /units", "get /settings"]));
    expect([...told["writers"]!]).toEqual(expect.arrayContaining([...both, "get /jobs", "get /reviews/:id/gate"]));
    expect((await everything()).replaceAll(/"look again at \d+",?/g, "")).toBe(before);
  });

  test("parts that a script asks for are no other door", async () => {
    for (const one of gets)
      for (const who of ["mallory", "eve"])
        for (const state of ["waiting", "posted"] as const) {
          const path = one.at(await addressed(0, state));
          const and = path.includes("?") ? "&" : "?";
          for (const more of ["", `${and}part=facts`, `${and}part=timeline`, `${and}posting=1`, `${and}now=1`]) {
            const answer = await ask(`${path}${more}`, { who, headers: { "hx-request": "true" } });
            const text = await answer.text();
            const isToldTooMuch = text.includes(forWriters) || (who === "mallory" && text.includes(forReaders));
            expect([one.name, who, more, isToldTooMuch, faultsOf(answer.headers)]).toEqual([
              one.name,
              who,
              more,
              false,
              [],
            ]);
          }
        }
  });

  test("what may not be seen is answered as what is not there: word for word", async () => {
    for (const one of pages)
      for (const state of ["waiting", "posted"] as const) {
        const there = await addressed(0, state);
        const nowhere = { pull: 99_999, review: "c00000000000", job: "999999", lesson: "99999999", unit: "none-such" };
        const notThere: EveryPage = {
          ...one,
          at: () => one.at({ ...there, ...nowhere }).replaceAll("acme", "acmx"),
          form: () =>
            Object.fromEntries(
              Object.entries(one.form?.({ ...there, ...nowhere }) ?? {}).map(([name, value]) => [
                name,
                value.replaceAll("acme", "acmx"),
              ]),
            ),
        };
        const [a, b] = [await send(one, there, "mallory"), await send(notThere, there, "mallory")];
        expect([one.name, b.status, await b.text()]).toEqual([one.name, a.status, await a.text()]);
      }
  });

  test("who may steer does each thing once, and it is done", async () => {
    for (const [index, one] of posts.entries()) {
      const before = await everything();
      const answer = await send(one, await addressed(1 + index, "waiting"), "ada");
      expect(`${one.name}: ${answer.status}`).toBe(`${one.name}: ${statusFor(one, "steer", "waiting")}`);
      expect(answer.headers.get("location")).toMatch(/^\/(?!\/)/);
      expect(await everything()).not.toBe(before);
    }
  });

  test("a form that is not this visitor's and this site's own changes nothing", async () => {
    const before = await everything();
    for (const one of posts) {
      const to = await addressed(0, "waiting");
      const form = formOf(one, to, "ada");
      const without = new URLSearchParams(one.form!(to));
      const file = new FormData();
      for (const [name, value] of without) file.set(name, value);
      file.set("csrf", new Blob([csrfOf("ada")]), "csrf");
      const tries: Record<string, RequestInit> = {
        "no key": { body: without },
        "an empty key": { body: new URLSearchParams({ ...one.form!(to), csrf: "" }) },
        "a wrong key": { body: new URLSearchParams({ ...one.form!(to), csrf: `${csrfOf("ada")}x` }) },
        "another's key": { body: formOf(one, to, "eve") },
        "the key as a file": { body: file },
        "the key in the address": { body: without },
        JSON: {
          body: JSON.stringify(Object.fromEntries(form)),
          headers: { "content-type": "application/json" },
        },
        "plain text": { body: form.toString(), headers: { "content-type": "text/plain" } },
        nothing: {},
        ...Object.fromEntries(
          [`http://evil.example`, `http://${host}:8080`, `http://${host}.evil.example`, "null", "", host].map(
            (origin) => [`Origin ${origin}`, { body: form, headers: { origin } }],
          ),
        ),
        ...Object.fromEntries(
          ["cross-site", "same-site", "none", ""].map((from) => [
            `Sec-Fetch-Site ${from}`,
            { body: form, headers: { "sec-fetch-site": from, origin: `http://${host}` } },
          ]),
        ),
      };
      for (const [what, init] of Object.entries(tries)) {
        const more = what.includes("address") ? `?${form.toString()}` : "";
        const answer = await ask(`${one.at(to)}${more}`, { method: "POST", ...init });
        expect(`${one.name}, ${what}: ${answer.status}`).toBe(`${one.name}, ${what}: 400`);
        expect(faultsOf(answer.headers)).toEqual([]);
      }
    }
    expect(await everything()).toBe(before);
  });

  test("nothing is changed by any other method, whatever it carries", async () => {
    const before = await everything();
    const isGet = new Set(gets.map(({ page }) => page.path));
    for (const one of posts) {
      const to = await addressed(0, "waiting");
      const query = `?${formOf(one, to, "ada").toString()}`;
      const headers = { "x-http-method-override": "POST", "x-http-method": "POST" };
      const answer = await ask(`${one.at(to)}${query}`, { headers });
      if (!isGet.has(one.page.path)) expect(`${one.name}: ${answer.status}`).toBe(`${one.name}: 404`);
      expect(faultsOf(answer.headers)).toEqual([]);
      for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const body = method === "OPTIONS" ? null : formOf(one, to, "ada");
        expect((await ask(one.at(to), { method, body })).status).toBe(404);
      }
    }
    for (const one of gets) {
      const to = await addressed(0, "posted");
      expect((await ask(one.at(to), { method: "DELETE" })).status).toBe(404);
      const head = await ask(one.at(to), { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([(await send(one, to, "ada")).status, ""]);
      if (posts.some(({ page }) => page.path === one.page.path)) continue;
      const body = new URLSearchParams({ csrf: csrfOf("ada") });
      expect((await ask(one.at(to), { method: "POST", body })).status).toBe(404);
    }
    expect(await everything()).toBe(before);
  });

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
      const untold = await ask(one.at(to), { method: "POST", body: stream, duplex: "half", headers } as RequestInit);
      expect([told.status, untold.status]).toEqual([413, 413]);
      expect([...faultsOf(told.headers), ...faultsOf(untold.headers)]).toEqual([]);
    }
    expect(await everything()).toBe(before);
  });

  test("errors, files, ways and news carry the same headers, and an error tells nothing of why", async () => {
    const failed = await ask("/fails");
    const text = await failed.text();
    expect([failed.status, text.includes(forWriters), log]).toEqual([500, false, ["a page failed"]]);
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

  test("nobody is let in without a sign-in; cookies are the host's own, and no script reads them", async () => {
    const signed = openSite({
      store,
      doing: doing.doing,
      version: "0.0.0",
      now: () => now,
      where: "server",
      log() {},
      access: githubAccess({
        signIn: {
          address: ({ state }) => `https://github.example/authorize?state=${state}`,
          who: async () => ({ login: "ada", id: 1 }),
        },
        permission: async () => "write",
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
    signed.close();
  });

  describe("on a person's own machine", () => {
    let local: Listening;
    let port: number;
    let cookie: string;
    beforeAll(async () => {
      const about = { version: "0.0.0", now: () => now, doing: doing.doing, log() {} };
      local = await listenLocally({ ...about, store, name: "ada", port: 0 });
      port = Number(new URL(local.url).port);
      const opened = await fetch(local.opening("/reviews"), { redirect: "manual" });
      const set = opened.headers.getSetCookie();
      expect([opened.status, opened.headers.get("location"), set.length]).toEqual([303, "/reviews", 1]);
      expect(set[0]).toMatch(/; HttpOnly.*; SameSite=Strict|; SameSite=Strict.*; HttpOnly/);
      expect(set[0]).not.toMatch(/; Domain/i);
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
          expect([trick, status >= 400, /quagga|zanzibar|acme/.test(text)]).toEqual([trick, true, false]);
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
          expect(await answer.text()).not.toMatch(/quagga|zanzibar|acme/);
        }
      }
      expect([(await fetch(`${local.url}/live`)).status, await everything()]).toEqual([401, before]);
    });
  });
});
