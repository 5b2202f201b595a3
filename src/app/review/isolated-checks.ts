// Runs checks in a process that can be ended: one that hangs or needs too much memory fails alone, and the others of the
// change start again without it.
import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import type { Change, Code } from "../../change/change.ts";
import type { UserConfig } from "../../change/config.ts";
import { OverLimit } from "../../findings/over-limit.ts";
import type { Check, UnitResult } from "../../findings/report.ts";
import { exceeded, limitedCommand } from "../child/limited-command.ts";
import { runningPipe, type CheckMessage, type CheckOrder, type CodeCall } from "./check-messages.ts";

export interface CheckLimits {
  /** How long one check may keep the others of its process from running. */
  blockedMs: number;
  memoryMb: number;
  /** The program of the process. */
  program?: URL;
}

const usualLimits: CheckLimits = { blockedMs: 10_000, memoryMb: 1024 };
const loadMs = 60_000;
const lookMs = 1_000;

interface Given {
  user: Pick<UserConfig, "personalRules">;
  env: Readonly<Record<string, string | undefined>>;
}

export function isolateChecks(checks: readonly Check[], given: Given, limits = usualLimits): readonly Check[] {
  const running = new WeakMap<Change, ChecksOfChange>();
  return checks.map((check, index) => ({
    ...check,
    run(change, { code }, stop) {
      const ofChange = running.get(change) ?? startChecks(change, given, limits);
      running.set(change, ofChange);
      return ofChange({ check: check.id, index, code, stop });
    },
  }));
}

interface CheckRun {
  check: string;
  index: number;
  code: Code;
  stop: AbortSignal;
}

type ChecksOfChange = (run: CheckRun) => Promise<UnitResult>;

interface UnfinishedRun extends CheckRun {
  resolve(result: UnitResult): void;
  reject(why: unknown): void;
}

/** Not in use; a process that reviews many changes starts one host. */
let idle: CheckProcess | null = null;

