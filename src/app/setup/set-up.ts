// The server before it has an App: it serves the set-up page, and hands its listening socket on when the App is made, so
// that no webhook finds a closed door in between.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { listenOn } from "../listen-on.ts";
import { look, troubles, type Trouble } from "./words/setup.ts";
import { appFile, checkAppFolder, type KeptApp } from "../../world/app-file.ts";
import { openSetupAccess, type SetupAccess } from "./setup-access.ts";
import { openMaking, type AppCreation, type Making } from "./make-app.ts";
import { isLoopbackAddress, manifestOf, newAppAddress, webOf } from "./manifest.ts";
import { choosePage, createdPage, lookPage, setupErrorPage } from "./page.ts";
import { policyOf } from "./style.ts";
import { parseSetupForm, type FieldFault, type SetupFormInput } from "./setup-form.ts";

export interface SetUpOptions extends Making {
  address: { host: string; port: number };
  /** Where the browser and GitHub reach this server, if that was said; without a slash at its end. */
  publicUrl: string | null;
  /** What the App is called unless the person says otherwise. */
  name: string;
  /** Told of what went wrong, without any secret. */
  log(what: string, about?: Readonly<Record<string, unknown>>): void;
}

interface MadeApp {
  app: KeptApp;
  /** It listens; whoever takes it over answers from then on. */
  server: Server;
  /** The person's page waits until the server works. */
  started(): void;
}

export interface SetUp {
  /** With the token: it opens the page once. */
  url: string;
  made: Promise<MadeApp>;
  close(): Promise<void>;
}

interface Reply {
  status: number;
  page: string;
  headers?: Readonly<Record<string, string>>;
}

const cookie = "crosscheck-setup";
const largestForm = 64 * 1024;

export async function openSetUp(options: SetUpOptions): Promise<SetUp> {
  const { address, publicUrl, folder } = options;
  checkAppFolder(folder);
  const door = openSetupAccess();
  const made = Promise.withResolvers<MadeApp>();
  const server = createServer();
  const answer = answerer(options, door, (app) => {
    const begun = Promise.withResolvers<void>();
    made.resolve({ app, server, started: begun.resolve });
    return begun.promise;
  });
  server.on("request", (request, response) => void respond(request, response, answer, options));
  await listenOn(server, address.port, address.host);
  const base = publicUrl ?? shownUrl(server);
  return {
    url: `${base}/setup?token=${door.token}`,
    made: made.promise,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Who listens everywhere is opened on this machine. */
function shownUrl(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  const here = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[address] ?? (address.includes(":") ? `[${address}]` : address);
  return `http://${here}:${port}`;
}

type Answerer = (request: IncomingMessage, url: URL) => Promise<Reply>;

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answerer,
  options: SetUpOptions,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://server");
  const plainly = (status: number, text: string) =>
    response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
  if (url.pathname === "/healthz") return void plainly(200, "ok");
  // GitHub lists the delivery as failed, and it can be sent again.
  if (url.pathname === "/readyz" || url.pathname === "/webhook") return void plainly(503, "not set up yet");
  try {
    const { status, page, headers = {} } = await answer(request, url);
    const targets = [webOf(options.githubHost), new URL(backOf(request, options)).origin];
    response.writeHead(status, { ...safeHeaders(targets), ...headers }).end(page);
  } catch (error) {
    if (options.stop.aborted) return void response.destroy();
    options.log("a request of the set-up failed", { why: error instanceof Error ? error.message : String(error) });
    if (!response.headersSent) plainly(500, "This failed; the server's log says why");
  }
}

function safeHeaders(formTargets: readonly string[]): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policyOf(formTargets),
    "cache-control": "no-store",
    // The address holds the token, or the code.
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  };
}

/** The address under which the browser has this server. A proxy may change the Host, so what was said comes first. */
function backOf({ headers, socket }: IncomingMessage, { publicUrl }: SetUpOptions): string {
  if (publicUrl !== null) return publicUrl;
  const { host = "" } = headers;
  return `http://${isLoopbackAddress(host) ? host : `127.0.0.1:${socket.localPort}`}`;
}

