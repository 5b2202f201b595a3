// Reads symbols by grammar, in one thread that is ended when a file takes too long or too much memory.
import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Symbols } from "../../change/symbols/symbols.ts";
import type { ParseAnswer, ParseOrder } from "./grammar-worker.ts";

export interface Grammars {
  /** What a file declares; null where no grammar reads files of that name. Never fails: what cannot be read is `words`. */
  symbols(path: string, bytes: Uint8Array): Promise<Symbols | null>;
  close(): Promise<void>;
}

export interface GrammarsOptions {
  /** The thread's program. */
  worker: URL;
  languageOf(path: string): string | null;
  /** For one file, its grammar being loaded. */
  milliseconds?: number;
}

const largestBytes = 1_000_000;
const longestLine = 100_000;
const defaultMilliseconds = 2_000;
/** To start the thread and load a grammar, on a machine that is busy with other things. */
const loadMilliseconds = 30_000;
/** What the memory keeps, counted in declarations, exports and imports. */
const mostKept = 200_000;

export function startGrammars({ worker, languageOf, milliseconds = defaultMilliseconds }: GrammarsOptions): Grammars {
  const thread = openThread(worker, milliseconds);
  const kept = keepRecent();
  return {
    async symbols(path, bytes) {
      const language = languageOf(path);
      if (language === null) return null;
      if (!isReadable(bytes)) return words(language);
      // A reader may look at how a file's name ends (`.d.ts`), never at where it lies.
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

/** Forgets what was longest not asked for. */
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
  /** Null when the thread was lost over it. */
  parse(order: ParseOrder): Promise<ParseAnswer | null>;
  close(): Promise<void>;
}

/** One file at a time: the time that it takes is then its own. */
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
  // To compile the huge functions of a grammar a second time, for speed, takes more memory and time than it saves here.
  for (const flag of ["--liftoff", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) setFlagsFromString(flag);
  const worker = new Worker(program, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    stdout: true,
    stderr: true,
  });
  // Someone waits for an answer, or nobody does: an idle thread keeps no process alive.
  worker.unref();
  worker.on("error", () => {});
  return worker;
}

/** The answer; null when the thread ended instead, or took too long and is to be ended. */
async function ask(worker: Worker, order: ParseOrder, milliseconds: number): Promise<ParseAnswer | null> {
  return await new Promise((resolve) => {
    let timer = setTimeout(late, loadMilliseconds);
    const done = (answer: ParseAnswer | null) => {
      clearTimeout(timer);
      worker.off("message", heard).off("error", lost).off("exit", lost);
      worker.unref();
      resolve(answer);
    };
    const lost = () => done(null);
    function heard(answer: ParseAnswer): void {
      if (answer.is !== "ready") {
        done(answer);
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(late, milliseconds);
    }
    /** If it was this thread that was busy, the answer is here already and is heard before this. */
    function late(): void {
      setImmediate(lost);
    }
    worker.ref();
    worker.on("message", heard).on("error", lost).on("exit", lost);
    worker.postMessage(order, []);
  });
}
