// Whether the account that would post is the one that opened the pull request: GitHub then takes only comments.
import type { Change } from "../change/change.ts";

export function isOwnPull({ from, words }: Pick<Change, "from" | "words">): boolean {
  return from.kind === "pull" && from.viewer !== null && from.viewer.toLowerCase() === words.author?.toLowerCase();
}
