// Compiles patterns once. V8 compiles a pattern to bytecode, and to machine code when it is used again; a review uses
// nearly all of its patterns again.
import { setFlagsFromString } from "node:v8";

export function compilePatternsOnce(): void {
  setFlagsFromString("--no-regexp-tier-up");
}
