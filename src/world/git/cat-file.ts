// Reads objects through one `git cat-file --batch` that stays open: a spawn costs more than most objects do.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { Unavailable } from "../../errors.ts";
import { spawnFailed, type GitRun } from "./run.ts";

export interface ObjectRead {
  oid: string;
  type: string;
  size: number;
  /** null when the object is larger than what was asked for. */
  bytes: Buffer | null;
}

interface Waiting {
  limit: number;
  resolve(object: ObjectRead | null): void;
  reject(error: Error): void;
}

export class CatFile {
  readonly #run: GitRun;
  readonly #waiting: Waiting[] = [];
  #child: ChildProcessWithoutNullStreams | null = null;
  #head: Buffer = Buffer.alloc(0);
  #body: { header: Omit<ObjectRead, "bytes">; left: number; kept: Buffer[] | null } | null = null;

  constructor(run: GitRun) {
    this.#run = run;
  }

  /** The object that a name means, such as an id, `main^{commit}` or `<tree>:path`; null when there is none. */
  read(name: string, limit: number): Promise<ObjectRead | null> {
    if (name.includes("\n") || name === "") return Promise.resolve(null);
    this.#run.stop.throwIfAborted();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ limit, resolve, reject });
      this.#open().stdin.write(`${name}\n`);
    });
  }

  close(): void {
    this.#child?.stdin.end();
    this.#child?.kill();
    this.#child = null;
  }

  #open(): ChildProcessWithoutNullStreams {
    if (this.#child) return this.#child;
    const child = spawn("git", ["cat-file", "--batch"], {
      cwd: this.#run.cwd,
      env: this.#run.env,
      signal: this.#run.stop,
      windowsHide: true,
    });
    child.stdout.on("data", (chunk: Buffer) => this.#take(chunk));
    child.stderr.resume();
    child.stdin.on("error", () => {});
    child.on("error", (error) => this.#failAll(spawnFailed(error, this.#run.stop)));
    child.on("close", () => this.#failAll(new Unavailable("git", "git cat-file ended early")));
    this.#child = child;
    return child;
  }

  #failAll(error: Error): void {
    this.#child = null;
    this.#head = Buffer.alloc(0);
    this.#body = null;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#body ? this.#takeBody(rest) : this.#takeHeader(rest);
  }

  #takeHeader(chunk: Buffer): Buffer {
    const end = chunk.indexOf(10);
    if (end < 0) {
      this.#head = Buffer.concat([this.#head, chunk]);
      return Buffer.alloc(0);
    }
    const line = Buffer.concat([this.#head, chunk.subarray(0, end)]).toString("utf8");
    this.#head = Buffer.alloc(0);
    const match = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(line);
    if (!match) this.#waiting.shift()?.resolve(null);
    else {
      const size = Number(match[3]);
      const fits = size <= (this.#waiting[0]?.limit ?? 0);
      // One byte more than the object: git ends each with a newline.
      this.#body = { header: { oid: match[1]!, type: match[2]!, size }, left: size + 1, kept: fits ? [] : null };
    }
    return chunk.subarray(end + 1);
  }

  #takeBody(chunk: Buffer): Buffer {
    const body = this.#body!;
    const part = chunk.subarray(0, body.left);
    body.kept?.push(part);
    body.left -= part.length;
    if (body.left === 0) {
      this.#body = null;
      const bytes = body.kept ? Buffer.concat(body.kept).subarray(0, body.header.size) : null;
      this.#waiting.shift()?.resolve({ ...body.header, bytes });
    }
    return chunk.subarray(part.length);
  }
}
