// Serves the page on which a person installs an App.
import { notFound, type ReceivedRequest, type SentResponse } from "../exchange.ts";
import { accountOf, same, type Hub } from "../hub.ts";
import type { Webhooks } from "../webhooks.ts";
import { installApp } from "./install.ts";
import { escaped, fieldsOf } from "./signed-in.ts";

/** Returns null for requests of other parts. */
export function answerInstallPage(hub: Hub, webhooks: Webhooks, asked: ReceivedRequest): SentResponse | null {
  const slug = /^\/apps\/([^/]+)\/installations\/new$/.exec(asked.path)?.[1];
  if (slug === undefined) return null;
  const app = hub.state.apps.find((one) => same(one.slug, slug));
  if (app === undefined) throw notFound();
  if (asked.method !== "POST") return page(`Install ${app.name}`, accountButtons(hub));
  const { login } = accountOf(hub, fieldsOf(asked)["account"] ?? "");
  if (hub.state.installations.every((one) => one.app !== app.id || !same(one.account, login)))
    installApp(hub, webhooks, { app, account: login, by: app.owner });
  return page(`Installed on ${login}`, "");
}

function accountButtons(hub: Hub): string {
  const accounts = hub.state.accounts.filter((one) => one.type !== "Bot");
  const buttons = accounts.map(
    ({ login }) => `<button name="account" value="${escaped(login)}">${escaped(login)}</button>`,
  );
  return `<form method="post">${buttons.join("")}</form>`;
}

function page(title: string, body: string): SentResponse {
  const text = `<!doctype html><meta charset="utf-8"><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${body}`;
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: text };
}
