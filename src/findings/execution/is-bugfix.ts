// Recognizes bugfixes by type, label, branch or a plain title, so that their tests are asked to prove the fix.
import type { Change } from "../../change/change.ts";
import { isFixTitle } from "../../change/fix-title.ts";

export function isBugfix({ triage, intent, words }: Pick<Change, "triage" | "intent" | "words">): boolean {
  if (triage.archetype.is === "bugfix" || intent.conventional?.type === "fix") return true;
  // A title with another conventional type is no bugfix.
  return !intent.conventional?.known && isFixTitle(words.title);
}
