// Decides what a program in a sandbox gets to reach its vendor: the files of its home and the only hosts it can reach.
import type { Environment } from "./environment.ts";
import type { ModelProgram } from "./program.ts";

export interface ProgramAccess {
  /** By name, below its home. */
  homeFiles: Readonly<Record<string, string>>;
  /** `name`, or `name:port` for a host that the user configured. */
  hosts: readonly string[];
}

/** Null: it would not reach its vendor from a sandbox. */
export function programAccess(
  program: ModelProgram,
  { env, ownHome }: Environment,
  baseUrl: string | null,
): ProgramAccess | null {
  // Our proxy connects directly, which does not work where the user needs a proxy.
  if (!ownHome || Object.keys(env).some((name) => /^(?:https?|all)_proxy$/i.test(name))) return null;
  const addresses = baseUrl === null ? namedAddresses(env) : [baseUrl];
  return { homeFiles: program.home.files, hosts: addresses.length === 0 ? program.hosts : addresses.map(hostOf) };
}

function namedAddresses(env: Environment["env"]): string[] {
  return Object.keys(env).flatMap((name) => (name.endsWith("_BASE_URL") ? env[name]! : []));
}

/** With its port, because a configured host may have a private address. */
function hostOf(address: string): string {
  const url = URL.parse(address);
  return `${url?.hostname ?? ""}:${url?.port || (url?.protocol === "http:" ? 80 : 443)}`;
}
