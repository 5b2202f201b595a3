// Determines which App the server is: from the environment, or from the set-up page's file.
import { readFileSync } from "node:fs";
import { UserError } from "../../errors.ts";
import { readApp } from "../../world/app-file.ts";
import { dataPlace } from "../../world/store/data-folder.ts";
import { hostNamed } from "../../world/github/address.ts";
import type { AppIdentity } from "../server/installation.ts";

export interface OwnApp {
  /** Where the App's identity was found, for messages. */
  from: string;
  githubHost: string;
  secret: string;
  app: AppIdentity;
  /** The OAuth client for sign-in; null if it is not configured. */
  client: { id: string; secret: string } | null;
  /** The public address of the server; null if unknown. */
  publicUrl: string | null;
  /** Other users of this machine can read its file. */
  open: boolean;
}

export interface IdentityWishes {
  data?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
}

const named = ["CROSSCHECK_APP_ID", "CROSSCHECK_APP_KEY", "CROSSCHECK_WEBHOOK_SECRET"] as const;

/**
 * Null if neither the environment nor the file defines an App. If the environment is incomplete, all missing variables
 * are reported at once.
 */
export function findApp(wishes: IdentityWishes): OwnApp | null {
  const missing = named.filter((name) => !wishes.env[name]);
  if (missing.length === named.length) return keptApp(wishes);
  if (missing.length > 0) throw missingApp(missing);
  const { env } = wishes;
  // The id appears in error messages, so a key or secret set here by mistake must not pass.
  if (!/^[\w.]{1,40}$/.test(env["CROSSCHECK_APP_ID"]!))
    throw new UserError(
      "CROSSCHECK_APP_ID is not the id of an App",
      "Set it to the number that the App's page shows as App ID.",
    );
  const [id, secret] = [env["CROSSCHECK_CLIENT_ID"], env["CROSSCHECK_CLIENT_SECRET"]];
  return {
    from: "the environment",
    githubHost: hostIn(env) ?? "github.com",
    secret: env["CROSSCHECK_WEBHOOK_SECRET"]!,
    app: { appId: env["CROSSCHECK_APP_ID"]!, privateKey: keyIn(env["CROSSCHECK_APP_KEY"]!) },
    client: id && secret ? { id, secret } : null,
    publicUrl: null,
    open: false,
  };
}

export function missingApp(missing: readonly string[] = named): UserError {
  return new UserError(
    `A server needs ${missing.join(", ")}`,
    "Set them to the App's id, the file of its private key, and the secret of its webhook.",
  );
}

/** The data folder, even if the data itself is in PostgreSQL. */
export function appFolder({ data, env, platform }: IdentityWishes): string {
  const place = dataPlace({ data, env, platform, server: false });
  if (!("folder" in place)) throw new Error("a folder was asked for");
  return place.folder;
}

function keptApp(wishes: IdentityWishes): OwnApp | null {
  const found = readApp(appFolder(wishes));
  if (found === null) return null;
  const { app, file, open } = found;
  const host = hostIn(wishes.env);
  if (host !== null && host !== app.host)
    throw new UserError(
      `${file} holds an App of ${app.host}, and CROSSCHECK_GITHUB_HOST names ${host}`,
      "Unset CROSSCHECK_GITHUB_HOST, or choose another folder with --data DIR or CROSSCHECK_DATA.",
    );
  return {
    from: file,
    githubHost: app.host,
    secret: app.webhookSecret,
    app: { appId: String(app.id), privateKey: app.privateKey },
    client: { id: app.clientId, secret: app.clientSecret },
    publicUrl: app.publicUrl,
    open,
  };
}

function hostIn(env: IdentityWishes["env"]): string | null {
  const host = env["CROSSCHECK_GITHUB_HOST"];
  return host ? hostNamed(host) : null;
}

function keyIn(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    // Node's message would repeat the value, which may be the key itself instead of its file.
    const why = (error as NodeJS.ErrnoException).code ?? "it is no file's name";
    const name = /^[\w./ ~-]{1,200}$/.test(file) ? ` ${file}` : "";
    throw new UserError(
      `The file of the App's private key${name} cannot be read: ${why}`,
      "Set CROSSCHECK_APP_KEY to the PEM file that GitHub gave.",
    );
  }
}
