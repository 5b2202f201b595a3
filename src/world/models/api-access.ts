// Resolves the key and address of an API. A key is sent only to the configured address or to its vendor.
import type { ModelSettings } from "../../change/config.ts";
import { UserError } from "../../errors.ts";
import type { ModelNeeds } from "./needs.ts";
import type { VendorAccess, Vendor } from "./vendors/vendor.ts";

/** `missing`: the environment variable in which no key was found. */
export function accessOf(
  vendor: Vendor,
  settings: ModelSettings,
  env: ModelNeeds["env"],
): VendorAccess | { missing: string } {
  const variables = settings.key === undefined ? vendor.keys : [settings.key];
  const key = variables.map((name) => env[name]?.trim()).find((value) => value);
  const baseUrl = addressOf(vendor, settings, key !== undefined);
  const isMissing = key === undefined && (vendor.needsKey || settings.key !== undefined);
  if (isMissing) return { missing: variables.join(" or ") };
  return { key, baseUrl, fetch: fetchHere };
}

function addressOf(vendor: Vendor, settings: ModelSettings, withKey: boolean): string {
  const given = settings.baseUrl ?? vendor.baseUrl;
  if (given === null)
    throw new UserError(
      `models: ${settings.use} has no baseUrl`,
      "Set the server's address in your own config, as in `baseUrl: http://localhost:11434/v1`.",
    );
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new UserError(
      `models: the baseUrl of ${settings.use} is not the address of a server`,
      "Write it as https://host/path in your own config; a key is named by `key`, never put into the address.",
    );
  if (withKey && url.protocol === "http:" && !isLoopback(url.hostname))
    throw new UserError(
      `models: ${settings.use} would send its key to ${url.host} unencrypted`,
      "Use an https address, or remove the key if the server needs none.",
    );
  return given.replace(/\/+$/, "");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Redirects are refused, because they would carry the key to another host. */
const fetchHere: typeof globalThis.fetch = async (input, init) =>
  await fetch(input, { ...init, redirect: "error", ...patience() });

/**
 * Node's fetch times out after five minutes without a byte, but a local model can take longer to read its input; we
 * enforce our own timeout. Node exports no agent class, so one is created from the global dispatcher's constructor.
 */
function patience(): RequestInit {
  if (agent !== undefined) return { dispatcher: agent };
  const inUse = (globalThis as Record<symbol, unknown>)[Symbol.for("undici.globalDispatcher.1")];
  const Agent = inUse?.constructor as (new (limits: object) => Agent) | undefined;
  if (Agent === undefined) return {};
  agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  return { dispatcher: agent };
}

type Agent = NonNullable<RequestInit["dispatcher"]>;
/** Made once, because it keeps connections. */
let agent: Agent | undefined;
