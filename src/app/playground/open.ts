// Assembles the playground in one process on loopback: simulated GitHub, scripted model, server and dashboard, with all
// files in one temporary folder.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { UserConfig } from "../../change/config.ts";
import { openStandin } from "../../standin/github/standin.ts";
import type { App } from "../../standin/github/state.ts";
import { openModelStandin } from "../../standin/models/open.ts";
import type { ModelStandin } from "../../standin/models/story.ts";
import { openStore } from "../../world/store/open-store.ts";
import { localAccess } from "../dashboard/access/local.ts";
import { listenOn } from "../listen-on.ts";
import { openSite } from "../dashboard/site.ts";
import { openServer } from "../server/open-server.ts";
import { serverDashboardActions } from "../server/server-dashboard-actions.ts";
import { registerApp } from "./app.ts";
import { fillHistory } from "./history/fill-history.ts";
import { openPlaygroundSession, type PlaygroundSession } from "./playground-session.ts";
import { playgroundPages } from "./pages/index.ts";
import { answersByKind, sightings } from "./samples/sightings.ts";
import { scriptOf } from "./scripted-model.ts";

export interface PlaygroundOptions {
  /** 0: any that is free. */
  port: number;
  /** The command to start child processes. */
  program: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  now(): number;
  /** Receives the server's log. */
  log(what: string, about?: Readonly<Record<string, unknown>>): void;
  /** How long the scripted model takes for an answer; absent: long enough to be seen. */
  thinksMs?: number;
}

export interface Playground {
  url: string;
  /** The address of a page, with the token that opens it. */
  opening(path: string): string;
  ground: PlaygroundSession;
  close(): Promise<void>;
}

export async function openPlayground(options: PlaygroundOptions): Promise<Playground> {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-playground-"));
  // Closes everything that was opened, whatever fails.
  const closing: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const end of closing.splice(0).toReversed()) await end();
  };
  try {
    return { ...(await openAll(options, folder, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openAll(
  { port, program, env, version, now, log, thinksMs = 400 }: PlaygroundOptions,
  folder: string,
  closing: (() => Promise<unknown> | void)[],
): Promise<Omit<Playground, "close">> {
  const stop = new AbortController();
  const web = await listening(port);
  closing.push(() => closed(web));
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const [github, models, store] = await Promise.all([
    openStandin({ folder: join(folder, "github"), clock: { now }, path: env["PATH"] ?? "" }),
    openModelStandin({
      script: scriptOf({ sightings, answers: answersByKind, thinks: () => wait(thinksMs, undefined, { ref: false }) }),
    }),
    openStore({ folder: join(folder, "data") }),
  ]);
  closing.push(
    () => github.close(),
    () => models.close(),
    () => store.close(),
    () => stop.abort(),
  );
  const ground = await openPlaygroundSession(github);
  await fillHistory(store, { host: github.host, now: now() });
  const app = await registerApp(github, { webhookUrl: `${url}/webhook`, account: ground.owner });
  const access = localAccess(ground.visitor);
  const serving = await openServer(
    {
      address: { host: "127.0.0.1", port: 0 },
      listening: web,
      githubHost: github.host,
      secret: app.webhookSecret!,
      app: identityOf(app),
      publicUrl: url,
      role: "all",
    },
    {
      store,
      program,
      env: environmentIn(folder, env),
      user: configOf(models),
      stop: stop.signal,
      now,
      log,
      version,
      site: (means) => {
        const doing = serverDashboardActions({ ...means, client: { id: "", secret: "" }, publicUrl: url });
        const extraPages = playgroundPages(ground);
        return openSite({ store, version, now, where: "server", doing, access, log, playground: true, extraPages });
      },
    },
  );
  closing.push(() => serving.stop());
  return {
    url,
    ground,
    opening(path) {
      const address = new URL(path, url);
      address.searchParams.set("token", access.token);
      return address.href;
    },
  };
}

function identityOf({ id, privateKey }: App) {
  return { appId: String(id), privateKey: privateKey! };
}

/** The machine's environment without the user's settings, keys and data. */
function environmentIn(folder: string, env: PlaygroundOptions["env"]): Record<string, string> {
  const home = join(folder, "home");
  const temporary = join(folder, "tmp");
  for (const one of [home, temporary]) mkdirSync(one, { recursive: true });
  return { PATH: env["PATH"] ?? "", HOME: home, TMPDIR: temporary, LANG: env["LANG"] ?? "" };
}

/** Three names for one script, because second opinion and arbiter must be other models. */
function configOf(models: ModelStandin): UserConfig {
  const baseUrl = models.url("openai-chat");
  return {
    models: ["reviewer", "second-reader", "arbiter"].map((name) => ({
      use: `compatible/scripted-${name}`,
      baseUrl,
      price: { input: 0, output: 0 },
    })),
  };
}

async function listening(port: number): Promise<Server> {
  const server = createServer();
  await listenOn(server, port);
  return server;
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
