// Defines the texts about the commented code.
import type { CodeFacts, UnknownWhy } from "../triage/code-facts.ts";
import { oneLine } from "../../review/words/text.ts";

const unknowns: Record<UnknownWhy, string> = {
  "no-place": "GitHub does not say which line it was written on.",
  "removed-line": "It is on a line that the pull request removes.",
  "no-commit": "Shown as of the comment: the commit that it was written on is no longer available.",
  "no-file": "Shown as of the comment: the file could not be compared with the head.",
  "other-text": "Shown as of the comment: the file differs from the code that GitHub shows above the comment.",
  "too-large": "Shown as of the comment: the file or the change is too large to compare.",
};

export function codeStateText(
  facts: Pick<CodeFacts, "outcome" | "unknown" | "commit" | "headPath" | "path" | "movedTo">,
): string {
  const by = facts.commit === null ? "" : ` by ${oneLine(facts.commit).slice(0, 7)}`;
  const renamed =
    facts.headPath !== null && facts.path !== null && facts.headPath !== facts.path
      ? ` The file is now ${oneLine(facts.headPath)}.`
      : "";
  const moved =
    facts.movedTo === null ? "" : ` Similar code is now in ${oneLine(facts.movedTo.path)}:${facts.movedTo.line}.`;
  switch (facts.outcome) {
    case "untouched":
      return `Unchanged since the comment was written.${renamed}`;
    case "partly":
    case "replaced":
      return `Changed${by} after the comment.${renamed}${moved}`;
    case "removed":
      return `Removed${by} after the comment.${renamed}${moved}`;
    case "file-removed":
      return `Removed together with its file${by}.${moved}`;
    case "unknown":
      return unknowns[facts.unknown ?? "no-file"];
  }
}

export function codeNotReadText(why: string): string {
  return `The code could not be read: ${oneLine(why)}`;
}
