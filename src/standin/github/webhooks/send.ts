// Sends one webhook delivery with GitHub's headers, without retries.
import { createHmac } from "node:crypto";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

export interface Parcel {
  url: string;
  secret: string | null;
  contentType: "json" | "form";
  event: string;
  guid: string;
  hook: number;
  target: { type: "repository" | "organization" | "integration"; id: number };
  payload: string;
}

/** The receiver's status, or why there is none. */
export type Outcome = { status: number } | { failed: "timed out" | "failed to connect to host" };

function headersOf(parcel: Parcel, body: string): Record<string, string> {
  return {
    accept: "*/*",
    "content-type": parcel.contentType === "json" ? "application/json" : "application/x-www-form-urlencoded",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "GitHub-Hookshot/5tand1n",
    "x-github-delivery": parcel.guid,
    "x-github-event": parcel.event,
    "x-github-hook-id": String(parcel.hook),
    "x-github-hook-installation-target-id": String(parcel.target.id),
    "x-github-hook-installation-target-type": parcel.target.type,
    ...(parcel.secret !== null && {
      "x-hub-signature": `sha1=${sign("sha1", parcel.secret, body)}`,
      "x-hub-signature-256": `sha256=${sign("sha256", parcel.secret, body)}`,
    }),
  };
}

function sign(algorithm: "sha1" | "sha256", secret: string, body: string): string {
  return createHmac(algorithm, secret).update(body).digest("hex");
}

function webhookBody({ contentType, payload }: Pick<Parcel, "contentType" | "payload">): string {
  return contentType === "json" ? payload : new URLSearchParams({ payload }).toString();
}

export async function sendWebhook(parcel: Parcel, timeoutMs: number): Promise<Outcome> {
  const body = webhookBody(parcel);
  const start = parcel.url.startsWith("https:") ? requestHttps : requestHttp;
  return await new Promise((resolve) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const sent = start(
      parcel.url,
      // A separate connection, so that none stays open.
      { method: "POST", headers: headersOf(parcel, body), agent: false, signal: timeout },
      (response) => {
        response.on("error", () => resolve({ failed: "timed out" }));
        response.on("end", () => resolve({ status: response.statusCode ?? 0 }));
        response.resume();
      },
    );
    sent.on("error", () => resolve({ failed: timeout.aborted ? "timed out" : "failed to connect to host" }));
    sent.end(body);
  });
}
