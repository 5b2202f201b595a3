// Resolves a host to its API addresses. The host comes from a remote and is validated; the override comes from the
// user's environment only.
import { UserError } from "../../errors.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export interface Api {
  /** As people write it: `github.com`, `git.example.com`, `127.0.0.1:8080`. */
  host: string;
  /** Without a slash at its end. */
  rest: string;
  graphql: string;
}

/** Override of the REST API's base address, for tests and proxies. */
const overrideVariable = "CROSSCHECK_GITHUB_API";

const hostForm = /^(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?(?::\d{1,5})?$/;

export function apiOf(host: string, env: Env = {}): Api {
  const named = hostNamed(host);
  const override = env[overrideVariable]?.trim();
  if (override) return apiAt(named, override);
  if (named === "github.com") return apiAt(named, "https://api.github.com");
  if (named.endsWith(".ghe.com")) return apiAt(named, `https://api.${named}`);
  return apiAt(named, `${isLoopback(named) ? "http" : "https"}://${named}/api/v3`);
}

/** The canonical form of the host, by which tokens are stored. */
export function hostNamed(host: string): string {
  const lower = host.trim().toLowerCase();
  if (lower.length > 260 || !hostForm.test(lower))
    throw new UserError(
      `${JSON.stringify(host.slice(0, 80))} is not the name of a host`,
      "Name the host alone, such as github.com or git.example.com.",
    );
  return lower === "www.github.com" ? "github.com" : lower;
}

/** Loopback: nothing goes over the network. */
function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+)(?::\d+)?$/.test(host);
}

function apiAt(host: string, address: string): Api {
  const base = parsed(address);
  const rest = `${base.origin}${base.pathname.replace(/\/+$/, "")}`;
  // Enterprise Server has GraphQL next to the REST API, not below it.
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
