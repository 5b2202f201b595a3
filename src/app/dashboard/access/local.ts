// Grants access to the local dashboard by a token in the printed address. The token is exchanged for a cookie, so that
// it does not appear in later addresses. Requests under a host name other than loopback are refused, to prevent DNS
// rebinding.
import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { needsToken } from "../../../review/words/pages/trouble-page-texts.ts";
import type { RepositoryAccess } from "./access.ts";
import { isSameSecret } from "../../../world/same-secret.ts";

const cookie = "crosscheck-local";

export interface LocalAccess extends RepositoryAccess {
  /** The access token in the dashboard's address. */
  token: string;
}

export function localAccess(name: string): LocalAccess {
  const token = randomBytes(24).toString("base64url");
  const session = randomBytes(24).toString("base64url");
  const csrf = createHmac("sha256", session).update("csrf").digest("base64url");
  const visitor = { name, signedIn: false, may: async () => "steer" as const };
  return {
    token,
    ways: [],
    async come(context) {
      if (!isLoopback(context.req.header("host") ?? "")) return refused(context);
      const given = context.req.query("token");
      if (given !== undefined && isSameSecret(given, token)) {
        setCookie(context, cookie, session, { httpOnly: true, sameSite: "Strict", path: "/" });
        return context.redirect(withoutToken(context.req.url), 303);
      }
      return isSameSecret(getCookie(context, cookie) ?? "", session) ? { visitor, csrf } : refused(context);
    },
  };
}

function refused(context: Context): Response {
  return context.text(`${needsToken}\n`, 403);
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
}

function withoutToken(address: string): string {
  const url = new URL(address);
  url.searchParams.delete("token");
  return `${url.pathname}${url.search}`;
}
