// Starts the parser thread: combines readers, grammars and parser.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { zstdDecompressSync } from "node:zlib";
import { grammars } from "../../change/symbols/languages.ts";
import { symbolReaders } from "../../change/symbols/queries/index.ts";
import { serveGrammars } from "../../world/code/grammar-worker.ts";

/** In a clone the parser is a package; in the published build it is next to this file, with compressed grammars. */
const isClone = import.meta.url.endsWith(".ts");
const runtime = isClone
  ? pathToFileURL(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm"))
  : new URL("./grammars/tree-sitter.cjs", import.meta.url);

async function read(grammar: string): Promise<Uint8Array> {
  const file = new URL(`tree-sitter-${grammar}.wasm`, runtime);
  return isClone ? await readFile(file) : zstdDecompressSync(await readFile(new URL(`${file.href}.zst`)));
}

serveGrammars({ readers: symbolReaders, grammars, runtime, read });
