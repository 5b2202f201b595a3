// Every page of the dashboard with hostile text in a real browser: it stays inert and never becomes markup.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPage, type SitePage } from "../../support/browser/dashboard.ts";
import { everyPage } from "../../support/browser/every-page.ts";
import {
  addressedIn,
  namesInSource,
  openShop,
  otherShops,
  settingsOf,
  type Shop,
} from "../../support/browser/hostile-shop.ts";
import { elsewhereHost, hostileStrings } from "../../support/browser/hostile-strings.ts";
import { inspectAll, inspectLive, ownOf, type Inspected } from "../../support/browser/inspect.ts";
import { closePages, openBrowser, openFile, skipWithoutBrowser } from "../../support/browser/open-browser.ts";
import { now, shop } from "../../support/browser/whole-shop.ts";
import { openReaderSite } from "./reader-site.ts";

const size = hostileStrings.length;
/** Which of them show a mark of their own. */
const marks = hostileStrings.map((text, at) => new RegExp(`__hit\\(${at}\\)|${elsewhereHost}/${at}(?!\\d)`).exec(text));
const marked = marks.filter((mark) => mark !== null).length;
/** A page with forms on it, from which others can be sent. */
const lessons = `/lessons?repository=${encodeURIComponent(shop)}`;

/** A page of the site that tells of everything that came to life. */
interface Watched extends SitePage {
  hits: string[];
}

