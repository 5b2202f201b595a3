// The program that runs inside, as a file: source in a clone, a bundle of its own in the published build.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

export function hostProgram(): { name: string; text: Uint8Array } {
  const at = import.meta.url.endsWith(".ts") ? "../inside/sandbox-host.ts" : "./sandbox-host.js";
  const url = new URL(at, import.meta.url);
  return { name: basename(url.pathname), text: readFileSync(url) };
}
