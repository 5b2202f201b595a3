// Signs cookie values, with an expiry.
import { createHmac } from "node:crypto";
import { isSameSecret } from "../../../world/same-secret.ts";

export interface Seal {
  /** `until` in milliseconds since 1970. */
  seal(what: object, until: number): string;
  /** Null if it was not signed here, was changed, or has expired. */
  open(text: string | undefined, now: number): unknown;
  /** Derives a token from this text for one purpose; nobody else can compute it. */
  wordFor(purpose: string, text: string): string;
}

/** A cookie for one purpose is not valid for another. */
export function sealOf(secret: string, purpose: string): Seal {
  const key = createHmac("sha256", secret).update(`crosscheck ${purpose}`).digest();
  const signed = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  return {
    seal(what, until) {
      const text = Buffer.from(JSON.stringify({ what, until })).toString("base64url");
      return `${text}.${signed(text)}`;
    },
    open(text, now) {
      const [body = "", signature = "", ...more] = (text ?? "").split(".");
      if (more.length > 0 || !isSameSecret(signature, signed(body))) return null;
      const { what, until } = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as {
        what: unknown;
        until: number;
      };
      return now < until ? what : null;
    },
    wordFor: (about, text) => createHmac("sha256", key).update(`${about}\n${text}`).digest("base64url"),
  };
}
