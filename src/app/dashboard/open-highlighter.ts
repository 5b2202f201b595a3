// Opens the highlighter with its thread: from source in a clone, from a bundle in the published build.
import { startHighlighter, type Highlighter } from "../../world/code/highlighter.ts";

export function openHighlighter(): Highlighter {
  const isSource = import.meta.url.endsWith(".ts");
  const program = isSource ? "../../world/code/highlight-worker.ts" : "./highlight-worker.js";
  return startHighlighter(new URL(program, import.meta.url));
}
