// The real program as a process of its own, with everything it says and with every process that it starts.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { main } from "../packed-build.ts";

export interface Started {
  child: ChildProcess;
  /** Standard output and error. */
  said: string[];
  /** What its children were started with, by what they are. */
  environments: Map<"reader" | "git fetch" | "other", Set<string>>;
  commandLines: Set<string>;
  /** Resolves with the address that it listens on, or with null when it ends without. */
  listening: Promise<string | null>;
  /** Asked to stop. */
  stop(): Promise<number | null>;
}

export function startProgram(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Started {
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  const environments: Started["environments"] = new Map();
  const commandLines = new Set<string>();
  const ended = once(child, "exit");
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk.toString("utf8")));
  const listening = new Promise<string | null>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      said.push(chunk.toString("utf8"));
      const address = /Listening on (http:\/\/[\d.:]+)/.exec(said.join(""))?.[1];
      if (address) resolve(address);
    });
    void ended.then(() => resolve(null));
  });
  const looking = setInterval(() => {
    for (const pid of descendants(child.pid!)) look(pid, environments, commandLines);
  }, 10);
  void ended.then(() => clearInterval(looking));
  return {
    child,
    said,
    environments,
    commandLines,
    listening,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
}

function descendants(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return children.flatMap((one) => [one, ...descendants(one)]);
}

/** A process that was only just forked still has the memory of the one that forked it: both looks must agree. */
function look(pid: number, environments: Started["environments"], commandLines: Set<string>): void {
  const command = read(`/proc/${pid}/cmdline`);
  const environment = read(`/proc/${pid}/environ`);
  if (command === "" || command !== read(`/proc/${pid}/cmdline`)) return;
  const words = command.split("\u0000");
  if (words.includes("serve")) return;
  commandLines.add(words.join(" "));
  const isReader = words.includes("run-task");
  const isFetch = words.includes("fetch") || /remote-https?|index-pack|fetch-pack/.test(command);
  const kind = isReader ? "reader" : isFetch ? "git fetch" : "other";
  environments.set(kind, (environments.get(kind) ?? new Set()).add(environment));
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // It has ended.
    return "";
  }
}
