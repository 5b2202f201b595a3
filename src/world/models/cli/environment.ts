// Builds a program's environment: enough to find its login and the network, its own key, and nothing else.
import type { OwnFolder } from "./own-folder.ts";
import type { ModelProgram } from "./program.ts";

type Env = Readonly<Record<string, string | undefined>>;

const common = ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE"];
const proxies = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "all_proxy",
  "no_proxy",
];
const authorities = ["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA"];

/** Enough for a program to print its version. */
export function bareEnvironment(env: Env, temporary: string): Record<string, string> {
  return { ...picked(env, [...common, ...proxies, ...authorities]), TMPDIR: temporary };
}

export interface Environment {
  env: Record<string, string>;
  /** It gets a home directory of its own. */
  ownHome: boolean;
  /** Values that must not be in any message. */
  secrets: readonly string[];
}

/** `key` is the variable that holds the key; absent: the program's own. */
export function environmentFor(
  program: ModelProgram,
  key: string | undefined,
  env: Env,
  folder: OwnFolder,
): Environment {
  const own = picked(env, [program.key, ...program.variables]);
  const value = key === undefined ? undefined : env[key];
  if (value) own[program.key] = value;
  const ownHome = program.home.forKey === "any" ? own[program.key] !== undefined : value !== undefined;
  if (ownHome) own[program.home.variable] = folder.home;
  const all = { ...bareEnvironment(env, folder.temporary), ...own };
  const addresses = Object.values(picked(env, proxies)).filter((address) => address.includes("@"));
  return { env: all, ownHome, secrets: [...Object.values(picked(own, secretVariables(program))), ...addresses] };
}

function secretVariables(program: ModelProgram): string[] {
  return [program.key, ...program.variables].filter((name) => /_(?:KEY|TOKEN)$/.test(name));
}

function picked(env: Env, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = env[name];
    if (value !== undefined && value !== "") found[name] = value;
  }
  return found;
}
