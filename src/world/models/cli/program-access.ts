// Decides what a program in a sandbox gets to reach its vendor: the files of its home and the only hosts it can reach.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "./environment.ts";
import type { LoginCopy, ModelProgram } from "./program.ts";

export interface ProgramAccess {
  /** By name, below its home. */
  homeFiles: Readonly<Record<string, string>>;
  /** `name`, or `name:port` for a host that the user configured. */
  hosts: readonly string[];
  /** Values that must not be in any message. */
  secrets: readonly string[];
}

/** Programs renew a login some minutes before it ends. */
const marginMs = 10 * 60_000;

/** Null: it would not reach its vendor from a sandbox for so long. */
export function programAccess(
  program: ModelProgram,
  { env, ownHome }: Environment,
  baseUrl: string | null,
  ms: number,
): ProgramAccess | null {
  // Our proxy connects directly, which does not work where the user needs a proxy.
  if (Object.keys(env).some((name) => /^(?:https?|all)_proxy$/i.test(name))) return null;
  const login = ownHome ? null : readLogin(program, env);
  if (!ownHome && (login === null || login.expires < Date.now() + ms + marginMs)) return null;
  const addresses = baseUrl === null ? namedAddresses(env) : [baseUrl];
  const usual = login === null ? program.hosts : program.login.hosts;
  return {
    homeFiles: login === null ? program.home.files : login.files,
    hosts: addresses.length === 0 ? usual : addresses.map(hostOf),
    secrets: login === null ? [] : login.secrets,
  };
}

function readLogin({ home, login }: ModelProgram, env: Environment["env"]): LoginCopy | null {
  const folder = env[home.variable] ?? join(env["HOME"] ?? "", login.folder);
  return login.copy((name) => {
    try {
      return JSON.parse(readFileSync(join(folder, name), "utf8"));
    } catch {
      return null;
    }
  }, env);
}

function namedAddresses(env: Environment["env"]): string[] {
  return Object.keys(env).flatMap((name) => (name.endsWith("_BASE_URL") ? env[name]! : []));
}

/** With its port, because a configured host may have a private address. */
function hostOf(address: string): string {
  const url = URL.parse(address);
  return `${url?.hostname ?? ""}:${url?.port || (url?.protocol === "http:" ? 80 : 443)}`;
}
