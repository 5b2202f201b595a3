// Extracts symbols with tree-sitter in one thread, which is terminated when a file takes too long or too much memory.
import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Symbols } from "../../change/symbols/symbols.ts";
import type { ParseAnswer, ParseOrder } from "./grammar-worker.ts";

export interface Grammars {
  /** The symbols of a file; null if no grammar supports it. Never fails: an unparsable file is read as `words`. */
  symbols(path: string, bytes: Uint8Array): Promise<Symbols | null>;
  close(): Promise<void>;
}

export interface GrammarsOptions {
  /** The module of the thread. */
  worker: URL;
  languageOf(path: string): string | null;
  /** Time limit for one file once its grammar is loaded. */
  milliseconds?: number;
}

const largestBytes = 1_000_000;
const longestLine = 100_000;
const defaultMilliseconds = 2_000;
/** Time limit for starting the thread and loading a grammar on a busy machine. */
const loadMilliseconds = 30_000;
/** Size limit of the cache, in declarations, exports and imports. */
const mostKept = 200_000;

export function startGrammars({ worker, languageOf, milliseconds = defaultMilliseconds }: GrammarsOptions): Grammars {
  const thread = openThread(worker, milliseconds);
  const kept = keepRecent();
  return {
    async symbols(path, bytes) {
      const language = languageOf(path);
      if (language === null) return null;
      if (!isReadable(bytes)) return words(language);
      // A reader may depend on a file's extension (`.d.ts`), never on its folder.
      const key = `${language} ${/\.d\.[a-z]+$/.exec(path)?.[0] ?? ""} ${createHash("sha1").update(bytes).digest("hex")}`;
      const known = kept.get(key);
      if (known) return await known;
      const reading = thread.parse({ path, language, bytes }).then((answer) => symbolsOf(language, answer));
      kept.add(key, reading);
      return await reading;
    },
    close: async () => await thread.close(),
  };
}

function symbolsOf(language: string, answer: ParseAnswer | null): Symbols {
  if (answer?.is !== "read") return words(language);
  return { language, by: "grammar", broken: answer.broken, ...answer.found };
}

function words(language: string): Symbols {
  return { language, by: "words", broken: true, declared: [], exports: [], imports: [] };
}

function isReadable(bytes: Uint8Array): boolean {
  if (bytes.length > largestBytes || bytes.includes(0)) return false;
  for (let start = 0; start < bytes.length;) {
    const next = bytes.indexOf(10, start);
    const end = next < 0 ? bytes.length : next;
    if (end - start > longestLine) return false;
    start = end + 1;
  }
  return true;
}

interface Kept {
  get(key: string): Promise<Symbols> | undefined;
  add(key: string, reading: Promise<Symbols>): void;
}

/** Evicts the least recently used entries. */
function keepRecent(): Kept {
  const entries = new Map<string, { reading: Promise<Symbols>; weight: number }>();
  let total = 0;
  const forget = (key: string) => {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.reading;
    },
    add(key, reading) {
      const entry = { reading, weight: 0 };
      entries.set(key, entry);
      void reading.then(({ declared, exports, imports }) => {
        if (entries.get(key) !== entry) return;
        entry.weight = 10 + declared.length + exports.length + imports.length;
        total += entry.weight;
        for (const oldest of entries.keys()) {
          if (total <= mostKept) break;
          forget(oldest);
        }
      });
    },
  };
}

interface Thread {
  /** Null if the thread was terminated because of it. */
  parse(order: ParseOrder): Promise<ParseAnswer | null>;
  close(): Promise<void>;
}

/** One file at a time, so that the measured time is its own. */
function openThread(program: URL, milliseconds: number): Thread {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const end = async () => {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };
  const parseNow = async (order: ParseOrder) => {
    if (isClosed) return null;
    worker ??= startWorker(program);
    const answer = await ask(worker, order, milliseconds);
    if (answer?.is !== "read" || answer.worn) await end();
    return answer;
  };
  return {
    async parse(order) {
      const answer = last.then(async () => await parseNow(order)).catch(() => null);
      last = answer;
      return await answer;
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

function startWorker(program: URL): Worker {
  // Optimising the huge functions of a grammar would cost more memory and time than it saves.
  for (const flag of ["--liftoff", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) setFlagsFromString(flag);
  const worker = new Worker(program, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    stdout: true,
    stderr: true,
  });
  // Keeps the process alive only while someone waits for an answer.
  worker.unref();
  worker.on("error", () => {});
  return worker;
}

/** The answer; null if the thread exited or timed out. */
async function ask(worker: Worker, order: ParseOrder, milliseconds: number): Promise<ParseAnswer | null> {
  return await new Promise((resolve) => {
    let timer = setTimeout(late, loadMilliseconds);
    const done = (answer: ParseAnswer | null) => {
      clearTimeout(timer);
      worker.off("message", receive).off("error", lost).off("exit", lost);
      worker.unref();
      resolve(answer);
    };
    const lost = () => done(null);
    function receive(answer: ParseAnswer): void {
      if (answer.is !== "ready") {
        done(answer);
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(late, milliseconds);
    }
    /** If this thread was just slow, its answer is already queued and is handled first. */
    function late(): void {
      setImmediate(lost);
    }
    worker.ref();
    worker.on("message", receive).on("error", lost).on("exit", lost);
    worker.postMessage(order, []);
  });
}
