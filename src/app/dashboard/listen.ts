// Serves the dashboard on loopback.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { listenOn } from "../listen-on.ts";
import { localAccess } from "./access/local.ts";
import { openSite, type Site, type SiteOptions } from "./site.ts";

export interface LocalSite extends Omit<Site, "where" | "highlighter"> {
  /** The person who decides here. */
  name: string;
  /** 0: any free port. */
  port: number;
  log: SiteOptions["log"];
  pulseMs?: number;
}

export interface ListeningDashboard {
  url: string;
  /** The address of a page, with its token. */
  opening(path: string): string;
  close(): Promise<void>;
}

export async function listenLocally({ name, port, ...site }: LocalSite): Promise<ListeningDashboard> {
  const access = localAccess(name);
  const open = openSite({ ...site, where: "local", access });
  const server = createServer((request, response) => void getRequestListener(open.fetch)(request, response));
  await listenOn(server, port);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    opening(path) {
      const address = new URL(path, url);
      address.searchParams.set("token", access.token);
      return address.href;
    },
    async close() {
      open.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
