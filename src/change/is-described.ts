// Tells whether title and description speak for the whole change: those of a range of commits are its first commit's.
import type { Change } from "./change.ts";

export function isDescribed({ from, words }: Pick<Change, "from" | "words">): boolean {
  return from.kind === "pull" || from.merge === true || words.commitsTotal <= 1;
}

/** Empty where there is none of the whole change. */
export function describedTitle(change: Pick<Change, "from" | "words">): string {
  return isDescribed(change) ? change.words.title : "";
}
