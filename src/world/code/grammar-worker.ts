// Runs inside the parser thread, which can be terminated at any moment without losing anything else.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import type { Language, Parser, Tree } from "@vscode/tree-sitter-wasm";
import type { FileSymbols, SymbolReader } from "../../change/symbols/syntax.ts";

export interface ParseOrder {
  path: string;
  language: string;
  bytes: Uint8Array;
}

/**
 * `ready`: the grammar is loaded and parsing starts. `worn`: the thread has allocated much memory that it cannot free.
 */
export type ParseAnswer =
  | { is: "ready" }
  | { is: "read"; found: FileSymbols; broken: boolean; worn: boolean }
  | { is: "failed"; why: string };

export interface Served {
  readers: Readonly<Record<string, SymbolReader>>;
  /** The grammars of each language: the second is tried when the first leaves errors. */
  grammars: Readonly<Record<string, readonly string[]>>;
  /** The parser's module; what it loads itself is next to it. */
  runtime: URL;
  /** The bytes of a grammar. */
  read(grammar: string): Promise<Uint8Array>;
}

const page = 65_536;
/** The parser allocates outside the JavaScript heap, so it has its own memory limit. */
const mostMemory = 128 * 1024 * 1024;
const muchMemory = 64 * 1024 * 1024;

interface Memory {
  readonly buffer: { readonly byteLength: number };
}

/** Node supports it, but its types do not declare it. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => Memory };
};

interface Runtime {
  parser: Parser;
  memory: Memory;
  language(grammar: string): Promise<Language>;
}

export function serveGrammars(served: Served): void {
  const port = parentPort!;
  let runtime: Promise<Runtime> | null = null;
  port.on("message", (order: ParseOrder) => {
    runtime ??= startRuntime(served);
    parse(served, runtime, order, (answer) => port.postMessage(answer)).catch((error: unknown) =>
      port.postMessage({ is: "failed", why: String(error) } satisfies ParseAnswer),
    );
  });
}

async function startRuntime({ runtime: program, read }: Served): Promise<Runtime> {
  const library = createRequire(import.meta.url)(fileURLToPath(program)) as typeof import("@vscode/tree-sitter-wasm");
  const memory = new WebAssembly.Memory({ initial: 512, maximum: mostMemory / page });
  const options = { wasmMemory: memory, locateFile: (file: string) => fileURLToPath(new URL(file, program)) };
  await library.Parser.init(options);
  const loaded = new Map<string, Promise<Language>>();
  const load = async (grammar: string) => await library.Language.load(await read(grammar));
  return {
    parser: new library.Parser(),
    memory,
    async language(grammar) {
      const known = loaded.get(grammar) ?? load(grammar);
      loaded.set(grammar, known);
      return await known;
    },
  };
}

async function parse(
  { readers, grammars }: Served,
  starting: Promise<Runtime>,
  { path, language, bytes }: ParseOrder,
  answer: (answer: ParseAnswer) => void,
): Promise<void> {
  const runtime = await starting;
  const reader = readers[language];
  const names = grammars[language];
  if (reader === undefined || names === undefined) throw new Error(`no reader of ${language}`);
  await runtime.language(names[0]!);
  answer({ is: "ready" });
  const text = new TextDecoder().decode(bytes);
  const tree = await firstWhole(runtime, names, text);
  const root = tree.rootNode;
  const found = reader({ path, text, root });
  const broken = root.hasError;
  tree.delete();
  answer({ is: "read", found, broken, worn: runtime.memory.buffer.byteLength > muchMemory });
}

/** The tree of the first grammar that parses the whole text, else of the one with the fewest errors. */
async function firstWhole({ parser, language }: Runtime, names: readonly string[], text: string): Promise<Tree> {
  let best: { tree: Tree; unread: number } | null = null;
  for (const name of names) {
    const tree = parser.setLanguage(await language(name)).parse(text);
    if (tree === null) throw new Error("the parser gave up");
    const unread = names.length === 1 || !tree.rootNode.hasError ? 0 : unreadIn(tree);
    if (best === null || unread < best.unread) {
      best?.tree.delete();
      best = { tree, unread };
    } else tree.delete();
    if (best.unread === 0) break;
  }
  return best!.tree;
}

/** In characters; a file with only a missing token still counts one. */
function unreadIn(tree: Tree): number {
  const errors = tree.rootNode.descendantsOfType("ERROR");
  return errors.reduce((sum, error) => sum + (error === null ? 0 : error.endIndex - error.startIndex), 1);
}
