// Compares trees through one `git diff-tree --stdin` that stays open. A process that holds a large index pays for every
// process it starts.
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

  /** What git prints for two trees, named by the ids of trees and not of commits. */
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
    // git gives a line that names no object back as it is, once all before it is printed: the mark of the end.
    const end = `#${randomUUID()}\n`;
    const output = await new Promise<Buffer>((resolve, reject) => {
      this.#waiting = { chunks: [], end: Buffer.from(end), resolve, reject };
      this.#open().stdin.write(`${from} ${to}\n${end}`);
    });
    // It begins with the two ids on a line.
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

  /** A child that was replaced by another fails nobody any more. */
  #fail(child: ChildProcessWithoutNullStreams, error: Error): void {
    if (this.#child !== child && this.#child !== null) return;
    this.#child = null;
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}

/** The mark can come in pieces. */
function endsWith(chunks: readonly Buffer[], end: Buffer): boolean {
  let tail = Buffer.alloc(0);
  for (let index = chunks.length - 1; index >= 0 && tail.length < end.length; index--)
    tail = Buffer.concat([chunks[index]!.subarray(-end.length), tail]);
  return tail.subarray(-end.length).equals(end);
}
