// Reads the host program: source in a clone, its own bundle in the published build.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

export function hostProgram(): { name: string; text: Uint8Array } {
  const at = import.meta.url.endsWith(".ts") ? "../inside/sandbox-host.ts" : "./sandbox-host.js";
  const url = new URL(at, import.meta.url);
  return { name: basename(url.pathname), text: readFileSync(url) };
}