describe.skipIf(skipWithoutBrowser())("an attacker's text", () => {
  let browser: Browser;
  let hostile: Shop;
  let honest: Shop;
  const pages = everyPage();
  const gets = pages.filter(({ page }) => page.method === "get");

  beforeAll(async () => {
    browser = await openBrowser();
    hostile = await openShop(true);
    honest = await openShop(false);
  }, 120_000);
  afterAll(async () => {
    await closePages(browser);
    await hostile.site.close();
    await honest.site.close();
  });

  async function watch({ site }: Shop, path: string): Promise<Watched> {
    const opened = await openPage(browser, site.site.opening("/reviews"));
    const hits: string[] = [];
    await opened.page.context().exposeFunction("__hit", (what: unknown) => void hits.push(`__hit(${String(what)})`));
    opened.page.on("dialog", (dialog) => {
      hits.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    opened.page.on("popup", (popup) => hits.push(`window ${popup.url()}`));
    await opened.page.goto(`${site.site.url}${path}`);
    return { ...opened, hits };
  }

  /** A browser says of each answer of 400 and more that it was one. */
  const otherErrors = (errors: readonly string[]) =>
    errors.filter((one) => !/^Failed to load resource: the server responded with a status of 4\d\d/.test(one));

  const nothingHappened = ({ hits, errors, elsewhere }: Watched) =>
    expect({ hits, errors: otherErrors(errors), elsewhere }).toEqual({ hits: [], errors: [], elsewhere: [] });

  const faultsIn = (found: readonly Inspected[]) =>
    found.flatMap(({ path, faults }) => faults.map((fault) => `${path}: ${fault}`)).slice(0, 10);

  /** How many of the texts are there to be read. */
  function shownIn(found: readonly Pick<Inspected, "text">[]): number {
    const all = found.map(({ text }) => text).join("\n");
    return marks.filter((mark) => mark !== null && all.includes(mark[0])).length;
  }

  /** All kinds of elements and attributes that pages of honest people have, whatever is asked of them. */
  async function honestKinds(): Promise<Set<string>> {
    const opened = await watch(honest, lessons);
    const refused = { path: "/lessons", form: { repository: shop, do: "add", rule: "Be careful" } };
    const paths = ["/nowhere", "/reviews?q=nothing+like+it", "/units?q=nothing+like+it", ...otherShops.map(settingsOf)];
    const all = await inspectAll(opened.page, [...askedOf(honest, 0), refused, ...paths.map((path) => ({ path }))]);
    await opened.close();
    return new Set(all.flatMap(({ kinds }) => kinds));
  }

  const asWhole = gets.filter(({ is }) => is !== "file");
  const askedOf = (of: Shop, at: number) => {
    const paths = (["waiting", "posted"] as const).flatMap((state) =>
      asWhole.map((one) => one.at(addressedIn(of, at, state))),
    );
    return [...new Set(paths)].flatMap((path) => [{ path }, { path, headers: { "hx-request": "true" } }]);
  };

  test("every page has only expected elements, attributes and addresses", async () => {
    const kinds = await honestKinds();
    const opened = await watch(hostile, "/reviews");
    // Those of one state begin one text later than those of the other: half of each say everything everywhere.
    const everywhere = hostile.items.flatMap(({ waiting, posted }, at) =>
      at % 2 === 0 ? [{ path: `/reviews/${waiting}` }, { path: `/reviews/${posted}` }] : [],
    );
    const boards = hostile.items.map(({ pull }) => ({ path: `/pulls/${shop}/${pull}/threads` }));
    const groups = {
      each: askedOf(hostile, 0),
      local: [{ path: "/reviews/c00000000000" }],
      reviews: everywhere,
      boards,
      settings: otherShops.map((name) => ({ path: settingsOf(name) })),
      list: [50 * 60_000, 1e9 - 1].map((ago) => ({ path: `/reviews?after=${now - ago}-z` })),
    };
    for (const [name, asked] of Object.entries(groups)) {
      const found = await inspectAll(opened.page, asked);
      const strange = new Set(found.flatMap((one) => one.kinds).filter((kind) => !kinds.has(kind)));
      expect({ name, faults: faultsIn(found), strange: [...strange] }).toEqual({ name, faults: [], strange: [] });
      expect(found.filter(({ status }) => status >= 400)).toEqual([]);
      if (["each", "reviews", "boards"].includes(name)) expect([name, shownIn(found)]).toEqual([name, marked]);
    }
    nothingHappened(opened);
    await opened.close();
  });

  test("in an address or a form: the same", async () => {
    const kinds = await honestKinds();
    const opened = await watch(honest, lessons);
    const { queries, fields } = namesInSource();
    let turn = 0;
    const next = () => hostileStrings[turn++ % size]!;
    const params = (names: readonly string[]) =>
      new URLSearchParams(names.map((name): [string, string] => [name, next()])).toString();
    const deciding = ["repository", "pull", "class", "after"];
    const others = queries.filter((name) => !deciding.includes(name));
    const asked = asWhole.flatMap((one) => {
      const path = one.at(addressedIn(honest, 0, "waiting"));
      const and = path.includes("?") ? "&" : "?";
      const groups = [others, others, others, ...deciding.map((name) => [name])];
      const wrong = one.page.path.replace(/:\w+/g, () => encodeURIComponent(next().replaceAll("/", "|")));
      return [...groups.map((names) => ({ path: `${path}${and}${params(names)}` })), { path: wrong }];
    });
    const nowhere = hostileStrings.flatMap((text, at) => {
      const inPath = encodeURIComponent(text.replaceAll("/", "|"));
      const search = new URLSearchParams({ q: text, reset: text, pull: text, finding: text }).toString();
      const paths = [`/${inPath}`, `/reviews/${inPath}`, `/reviews/${honest.items[0]!.waiting}/${inPath}`];
      return [{ path: paths[at % paths.length]! }, { path: `${["/reviews", "/units", "/threads"][at % 3]}?${search}` }];
    });
    const to = addressedIn(honest, 0, "waiting");
    // Each field on its own, so that the others lead to where it is looked at.
    const sent = pages.flatMap((one) =>
      one.form === undefined
        ? []
        : fields.map((name) => ({ path: one.at(to), form: { ...one.form!(to), [name]: next() } })),
    );
    const rules = hostileStrings.map((rule) => ({ path: "/lessons", form: { repository: shop, do: "add", rule } }));
    for (const [name, group] of Object.entries({ asked, nowhere, sent, rules })) {
      const found = await inspectAll(opened.page, group);
      const strange = new Set(found.flatMap((one) => one.kinds).filter((kind) => !kinds.has(kind)));
      expect({ name, faults: faultsIn(found), strange: [...strange] }).toEqual({ name, faults: [], strange: [] });
      expect(found.filter(({ status }) => status >= 500)).toEqual([]);
      if (name === "rules") expect(shownIn(found)).toBe(marked);
    }
    expect(honest.site.log).toEqual([]);
    nothingHappened(opened);
    await opened.close();
  });

  test("in a browser, nothing becomes active", async () => {
    const opened = await watch(hostile, "/reviews");
    const { page, hits } = opened;
    const several = [0, 40, 80].flatMap((at) =>
      (["waiting", "posted"] as const).map((state) => `/reviews/${addressedIn(hostile, at, state).review}`),
    );
    const asked = gets
      .filter(({ is }) => is === "page" || is === "part")
      .map((one) => one.at(addressedIn(hostile, 1, "posted")));
    const text = hostileStrings[0]!;
    const queries = namesInSource().queries.filter((name) => !["repository", "pull", "after"].includes(name));
    const query = new URLSearchParams(
      queries.map((name, at): [string, string] => [name, hostileStrings[(at * 7) % size]!]),
    ).toString();
    const searched = ["/reviews", "/units", "/figures"].map((path) => `${path}?${query}`);
    const others = [`/${encodeURIComponent(text)}`, settingsOf(otherShops[0]!), "/reviews/c00000000000"];
    for (const path of new Set([...several, ...asked, ...searched, ...others])) {
      await page.goto(`${hostile.site.site.url}${path}`);
      await stir(page);
      const { faults } = await inspectLive(page);
      expect({ path, faults: faults.slice(0, 5), hits }).toEqual({ path, faults: [], hits: [] });
    }
    // Who comes is named on every page.
    const readers = await openReaderSite(hostile.site.store, {});
    for (const who of hostileStrings.filter((_, at) => at % 25 === 0)) {
      await page.goto(readers.opening("/reviews", who));
      expect(await page.textContent(".tools")).toContain("__hit(");
      expect((await inspectLive(page)).faults).toEqual([]);
    }
    await readers.close();
    opened.elsewhere.splice(0, Infinity, ...opened.elsewhere.filter((address) => !address.startsWith(readers.url)));
    nothingHappened(opened);
    await opened.close();
  });

  test("in the report as a file: the same", async () => {
    const opened = await watch(honest, "/reviews");
    const path = ({ items }: Shop, at: number) => `/reviews/${items[at]!.posted}/report.html`;
    const own = await ownOf(opened.page, path(honest, 0));
    const plain = await inspectAll(opened.page, [{ path: path(honest, 0) }], own);
    await opened.close();
    expect(faultsIn(plain)).toEqual([]);
    const other = await watch(hostile, "/reviews");
    const found = await inspectAll(
      other.page,
      [0, 20, 40, 60, 80, 100].map((at) => ({ path: path(hostile, at) })),
      own,
    );
    const kinds = new Set(plain.flatMap((one) => one.kinds));
    const strange = new Set(found.flatMap((one) => one.kinds).filter((kind) => !kinds.has(kind)));
    expect({ faults: faultsIn(found), strange: [...strange] }).toEqual({ faults: [], strange: [] });
    const text = (await other.page.evaluate(
      `fetch(${JSON.stringify(path(hostile, 0))}).then((answer) => answer.text())`,
    )) as string;
    nothingHappened(other);
    await other.close();
    const file = await openFile(browser, text);
    await stir(file.page);
    expect([file.errors, file.requests]).toEqual([[], []]);
    await file.close();
  });
});

/** As somebody would who looks at all of it: unfolds, points, goes from field to field, and scrolls to the end. */
async function stir(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const step = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    for (const one of document.querySelectorAll("details")) one.open = true;
    for (const one of [...document.querySelectorAll("a, button, input, textarea, summary, [tabindex]")].slice(0, 200)) {
      one.focus({ preventScroll: true });
      one.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
      one.dispatchEvent(new PointerEvent("pointerenter"));
    }
    document.activeElement?.blur();
    for (let at = 0; at < 40 && scrollY + innerHeight < document.documentElement.scrollHeight; at++) {
      scrollBy(0, 2000);
      await step();
    }
    document.body.dispatchEvent(new Event("changed"));
    await step();
  })()`);
}
