// Implements the REST API for Apps: identity, installations, tokens and webhook deliveries.
import type { components } from "@octokit/openapi-types";
import { appOfJwt } from "./apps/jwt.ts";
import { newInstallationToken, type Narrowing } from "./apps/installation-token.ts";
import { callerOf } from "./callers.ts";
import { notFound, type ReceivedRequest, type SentResponse } from "./exchange.ts";
import { findRepository, repositoryById, same, type Hub } from "./hub.ts";
import { isoTime } from "./node-id.ts";
import type { App, WebhookDelivery, SimulatedInstallation, SimulatedRepository } from "./state.ts";
import type { Webhooks } from "./webhooks.ts";
import { appShape, installationShape, permissionsShape } from "./webhooks/accounts.ts";
import { repositoryShape } from "./webhooks/repositories.ts";

type Schemas = components["schemas"];

/** Returns null for requests of other parts; throws a `Failure`. */
export async function answerApps(hub: Hub, webhooks: Webhooks, asked: ReceivedRequest): Promise<SentResponse | null> {
  const path = asked.path.replace(/^\/api\/v3(?=\/)/, "");
  for (const [method, pattern, answer] of appRoutes) {
    const match = method === asked.method ? pattern.exec(path) : null;
    if (match) return await answer({ hub, webhooks, asked, of: match.slice(1).map(decodeURIComponent) });
  }
  return null;
}

interface Call {
  hub: Hub;
  webhooks: Webhooks;
  asked: ReceivedRequest;
  /** The segments of the path. */
  of: string[];
}

/** Method and path, as this matches it. */
export const appRoutes: readonly (readonly [string, RegExp, (call: Call) => SentResponse | Promise<SentResponse>])[] = [
  ["GET", /^\/app$/, getApp],
  ["GET", /^\/app\/installations$/, listInstallations],
  ["GET", /^\/app\/installations\/(\d+)$/, getInstallation],
  ["POST", /^\/app\/installations\/(\d+)\/access_tokens$/, createToken],
  ["GET", /^\/repos\/([^/]+)\/([^/]+)\/installation$/, installationOfRepository],
  ["GET", /^\/(?:orgs|users)\/([^/]+)\/installation$/, installationOfAccount],
  ["DELETE", /^\/installation\/token$/, revokeToken],
  ["GET", /^\/app\/hook\/config$/, hookConfig],
  ["GET", /^\/app\/hook\/deliveries$/, listDeliveries],
  ["POST", /^\/app\/hook\/deliveries\/(\d+)\/attempts$/, redeliver],
];

function caller({ hub, asked }: Call): App {
  return appOfJwt(hub, asked.headers["authorization"]);
}

function getApp(call: Call): SentResponse {
  return ok(appShape(call.hub, caller(call)) satisfies Schemas["integration"]);
}

function listInstallations(call: Call): SentResponse {
  const app = caller(call);
  const mine = call.hub.state.installations.filter((one) => one.app === app.id);
  return paged(call, mine, (one) => installationShape(call.hub, one) satisfies Schemas["installation"]);
}

function getInstallation(call: Call): SentResponse {
  return replyOf(call.hub, mineWithId(call));
}

function createToken(call: Call): SentResponse {
  const { hub, asked } = call;
  const token = newInstallationToken(hub, mineWithId(call), narrowingIn(asked));
  const repositories = token.repositories?.map((id) => repositoryShape(hub, repositoryById(hub, id)));
  const all = hub.state.installations.find((one) => one.id === token.installation)!.repositories === null;
  const body = {
    token: token.token,
    expires_at: isoTime(token.expiresAt),
    permissions: permissionsShape(token.permissions),
    repository_selection: all && repositories === undefined ? "all" : "selected",
    ...(repositories !== undefined && { repositories }),
  } satisfies Schemas["installation-token"];
  return { status: 201, body };
}

function narrowingIn({ json }: ReceivedRequest): Narrowing {
  return typeof json === "object" && json !== null ? json : {};
}

function installationOfRepository(call: Call): SentResponse {
  const { hub, of } = call;
  const app = caller(call);
  const repository = findRepository(hub, of[0]!, of[1]!);
  const found = hub.state.installations.find((one) => one.app === app.id && reaches(one, repository));
  return replyOf(hub, found);
}

function reaches(installation: SimulatedInstallation, repository: SimulatedRepository | null): boolean {
  if (repository === null || !same(installation.account, repository.owner)) return false;
  return installation.repositories?.includes(repository.id) ?? true;
}

