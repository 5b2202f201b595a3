// Runs a task in a child process: filtered environment, limits on time and size, output validated by the task's schema.
import { spawn, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import * as z from "zod";
import { Unavailable, UserError } from "../../errors.ts";
import { easeLongTask } from "./ease-long-task.ts";
import { exceeded, limitedCommand, type ProcessLimits } from "./limited-command.ts";
import { callReportSchema, type CallReport, type ChildTask } from "./child-task.ts";

const messageSchema = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("progress"), step: z.unknown() }),
  z.strictObject({ is: z.literal("call"), call: callReportSchema }),
  z.strictObject({ is: z.literal("answer"), answer: z.unknown() }),
  z.discriminatedUnion("as", [
    z.strictObject({ is: z.literal("failed"), as: z.literal("user"), message: z.string(), remedy: z.string() }),
    z.strictObject({ is: z.literal("failed"), as: z.literal("unavailable"), who: z.string(), message: z.string() }),
  ]),
]);
export type ChildMessage = z.infer<typeof messageSchema>;

export interface ChildOptions<Step> {
  /** The command that starts this program. */
  program: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Environment variables that hold the keys of the models that the task asks. */
  keys: readonly string[];
  stop: AbortSignal;
  /** Absent: the task may not ask models. */
  keepCall?: ((call: CallReport) => Promise<void>) | undefined;
  onProgress?(step: Step): void;
  /** One that takes long yields to others: for servers, where several run at once. */
  easing?: boolean;
}

/** The child ended without an answer, and without naming an error that a person can act on. */
export class ChildCrash extends Error {
  readonly code: number | null;
  readonly stderr: string;

  constructor(task: string, code: number | null, stderr: string) {
    super(`the child process for ${task} ended with ${code}: ${stderr}`);
    this.name = "ChildCrash";
    this.code = code;
    this.stderr = stderr;
  }
}

/** The child was ended because it exceeded a limit. Another attempt would exceed it too. */
export class TaskOverLimit extends Error {
  /** As in "it took more than …". */
  readonly limit: string;

  constructor(task: string, limit: string) {
    super(`${task} took more than ${limit}`);
    this.name = "TaskOverLimit";
    this.limit = limit;
  }
}

const usualLimits: ProcessLimits = { cpuSeconds: 900, memoryMb: 2048 };
const maxOutputBytes = 400_000_000;
const maxStderrCharacters = 20_000;
const maxCalls = 1000;
/** How long a child may clean up after SIGTERM. */
const graceMs = 5_000;

export async function runTask<Input extends object, Output, Step>(
  task: ChildTask<Input, Output, Step>,
  input: Input,
  options: ChildOptions<Step>,
): Promise<Output> {
  const { program, env, cwd, keys, stop } = options;
  stop.throwIfAborted();
  const limits = task.limits ?? usualLimits;
  const [command, args] = limitedCommand([...program, "run-task", task.id], limits);
  // The fourth pipe carries no data. It closes when this process ends, however that happens, and the child ends with it.
  const child = spawn(command, args, {
    env: childEnvironment(env, keys),
    cwd,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  const closed = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) =>
    child.on("error", reject).on("close", (code, signal) => resolve({ code, signal })),
  );
  const messages = readMessages(child, task, options);
  const end = () => endSoon(child);
  const late = setTimeout(() => {
    messages.refuse(new TaskOverLimit(task.id, `${task.timeLimitMs / 60_000} minutes`));
  }, task.timeLimitMs);
  stop.addEventListener("abort", end, { once: true });
  const endEasing = options.easing ? easeLongTask(child.pid) : () => {};
  try {
    const stderr = lastCharacters(child.stderr);
    (child.stdio[3] as Socket).on("error", () => {}).resume();
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(input));
    const { code, signal } = await closed;
    const { answer, error } = await messages.read();
    // Only now, so that the cost of an aborted task is recorded first.
    stop.throwIfAborted();
    if (error !== null) throw error;
    const over = exceeded(signal);
    if (over !== null) throw new TaskOverLimit(task.id, limitText(over, limits));
    if (code !== 0 || answer === undefined) throw new ChildCrash(task.id, code, stderr());
    const output = task.output.parse(answer);
    return task.accept?.(output, input) ?? output;
  } finally {
    clearTimeout(late);
    endEasing();
    stop.removeEventListener("abort", end);
  }
}

function limitText(over: "time" | "memory", { cpuSeconds, memoryMb }: ProcessLimits): string {
  return over === "time" ? `${cpuSeconds} seconds of CPU time` : `${memoryMb} MB of memory`;
}

/** Variables that git, caches, the network and a model program's login need. */
const common = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SystemRoot", "APPDATA", "USERPROFILE"];
const folders = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"];
const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];
const authorities = ["NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA", "SSL_CERT_FILE", "SSL_CERT_DIR"];
const bothCases = proxies.flatMap((name) => [name, name.toLowerCase()]);
const passed = [...common, ...folders, ...authorities, ...bothCases, "CROSSCHECK_GITHUB_API"];
/** Never passed, even if the config names one of them as the key of a model. */
const githubTokens = ["GITHUB_TOKEN", "GH_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"];

function childEnvironment(env: ChildOptions<never>["env"], keys: readonly string[]): Record<string, string> {
  const names = [...passed, ...keys.filter((name) => !githubTokens.includes(name))];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

function endSoon(child: ChildProcess): void {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  child.once("close", () => clearTimeout(timer));
}

function readMessages<Input extends object, Output, Step>(
  child: ChildProcess,
  task: ChildTask<Input, Output, Step>,
  { keepCall, onProgress }: ChildOptions<Step>,
) {
  let answer: unknown;
  let error: unknown = null;
  // Calls are recorded one after the other, in the order in which they ended.
  let keeping: Promise<void> = Promise.resolve();
  let calls = 0;
  let bytes = 0;
  const refuse = (why: unknown) => {
    error ??= why;
    endSoon(child);
  };
  const take = (message: ChildMessage) => {
    if (message.is === "answer") answer = message.answer;
    else if (message.is === "failed") error ??= failureOf(message);
    else if (message.is === "progress") {
      if (!task.progress) throw new Error(`${task.id} reports progress, which it does not declare`);
      onProgress?.(task.progress.parse(message.step));
    } else if (!keepCall || (calls += 1) > maxCalls) throw new Error(`${task.id} reports too many model calls`);
    // A call that cannot be recorded would be paid for again, so the child is ended.
    else keeping = keeping.then(() => keepCall(message.call)).catch(refuse);
  };
  const takeChunk = lines((line) => {
    if (error !== null) return;
    try {
      take(messageSchema.parse(JSON.parse(line)));
    } catch (why) {
      refuse(why);
    }
  });
  child.stdout!.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxOutputBytes) refuse(new Error(`the output of ${task.id} is too large`));
    else takeChunk(chunk);
  });
  return {
    refuse,
    async read() {
      await keeping;
      return { answer, error };
    },
  };
}

function failureOf(failure: Extract<ChildMessage, { is: "failed" }>): Error {
  if (failure.as === "user") return new UserError(failure.message, failure.remedy);
  return new Unavailable(failure.who, failure.message);
}

/** Complete lines only: a line that the child did not finish before it died is ignored. */
export function lines(take: (line: string) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, at)]).toString("utf8");
      parts = [];
      from = at + 1;
      take(line);
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  };
}

function lastCharacters(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.on("data", (chunk: Buffer) => (text = `${text}${chunk.toString("utf8")}`.slice(-maxStderrCharacters)));
  return () => text.trim();
}
