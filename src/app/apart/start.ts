// Starts the process that asks models, and hears what it says.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Unavailable, UserError } from "../../errors.ts";
import type { Draft } from "../../review/draft.ts";
import type { Progress } from "../../review-change.ts";
import { keyVariables } from "../../world/models/key-variables.ts";
import type { CallRecord } from "../../world/models/record.ts";
import type { Outside } from "../outside.ts";
import type { Given } from "../panel.ts";
import type { Apart, Said } from "./messages.ts";

export interface Hearing {
  progress(step: Progress): void;
  /** What was asked is kept as it comes: what was spent must not be forgotten, whatever happens next. */
  call(run: string, call: CallRecord): Promise<void>;
}

export interface DraftedApart {
  draft: Draft;
  run: string;
  given: Given;
}

/** What git, a cache, a network and a program's own login need; of keys, those of the models alone. */
const common = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SystemRoot", "APPDATA", "USERPROFILE"];
const folders = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"];
const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];
const authorities = ["NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA", "SSL_CERT_FILE", "SSL_CERT_DIR"];
const passed = [...common, ...folders, ...proxies, ...proxies.map((name) => name.toLowerCase()), ...authorities];

export async function reviewApart(
  apart: Apart,
  { program, env, stop }: Pick<Outside, "program" | "env" | "stop">,
  hearing: Hearing,
): Promise<DraftedApart> {
  stop.throwIfAborted();
  const names = [...passed, ...(apart.user.models ?? []).flatMap(keyVariables)];
  const own = Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  const [command = "", ...args] = program;
  const child = spawn(command, [...args, "review-apart"], { env: own, stdio: ["pipe", "pipe", "pipe"] });
  const end = () => child.kill("SIGTERM");
  stop.addEventListener("abort", end, { once: true });
  try {
    const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
    const complained = tail(child.stderr);
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(apart));
    const last = await hear(child.stdout, hearing);
    const code = await ended;
    stop.throwIfAborted();
    if (last?.is === "drafted") return { draft: last.draft, run: last.run, given: last.given };
    throw failureOf(last, code, complained());
  } finally {
    stop.removeEventListener("abort", end);
    if (child.exitCode === null) end();
  }
}

type Last = Extract<Said, { is: "drafted" | "failed" }>;

async function hear(stdout: NodeJS.ReadableStream, hearing: Hearing): Promise<Last | null> {
  const keeping: Promise<void>[] = [];
  let last: Last | null = null;
  for await (const line of createInterface({ input: stdout })) {
    const said = JSON.parse(line) as Said;
    if (said.is === "progress") hearing.progress(said.step);
    else if (said.is === "call") keeping.push(hearing.call(said.run, said.call));
    else last = said;
  }
  await Promise.all(keeping);
  return last;
}

function failureOf(last: Last | null, code: number | null, complaint: string): Error {
  if (last?.is === "failed" && last.as === "user") return new UserError(last.message, last.remedy);
  if (last?.is === "failed" && last.as === "unavailable") return new Unavailable(last.who, last.message);
  return new Error(`the process that asks models ended with ${code}: ${complaint}`);
}

function tail(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.on("data", (chunk: Buffer) => (text = `${text}${chunk.toString("utf8")}`.slice(-4_000)));
  return () => text.trim();
}
