// Tokens of a GitHub App's installation, each narrowed to what its holder does: the process that reads a change's text
// gets one that cannot write.
import { createAppAuth } from "@octokit/auth-app";
import { Refused, Unavailable, UserError } from "../../errors.ts";
import type { Api } from "./address.ts";
import type { Clock } from "./clock.ts";
import { RefusedForNow } from "./refused-for-now.ts";
import { openRequests } from "./request.ts";

export interface AppKey {
  appId: number | string;
  /** PEM. */
  privateKey: string;
  installationId: number;
}

export const permissions = {
  read: { contents: "read", pull_requests: "read", issues: "read", checks: "read" },
  write: { pull_requests: "write", issues: "write", checks: "write" },
  /** GitHub lets only those who may write contents resolve a thread. */
  resolve: { pull_requests: "write", contents: "write" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, "read" | "write">>>>;

export type Scope = keyof typeof permissions;

export interface AppTokenOptions {
  api: Api;
  app: AppKey;
  scope: Scope;
  clock: Clock;
  stop: AbortSignal;
  timeout?: number;
}

/** One that ends within this time is not used any more: a request with it may be on its way for a while. */
const renewBefore = 5 * 60_000;

/** A source of tokens, for `RequestOptions.token`. */
export function openAppToken(options: AppTokenOptions): () => Promise<string> {
  const { clock } = options;
  let held: { token: string; until: number } | null = null;
  let asking: Promise<string> | null = null;

  async function renew(): Promise<string> {
    const { token, expires_at } = await makeToken(options);
    held = { token, until: Date.parse(expires_at) - renewBefore };
    return token;
  }

  return async () => {
    if (held && clock.now() < held.until) return held.token;
    asking ??= renew().finally(() => {
      asking = null;
    });
    return await asking;
  };
}

interface MadeToken {
  token: string;
  expires_at: string;
}

// Octokit's own cache of these is left alone: it goes by the machine's clock, and one that is being made is shared by
// the number of the installation, whatever the host and the App.
async function makeToken({ api, app, scope, clock, stop, timeout }: AppTokenOptions): Promise<MadeToken> {
  const asApp = async () => await signedProof(app);
  const requests = openRequests({ api, token: asApp, clock, stop, ...(timeout === undefined ? {} : { timeout }) });
  try {
    return await requests.write<MadeToken>("POST /app/installations/{installation}/access_tokens", {
      installation: app.installationId,
      permissions: permissions[scope],
    });
  } catch (error) {
    if (error instanceof RefusedForNow) throw new Unavailable(error.who, error.message);
    throw error instanceof Refused ? notTheApp(error, app) : error;
  }
}

/** By which GitHub knows the App itself; it ends within ten minutes. */
export async function signedProof({ appId, privateKey }: Pick<AppKey, "appId" | "privateKey">): Promise<string> {
  try {
    const { token } = await createAppAuth({ appId, privateKey })({ type: "app" });
    return token;
  } catch {
    // What went wrong may quote the key.
    throw new UserError(
      `The private key of the App ${appId} cannot be used to sign`,
      "Give the whole PEM file that GitHub let you download, with its first and last line.",
    );
  }
}

function notTheApp({ status, who, message }: Refused, { appId, installationId }: AppKey): UserError {
  if (status === 401)
    return new UserError(
      `${who} does not accept the private key of the App ${appId}`,
      "Check the App's number, that the key was not deleted on its settings page, and this machine's clock.",
    );
  if (status === 404)
    return new UserError(
      `The App ${appId} has no installation ${installationId}`,
      "Install the App again, or take the number from its installation page.",
    );
  return new UserError(
    `${who} gives no token for the installation ${installationId}: ${message}`,
    "Check that the installation is not suspended, and that the App has the permissions that the set-up page lists.",
  );
}
