// Explains why a command has no results to read, from the way it ended.
import type { CommandEnd } from "../../sandbox-runner.ts";

export function unfinishedReason({ is, why }: Pick<CommandEnd, "is" | "why">): string | null {
  switch (is) {
    case "ended":
      return null;
    case "too-slow":
      return "it took too long and was ended";
    case "too-much-output":
      return "it said more than is read and was ended";
    case "not-started":
      return why === null ? "it did not start" : `it did not start: ${why}`;
  }
}

/** How a sandbox writes that of much output the middle is left out. */
const leftOut = "\n[...]\n";

/** Why results that stand in the output itself cannot be relied on: of a run that failed, some may be in what is left out. */
export function truncatedReason({ output, code }: Pick<CommandEnd, "output" | "code">): string | null {
  return code !== 0 && output.includes(leftOut) ? "it failed, and said more than is kept" : null;
}
