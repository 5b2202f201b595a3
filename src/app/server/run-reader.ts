// Starts a process that reads, keeps what it tells of each model call as that ends, and hears its answer: a line of JSON
// each. What it says is data, and is checked before anything is done with it.
import { spawn, type ChildProcess } from "node:child_process";
import * as z from "zod";

export const toldCallSchema = z.strictObject({
  unit: z.string().max(100),
  model: z.string().max(300),
  at: z.number(),
  money: z.number().min(0).nullable(),
  /** The record of the call, as JSON; kept as it is. */
  call: z.string().max(20_000_000),
  /** False: it was broken off with the reading. It was paid for, and is asked again. */
  isOver: z.boolean(),
});

export type ToldCall = z.infer<typeof toldCallSchema>;

/** What a reading's models were asked before, when it was broken off, and who keeps what they are asked now. */
export interface Asking {
  /** Stands in every fence around text of the change: the same again, or no question would be the same. */
  run: string;
  /** Each the record of a call, as JSON. */
  past: readonly string[];
  /** Stays in this process: the reader has nothing to keep things in. */
  keep(call: ToldCall): Promise<void>;
}

/** What of it the reader gets. */
export type Resumed = Pick<Asking, "run" | "past">;

const saidSchema = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("call"), call: toldCallSchema }),
  z.strictObject({ is: z.literal("answer"), answer: z.unknown() }),
]);

export type Said = z.infer<typeof saidSchema>;

export interface ReaderRun {
  /** How the program is started, and its command. */
  program: readonly string[];
  command: string;
  env: Record<string, string | undefined>;
  input: unknown;
  asking: Asking | null;
  stop: AbortSignal;
}

export interface Ended {
  code: number | null;
  /** Undefined: it gave none. */
  answer: unknown;
  err: string;
}

const mostBytes = 400_000_000;
const mostCalls = 1000;
/** For what it has to put away when it is told to stop. */
const patienceMs = 5_000;

export async function runReader({ program, command, env, input, asking, stop }: ReaderRun): Promise<Ended> {
  stop.throwIfAborted();
  const [node = "", ...args] = program;
  // The fourth carries nothing. It closes when this process ends, however that happens, and the reader ends with it.
  const stdio = ["pipe", "pipe", "pipe", "pipe"] as const;
  const child = spawn(node, [...args, command], { env, cwd: "/", stdio: [...stdio] });
  const closed = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  const end = () => endSoon(child);
  stop.addEventListener("abort", end, { once: true });
  try {
    const complained = firstOf(child.stderr);
    const heard = listen(child, asking);
    give(child, input);
    const code = await closed;
    const answer = await heard.answer();
    // Only now: what a reading cost that is no longer wanted was kept all the same.
    stop.throwIfAborted();
    return { code, answer, err: complained() };
  } finally {
    stop.removeEventListener("abort", end);
  }
}

function give(child: ChildProcess, input: unknown): void {
  const lifeline = child.stdio[3] as import("node:net").Socket;
  lifeline.on("error", () => {}).resume();
  child.stdin!.on("error", () => {});
  child.stdin!.end(JSON.stringify(input));
}

function endSoon(child: ChildProcess): void {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  child.once("close", () => clearTimeout(timer));
}

/** Calls are kept one after the other, in the order in which they ended. */
function listen(child: ChildProcess, asking: Asking | null): { answer(): Promise<unknown> } {
  const heard: { answer?: unknown } = {};
  let keeping: Promise<void> = Promise.resolve();
  let calls = 0;
  let bytes = 0;
  let fault: unknown = null;
  const refuse = (why: unknown) => {
    fault ??= why;
    endSoon(child);
  };
  const keep = async (call: ToldCall) => {
    // What cannot be kept would be paid for again: then no more is to be asked.
    await asking?.keep(call).catch(refuse);
  };
  const take = lines((line) => {
    if (fault !== null) return;
    try {
      const said = saidSchema.parse(JSON.parse(line));
      if (said.is === "answer") heard.answer = said.answer;
      else if (asking === null || (calls += 1) > mostCalls) throw new Error("the reader tells of too many model calls");
      else keeping = keeping.then(() => keep(said.call));
    } catch (error) {
      refuse(error);
    }
  });
  child.stdout!.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) refuse(new Error("the reader says too much"));
    else take(chunk);
  });
  return {
    async answer() {
      await keeping;
      if (fault !== null) throw fault;
      return heard.answer;
    },
  };
}

/** Whole lines alone: what a process did not end before it died was never said. */
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

function firstOf(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => {
    if (chunks.length < 100) chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString("utf8");
}
