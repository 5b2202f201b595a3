// Identifies the person at the browser by the `login` parameter, or asks on a page.
import type { ReceivedRequest, SentResponse } from "../exchange.ts";
import type { Hub } from "../hub.ts";
import type { Account } from "../state.ts";

export function personAt(hub: Hub, asked: ReceivedRequest): Account | null {
  const login = asked.query.get("login");
  const people = hub.state.accounts.filter((one) => one.type === "User");
  return people.find((one) => one.login.toLowerCase() === login?.toLowerCase()) ?? null;
}

/** Shows each person as a button, which repeats the posted fields with the chosen login. */
export function askWho(hub: Hub, asked: ReceivedRequest, posted: Readonly<Record<string, string>> = {}): SentResponse {
  const people = hub.state.accounts.filter((one) => one.type === "User");
  const hidden = Object.entries(posted).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const forms = people.map(({ login }) => {
    const query = new URLSearchParams(asked.query);
    query.set("login", login);
    // A GET form drops the query of its address, so links are used.
    return asked.method === "GET"
      ? `<p><a href="?${escaped(query.toString())}">${escaped(login)}</a></p>`
      : `<form method="post" action="?${escaped(query.toString())}">${hidden.join("")}<button>${escaped(login)}</button></form>`;
  });
  const body = `<!doctype html><meta charset="utf-8"><title>Sign in</title><h1>Sign in as</h1>${forms.join("")}`;
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body };
}

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

export function redirect(to: string, query: Readonly<Record<string, string | null>>): SentResponse {
  const url = new URL(to);
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value);
  return { status: 302, headers: { location: url.href }, body: "" };
}

/** Accepts a form or JSON, like GitHub. */
export function fieldsOf(asked: ReceivedRequest): Record<string, string> {
  if (typeof asked.json === "object" && asked.json !== null)
    return Object.fromEntries(Object.entries(asked.json).map(([name, value]) => [name, String(value)]));
  return Object.fromEntries(new URLSearchParams(asked.body.toString("utf8")));
}
