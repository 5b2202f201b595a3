// Signs people in with GitHub (OAuth with PKCE). The user token is used once, to learn who they are, and then
// discarded; permissions are queried as the App.
import * as z from "zod";
import { Unavailable, UserError } from "../../errors.ts";
import type { Api } from "./address.ts";
import type { RequestClock } from "./clock.ts";
import { openRequests } from "./request.ts";

export interface SignInOptions {
  api: Api;
  clientId: string;
  clientSecret: string;
  clock: RequestClock;
  stop: AbortSignal;
}

interface SignedIn {
  login: string;
  id: number;
  /** GitHub has given them explicit access to a repository in which the App is installed; that it is public is not enough. */
  hasAccess: boolean;
}

export interface SignIn {
  /** The address to send the browser to. `challenge` is the PKCE challenge of the verifier. */
  address(asked: { state: string; challenge: string; back: string }): string;
  /** Throws a `UserError` for a code that GitHub rejects. */
  who(code: string, proof: { verifier: string; back: string }): Promise<SignedIn>;
}

const longestWait = 20_000;
const answered = z.union([z.object({ access_token: z.string().min(1) }), z.object({ error: z.string() })]);

export function openSignIn({ api, clientId, clientSecret, clock, stop }: SignInOptions): SignIn {
  const site = siteOf(api);
  return {
    address({ state, challenge, back }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: back,
        state,
        code_challenge: challenge,
        code_challenge_method: "S256",
      });
      return `${site}/login/oauth/authorize?${query.toString()}`;
    },

    async who(code, { verifier, back }) {
      const token = await exchanged(`${site}/login/oauth/access_token`, {
        client_id: clientId,
        client_secret: clientSecret,
        code,
        code_verifier: verifier,
        redirect_uri: back,
      });
      const requests = openRequests({ api, token: async () => token, clock, stop });
      const [{ login, id }, installations] = await Promise.all([
        requests.get<Pick<SignedIn, "login" | "id">>("/user", {}),
        requests.get<{ total_count: number }>("/user/installations", { per_page: 1 }),
      ]);
      return { login, id, hasAccess: installations.total_count > 0 };
    },
  };

  async function exchanged(address: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const answer = await fetch(address, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(fields),
      redirect: "error",
      signal: AbortSignal.any([stop, AbortSignal.timeout(longestWait)]),
    }).catch(() => null);
    const parsed = answer?.ok === true ? answered.safeParse(await answer.json().catch(() => null)) : null;
    if (!parsed?.success) throw new Unavailable("GitHub", "it does not say who signed in");
    if ("access_token" in parsed.data) return parsed.data.access_token;
    throw new UserError(
      "GitHub no longer accepts this sign-in",
      "Sign in again; the address is valid for ten minutes.",
    );
  }
}

/** The host next to its API; plain HTTP on loopback only, like `apiOf`. */
function siteOf({ host, rest }: Api): string {
  return `${new URL(rest).protocol}//${host}`;
}
