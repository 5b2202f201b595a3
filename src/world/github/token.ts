// Finds the token of one host, in the environment or with `gh`. A token is never sent to another host.
import { execFile } from "node:child_process";
import { UserError } from "../../errors.ts";
import { hostNamed, type Env } from "./address.ts";

export interface FoundToken {
  token: string;
  /** Where it was found, for messages; never the token. */
  from: string;
}

const limitMs = 5_000;

export async function findToken(host: string, env: Env, stop: AbortSignal, limit = limitMs): Promise<FoundToken> {
  const named = hostNamed(host);
  for (const name of variablesFor(named, env)) {
    const token = env[name]?.trim();
    if (token) return { token: sound(token, name), from: name };
  }
  const token = await askGh(named, env, stop, limit);
  if (token !== null) return { token: sound(token, "gh"), from: `gh auth token --hostname ${named}` };
  throw noToken(named, env);
}

/** In GitHub Actions the first two are for the server that runs the workflow; elsewhere for github.com. */
function variablesFor(host: string, env: Env): readonly string[] {
  const home = URL.parse(env["GITHUB_SERVER_URL"] ?? "")?.host ?? "github.com";
  const common = host === home ? ["GITHUB_TOKEN", "GH_TOKEN"] : [];
  return host === "github.com" ? common : [...common, "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"];
}

/** A token with characters that a header cannot contain is a copy error and must not be quoted. */
function sound(token: string, from: string): string {
  if (/^[\x21-\x7e]{1,1000}$/.test(token)) return token;
  throw new UserError(
    `The token in ${from} contains spaces or other characters that are not valid in a token`,
    "Copy the complete token again, without anything around it.",
  );
}

function noToken(host: string, env: Env): UserError {
  const names = variablesFor(host, env);
  const first = names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names[0];
  return new UserError(
    `There is no token for ${host}`,
    `Set ${first}, or sign in with GitHub's own tool: gh auth login --hostname ${host}.`,
  );
}

/** `gh` gets what it needs to find its config and keyring, and none of our tokens. */
const passedToGh = [
  "PATH",
  "HOME",
  "USER",
  "XDG_CONFIG_HOME",
  "XDG_RUNTIME_DIR",
  "GH_CONFIG_DIR",
  "DBUS_SESSION_BUS_ADDRESS",
  "APPDATA",
  "LOCALAPPDATA",
  "USERPROFILE",
  "SystemRoot",
] as const;

/** Null if it is not installed, not signed in, or does not answer in time. */
async function askGh(host: string, env: Env, stop: AbortSignal, limit: number): Promise<string | null> {
  const own = Object.fromEntries(passedToGh.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  return await new Promise((resolve, reject) => {
    execFile(
      "gh",
      ["auth", "token", "--hostname", host],
      // Not in the repository, which could contain a program of that name or a config for it.
      {
        cwd: "/",
        env: { ...own, LC_ALL: "C", GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1" },
        signal: stop,
        timeout: limit,
        killSignal: "SIGKILL",
        maxBuffer: 10_000,
        windowsHide: true,
      },
      (error, out) => {
        if (stop.aborted) reject(stop.reason instanceof Error ? stop.reason : new Error("stopped"));
        else resolve(error === null && out.trim() !== "" ? out.trim() : null);
      },
    );
  });
}
