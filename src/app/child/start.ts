// Starts the process that asks models, and hears what it says.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { UserConfig } from "../../change/config.ts";
import { Unavailable, UserError } from "../../errors.ts";
import type { Draft } from "../../review/draft.ts";
import type { Progress } from "../../review-change.ts";
import { keyVariables } from "../../world/models/key-variables.ts";
import type { CallRecord } from "../../world/models/record.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { Given } from "../review/open-panel.ts";
import type { Apart, Failed, Said } from "./messages.ts";

export interface Hearing {
  progress(step: Progress): void;
  /** What was asked is kept as it comes: what was spent must not be forgotten, whatever happens next. */
  call(run: string, call: CallRecord): Promise<void>;
}

export interface DraftedApart {
  draft: Draft;
  asked: { run: string; given: Given } | null;
}

/** What git, a cache, a network and a program's own login need; of keys, those of the models alone. */
const common = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SystemRoot", "APPDATA", "USERPROFILE"];
const folders = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"];
const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];
const authorities = ["NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA", "SSL_CERT_FILE", "SSL_CERT_DIR"];
/** Whatever somebody calls a key: these are GitHub's. */
const tokens = ["GITHUB_TOKEN", "GH_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"];
const passed = [...common, ...folders, ...proxies, ...proxies.map((name) => name.toLowerCase()), ...authorities];

export async function reviewApart(
  apart: Apart,
  outside: Pick<ProcessEnvironment, "program" | "env" | "stop">,
  hearing: Hearing,
): Promise<DraftedApart> {
  const heard: { drafted?: DraftedApart } = {};
  const ended = await talkWith<Said>(apart, { ...outside, command: "review-apart" }, async (said) => {
    if (said.is === "progress") hearing.progress(said.step);
    else if (said.is === "call") await hearing.call(said.run, said.call);
    else if (said.is === "drafted") heard.drafted = { draft: said.draft, asked: said.asked };
  });
  return heard.drafted ?? brokenOff(ended);
}

export interface Ended {
  code: number | null;
  complaint: string;
}

/** What it says is heard as it comes; what it refuses is thrown as if it had been refused here. */
export async function talkWith<Told extends { is: string }>(
  given: { user: UserConfig },
  { command: name, program, env, stop }: Pick<ProcessEnvironment, "program" | "env" | "stop"> & { command: string },
  hear: (said: Exclude<Told, Failed>) => Promise<void>,
): Promise<Ended> {
  stop.throwIfAborted();
  const { models = [], evals = [] } = given.user;
  const keys = [...models.flatMap(keyVariables), ...evals.flatMap((one) => one.env)];
  const names = [...passed, ...keys.filter((one) => !tokens.includes(one))];
  const own = Object.fromEntries(names.flatMap((one) => (env[one] === undefined ? [] : [[one, env[one]]])));
  const [command = "", ...args] = program;
  const child = spawn(command, [...args, name], { env: own, stdio: ["pipe", "pipe", "pipe"] });
  const end = () => child.kill("SIGTERM");
  stop.addEventListener("abort", end, { once: true });
  try {
    const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
    const complained = tail(child.stderr);
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(given));
    const refusal = await listen(child.stdout, hear);
    const code = await ended;
    stop.throwIfAborted();
    if (refusal !== null) throw refusal;
    return { code, complaint: complained() };
  } finally {
    stop.removeEventListener("abort", end);
    if (child.exitCode === null) end();
  }
}

export function brokenOff({ code, complaint }: Ended): never {
  throw new Error(`the process that asks models ended with ${code}: ${complaint}`);
}

async function listen<Told extends { is: string }>(
  stdout: NodeJS.ReadableStream,
  hear: (said: Exclude<Told, Failed>) => Promise<void>,
): Promise<Error | null> {
  const hearing: Promise<void>[] = [];
  let refusal: Error | null = null;
  for await (const line of createInterface({ input: stdout })) {
    const said = JSON.parse(line) as Told | Failed;
    if (isFailed(said)) refusal = failureOf(said);
    else {
      const heard = hear(said as Exclude<Told, Failed>);
      // Looked at below; what goes wrong before the last line must not end this process.
      heard.catch(() => {});
      hearing.push(heard);
    }
  }
  await Promise.all(hearing);
  return refusal;
}

function isFailed(said: { is: string }): said is Failed {
  return said.is === "failed";
}

function failureOf(failed: Failed): Error {
  if (failed.as === "user") return new UserError(failed.message, failed.remedy);
  return new Unavailable(failed.who, failed.message);
}

function tail(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.on("data", (chunk: Buffer) => (text = `${text}${chunk.toString("utf8")}`.slice(-4_000)));
  return () => text.trim();
}
