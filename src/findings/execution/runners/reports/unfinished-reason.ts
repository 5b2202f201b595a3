// Explains why a command has no results to read, from the way it ended.
import type { CommandEnd } from "../../sandbox-runner.ts";

export function unfinishedReason({ is, why }: Pick<CommandEnd, "is" | "why">): string | null {
  switch (is) {
    case "ended":
      return null;
    case "too-slow":
      return "it timed out";
    case "too-much-output":
      return "it printed too much and was stopped";
    case "not-started":
      return why === null ? "it did not start" : `it did not start: ${why}`;
  }
}

/** Marks the cut in truncated output. */
const leftOut = "\n[...]\n";

/** Results in truncated output of a failed run may be incomplete. */
export function truncatedReason({ output, code }: Pick<CommandEnd, "output" | "code">): string | null {
  return code !== 0 && output.includes(leftOut) ? "it failed, and its output was too long to keep" : null;
}
