// Opens the grammars with their thread: from source in a clone, from a bundle in the published build.
import { symbolLanguage } from "../../change/symbols/languages.ts";
import { startGrammars as open, type Grammars, type GrammarsOptions } from "../../world/code/grammars.ts";

export function openReviewGrammars(options: Pick<GrammarsOptions, "milliseconds"> = {}): Grammars {
  const program = import.meta.url.endsWith(".ts") ? "./grammar-worker.ts" : "./grammar-worker.js";
  return open({ worker: new URL(program, import.meta.url), languageOf: symbolLanguage, ...options });
}
