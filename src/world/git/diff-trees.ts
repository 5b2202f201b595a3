// Compares trees through one long-lived `git diff-tree --stdin` process, because spawning from a process with a large
// index is expensive.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Unavailable } from "../../errors.ts";
import { spawnFailed, type GitRun } from "./run.ts";

export class DiffTrees {
  readonly #run: GitRun;
  readonly #options: readonly string[];
  #child: ChildProcessWithoutNullStreams | null = null;
  #waiting: { chunks: Buffer[]; end: Buffer; resolve(output: Buffer): void; reject(error: Error): void } | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(run: GitRun, options: readonly string[]) {
    this.#run = run;
    this.#options = options;
  }

  /** The diff of two trees, given by tree ids, not commit ids. */
  compare(from: string, to: string): Promise<Buffer> {
    const answer = this.#turn.then(() => this.#ask(from, to));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  close(): void {
    this.#child?.stdin.end();
    this.#child?.kill();
    this.#child = null;
  }

  async #ask(from: string, to: string): Promise<Buffer> {
    this.#run.stop.throwIfAborted();
    // git echoes a line that names no object after everything before it: we use that as the end marker.
    const end = `#${randomUUID()}\n`;
    const output = await new Promise<Buffer>((resolve, reject) => {
      this.#waiting = { chunks: [], end: Buffer.from(end), resolve, reject };
      this.#open().stdin.write(`${from} ${to}\n${end}`);
    });
    // The output starts with a line of the two ids.
    return output.subarray(output.indexOf(10) + 1);
  }

  #open(): ChildProcessWithoutNullStreams {
    if (this.#child) return this.#child;
    const child = spawn("git", ["diff-tree", "--stdin", ...this.#options], {
      cwd: this.#run.cwd,
      env: this.#run.env,
      signal: this.#run.stop,
      windowsHide: true,
    });
    child.stdout.on("data", (chunk: Buffer) => this.#take(chunk));
    child.stderr.resume();
    child.stdin.on("error", () => {});
    child.on("error", (error) => this.#fail(child, spawnFailed(error, this.#run.stop)));
    child.on("close", () => this.#fail(child, new Unavailable("git", "git diff-tree ended early")));
    this.#child = child;
    return child;
  }

  #take(chunk: Buffer): void {
    const waiting = this.#waiting;
    if (waiting === null) return;
    waiting.chunks.push(chunk);
    if (!endsWith(waiting.chunks, waiting.end)) return;
    this.#waiting = null;
    const output = Buffer.concat(waiting.chunks);
    waiting.resolve(output.subarray(0, output.length - waiting.end.length));
  }

  /** Errors of a child that was already replaced are ignored. */
  #fail(child: ChildProcessWithoutNullStreams, error: Error): void {
    if (this.#child !== child && this.#child !== null) return;
    this.#child = null;
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}

/** The marker can arrive in pieces. */
function endsWith(chunks: readonly Buffer[], end: Buffer): boolean {
  let tail = Buffer.alloc(0);
  for (let index = chunks.length - 1; index >= 0 && tail.length < end.length; index--)
    tail = Buffer.concat([chunks[index]!.subarray(-end.length), tail]);
  return tail.subarray(-end.length).equals(end);
}
