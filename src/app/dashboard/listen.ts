// Serves the dashboard on loopback.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { UserError } from "../../errors.ts";
import { localAccess } from "./access/local.ts";
import { openSite, type Site, type SiteOptions } from "./site.ts";

export interface LocalSite extends Omit<Site, "where"> {
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
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(portTrouble(error, port)));
    server.listen(port, "127.0.0.1", () => resolve());
  });
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

export function portTrouble(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== "EADDRINUSE") return error;
  return new UserError(`Port ${port} is taken`, "Give --port another number, or leave it out for any that is free.");
}
