// Defines the context of one GraphQL request.
import type { Caller } from "../callers.ts";
import type { Hub } from "../hub.ts";
import type { Actor } from "../ledger.ts";
import type { Quota } from "../limits.ts";

export interface Context {
  hub: Hub;
  caller: Caller;
  quota: () => Quota;
}

export function actorOf(context: Context): Actor {
  return { login: context.caller.account.login, via: "graphql" };
}

/** A page's address in GitHub's format, although the stand-in serves no pages. */
export function pageAddress(context: Context, path: string): string {
  return `${context.hub.url}/${path}`;
}
