import { createSign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAppAuth } from "@octokit/auth-app";
import { Octokit } from "@octokit/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bareHub } from "../../../test/support/github/bare-github.ts";
import { appsHandler } from "./apps/handler.ts";
import { installApp } from "./apps/install.ts";
import { callerOfToken, allows } from "./callers.ts";
import { newKeys } from "./manifest.ts";
import * as made from "./state.ts";
import { openWebhooks } from "./webhooks.ts";

let skew = 0;
const hub = bareHub("/nowhere", process.env["PATH"], () => Date.now() + skew);
const { state } = hub;
const webhooks = openWebhooks(hub);
const handler = appsHandler(hub, webhooks);
const server = createServer((request, response) => {
  void handler(request, response, new URL(request.url!, hub.url)).then((done) => {
    if (!done) response.writeHead(418).end();
  });
});
let privateKey: string;
let app: made.App;
let installation: made.SimulatedInstallation;
let shop: made.SimulatedRepository;
const { request } = new Octokit();

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  hub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const login of ["ada", "reviewer[bot]"]) state.accounts.push(made.newAccount(state, { login }, 0));
  state.accounts.push(made.newAccount(state, { login: "acme", type: "Organization" }, 0));
  const [first, second] = ["shop", "till"].map((name) =>
    made.newRepository(state, { owner: "acme", name, gitDirectory: "/nowhere", private: true }, 0),
  ) as [made.SimulatedRepository, made.SimulatedRepository];
  shop = first;
  state.repositories.push(first, second);
  const keys = await newKeys();
  ({ privateKey } = keys);
  app = {
    id: made.takeId(state),
    slug: "reviewer",
    name: "Reviewer",
    owner: "acme",
    bot: "reviewer[bot]",
    clientId: "Iv1.abc",
    clientSecret: "client-secret",
    webhookSecret: null,
    webhookUrl: null,
    publicKey: keys.publicKey,
    privateKey: null,
    events: ["pull_request"],
    createdAt: 0,
    permissions: { contents: "write", pull_requests: "write" },
    callbackUrls: ["http://127.0.0.1/callback"],
  };
  state.apps.push(app);
  installation = installApp(hub, webhooks, { app, account: "acme", by: "ada" });
});

beforeEach(() => {
  skew = 0;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

function api(): typeof request {
  return request.defaults({ baseUrl: `${hub.url}/api/v3` });
}

function auth(appId: number | string = app.id, key = privateKey) {
  const quiet = { warn: () => {}, debug: () => {}, info: () => {}, error: () => {} };
  return createAppAuth({
    appId,
    privateKey: key,
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    log: quiet,
    request: api(),
  });
}

function jwt(claims: object, header: object = { alg: "RS256", typ: "JWT" }, key = privateKey): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key, "base64url")}`;
}

async function ask(path: string, token: string, init: RequestInit = {}): Promise<{ status: number; message: string }> {
  const response = await fetch(`${hub.url}/api/v3${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
  const body = (await response.json()) as { message?: string };
  return { status: response.status, message: body.message ?? "" };
}