function startChecks(change: Change, { user, env }: Given, limits: CheckLimits): ChecksOfChange {
  const unfinished = new Map<string, UnfinishedRun>();
  const searches = new Map<string, Promise<unknown>>();
  let host: CheckProcess | null = null;

  const begin = (run: UnfinishedRun) => host?.send({ is: "run", check: run.check, index: run.index });
  const finish = (run: UnfinishedRun | undefined, settle: (run: UnfinishedRun) => void) => {
    if (run === undefined || !unfinished.delete(run.check)) return;
    settle(run);
    if (unfinished.size > 0 || host === null) return;
    host.rest();
    host = null;
  };
  const start = () => {
    host = (limits === usualLimits ? idle : null) ?? openProcess(limits);
    if (host === idle) idle = null;
    host.work(receive, lost);
    const { personalRules } = user;
    // Of the environment, only what tells where the user's own rules are.
    const { HOME, USERPROFILE } = env;
    const checked = { change, ...(personalRules && { personalRules }), env: { HOME, USERPROFILE } };
    host.send({ is: "change", checked });
    for (const run of unfinished.values()) begin(run);
  };
  const lost = (index: number, why: unknown) => {
    host = null;
    // If none of them had begun, none may try again.
    for (const run of unfinished.values())
      if (index === -1 || run.index === index) finish(run, ({ reject }) => reject(why));
    if (unfinished.size > 0) start();
  };
  const receive = (message: CheckMessage) => {
    if (message.is === "alive") return;
    const run = unfinished.get(message.check);
    if (run === undefined) return;
    if (message.is === "result") return finish(run, ({ resolve }) => resolve(message.result));
    if (message.is === "threw") return finish(run, ({ reject }) => reject(new Error(message.message)));
    const to = host;
    const { id, call, args } = message;
    const answer = (how: { value?: unknown; error?: string }) => {
      if (host === to) to?.send({ is: "answer", id, check: run.check, index: run.index, ...how });
    };
    askCode(run, call, args).then(
      (value) => answer({ value }),
      (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
    );
  };
  /** The runner waits with the search for all checks, so what was asked before a new start is not asked again. */
  const askCode = (run: UnfinishedRun, call: CodeCall, args: readonly unknown[]): Promise<unknown> => {
    if (call !== "uses") return callCode(run.code, call, args);
    const key = JSON.stringify([run.check, args]);
    const asked = searches.get(key) ?? callCode(run.code, call, args);
    searches.set(key, asked);
    return asked;
  };

  return async (run) =>
    await new Promise((resolve, reject) => {
      const one = { ...run, resolve, reject };
      unfinished.set(run.check, one);
      run.stop.addEventListener(
        "abort",
        () => {
          if (!unfinished.has(run.check)) return;
          // It may go on for a while, so the process is not for others.
          host?.spoil();
          host?.send({ is: "stop", check: run.check, index: run.index });
          finish(one, () => reject(run.stop.reason));
        },
        { once: true },
      );
      if (host === null) start();
      else begin(one);
    });
}

async function callCode(code: Code, call: CodeCall, args: readonly unknown[]): Promise<unknown> {
  const [tree, method] = call.split(".") as [keyof Code, string?];
  const of = method === undefined ? code : code[tree];
  return await (of as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>)[method ?? tree]!(
    ...args,
  );
}

interface CheckProcess {
  send(order: CheckOrder): void;
  work(receive: (message: CheckMessage) => void, lost: (index: number, why: unknown) => void): void;
  spoil(): void;
  /** All its checks have ended. */
  rest(): void;
}

/** Also ends a process whose parent died while a check kept it from noticing. */
const cpuSeconds = 120;
const mostUses = 10;

function openProcess(limits: CheckLimits): CheckProcess {
  const { blockedMs, memoryMb, program } = limits;
  const [command, args] = limitedCommand([execPath, fileURLToPath(program ?? usualProgram())], {
    cpuSeconds,
    memoryMb,
  });
  const child = spawn(command, args, {
    stdio: ["ignore", "ignore", "ignore", "ipc", "pipe"],
    env: {},
    cwd: "/",
    serialization: "advanced",
    // Ctrl-C is for this process, which ends that one.
    detached: true,
  });
  const pipe = child.stdio[runningPipe] as Socket;
  let running = -1;
  pipe.on("error", () => {}).on("data", (indexes: Buffer) => (running = indexes.at(-1) ?? running));
  let receive: ((message: CheckMessage) => void) | null = null;
  let lost: ((index: number, why: unknown) => void) | null = null;
  let isSpoilt = false;
  let uses = 0;
  const end = (why: unknown) => {
    clearInterval(watch);
    const told = lost;
    lost = receive = null;
    if (idle === opened) idle = null;
    child.kill("SIGKILL");
    // What the pipe holds is read first.
    setImmediate(() => told?.(running, why));
  };
  /** Since when it owes an answer, and how soon it must come; null: it owes none. */
  let owed: { since: number; limitMs: number } | null = { since: performance.now(), limitMs: loadMs };
  const watch = setInterval(() => {
    if (lost === null) return;
    if (owed === null) {
      owed = { since: performance.now(), limitMs: blockedMs };
      opened.send({ is: "ping" });
    } else if (performance.now() - owed.since > owed.limitMs) {
      const { limitMs } = owed;
      // If this process was slow itself, the answer is already here and is handled first.
      setImmediate(() => owed && lost && end(new OverLimit({ kind: "too-slow", limitMs })));
    }
  }, lookMs);
  watch.unref();
  child.on("message", (message: CheckMessage) => {
    owed = null;
    receive?.(message);
  });
  child.on("error", end);
  child.on("close", (code, signal) =>
    end(
      exceeded(signal) === "memory"
        ? new OverLimit({ kind: "too-much-memory", limitMb: memoryMb })
        : new Error(`its process ended with ${signal ?? code}`),
    ),
  );
  const opened: CheckProcess = {
    send: (order) => void (child.connected && child.send(order, () => {})),
    work(toReceive, toLose) {
      receive = toReceive;
      lost = toLose;
      uses++;
      setRef(true);
    },
    spoil: () => (isSpoilt = true),
    rest() {
      receive = lost = null;
      setRef(false);
      if (isSpoilt || uses >= mostUses || idle !== null || limits !== usualLimits) end(null);
      else idle = opened;
    },
  };
  const setRef = (isUsed: boolean) => {
    for (const part of [child, child.channel, pipe]) part?.[isUsed ? "ref" : "unref"]();
  };
  return opened;
}

function usualProgram(): URL {
  return new URL(import.meta.url.endsWith(".ts") ? "./check-host.ts" : "./check-host.cjs", import.meta.url);
}
