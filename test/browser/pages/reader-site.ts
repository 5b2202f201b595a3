// The dashboard of a server as people with different rights see it: who comes is what the address says at first, as a
// cookie says it afterwards.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { getCookie, setCookie } from "hono/cookie";
import type { RepositoryAccess } from "../../../src/app/dashboard/access/access.ts";
import type { DashboardActions } from "../../../src/app/dashboard/dashboard-actions.ts";
import type { Right } from "../../../src/app/dashboard/page.ts";
import { openSite } from "../../../src/app/dashboard/site.ts";
import type { Store } from "../../../src/world/store/store.ts";

export interface ReaderSite {
  url: string;
  /** The address of a page, for somebody. */
  opening(path: string, who: string): string;
  /** What forms of theirs carry. */
  csrf(who: string): string;
  close(): Promise<void>;
}

/** `rights`: by person and repository; whoever is not named may do nothing. */
export async function openReaderSite(
  store: Store,
  rights: Readonly<Record<string, Readonly<Record<string, Right>>>>,
  doing: DashboardActions = {},
): Promise<ReaderSite> {
  const access: RepositoryAccess = {
    ways: [],
    async come(context) {
      const given = context.req.query("who");
      if (given !== undefined) setCookie(context, "who", given);
      const name = given ?? getCookie(context, "who") ?? "";
      const may = async (repository: string) => rights[name]?.[repository] ?? "none";
      return { visitor: { name, signedIn: true, may }, csrf: `csrf of ${name}` };
    },
  };
  const about = { store, version: "0.0.0", now: Date.now, where: "server", doing, pulseMs: 20 } as const;
  const open = openSite({ ...about, access, log() {} });
  const server = createServer((request, response) => void getRequestListener(open.fetch)(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    opening(path, who) {
      const address = new URL(path, url);
      address.searchParams.set("who", who);
      return address.href;
    },
    csrf: (who) => `csrf of ${who}`,
    async close() {
      open.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
