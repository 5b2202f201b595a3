// The registries that the user's own config of npm names. Of that config nothing else is taken: no token, and no setting
// that makes npm run something.
import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Machine } from "../sandbox-dependencies.ts";
import { originOf } from "./npm-sources.ts";
import { askProgram } from "./this-machine.ts";

export interface Registries {
  /** For packages without a scope of their own. */
  main: string;
  /** Lines of a config that names them, and the certificate of their authority. */
  config: string;
  /** Where packages may come from. */
  origins: ReadonlySet<string>;
  /** Files that the config names. */
  files: readonly string[];
}

/** What of the environment says which config npm reads. */
const variables = [
  "npm_config_registry",
  "NPM_CONFIG_REGISTRY",
  "npm_config_userconfig",
  "NPM_CONFIG_USERCONFIG",
  "npm_config_globalconfig",
  "NPM_CONFIG_GLOBALCONFIG",
];

/** npm and pnpm answer alike; null where they do not. */
export async function askRegistries(program: string, machine: Machine): Promise<Registries | null> {
  const question = ["config", "get", "registry"];
  const none = { npm_config_userconfig: "/dev/null", npm_config_globalconfig: "/dev/null", HOME: "/" };
  const [own, usual] = await Promise.all([
    askProgram(program, question, variables, machine),
    // Lockfiles name the usual one, whichever one is the user's own; npm takes the user's own in its place.
    askProgram(program, question, [], machine, none),
  ]);
  const registry = own === null ? null : plainAddress(own);
  if (registry === null) return null;
  const { scoped, cafile } = readUserConfig(machine);
  const origins = [registry, ...scoped.map(({ address }) => address), usual ?? registry].flatMap(
    (address) => originOf(address) ?? [],
  );
  const lines = [
    `registry=${registry}`,
    ...scoped.map(({ scope, address }) => `${scope}:registry=${address}`),
    ...(cafile === null ? [] : [`cafile=${cafile}`]),
  ];
  return {
    main: registry,
    config: `${lines.join("\n")}\n`,
    origins: new Set(origins),
    files: cafile === null ? [] : [cafile],
  };
}

function readUserConfig(machine: Machine): { scoped: { scope: string; address: string }[]; cafile: string | null } {
  const { env } = machine;
  const path = env["npm_config_userconfig"] ?? env["NPM_CONFIG_USERCONFIG"] ?? join(env["HOME"] ?? "/", ".npmrc");
  const lines = readIfThere(path).split(/\r?\n/);
  const scoped = lines.flatMap((line) => {
    const [, scope, value] = /^\s*(@[\w.~-]+):registry\s*=\s*"?([^"\s]+)"?\s*$/.exec(line) ?? [];
    const address = value === undefined ? null : plainAddress(value);
    return scope === undefined || address === null ? [] : [{ scope, address }];
  });
  const cafile = lines.flatMap((line) => /^\s*cafile\s*=\s*"?([^"$]+?)"?\s*$/.exec(line)?.[1] ?? []).at(-1) ?? null;
  return { scoped, cafile: cafile !== null && isAbsolute(cafile) && existsSync(cafile) ? cafile : null };
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Without the name and password that it may carry: they would get into a file and an environment. */
function plainAddress(text: string): string | null {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  url.username = "";
  url.password = "";
  return url.href;
}
