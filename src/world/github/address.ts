// Where a host's API is. The host comes from a remote or an address and is held to the form of one; the override comes
// from the user's environment alone.
import { UserError } from "../../errors.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export interface Api {
  /** As people name it: `github.com`, `git.example.com`, `127.0.0.1:8080`. */
  host: string;
  /** Without a slash at its end. */
  rest: string;
  graphql: string;
}

/** For tests and for hosts behind something: the base address of the REST API. */
export const overrideVariable = "CROSSCHECK_GITHUB_API";

const hostForm = /^(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?(?::\d{1,5})?$/;

export function apiOf(host: string, env: Env = {}): Api {
  const named = hostNamed(host);
  const override = env[overrideVariable]?.trim();
  if (override) return apiAt(named, override);
  if (named === "github.com") return apiAt(named, "https://api.github.com");
  if (named.endsWith(".ghe.com")) return apiAt(named, `https://api.${named}`);
  return apiAt(named, `${isLoopback(named) ? "http" : "https"}://${named}/api/v3`);
}

/** The host in the one form that tokens are kept by. */
export function hostNamed(host: string): string {
  const lower = host.trim().toLowerCase();
  if (lower.length > 260 || !hostForm.test(lower))
    throw new UserError(
      `${JSON.stringify(host.slice(0, 80))} is not the name of a host`,
      "Name the host alone, such as github.com or git.example.com.",
    );
  return lower === "www.github.com" ? "github.com" : lower;
}

/** Only a stand-in or a tunnel listens there; nothing goes over a wire. */
function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+)(?::\d+)?$/.test(host);
}

function apiAt(host: string, address: string): Api {
  const base = parsed(address);
  const rest = `${base.origin}${base.pathname.replace(/\/+$/, "")}`;
  // Enterprise Server has GraphQL beside the REST API, not under it.
  const graphql = rest.endsWith("/api/v3") ? rest.replace(/v3$/, "graphql") : `${rest}/graphql`;
  return { host, rest, graphql };
}

function parsed(address: string): URL {
  const url = URL.parse(address);
  const sound =
    url !== null &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.host))) &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === "";
  if (!sound)
    throw new UserError(
      `${overrideVariable} is not the address of an API`,
      `Set it to an https address without a name, password or query, such as https://git.example.com/api/v3, or unset it.`,
    );
  return url;
}
