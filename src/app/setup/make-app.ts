// Exchanges the code that GitHub sends to the setup page for the App's credentials, and stores them before reporting
// success.
import { Refused, Unavailable, UserError } from "../../errors.ts";
import { notKept, refused, troubles, githubUnreachable, type Trouble } from "./words/setup.ts";
import { keepApp, type KeptApp } from "../../world/app-file.ts";
import type { Api } from "../../world/github/address.ts";
import { convertManifest, type ConvertedApp } from "../../world/github/app-manifest.ts";
import { webOf } from "./manifest.ts";

export interface Making {
  api: Api;
  githubHost: string;
  folder: string;
  stop: AbortSignal;
}

export type AppCreation =
  | { is: "kept"; app: KeptApp; file: string }
  /** `mayRepeat`: trying again with the same code can succeed. */
  | { is: "trouble"; trouble: Trouble; mayRepeat: boolean };

/** The code becomes part of a URL. */
const codeForm = /^[\w-]{1,200}$/;

export function openMaking({
  api,
  githubHost,
  folder,
  stop,
}: Making): (code: string, publicUrl: string) => Promise<AppCreation> {
  // GitHub returns the key once, so it stays in memory until it is stored.
  const given = new Map<string, ConvertedApp>();
  return async (code, publicUrl) => {
    if (!codeForm.test(code)) return { is: "trouble", trouble: troubles.wrongCode, mayRepeat: false };
    try {
      const made = given.get(code) ?? (await convertManifest(code, { api, stop }));
      given.set(code, made);
      const app = kept(made, githubHost, publicUrl);
      return { is: "kept", app, file: keepApp(folder, app) };
    } catch (error) {
      return { is: "trouble", ...troubleOf(error) };
    }
  };
}

function kept(made: ConvertedApp, githubHost: string, publicUrl: string): KeptApp {
  const web = webOf(githubHost);
  return {
    host: githubHost,
    id: made.id,
    slug: made.slug,
    // The page links there, so it must be an address on the same GitHub.
    page: made.html_url.startsWith(`${web}/`) ? made.html_url : `${web}/apps/${encodeURIComponent(made.slug)}`,
    privateKey: made.pem,
    webhookSecret: made.webhook_secret,
    clientId: made.client_id,
    clientSecret: made.client_secret,
    publicUrl,
  };
}

function troubleOf(error: unknown): { trouble: Trouble; mayRepeat: boolean } {
  if (error instanceof Refused && [404, 410, 422].includes(error.status))
    return { trouble: troubles.wrongCode, mayRepeat: false };
  if (error instanceof Refused) return { trouble: refused(error.message), mayRepeat: false };
  if (error instanceof Unavailable) return { trouble: githubUnreachable(error.message), mayRepeat: true };
  if (error instanceof UserError) return { trouble: notKept(error.message, error.remedy), mayRepeat: true };
  throw error;
}
