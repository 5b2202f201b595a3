// Tells whether title and description speak for the whole change: those of a range of commits are its first commit's.
import type { Change } from "./change.ts";

export function isDescribed({ from, words }: Pick<Change, "from" | "words">): boolean {
  return from.kind === "pull" || words.commitsTotal <= 1;
}
