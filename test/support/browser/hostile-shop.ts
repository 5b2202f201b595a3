// A dashboard in whose store an attacker has written everywhere, and the same one as honest people would have filled it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { keepReview, openTestSite, type TestSite } from "./dashboard.ts";
import type { Addressed } from "./every-page.ts";
import { hostileStrings } from "./hostile-strings.ts";
import { honestly, saying } from "./telling.ts";
import { wholeReview } from "./whole-review.ts";
import { doingFor, fillShop, jobsOnce, now, type Item } from "./whole-shop.ts";

const size = hostileStrings.length;
export const settingsOf = (repository: string) => `/settings?${new URLSearchParams({ repository }).toString()}`;
/** Whose configuration is broken, and whose nobody may read. */
export const otherShops = ["github.com/acme/broken", "github.com/acme/unknown"];

export interface Shop {
  site: TestSite;
  items: Item[];
  job: string;
}

/** With their text wherever it can stand; or the same of honest people. */
export async function openShop(isHostile: boolean): Promise<Shop> {
  const telling = isHostile ? saying(hostileStrings) : honestly;
  const { doing } = doingFor(telling, isHostile ? size : 3);
  const shown = { draft: wholeReview(telling(50, "writers"), { id: "c00000000000", edited: false }), at: now };
  const site = await openTestSite({ doing: { ...doing, shown }, jobs: jobsOnce, now: () => now });
  const items = await fillShop(site.store, telling, isHostile ? size : 3);
  const [first] = await site.store.jobs.failed(1);
  const job = (await site.store.jobs.list(1000)).find(({ key }) => key === first!.key)!.id;
  if (isHostile) await hostileNames(site);
  for (const [at, name] of otherShops.entries())
    await keepReview(
      site.store,
      { ...shown.draft, id: `e0000000000${at}` },
      { place: `${name}#1`, savedAt: now - 2e9 },
    );
  return { site, items, job };
}

/** What no host would let anybody be called, in case one does. */
async function hostileNames({ store }: TestSite): Promise<void> {
  const review = wholeReview((text) => text, { id: "", edited: false });
  for (const [at, text] of hostileStrings.entries()) {
    const name = text.replaceAll(/[\s/#@]/g, "");
    const place = `github.com/${name}/broken#${at}`;
    const id = `d${String(at).padStart(11, "0")}`;
    await keepReview(store, { ...review, id }, { place, savedAt: now - 1e9 - at, head: text });
    await store.jobs.add({ kind: text, key: at % 2 === 0 ? place : text, data: {} });
  }
}

export function addressedIn({ items, job }: Shop, at: number, state: "waiting" | "posted"): Addressed {
  const item = items[at]!;
  return { ...item, pull: state === "waiting" ? item.pull + 1 : item.pull, review: item[state], job };
}

/** Every name that pages ask an address or a form for. */
export function namesInSource(): { queries: string[]; fields: string[] } {
  const folder = join(import.meta.dirname, "../../../src/app/dashboard");
  const text = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(folder, path), "utf8"))
    .join("\n");
  const names = (what: string) => [
    ...new Set([...text.matchAll(new RegExp(`\\b${what}\\("(\\w+)"\\)`, "g"))].map(([, name]) => name!)),
  ];
  return { queries: names("query"), fields: names("field") };
}
