// Reads the registries from the user's npm config, and nothing else: no token, and no setting that makes npm run
// something.
import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Machine } from "../sandbox-dependencies.ts";
import { originOf } from "./npm-sources.ts";
import { askProgram } from "./this-machine.ts";

export interface Registries {
  /** For packages without a scope. */
  main: string;
  /** An npmrc with the registries and their CA file. */
  config: string;
  /** Allowed origins of packages. */
  origins: ReadonlySet<string>;
  /** Files that the npmrc refers to. */
  files: readonly string[];
}

/** Environment variables that choose npm's config. */
const variables = [
  "npm_config_registry",
  "NPM_CONFIG_REGISTRY",
  "npm_config_userconfig",
  "NPM_CONFIG_USERCONFIG",
  "npm_config_globalconfig",
  "NPM_CONFIG_GLOBALCONFIG",
];

/** Null if the program does not answer. npm and pnpm answer alike. */
export async function askRegistries(program: string, machine: Machine): Promise<Registries | null> {
  const question = ["config", "get", "registry"];
  const none = { npm_config_userconfig: "/dev/null", npm_config_globalconfig: "/dev/null", HOME: "/" };
  const [own, usual] = await Promise.all([
    askProgram(program, question, variables, machine),
    // Lockfiles name the default registry; npm replaces it by the user's own.
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

/** Strips credentials, which would end up in a file and an environment. */
function plainAddress(text: string): string | null {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  url.username = "";
  url.password = "";
  return url.href;
}
