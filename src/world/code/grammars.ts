// Extracts symbols with tree-sitter in one thread, which is terminated when a file takes too long or too much memory.
import { createHash } from "node:crypto";
import type { Symbols } from "../../change/symbols/symbols.ts";
import type { ParseAnswer, ParseOrder } from "./grammar-worker.ts";
import { openThread } from "./terminable-thread.ts";

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
/** Size limit of the cache, in declarations, exports and imports. */
const mostKept = 200_000;

export function startGrammars({ worker, languageOf, milliseconds = defaultMilliseconds }: GrammarsOptions): Grammars {
  const thread = openThread<ParseOrder, ParseAnswer>(worker, milliseconds);
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
      const reading = thread.ask({ path, language, bytes }).then((answer) => symbolsOf(language, answer));
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
