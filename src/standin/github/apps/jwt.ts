// Verifies an App's JWT: RS256, at most ten minutes, on the simulated clock.
import { createPublicKey, verify } from "node:crypto";
import { Failure } from "../exchange.ts";
import type { Hub } from "../hub.ts";
import type { App } from "../state.ts";

const longest = 600;
/** Clocks differ by a little. */
const slack = 60;

export function appOfJwt(hub: Hub, authorization: string | undefined): App {
  const token = /^(?:bearer|token)\s+(\S+)$/i.exec((authorization ?? "").trim())?.[1];
  const parts = token?.split(".") ?? [];
  const [header, claims] = parts.slice(0, 2).map(decode);
  if (parts.length !== 3 || !header || !claims || header["alg"] !== "RS256")
    throw new Failure(401, "A JSON web token could not be decoded");
  const app = hub.state.apps.find((one) => String(one.id) === String(claims["iss"]) || one.clientId === claims["iss"]);
  if (app === undefined)
    throw new Failure(401, "'Issuer' claim ('iss') must be an Integer representing the App ID, or a client ID");
  const signed = Buffer.from(parts.slice(0, 2).join("."));
  if (!verify("RSA-SHA256", signed, createPublicKey(app.publicKey), Buffer.from(parts[2]!, "base64url")))
    throw new Failure(401, "A JSON web token could not be decoded");
  checkTimes(claims, Math.floor(hub.clock.now() / 1000));
  return app;
}

function checkTimes({ exp, iat }: Record<string, unknown>, now: number): void {
  if (typeof exp !== "number" || exp <= now)
    throw new Failure(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  if (exp > now + longest + slack) throw new Failure(401, "'Expiration time' claim ('exp') is too far in the future");
  if (typeof iat !== "number" || iat > now + slack || exp - iat > longest + slack)
    throw new Failure(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
}

function decode(part: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