describe("an App", () => {
  test.each(["id", "clientId"] as const)("authenticates with a JWT issued by its %s", async (by) => {
    const withApp = api().defaults({ request: { hook: auth(app[by]).hook } });
    expect((await withApp("GET /app")).data).toMatchObject({ id: app.id, slug: "reviewer", installations_count: 1 });
    expect((await withApp("GET /app/installations")).data).toMatchObject([
      { id: installation.id, app_slug: "reviewer" },
    ]);
    const { data } = await withApp("GET /repos/{owner}/{repo}/installation", { owner: "Acme", repo: "shop" });
    expect(data).toMatchObject({ id: installation.id, account: { login: "acme" }, repository_selection: "all" });
  });

  test("gets an error if its clock is an hour off, and corrects it", async () => {
    skew = 3_600_000;
    const withApp = api().defaults({ request: { hook: auth().hook } });
    expect((await withApp("GET /app")).data).toMatchObject({ id: app.id });
    skew = -3_600_000;
    expect((await withApp("GET /app")).data).toMatchObject({ id: app.id });
  });

  test("is rejected with a JWT that is invalid, of another App, expired or valid for too long", async () => {
    const now = Math.floor(Date.now() / 1000);
    const good = { iss: app.id, iat: now - 30, exp: now + 500 };
    const decoded = "could not be decoded";
    const { privateKey: another } = await newKeys();
    const table: [string, string][] = [
      ["no-token", decoded],
      [jwt(good, { alg: "none" }), decoded],
      [jwt(good, undefined, another), decoded],
      [`${jwt(good).slice(0, -8)}AAAAAAAA`, decoded],
      [jwt({ ...good, iss: 1 }), "'Issuer' claim"],
      [jwt({ ...good, exp: now - 1 }), "must be a numeric value representing the future"],
      [jwt({ ...good, exp: now + 900 }), "too far in the future"],
      [jwt({ ...good, iat: now + 300 }), "'Issued at' claim"],
    ];
    for (const [token, expected] of table) {
      const { status, message } = await ask("/app", token);
      expect(status).toBe(401);
      expect(message).toContain(expected);
    }
    expect((await ask("/app", jwt(good))).status).toBe(200);
    expect((await ask("/app/installations/1/access_tokens", jwt(good), { method: "POST" })).status).toBe(404);
  });

  test("lists many installations page by page", async () => {
    const more = Array.from({ length: 4 }, () => installApp(hub, webhooks, { app, account: "ada", by: "ada" }));
    const withApp = api().defaults({ request: { hook: auth().hook } });
    const { data, headers } = await withApp("GET /app/installations", { per_page: 2, page: 2 });
    expect(data.map(({ id }) => id)).toEqual([more[1]!.id, more[2]!.id]);
    expect(headers.link).toMatch(/page=1>; rel="prev".*page=3>; rel="next".*page=3>; rel="last"/);
    state.installations.splice(1);
  });
});

describe("a token for an installation", () => {
  test("lasts an hour and has the granted permissions", async () => {
    const { token, expiresAt, permissions } = await auth()({ type: "installation", installationId: installation.id });
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(60);
    expect(permissions).toEqual({ contents: "write", pull_requests: "write", metadata: "read" });
    const caller = callerOfToken(hub, token);
    expect(caller?.account.login).toBe("reviewer[bot]");
    expect(allows(hub, caller, shop, "contents", "write")).toBe(true);
    skew = 3_600_001;
    expect(callerOfToken(hub, token)).toBeNull();
  });

  test("can be limited to repositories and permissions, never extended", async () => {
    const tokenWith = async (more: object) =>
      await auth()({ type: "installation", installationId: installation.id, ...more });
    const narrow = await tokenWith({ repositoryNames: ["shop"], permissions: { contents: "read" } });
    expect(narrow).toMatchObject({ repositorySelection: "selected", repositoryNames: ["shop"] });
    const caller = callerOfToken(hub, narrow.token);
    expect(allows(hub, caller, shop, "contents", "read")).toBe(true);
    expect(allows(hub, caller, shop, "contents", "write")).toBe(false);
    expect(allows(hub, caller, state.repositories[1]!, "contents", "read")).toBe(false);
    await expect(tokenWith({ permissions: { checks: "write" } })).rejects.toThrow("not granted to this installation");
    await expect(tokenWith({ repositoryNames: ["nothing"] })).rejects.toThrow("does not exist or is not accessible");
    installation.suspendedAt = 1;
    await expect(tokenWith({ permissions: { metadata: "read" } })).rejects.toThrow("suspended");
    installation.suspendedAt = null;
  });

  test("can be revoked", async () => {
    const { token } = await auth()({ type: "installation", installationId: installation.id });
    const headers = { authorization: `token ${token}` };
    expect((await api()("DELETE /installation/token", { headers })).status).toBe(204);
    expect(callerOfToken(hub, token)).toBeNull();
  });
});

test("deliveries of the App's webhook are listed and can be redelivered", async () => {
  // Nothing listens there.
  app.webhookUrl = "http://127.0.0.1:1/hook";
  webhooks.happened({ event: "ping", hook: app, sender: "ada", at: 0 });
  await webhooks.settled();
  const withApp = api().defaults({ request: { hook: auth().hook } });
  const { data } = await withApp("GET /app/hook/deliveries");
  expect(data).toMatchObject([
    { event: "ping", status: "failed to connect to host", status_code: 0, redelivery: false },
  ]);
  const again = await withApp("POST /app/hook/deliveries/{delivery_id}/attempts", { delivery_id: Number(data[0]!.id) });
  expect(again.status).toBe(202);
  await webhooks.settled();
  const both = (await withApp("GET /app/hook/deliveries")).data;
  expect(both.map(({ guid, redelivery }) => [guid, redelivery])).toEqual([
    [data[0]!.guid, true],
    [data[0]!.guid, false],
  ]);
  app.webhookUrl = null;
});