function installationOfAccount(call: Call): SentResponse {
  const app = caller(call);
  const found = call.hub.state.installations.find((one) => one.app === app.id && same(one.account, call.of[0]!));
  return replyOf(call.hub, found);
}

function revokeToken({ hub, asked }: Call): SentResponse {
  const found = callerOf(hub, asked.headers["authorization"])?.token;
  if (found?.kind !== "installation") throw notFound();
  found.revoked = true;
  return { status: 204, body: "" };
}

/** The secret is masked. */
function hookConfig(call: Call): SentResponse {
  const { webhookUrl, webhookSecret } = caller(call);
  if (webhookUrl === null) throw notFound();
  const body = {
    url: webhookUrl,
    content_type: "json",
    insecure_ssl: "0",
    ...(webhookSecret !== null && { secret: "********" }),
  } satisfies Schemas["webhook-config"];
  return ok(body);
}

function listDeliveries(call: Call): SentResponse {
  const app = caller(call);
  const mine = call.hub.state.deliveries.filter((one) => one.app === app.id).toReversed();
  const { hub, asked } = call;
  // Pages begin at a cursor, since deliveries are added in front while somebody reads.
  const size = Math.min(100, Math.max(1, Number(asked.query.get("per_page") ?? 30)));
  const cursor = asked.query.get("cursor");
  const from = cursor === null ? 0 : mine.findIndex(({ id }) => `v1_${id}` === cursor);
  if (from < 0) throw notFound();
  const next = mine[from + size];
  const query = new URLSearchParams(asked.query);
  query.set("cursor", `v1_${next?.id}`);
  const link = `<${hub.url}${asked.path}?${query.toString()}>; rel="next"`;
  const body = mine.slice(from, from + size).map((one) => deliveryShape(call, one));
  return { status: 200, body, ...(next && { headers: { link } }) };
}

function deliveryShape({ webhooks }: Call, one: WebhookDelivery) {
  const outcome = webhooks.outcome(one.id);
  const words = outcome === null ? "pending" : "failed" in outcome ? outcome.failed : okOr(outcome.status);
  const { installation, repository } = JSON.parse(one.payload || "{}") as Record<string, { id: number } | undefined>;
  return {
    id: one.id,
    guid: one.guid,
    delivered_at: isoTime(one.at),
    redelivery: one.redelivery,
    duration: 0,
    status: words,
    status_code: one.status ?? 0,
    event: one.event,
    action: one.action,
    installation_id: installation?.id ?? null,
    repository_id: repository?.id ?? null,
  } satisfies Schemas["hook-delivery-item"];
}

function okOr(status: number): string {
  return status < 300 ? "OK" : `Invalid HTTP Response: ${status}`;
}

async function redeliver(call: Call): Promise<SentResponse> {
  const app = caller(call);
  const found = call.hub.state.deliveries.find((one) => one.app === app.id && one.id === Number(call.of[0]));
  if (found === undefined) throw notFound();
  // GitHub accepts the request and redelivers afterwards.
  void call.webhooks.redeliver(found.id).catch(() => {});
  return { status: 202, body: {} };
}

function mineWithId(call: Call): SimulatedInstallation {
  const app = caller(call);
  const found = call.hub.state.installations.find((one) => one.app === app.id && one.id === Number(call.of[0]));
  if (found === undefined) throw notFound();
  return found;
}

function replyOf(hub: Hub, installation: SimulatedInstallation | undefined): SentResponse {
  if (installation === undefined) throw notFound();
  return ok(installationShape(hub, installation) satisfies Schemas["installation"]);
}

function ok(body: unknown): SentResponse {
  return { status: 200, body };
}

function paged<T>({ hub, asked }: Call, all: readonly T[], shape: (one: T) => unknown): SentResponse {
  const number = (name: string, otherwise: number): number => Number(asked.query.get(name) ?? otherwise);
  const size = Math.min(100, Math.max(1, number("per_page", 30)));
  const page = Math.max(1, number("page", 1));
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (to: number, rel: string): string => {
    const query = new URLSearchParams(asked.query);
    query.set("page", String(to));
    return `<${hub.url}${asked.path}?${query.toString()}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, "prev"), link(1, "first")] : []),
    ...(page < last ? [link(page + 1, "next"), link(last, "last")] : []),
  ];
  const body = all.slice((page - 1) * size, page * size).map(shape);
  return { status: 200, body, ...(links.length > 0 && { headers: { link: links.join(", ") } }) };
}
