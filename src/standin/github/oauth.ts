// Implements the OAuth web flow.
import { createHash, randomBytes } from "node:crypto";
import { askWho, fieldsOf, personAt, redirect } from "./apps/signed-in.ts";
import { notFound, type ReceivedRequest, type SentResponse } from "./exchange.ts";
import type { Hub } from "./hub.ts";
import { newUserToken, type App, type Login, type OAuthCode, type UserToken } from "./state.ts";

const minute = 60_000;
const codeLasts = 10 * minute;
const tokenLasts = 8 * 60 * minute;
const refreshLasts = 15_897_600;

/** Returns null for requests of other parts. */
export async function answerOAuth(hub: Hub, asked: ReceivedRequest): Promise<SentResponse | null> {
  if (asked.path === "/login/oauth/authorize" && asked.method === "GET") return authorize(hub, asked);
  if (asked.path === "/login/oauth/access_token" && asked.method === "POST") return inForm(asked, exchange(hub, asked));
  return null;
}

function authorize(hub: Hub, asked: ReceivedRequest): SentResponse {
  const app = hub.state.apps.find((one) => one.clientId === asked.query.get("client_id"));
  if (app === undefined) throw notFound();
  const state = asked.query.get("state");
  const [registered] = app.callbackUrls;
  const wanted = asked.query.get("redirect_uri") ?? registered;
  if (registered === undefined || wanted === undefined) throw notFound();
  if (!isRegistered(app, wanted)) {
    const error_description = "The redirect_uri MUST match the registered callback URL for this application.";
    return redirect(registered, { error: "redirect_uri_mismatch", error_description, state });
  }
  const person = personAt(hub, asked);
  if (person === null) return askWho(hub, asked);
  const code: OAuthCode = {
    code: randomBytes(10).toString("hex"),
    kind: "login",
    app: app.id,
    user: person.login,
    redirectUri: asked.query.get("redirect_uri"),
    state,
    codeChallenge: asked.query.get("code_challenge"),
    expiresAt: hub.clock.now() + codeLasts,
    used: false,
  };
  hub.state.oauthCodes.push(code);
  return redirect(wanted, { code: code.code, state });
}

/** The same address; on loopback with any port, as GitHub and RFC 8252 specify. */
function isRegistered(app: App, wanted: string): boolean {
  const plain = (text: string): string => {
    const url = URL.parse(text);
    if (url === null) return text;
    if (["127.0.0.1", "[::1]"].includes(url.hostname)) url.port = "";
    return url.href;
  };
  return app.callbackUrls.some((one) => plain(one) === plain(wanted));
}

type Answer = Record<string, string | number>;

function exchange(hub: Hub, asked: ReceivedRequest): Answer {
  const fields = fieldsOf(asked);
  const app = hub.state.apps.find((one) => one.clientId === fields["client_id"]);
  if (app === undefined || app.clientSecret !== fields["client_secret"])
    return no("incorrect_client_credentials", "The client_id and/or client_secret passed are incorrect.");
  if (fields["grant_type"] === "refresh_token") return refresh(hub, app, fields["refresh_token"]);

  const found = hub.state.oauthCodes.find((one) => one.kind === "login" && one.code === fields["code"]);
  if (!found || found.app !== app.id || found.used || found.expiresAt <= hub.clock.now() || !proves(found, fields))
    return no("bad_verification_code", "The code passed is incorrect or expired.");
  if (fields["redirect_uri"] !== undefined && !isRegistered(app, fields["redirect_uri"]))
    return no("redirect_uri_mismatch", "The redirect_uri MUST match the registered callback URL for this application.");
  found.used = true;
  return give(hub, app, found.user);
}

/** PKCE: the verifier must match the challenge of the code. */
function proves({ codeChallenge }: OAuthCode, { code_verifier: verifier = "" }: Record<string, string>): boolean {
  return codeChallenge === null || createHash("sha256").update(verifier).digest("base64url") === codeChallenge;
}

function refresh(hub: Hub, app: App, shown: string | undefined): Answer {
  const old = hub.state.tokens.find(
    (one): one is UserToken => one.kind === "user" && one.app === app.id && one.refreshToken === shown && !one.revoked,
  );
  if (old === undefined || shown === undefined)
    return no("bad_refresh_token", "The refresh token passed is incorrect or expired.");
  old.revoked = true;
  return give(hub, app, old.user);
}

function give(hub: Hub, app: App, user: Login): Answer {
  const secret = (): string => randomBytes(27).toString("base64url").replaceAll(/[-_]/g, "x");
  const token = newUserToken({
    token: `ghu_${secret()}`,
    user,
    permissions: app.permissions,
    app: app.id,
    expiresAt: hub.clock.now() + tokenLasts,
    refreshToken: `ghr_${secret()}`,
  });
  hub.state.tokens.push(token);
  return {
    access_token: token.token,
    expires_in: tokenLasts / 1000,
    refresh_token: token.refreshToken!,
    refresh_token_expires_in: refreshLasts,
    scope: "",
    token_type: "bearer",
  };
}

function no(error: string, error_description: string): Answer {
  return { error, error_description, error_uri: "https://docs.github.com/apps/oauth-apps" };
}

/** GitHub answers errors with status 200, form-encoded unless JSON is requested. */
function inForm(asked: ReceivedRequest, answer: Answer): SentResponse {
  if (/json/.test(asked.headers["accept"] ?? "")) return { status: 200, body: answer };
  const text = new URLSearchParams(
    Object.entries(answer).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return {
    status: 200,
    headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    body: text.toString(),
  };
}
