// The process that reads: started for one pull request, with a token that cannot write and an environment without secrets.
// What it answers is data, and is checked before anything is done with it.
import { spawn } from "node:child_process";
import * as z from "zod";
import type { PullRef } from "../../change/change.ts";
import type { Trigger, UserConfig } from "../../change/config.ts";
import { Unavailable } from "../../errors.ts";
import type { Learned } from "../../findings/lessons.ts";
import type { SeenElsewhere } from "../lessons/learned.ts";
import type { KeptFinding, KeptRound } from "../../world/store/store.ts";

export interface ToRead {
  pull: PullRef;
  /** Goes through its input, not through its environment or its arguments. */
  token: string;
  request: string | null;
  /** What happened, by the words of `review.triggers`; null: a person asks. */
  trigger: Trigger | null;
  findings: readonly KeptFinding[];
  rounds: readonly KeptRound[];
  /** What this repository's reviews have taught, and what its other pull requests had. */
  learned: Learned;
  seen: SeenElsewhere;
  /** The server's own models; null: none. Their keys are in the environment, and nothing else of the server's is. */
  models: UserConfig | null;
  /** In dollars, this month. */
  spent: { all: number; repository: number };
}

export const askedSchema = z.strictObject({
  run: z.string().regex(/^[0-9a-f]{16}$/),
  /** Each the record of a call, as JSON; kept as it is, but for what limits go by. */
  calls: z
    .array(
      z.strictObject({
        unit: z.string().max(100),
        model: z.string().max(300),
        at: z.number(),
        money: z.number().min(0).nullable(),
        call: z.string().max(20_000_000),
      }),
    )
    .max(1000),
  given: z.string().max(1_000_000),
});

const answered = z.strictObject({
  plan: z.unknown(),
  draft: z
    .strictObject({
      id: z.string().regex(/^[0-9a-f]{12}$/),
      /** Kept as it is, and shown to people by what shows drafts. */
      json: z.string().max(100_000_000),
      publish: z.enum(["auto", "confirm"]),
    })
    .nullable(),
  /** What its models were asked; null: none were. */
  asked: askedSchema.nullable(),
  /** What is to be learned from it; `readToLearn` looks at it before it is kept. */
  learned: z.unknown(),
});

export type Drafted = z.infer<typeof answered>;
export type Reader = (toRead: ToRead, stop: AbortSignal) => Promise<Drafted>;

/** What git and a cache need; nothing else of the server's environment. */
const passed = ["PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "CROSSCHECK_GITHUB_API", "NODE_EXTRA_CA_CERTS"] as const;
const largestAnswer = 200_000_000;

export function readerEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  keys: readonly string[],
): Record<string, string | undefined> {
  const wanted = [...passed, ...keys];
  return Object.fromEntries(wanted.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

export function readerIn(
  program: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  /** Environment variables that hold the keys of models. */
  keys: readonly string[] = [],
): Reader {
  const own = readerEnvironment(env, keys);
  return async (toRead, stop) => {
    const [command = "", ...args] = program;
    const { code, out, err } = await runReader(
      command,
      [...args, "read-for-server"],
      own,
      JSON.stringify(toRead),
      stop,
    );
    if (code !== 0) throw new Unavailable("the reader", firstLine(err) || `it ended with ${code}`);
    return answered.parse(JSON.parse(out));
  };
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0]?.slice(0, 500) ?? "";
}

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export function runReader(
  command: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  input: string,
  stop: AbortSignal,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, cwd: "/", signal: stop, stdio: ["pipe", "pipe", "pipe"] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > largestAnswer) child.kill("SIGKILL");
      else out.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (err.length < 100) err.push(chunk);
    });
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ code, out: Buffer.concat(out).toString("utf8"), err: Buffer.concat(err).toString("utf8") }),
    );
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
