// Starts the parser thread: combines readers, grammars and parser.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { grammars } from "../../change/symbols/languages.ts";
import { symbolReaders } from "../../change/symbols/queries/index.ts";
import { serveGrammars } from "../../world/code/grammar-worker.ts";

/** In a clone the parser is a package; in the published build it is next to this file. */
const runtime = import.meta.url.endsWith(".ts")
  ? pathToFileURL(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm"))
  : new URL("./grammars/tree-sitter.cjs", import.meta.url);

serveGrammars({ readers: symbolReaders, grammars, runtime });
