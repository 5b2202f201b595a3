// Defines the texts about the commented code.
import type { CodeFacts, UnknownWhy } from "../triage/code-facts.ts";
import { oneLine } from "../../review/words/text.ts";

const unknowns: Record<UnknownWhy, string> = {
  "no-place": "GitHub does not say which line it was written on.",
  "removed-line": "It is on a line that the change takes out.",
  "no-commit": "As it was: the commit that it was written about is no longer to be had.",
  "no-file": "As it was: the file could not be compared with the head.",
  "other-text": "As it was: the file does not say what GitHub shows above the comment.",
  "too-large": "As it was: the file or the change is too large to be compared.",
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
    facts.movedTo === null ? "" : ` Such code now stands in ${oneLine(facts.movedTo.path)}:${facts.movedTo.line}.`;
  switch (facts.outcome) {
    case "untouched":
      return `As it was when the comment was written.${renamed}`;
    case "partly":
    case "replaced":
      return `Changed${by} after the comment.${renamed}${moved}`;
    case "removed":
      return `Taken out${by} after the comment.${renamed}${moved}`;
    case "file-removed":
      return `Gone with its file${by}.${moved}`;
    case "unknown":
      return unknowns[facts.unknown ?? "no-file"];
  }
}

export function codeNotReadText(why: string): string {
  return `The code could not be read: ${oneLine(why)}`;
}
