// GitHub on this machine, with an App that is installed on several accounts: what one installation may write in an hour is
// not enough for hundreds of reviews. Webhooks go to whichever replica lives.
import { createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { installApp } from "../../src/standin/github/apps/install.ts";
import { openStandin, type Standin } from "../../src/standin/github/standin.ts";
import type { App, SimulatedRepository } from "../../src/standin/github/state.ts";
import { registerApp } from "../../test/support/github-app.ts";
import { workflow, workflowFile } from "../../test/support/server-shop.ts";
import { newTally, type Tally } from "./tally.ts";

const accounts = 10;

export interface Hub {
  github: Standin;
  app: App;
  tally: Tally;
  openPull(n: number): Promise<void>;
  close(): Promise<void>;
}

/** All as GitHub has it but for how much may be read: the bench asks more in an hour than an hour's work would. */
const limits = { core: 1e9, graphql: 1e9, pointsPerMinute: 1e9, graphqlPointsPerMinute: 1e9 };

export async function openHub(folder: string): Promise<Hub> {
  const path = process.env["PATH"] ?? "";
  const github = await openStandin({ folder, clock: { now: Date.now }, path, limits });
  github.user("ada");
  // The App's own.
  github.organization("acme", [{ login: "ada", role: "admin" }]);
  const app = await registerApp(github, { contents: "read", events: ["pull_request"] });
  const shops: SimulatedRepository[] = [];
  for (let n = 0; n < accounts; n++) {
    const account = `acme-${n}`;
    github.organization(account, [{ login: "ada", role: "admin" }]);
    const files = { [workflowFile]: workflow("build") };
    shops.push(await github.repository(account, "shop", [{ message: "feat: a shop", files }]));
    installApp(github.hub, github.webhooks, { app, account, by: "ada" });
  }
  const tally = newTally(github.ledger);
  return {
    github,
    app,
    tally,
    async openPull(n) {
      const shop = shops[n % accounts]!;
      const head = `change-${n}`;
      const title = `ci: test what was compiled, ${n}`;
      const files = { [workflowFile]: workflow(`compile-${n}`) };
      const oid = await github.push(shop, head, [{ message: title, files }], { from: "main", by: "ada" });
      const { number } = await github.openPull(shop, "ada", { title, head, body: "" });
      tally.expect(n, [`${shop.owner}/${shop.name}#${number}`, `${shop.owner}/${shop.name}@${oid}`]);
    },
    close: async () => await github.close(),
  };
}

export interface Balancer {
  url: string;
  /** Deliveries that had to be sent to another replica, or again. */
  again(): number;
  failed(): number;
  close(): void;
}

/** As a proxy before several replicas does: what one does not take, another gets, as long as GitHub waits. */
export async function openBalancer(living: () => readonly string[], taken: (by: string) => void): Promise<Balancer> {
  let again = 0;
  let failed = 0;
  const pass = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await incoming.toArray());
    for (let tries = 0; tries < 80; tries++) {
      const urls = living();
      const url = urls[Math.floor(Math.random() * urls.length)];
      const status = url === undefined ? null : await post(`${url}/webhook`, incoming.headers, body);
      if (status !== null && status < 500) {
        taken(url!);
        response.writeHead(status).end();
        return;
      }
      again += 1;
      await wait(100);
    }
    failed += 1;
    response.writeHead(502).end();
  };
  const server = createServer((incoming, response) => void pass(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    again: () => again,
    failed: () => failed,
    close: () => void server.close(),
  };
}

/** Null: nobody answered. */
function post(url: string, headers: NodeJS.Dict<string | string[]>, body: Buffer): Promise<number | null> {
  return new Promise((resolve) => {
    const sent = send(url, { method: "POST", headers: { ...headers, host: new URL(url).host } }, (response) => {
      response.resume().once("close", () => resolve(response.complete ? (response.statusCode ?? null) : null));
    });
    sent.setTimeout(5_000, () => sent.destroy());
    sent.once("error", () => resolve(null));
    sent.end(body);
  });
}
