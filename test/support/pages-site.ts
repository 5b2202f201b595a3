// The dashboard of a server for tests without a browser: something of everything in its store, visitors of each right, and all
// that could change under their hands.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RepositoryAccess } from "../../src/app/dashboard/access/access.ts";
import type { Page, Right } from "../../src/app/dashboard/page.ts";
import { openSite } from "../../src/app/dashboard/site.ts";
import { openStore } from "../../src/world/store/open-store.ts";
import type { Store } from "../../src/world/store/store.ts";
import { everyPage, type Addressed, type EveryPage } from "./browser/every-page.ts";
import type { Telling } from "./browser/telling.ts";
import { doingFor, fillShop, jobsOnce, now, shop, type ShopDoing } from "./browser/whole-shop.ts";

export type State = "waiting" | "posted";

export const host = "dashboard.example";
/** Stand in everything that those may read who see a repository, and in what only those may who steer it. */
export const forReaders = "quagga";
export const forWriters = "zanzibar";
/** Whatever is known of the shop. */
export const anything = /quagga|zanzibar|acme/;

const telling: Telling = (_, eyes) => (honest) => `${honest} ${eyes === "readers" ? forReaders : forWriters}`;

/** What each may do with the shop; with other repositories, nothing. */
export const rights = { mallory: "none", eve: "see", ada: "steer" } as const satisfies Record<string, Right>;
export type Name = keyof typeof rights;

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

/** Of what every answer carries, what this one does not. */
export function faultsOf(headers: Headers): string[] {
  return Object.entries(headersOfAll).flatMap(([name, wanted]) => {
    const given = headers.get(name);
    return given !== null && wanted.test(given) ? [] : [`${name}: ${given}`];
  });
}

const csrfOf = (name: string) => `key of ${name}'s forms`;

const access: RepositoryAccess = {
  ways: [],
  async come(context) {
    const name = context.req.header("x-name") as Name;
    const may = async (repository: string) => (repository === shop ? rights[name] : "none");
    return { visitor: { name, signedIn: true, may }, csrf: csrfOf(name) };
  },
};

export const pages = everyPage();
export const gets = pages.filter(({ page }) => page.method === "get");
export const posts = pages.filter(({ page }) => page.method === "post");

export interface PagesSite {
  store: Store;
  doing: ShopDoing;
  log: string[];
  /** One of several, by its number: there is one for each thing that can be done, and more. */
  addressed(index: number, state: State): Promise<Addressed>;
  ask(path: string, init?: RequestInit & { who?: Name }): Promise<Response>;
  send(one: EveryPage, to: Addressed, who: Name): Promise<Response>;
  /** All that is kept, and all that was asked of the world. */
  everything(): Promise<string>;
  close(): Promise<void>;
}

/** A form that is taken from whoever may send it. */
export function formOf(one: EveryPage, to: Addressed, who: Name): URLSearchParams {
  return new URLSearchParams({ csrf: csrfOf(who), ...one.form!(to) });
}

export async function openPagesSite(extraPages: readonly Page[] = []): Promise<PagesSite> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-pages-"));
  const store = await openStore({ folder }, { jobs: jobsOnce });
  const items = await fillShop(store, telling, 2 + posts.length);
  const doing = doingFor(telling, 2);
  const log: string[] = [];
  const about = { version: "0.0.0", now: () => now, where: "server", doing: doing.doing } as const;
  const site = openSite({ store, ...about, access, extraPages, log: (what) => void log.push(what) });
  const ask: PagesSite["ask"] = async (path, { who = "ada", ...init } = {}) => {
    const headers = { host, "x-name": who, ...(init.headers as Record<string, string>) };
    return await site.fetch(new Request(`http://${host}${path}`, { ...init, headers }));
  };
  return {
    store,
    doing,
    log,
    ask,
    async addressed(index, state) {
      const item = items[index]!;
      const jobs = await store.jobs.list(1000);
      const job = jobs.find(({ key }) => key === `${shop}#${item.pull}`)?.id ?? "0";
      return { ...item, pull: state === "waiting" ? item.pull + 1 : item.pull, review: item[state], job };
    },
    send: async (one, to, who) =>
      await ask(one.at(to), { who, ...(one.page.method === "post" && { method: "POST", body: formOf(one, to, who) }) }),
    async everything() {
      const rows: unknown[] = [];
      for await (const row of store.exported(null)) rows.push(row);
      return JSON.stringify([rows, doing.done]);
    },
    async close() {
      site.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
