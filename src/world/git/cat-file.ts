// Reads git objects through one long-lived `git cat-file --batch` process; spawning git for each would cost more than
// most reads.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { Unavailable } from "../../errors.ts";
import { spawnFailed, streamGit, type GitRun } from "./run.ts";

export interface ObjectRead {
  oid: string;
  type: string;
  size: number;
  /** Null if the object is larger than the limit. */
  bytes: Buffer | null;
}

/** Reads many objects in order. Batching is faster than reading one by one. */
export async function readObjects(
  run: GitRun,
  ids: readonly string[],
  limit: number,
  take: (id: string, object: ObjectRead | null) => boolean,
): Promise<void> {
  let next = 0;
  let enough = false;
  const answers = new Answers(
    () => limit,
    (object) => {
      enough ||= !take(ids[next++]!, object);
    },
  );
  const options = ["cat-file", "--batch", "--buffer"];
  const { code, stderr, ended } = await streamGit(
    run,
    options,
    (chunk) => {
      answers.take(chunk);
      return !enough;
    },
    `${ids.join("\n")}\n`,
  );
  if (!ended && code !== 0) throw new Unavailable("git", `git cat-file ended with ${code}: ${stderr}`);
}

/** Parses the output of `cat-file --batch` into objects; null for a missing object. */
class Answers {
  readonly #limit: () => number;
  readonly #hand: (object: ObjectRead | null) => void;
  #head: Buffer = Buffer.alloc(0);
  #body: { header: Omit<ObjectRead, "bytes">; left: number; kept: Buffer[] | null } | null = null;

  constructor(limit: () => number, hand: (object: ObjectRead | null) => void) {
    this.#limit = limit;
    this.#hand = hand;
  }

  take(chunk: Buffer): void {
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
    if (!match) this.#hand(null);
    else {
      const size = Number(match[3]);
      const fits = size <= this.#limit();
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
      const whole = body.kept?.length === 1 ? body.kept[0]! : Buffer.concat(body.kept ?? []);
      const bytes = body.kept ? whole.subarray(0, body.header.size) : null;
      this.#hand({ ...body.header, bytes });
    }
    return chunk.subarray(part.length);
  }
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
  #unsent = "";

  constructor(run: GitRun) {
    this.#run = run;
  }

  /** Resolves a name such as an id, `main^{commit}` or `<tree>:path` to its object; null if there is none. */
  read(name: string, limit: number): Promise<ObjectRead | null> {
    if (name.includes("\n") || name === "") return Promise.resolve(null);
    this.#run.stop.throwIfAborted();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ limit, resolve, reject });
      this.#send(`${name}\n`);
    });
  }

  /** Sends all requests in one write, because each write is a system call. */
  #send(line: string): void {
    this.#unsent += line;
    if (this.#unsent !== line) return;
    queueMicrotask(() => {
      const lines = this.#unsent;
      this.#unsent = "";
      if (lines !== "") this.#open().stdin.write(lines);
    });
  }

  close(): void {
    this.#unsent = "";
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
    const answers = this.#answers();
    child.stdout.on("data", (chunk: Buffer) => answers.take(chunk));
    child.stderr.resume();
    child.stdin.on("error", () => {});
    child.on("error", (error) => this.#failAll(spawnFailed(error, this.#run.stop)));
    child.on("close", () => this.#failAll(new Unavailable("git", "git cat-file ended early")));
    this.#child = child;
    return child;
  }

  #failAll(error: Error): void {
    this.#child = null;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
  }

  #answers(): Answers {
    return new Answers(
      () => this.#waiting[0]?.limit ?? 0,
      (object) => this.#waiting.shift()?.resolve(object),
    );
  }
}
