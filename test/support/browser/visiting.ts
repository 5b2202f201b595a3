// A dashboard as one visitor with given rights sees it, without a browser: for who may see and do what.
import type { Right } from "../../../src/app/dashboard/page.ts";
import { openSite } from "../../../src/app/dashboard/site.ts";
import type { Store } from "../../../src/world/store/store.ts";

export interface Visiting {
  get(path: string): Promise<{ status: number; text: string }>;
  /** With the key that this visitor's forms carry, unless another is given. */
  post(path: string, csrf?: string): Promise<{ status: number; text: string }>;
}

/** `rights` by repository; what is not named may not be seen. */
export function visitorOf(store: Store, rights: Readonly<Record<string, Right>>, now = Date.now): Visiting {
  const csrf = "key-of-their-forms";
  const visitor = { name: "eve", signedIn: true, may: async (repository: string) => rights[repository] ?? "none" };
  const access = { ways: [], come: async () => ({ visitor, csrf }) };
  const site = openSite({ store, version: "0.0.0", now, where: "server", doing: {}, access, log: () => {} });
  const ask = async (path: string, how?: RequestInit) => {
    const response = await site.fetch(new Request(`http://dashboard.example${path}`, how));
    return { status: response.status, text: await response.text() };
  };
  return {
    get: (path) => ask(path),
    post: (path, given = csrf) => ask(path, { method: "POST", body: new URLSearchParams({ csrf: given }) }),
  };
}