function answerer(options: SetUpOptions, door: SetupAccess, tell: (app: KeptApp) => Promise<void>): Answerer {
  const { githubHost, folder, publicUrl, log } = options;
  let typed: SetupFormInput = {
    name: options.name,
    owner: "me",
    organization: "",
    publicUrl: publicUrl ?? "",
    contents: "write",
  };
  const make = openMaking(options);
  let busy = false;

  // Forms go to relative addresses: a proxy may serve this below a path of its own.
  const form = (action: string, faults: readonly FieldFault[] = []): Reply => ({
    status: faults.length > 0 ? 422 : 200,
    page: choosePage({ typed, faults, action, file: appFile(folder) }),
  });

  function enter(request: IncomingMessage, url: URL): Reply {
    const token = url.searchParams.get("token");
    if (token === null) return isInside(request, door) ? form("setup/look") : trouble(403, troubles.noToken);
    if (isInside(request, door)) return { status: 303, page: "", headers: { location: "setup" } };
    const session = door.enter(token);
    if (session === null) return trouble(403, door.isToken(token) ? troubles.usedToken : troubles.noToken);
    const secure = backOf(request, options).startsWith("https:") ? "; Secure" : "";
    // Without the token in it, the address may be seen by others.
    return {
      status: 303,
      page: "",
      headers: { location: "setup", "set-cookie": `${cookie}=${session}; HttpOnly; SameSite=Lax; Path=/${secure}` },
    };
  }

  async function lookOver(request: IncomingMessage): Promise<Reply> {
    if (!isInside(request, door)) return trouble(403, troubles.noToken);
    const text = await formIn(request);
    if (text === null) return trouble(413, troubles.tooLarge, "../setup");
    const read = parseSetupForm(new URLSearchParams(text), githubHost);
    ({ typed } = read);
    if (read.wishes === null) return form("look", read.faults);
    const manifest = manifestOf(read.wishes, backOf(request, options), look.description);
    const target = newAppAddress(webOf(githubHost), read.wishes.organization, door.newState(read.wishes.publicUrl));
    return { status: 200, page: lookPage({ wishes: read.wishes, manifest, target, githubHost }) };
  }

  /** The mark alone lets it in: GitHub may send the browser to another name of this server, where the cookie is not. */
  async function back(url: URL): Promise<Reply> {
    const state = url.searchParams.get("state") ?? "";
    if (busy) return trouble(409, troubles.alreadyUnderWay, "../setup");
    const publicAddress = door.takeState(state);
    if (publicAddress === null) return trouble(400, troubles.wrongState, "../setup");
    busy = true;
    try {
      const outcome = await make(url.searchParams.get("code") ?? "", publicAddress);
      if (outcome.is === "trouble" && outcome.mayRepeat) door.giveBack(state, publicAddress);
      return await shown(outcome);
    } finally {
      busy = false;
    }
  }

  async function shown(outcome: AppCreation): Promise<Reply> {
    if (outcome.is === "trouble") {
      log("the App could not be taken over", { why: outcome.trouble.title });
      return trouble(outcome.mayRepeat ? 502 : 400, outcome.trouble, "../setup");
    }
    const { app, file } = outcome;
    await tell(app);
    return { status: 200, page: createdPage({ slug: app.slug, file, install: `${app.page}/installations/new` }) };
  }

  return async (request, url) => {
    const route = `${request.method} ${url.pathname}`;
    if (route === "GET /setup") return enter(request, url);
    if (route === "POST /setup/look") return await lookOver(request);
    if (route === "GET /setup/created") return await back(url);
    return trouble(404, troubles.nothingHere);
  };
}

function trouble(status: number, what: Trouble, start = "setup"): Reply {
  return { status, page: setupErrorPage(what, start) };
}

function isInside({ headers }: IncomingMessage, door: SetupAccess): boolean {
  const all = (headers.cookie ?? "").split(";").map((one) => one.trim());
  return all.some((one) => one.startsWith(`${cookie}=`) && door.isInside(one.slice(cookie.length + 1)));
}

async function formIn(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > largestForm) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
