// Opens the outside access of one run: its keys and a proxy to its hosts.
import type { OutsideAccess } from "../../../findings/execution/sandbox-runner.ts";
import { UserError } from "../../../errors.ts";
import { openHostProxy } from "../host-proxy.ts";
import { redactValues } from "../../../secrets/redact-values.ts";

export type Keys = Readonly<Record<string, string>>;

export interface OpenOutsideAccess {
  keys: Keys;
  /** The values of the keys, to be redacted. */
  secrets: readonly string[];
  /** Socket of the proxy; null without hosts. */
  socket: string | null;
  /** Value of NO_PROXY. */
  noProxy: string;
  refused(): readonly string[];
  close(): Promise<void>;
}

/** Local servers inside the sandbox, unless configured as hosts outside. */
const insideNames = ["localhost", "127.0.0.1", "::1"];

export async function openOutsideAccess(
  { env: names, hosts }: OutsideAccess,
  env: Readonly<Record<string, string | undefined>>,
): Promise<OpenOutsideAccess> {
  const keys = environmentKeys(names, env);
  const secrets = Object.values(keys);
  const named = hosts.map((host) => host.replace(/:\d+$/, "").toLowerCase());
  const noProxy = insideNames.filter((name) => !named.includes(name)).join(",");
  const proxy = hosts.length === 0 ? null : await openHostProxy(hosts);
  return {
    keys,
    secrets,
    socket: proxy?.socket ?? null,
    noProxy,
    refused: () => (proxy?.refused() ?? []).map((host) => redactValues(host, secrets)),
    close: async () => await proxy?.close(),
  };
}

/** Throws if one is not set: without its key a program would fail through no fault of the change. */
export function environmentKeys(names: readonly string[], env: Readonly<Record<string, string | undefined>>): Keys {
  const missing = names.filter((name) => (env[name] ?? "") === "");
  if (missing.length > 0)
    throw new UserError(
      `not set in the environment: ${missing.join(", ")}`,
      "Set what is named under `env` of these evals in your own config, or name something else there.",
    );
  return Object.fromEntries(names.map((name) => [name, env[name]!]));
}
