// Implements the manifest flow: a page posts the App's manifest, the browser returns with a code, and the code is
// exchanged, once and within an hour, for the App's keys and secrets.
import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { operations } from "@octokit/openapi-types";
import { z } from "zod";
import { askWho, fieldsOf, personAt, redirect } from "./apps/signed-in.ts";
import { Failure, notFound, type ReceivedRequest, type SentResponse } from "./exchange.ts";
import { accountOf, same, type Hub } from "./hub.ts";
import { newAccount, takeId, type App, type Login, type Permissions } from "./state.ts";
import { appShape } from "./webhooks/accounts.ts";

type Converted = operations["apps/create-from-manifest"]["responses"][201]["content"]["application/json"];

const hour = 3_600_000;

const manifestSchema = z.object({
  name: z.string().min(1).max(34),
  url: z.url(),
  hook_attributes: z.object({ url: z.url(), active: z.boolean().default(true) }).optional(),
  redirect_url: z.url(),
  callback_urls: z.array(z.url()).max(10).default([]),
  setup_url: z.url().optional(),
  description: z.string().optional(),
  public: z.boolean().default(false),
  default_events: z.array(z.string()).default([]),
  default_permissions: z.record(z.string(), z.enum(["read", "write", "admin", "none"])).default({}),
});
type Manifest = z.infer<typeof manifestSchema>;

/** Returns null for requests of other parts. */
export async function answerManifest(hub: Hub, asked: ReceivedRequest): Promise<SentResponse | null> {
  if (asked.method !== "POST") return null;
  const page = /^(?:\/organizations\/([^/]+))?\/settings\/apps\/new$/.exec(asked.path);
  if (page) return await makeApp(hub, asked, page[1] ?? null);
  const conversion = /^(?:\/api\/v3)?\/app-manifests\/([^/]+)\/conversions$/.exec(asked.path);
  return conversion ? convert(hub, conversion[1]!) : null;
}

async function makeApp(hub: Hub, asked: ReceivedRequest, organization: Login | null): Promise<SentResponse> {
  const fields = fieldsOf(asked);
  const person = personAt(hub, asked);
  if (person === null) return askWho(hub, asked, fields);
  const manifest = readManifest(fields["manifest"]);
  const owner = organization === null ? person.login : accountOf(hub, organization).login;
  const app = await appFrom(hub, manifest, owner);
  const code = {
    code: randomBytes(20).toString("hex"),
    kind: "manifest" as const,
    app: app.id,
    user: person.login,
    redirectUri: manifest.redirect_url,
    state: asked.query.get("state"),
    codeChallenge: null,
    expiresAt: hub.clock.now() + hour,
    used: false,
  };
  hub.state.oauthCodes.push(code);
  return redirect(manifest.redirect_url, { code: code.code, state: code.state });
}

function readManifest(text: string | undefined): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text ?? ""));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : "it is not JSON";
    throw new Failure(422, `Error: invalid GitHub App configuration: ${why}`);
  }
}

async function appFrom(hub: Hub, manifest: Manifest, owner: Login): Promise<App> {
  const slug = manifest.name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  if (hub.state.apps.some((one) => same(one.slug, slug)))
    throw new Failure(422, "Error: invalid GitHub App configuration: name is already taken");
  const deaf = manifest.default_events.filter((event) => !mayHear(manifest.default_permissions, event));
  if (deaf.length > 0)
    throw new Failure(
      422,
      `Error: invalid GitHub App configuration: Default events are not supported by permissions: ${deaf.join(", ")}`,
    );
  const at = hub.clock.now();
  const { publicKey, privateKey } = await newKeys();
  const bot = newAccount(hub.state, { login: `${slug}[bot]`, type: "Bot" }, at);
  const id = takeId(hub.state);
  const app: App = {
    id,
    slug,
    name: manifest.name,
    owner,
    bot: bot.login,
    clientId: `Iv23li${randomBytes(7).toString("hex")}`,
    clientSecret: randomBytes(20).toString("hex"),
    webhookSecret: manifest.hook_attributes === undefined ? null : randomBytes(20).toString("hex"),
    webhookUrl: manifest.hook_attributes?.active === true ? manifest.hook_attributes.url : null,
    publicKey,
    privateKey,
    permissions: granted(manifest.default_permissions),
    events: manifest.default_events,
    callbackUrls: manifest.callback_urls,
    createdAt: at,
  };
  hub.state.accounts.push(bot);
  hub.state.apps.push(app);
  return app;
}

/** The permissions with which an App receives an event; unlisted events need none. */
const heardWith: Readonly<Record<string, readonly string[]>> = {
  pull_request: ["pull_requests"],
  pull_request_review: ["pull_requests"],
  pull_request_review_comment: ["pull_requests"],
  pull_request_review_thread: ["pull_requests"],
  issue_comment: ["issues", "pull_requests"],
  issues: ["issues"],
  check_run: ["checks"],
  merge_group: ["merge_queues"],
};

function mayHear(permissions: Manifest["default_permissions"], event: string): boolean {
  const any = heardWith[event];
  return any === undefined || any.some((name) => (permissions[name] ?? "none") !== "none");
}

function granted(asked: Manifest["default_permissions"]): Permissions {
  return Object.fromEntries(Object.entries(asked).filter(([, level]) => level !== "none"));
}

/** The private key is in PKCS#1 format, like GitHub's. */
export async function newKeys(): Promise<{ publicKey: string; privateKey: string }> {
  return await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
}

function convert(hub: Hub, shown: string): SentResponse {
  const code = hub.state.oauthCodes.find((one) => one.kind === "manifest" && one.code === shown);
  const app = hub.state.apps.find((one) => one.id === code?.app);
  if (!code || !app || code.used || code.expiresAt <= hub.clock.now()) throw notFound();
  code.used = true;
  const { clientId, clientSecret, webhookSecret, privateKey } = app;
  const body: Converted = {
    ...appShape(hub, app),
    client_id: clientId,
    client_secret: clientSecret,
    webhook_secret: webhookSecret,
    pem: privateKey ?? "",
  };
  return { status: 201, body };
}