test("the App sees its webhook address and that a secret is set, but not the secret", async () => {
  const withApp = api().defaults({ request: { hook: auth().hook } });
  await expect(withApp("GET /app/hook/config")).rejects.toThrow("Not Found");
  Object.assign(app, { webhookUrl: "http://127.0.0.1:1/hook", webhookSecret: "shh" });
  const { data } = await withApp("GET /app/hook/config");
  expect(data).toEqual({ url: app.webhookUrl, content_type: "json", insecure_ssl: "0", secret: "********" });
  Object.assign(app, { webhookUrl: null, webhookSecret: null });
});

test("a person installs the App on a page, once per account", async () => {
  const page = `${hub.url}/apps/reviewer/installations/new`;
  expect(await (await fetch(page)).text()).toContain('<button name="account" value="ada">');
  const install = async () => await fetch(page, { method: "POST", body: new URLSearchParams({ account: "ada" }) });
  expect(await (await install()).text()).toContain("Installed on ada");
  await install();
  expect(state.installations.filter((one) => one.app === app.id && one.account === "ada")).toHaveLength(1);
  state.installations.splice(
    state.installations.findIndex((one) => one.account === "ada"),
    1,
  );
  expect((await fetch(page.replace("reviewer", "none"))).status).toBe(404);
});

