// Creates installation tokens of a GitHub App, each with only the permissions its user needs: a process that reads a
// change's text gets one that cannot write.
import { createAppAuth } from "@octokit/auth-app";
import { Refused, RefusedForNow, Unavailable, UserError } from "../../errors.ts";
import type { Api } from "./address.ts";
import type { RequestClock } from "./clock.ts";
import { openRequests } from "./request.ts";
import type { TokenSource } from "./wire.ts";

export interface AppKey {
  appId: number | string;
  /** PEM. */
  privateKey: string;
  installationId: number;
}

export const tokenPermissions = {
  read: { contents: "read", pull_requests: "read", issues: "read", checks: "read" },
  write: { pull_requests: "write", issues: "write", checks: "write" },
  /** GitHub requires write access to contents to resolve a thread. */
  resolve: { pull_requests: "write", contents: "write" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, "read" | "write">>>>;

export type TokenScope = keyof typeof tokenPermissions;

export interface AppTokensOptions {
  api: Api;
  app: Pick<AppKey, "appId" | "privateKey">;
  clock: RequestClock;
  timeout?: number;
}

export interface TokenWanted {
  installationId: number;
  scope: TokenScope;
  /** The only repository the token gives access to; absent: all of the installation. */
  repository?: string | undefined;
  stop: AbortSignal;
}

export interface AppTokenOptions extends AppTokensOptions, Omit<TokenWanted, "installationId"> {
  app: AppKey;
}

/** A token that expires sooner is not used, because a request with it may take a while. */
const renewBefore = 5 * 60_000;

/** A source of tokens, for `RequestOptions.token`. */
export function openAppToken({ scope, repository, stop, ...options }: AppTokenOptions): TokenSource {
  return openAppTokens(options)({ installationId: options.app.installationId, scope, repository, stop });
}

/** The tokens of an App, cached in memory until shortly before they expire; concurrent requests share one. */
export function openAppTokens(options: AppTokensOptions): (wanted: TokenWanted) => TokenSource {
  const { clock } = options;
  const held = new Map<string, { token: string; until: number }>();
  const asking = new Map<string, Asking>();

  async function renew(name: string, wanted: TokenWanted): Promise<string> {
    const { token, expires_at } = await makeToken(options, wanted);
    for (const [other, { until }] of held) if (until <= clock.now()) held.delete(other);
    held.set(name, { token, until: Date.parse(expires_at) - renewBefore });
    return token;
  }

  /** An aborted caller stops waiting; the request continues while anyone waits. */
  async function shared(name: string, wanted: TokenWanted): Promise<string> {
    wanted.stop.throwIfAborted();
    const known = asking.get(name) ?? begin(name, wanted);
    known.waiting += 1;
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const leave = () => {
      known.waiting -= 1;
      if (known.waiting === 0) {
        asking.delete(name);
        known.end.abort();
      }
      reject(wanted.stop.reason);
    };
    wanted.stop.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([known.token, stopped]);
    } finally {
      wanted.stop.removeEventListener("abort", leave);
    }
  }

  function begin(name: string, wanted: TokenWanted): Asking {
    const end = new AbortController();
    const token = renew(name, { ...wanted, stop: end.signal });
    const begun: Asking = { token, end, waiting: 0 };
    const forget = () => void (asking.get(name) === begun && asking.delete(name));
    token.then(forget, forget);
    asking.set(name, begun);
    return begun;
  }

  return (wanted) => {
    const name = JSON.stringify([wanted.installationId, wanted.scope, wanted.repository?.toLowerCase() ?? null]);
    const source = async () => {
      const kept = held.get(name);
      return kept && clock.now() < kept.until ? kept.token : await shared(name, wanted);
    };
    const refused = (token: string) => void (held.get(name)?.token === token && held.delete(name));
    return Object.assign(source, { refused });
  };
}

/** A pending token request and the number of its waiters. */
interface Asking {
  token: Promise<string>;
  end: AbortController;
  waiting: number;
}

interface MadeToken {
  token: string;
  expires_at: string;
}

// Octokit's own cache is not used: it depends on the machine's clock and shares pending tokens by installation number,
// whatever the host and App.
async function makeToken(
  { api, app, clock, timeout }: AppTokensOptions,
  { installationId, scope, repository, stop }: TokenWanted,
): Promise<MadeToken> {
  const asApp = async () => await signedProof(app);
  const requests = openRequests({ api, token: asApp, clock, stop, ...(timeout === undefined ? {} : { timeout }) });
  const ask = async (only: readonly string[] | null) =>
    await requests.write<MadeToken>("POST /app/installations/{installation}/access_tokens", {
      installation: installationId,
      permissions: tokenPermissions[scope],
      ...(only && { repositories: only }),
    });
  try {
    return await (repository === undefined ? ask(null) : ask([repository]).catch(elsewhere(() => ask(null))));
  } catch (error) {
    if (error instanceof RefusedForNow) throw new Unavailable(error.who, error.message);
    throw error instanceof Refused ? notTheApp(error, { ...app, installationId }) : error;
  }
}

/** A renamed repository gets no token under its old name, although it is still found by it. */
function elsewhere(ask: () => Promise<MadeToken>): (error: unknown) => Promise<MadeToken> {
  return async (error) => {
    if (error instanceof Refused && error.status === 422) return await ask();
    throw error;
  };
}

/** The App's own JWT, valid for at most ten minutes. */
export async function signedProof({ appId, privateKey }: Pick<AppKey, "appId" | "privateKey">): Promise<string> {
  try {
    const { token } = await createAppAuth({ appId, privateKey })({ type: "app" });
    return token;
  } catch {
    // The error may quote the key.
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
    `${who} did not issue a token for the installation ${installationId}: ${message}`,
    "Check that the installation is not suspended, and that the App has the permissions that the set-up page lists.",
  );
}
