// Checks whether the posting account opened the pull request: GitHub then accepts only comments.
import type { Change } from "../change/change.ts";

export function isOwnPull({ from, words }: Pick<Change, "from" | "words">): boolean {
  return from.kind === "pull" && from.viewer !== null && from.viewer.toLowerCase() === words.author?.toLowerCase();
}
