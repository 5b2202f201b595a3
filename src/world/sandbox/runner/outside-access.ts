// What one run is given that no other is: keys, and a way to some hosts. Both go with it.
import type { OutsideAccess } from "../../../findings/execution/sandbox-runner.ts";
import { UserError } from "../../../errors.ts";
import { openHostProxy } from "../host-proxy.ts";
import { redactValues } from "../../../secrets/redact-values.ts";

export type Keys = Readonly<Record<string, string>>;

export interface OpenOutsideAccess {
  keys: Keys;
  /** The values of the keys, to be redacted. */
  secrets: readonly string[];
  /** Where the hosts are reached; null where there are none. */
  socket: string | null;
  /** What is reached without the proxy, as programs are told it. */
  noProxy: string;
  refused(): readonly string[];
  close(): Promise<void>;
}

/** A project may have servers of its own inside, unless hosts of these names are meant to be outside. */
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

/** Throws where one is not set: a program without its key would fail for no fault of the change. */
export function environmentKeys(names: readonly string[], env: Readonly<Record<string, string | undefined>>): Keys {
  const missing = names.filter((name) => (env[name] ?? "") === "");
  if (missing.length > 0)
    throw new UserError(
      `not set in the environment: ${missing.join(", ")}`,
      "Set what is named under `env` of these evals in your own config, or name something else there.",
    );
  return Object.fromEntries(names.map((name) => [name, env[name]!]));
}
