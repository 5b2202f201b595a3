// Completes GitHub's manifest flow: exchanges a code, valid once and for one hour, for the App's id, key and secrets.
// It carries no token and is never retried.
import * as z from "zod";
import { Refused, Unavailable } from "../../errors.ts";
import type { Api } from "./address.ts";
import { redactLine } from "../../secrets/redact-line.ts";

const convertedSchema = z.object({
  id: z.number().int().positive(),
  slug: z.string().min(1),
  html_url: z.string(),
  pem: z.string().min(1),
  webhook_secret: z.string().min(1),
  client_id: z.string(),
  client_secret: z.string(),
});
export type ConvertedApp = z.infer<typeof convertedSchema>;

export interface ConversionOptions {
  api: Api;
  stop: AbortSignal;
  timeoutMs?: number;
}

/** Throws `Refused` for an invalid or expired code and `Unavailable` without an answer. */
export async function convertManifest(
  code: string,
  { api, stop, timeoutMs = 30_000 }: ConversionOptions,
): Promise<ConvertedApp> {
  const who = api.host === "github.com" ? "GitHub" : `GitHub at ${api.host}`;
  const { status, body } = await asked(code, api, AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])).catch(
    (error: unknown) => {
      stop.throwIfAborted();
      throw new Unavailable(who, redactLine(reasonOf(error), [code]));
    },
  );
  if (status >= 500 || status === 429) throw new Unavailable(who, `it answered ${status}`);
  if (status !== 201) throw new Refused(who, status, redactLine(messageIn(body), [code]));
  const read = convertedSchema.safeParse(body);
  // The details are withheld, because they may contain the key.
  if (!read.success) throw new Unavailable(who, "its answer is not that of a new App");
  return read.data;
}

async function asked(code: string, api: Api, signal: AbortSignal): Promise<{ status: number; body: unknown }> {
  const reply = await fetch(`${api.rest}/app-manifests/${encodeURIComponent(code)}/conversions`, {
    method: "POST",
    headers: {
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      "user-agent": "crosscheck",
    },
    redirect: "error",
    signal,
  });
  const text = await reply.text();
  return { status: reply.status, body: jsonOr(text) };
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError") return "it did not answer in time";
  return `the connection failed: ${cause instanceof Error && cause.message ? cause.message : message}`;
}

function messageIn(body: unknown): string {
  const message = (body as { message?: unknown } | null)?.message;
  return typeof message === "string" ? message : "it gave no reason";
}