describe("the web flow", () => {
  async function authorize(more: Record<string, string> = {}): Promise<{ to: URL; page: string; status: number }> {
    const query = new URLSearchParams({ client_id: app.clientId, state: "s-1", login: "ada", ...more });
    const response = await fetch(`${hub.url}/login/oauth/authorize?${query.toString()}`, { redirect: "manual" });
    const to = new URL(response.headers.get("location") ?? "about:blank");
    return { to, page: await response.text(), status: response.status };
  }

  async function exchange(fields: Record<string, string>): Promise<Record<string, unknown>> {
    const response = await fetch(`${hub.url}/login/oauth/access_token`, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams({ client_id: app.clientId, client_secret: app.clientSecret, ...fields }),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  test("redirects a person back with a code, which can be exchanged for their token once", async () => {
    const { to, status } = await authorize({ redirect_uri: "http://127.0.0.1:9999/callback" });
    expect(status).toBe(302);
    expect(`${to.origin}${to.pathname}`).toBe("http://127.0.0.1:9999/callback");
    expect(to.searchParams.get("state")).toBe("s-1");
    const code = to.searchParams.get("code")!;
    const { token } = (await auth()({ type: "oauth-user", code })) as { token: string };
    expect(token).toMatch(/^ghu_/);
    expect(callerOfToken(hub, token)?.account.login).toBe("ada");
    expect(await exchange({ code })).toMatchObject({ error: "bad_verification_code" });
  });

  test("refreshes a token and revokes the old one", async () => {
    const code = (await authorize()).to.searchParams.get("code")!;
    const first = await exchange({ code });
    expect(first).toMatchObject({ expires_in: 28_800, token_type: "bearer" });
    const next = await exchange({ grant_type: "refresh_token", refresh_token: String(first["refresh_token"]) });
    expect(callerOfToken(hub, String(first["access_token"]))).toBeNull();
    expect(callerOfToken(hub, String(next["access_token"]))?.account.login).toBe("ada");
    const again = await exchange({ grant_type: "refresh_token", refresh_token: String(first["refresh_token"]) });
    expect(again).toMatchObject({ error: "bad_refresh_token" });
  });

  test("rejects an expired code, a wrong secret, a wrong verifier and a callback that is not the App's", async () => {
    const challenge = { code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256" };
    const code = (await authorize(challenge)).to.searchParams.get("code")!;
    expect(await exchange({ code, client_secret: "x" })).toMatchObject({ error: "incorrect_client_credentials" });
    expect(await exchange({ code, code_verifier: "x" })).toMatchObject({ error: "bad_verification_code" });
    const code_verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    expect(await exchange({ code, code_verifier })).toHaveProperty("access_token");
    const late = (await authorize()).to.searchParams.get("code")!;
    skew = 600_001;
    expect(await exchange({ code: late })).toMatchObject({ error: "bad_verification_code" });
    const { to } = await authorize({ redirect_uri: "http://evil.example/callback" });
    expect(to.hostname).toBe("127.0.0.1");
    expect(to.searchParams.get("error")).toBe("redirect_uri_mismatch");
    expect((await authorize({ client_id: "nobody" })).status).toBe(404);
  });

  test("asks for the login if the address does not name one", async () => {
    const { status, page } = await authorize({ login: "" });
    expect(status).toBe(200);
    expect(page).toMatch(/<a href="\?client_id=Iv1.abc&#38;state=s-1&#38;login=ada">ada<\/a>/);
    expect(page).not.toContain("reviewer[bot]");
  });
});

describe("an App from a manifest", () => {
  const manifest = {
    name: "Crosscheck at Acme!",
    url: "http://127.0.0.1:9/",
    hook_attributes: { url: "http://127.0.0.1:9/webhooks" },
    redirect_url: "http://127.0.0.1:9/setup/done",
    callback_urls: ["http://127.0.0.1:9/login"],
    default_permissions: { checks: "write", contents: "read", pull_requests: "read", issues: "none" },
    default_events: ["pull_request"],
  };
  const post = async (given: unknown, query: string, at = "/settings/apps/new") =>
    await fetch(`${hub.url}${at}?${query}`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ manifest: typeof given === "string" ? given : JSON.stringify(given) }),
    });

  test("is created, returns its keys once, and can authenticate with them", async () => {
    const back = await post(manifest, "state=abc&login=ada", "/organizations/acme/settings/apps/new");
    const to = new URL(back.headers.get("location")!);
    expect(to.pathname).toBe("/setup/done");
    expect(to.searchParams.get("state")).toBe("abc");
    const convert = async () =>
      await api()("POST /app-manifests/{code}/conversions", { code: to.searchParams.get("code")! });
    const { status, data } = await convert();
    expect(status).toBe(201);
    expect(data).toMatchObject({ slug: "crosscheck-at-acme", owner: { login: "acme" }, events: ["pull_request"] });
    expect(data.permissions).toEqual({ checks: "write", contents: "read", pull_requests: "read" });
    expect(data.pem).toContain("BEGIN RSA PRIVATE KEY");
    await expect(convert()).rejects.toThrow("Not Found");

    const withApp = api().defaults({ request: { hook: auth(data.id, data.pem).hook } });
    expect((await withApp("GET /app")).data).toMatchObject({ id: data.id, client_id: data.client_id });
    expect(state.apps.find(({ id }) => id === data.id)).toMatchObject({
      webhookUrl: "http://127.0.0.1:9/webhooks",
      webhookSecret: data.webhook_secret,
      bot: "crosscheck-at-acme[bot]",
    });
    expect((await post(manifest, "login=ada")).status).toBe(422);
  });

  test("asks who creates it, keeps the posted manifest, and rejects an invalid one", async () => {
    const page = await (await post({ ...manifest, name: "<b>" }, "state=abc")).text();
    expect(page).toContain('<form method="post" action="?state=abc&#38;login=ada">');
    expect(page).toContain("&#60;b&#62;");
    expect((await post("{", "login=ada")).status).toBe(422);
    expect((await post({ name: "x" }, "login=ada")).status).toBe(422);
    const deaf = await post({ ...manifest, name: "Deaf", default_events: ["merge_group"] }, "login=ada");
    expect([deaf.status, await deaf.text()]).toEqual([422, expect.stringContaining("not supported by permissions")]);
  });

  test("can fetch its keys for one hour", async () => {
    const back = await post({ ...manifest, name: "Late" }, "login=ada");
    const code = new URL(back.headers.get("location")!).searchParams.get("code")!;
    skew = 3_600_001;
    await expect(api()("POST /app-manifests/{code}/conversions", { code })).rejects.toThrow("Not Found");
  });
});
