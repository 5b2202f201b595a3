// Permissions on each page of the dashboard, over HTTP without a browser.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Right } from "../src/app/dashboard/page.ts";
import type { Addressed, EveryPage } from "./support/browser/every-page.ts";
import {
  faultsOf,
  formOf,
  forReaders,
  forWriters,
  gets,
  host,
  openPagesSite,
  pages,
  posts,
  rights,
  type Name,
  type PagesSite,
  type State,
} from "./support/pages-site.ts";

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
  "get /overview": forAll,
  "get /reviews": forAll,
  "get /reviews/:id": ofReview,
  "get /reviews/:id/about": ofReview,
  "get /reviews/:id/process": ofReview,
  "get /reviews/:id/costs": ofReview,
  "get /reviews/:id/timeline": ofReview,
  "get /reviews/:id/prompt": ofReview,
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
  "get /figures.csv": forAll,
  "get /figures/queue": forAll,
  "get /jobs": forAll,
  "post /jobs/:id/retry": ofJob,
  "post /jobs/:id/cancel": ofJob,
  "get /settings": ofRepository,
};

const everybody = Object.keys(rights) as Name[];
const others = everybody.filter((name) => rights[name] !== "steer");

describe("every page", () => {
  let site: PagesSite;
  beforeAll(async () => {
    site = await openPagesSite();
  });
  afterAll(async () => await site.close());
  const addressed = (index: number, state: State) => site.addressed(index, state);
  const everything = () => site.everything();
  const ask: PagesSite["ask"] = (path, init) => site.ask(path, init);
  const send = (one: EveryPage, to: Addressed, who: Name) => site.send(one, to, who);

  const statusFor = (one: EveryPage, right: Right, state: State) => {
    const status = expected[one.name]?.[right];
    return typeof status === "object" ? status[state] : status;
  };

  test("answers each visitor as their right says, in either state of a review, and tells nothing beyond it", async () => {
    const before = await everything();
    const told: Record<string, Set<string>> = { readers: new Set(), writers: new Set() };
    for (const one of pages)
      for (const who of one.page.method === "get" ? everybody : others)
        for (const state of ["waiting", "posted"] as const) {
          const answer = await send(one, await addressed(0, state), who);
          const text = await answer.text();
          const asked = `${one.name} by ${who}, ${state}`;
          expect(`${asked}: ${answer.status}`).toBe(`${asked}: ${statusFor(one, rights[who], state)}`);
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
      for (const who of others)
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
      const keyOfAda = form.get("csrf")!;
      const without = new URLSearchParams(one.form!(to));
      const file = new FormData();
      for (const [name, value] of without) file.set(name, value);
      file.set("csrf", new Blob([keyOfAda]), "csrf");
      const tries: Record<string, RequestInit> = {
        "no key": { body: without },
        "an empty key": { body: new URLSearchParams({ ...one.form!(to), csrf: "" }) },
        "a wrong key": { body: new URLSearchParams({ ...one.form!(to), csrf: `${keyOfAda}x` }) },
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
      const body = formOf({ ...one, form: () => ({}) }, to, "ada");
      expect((await ask(one.at(to), { method: "POST", body })).status).toBe(404);
    }
    expect(await everything()).toBe(before);
  });
});
