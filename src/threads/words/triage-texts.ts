// Explains a thread's class, what to do about it, and drafts a reply.
import type { Classification } from "../thread-payloads.ts";
import type { CodeFacts } from "../triage/code-facts.ts";
import type { TriageJudgement } from "../triage/triage-rules.ts";
import type { HoldingWord } from "../triage/holding-words.ts";
import { list, oneLine, shorten } from "../../review/words/text.ts";

export interface TriagedText {
  facts: CodeFacts;
  judgement: TriageJudgement;
}

const held: Record<HoldingWord, string> = {
  security: "it mentions security",
  design: "it is about a design decision, not only about what the code does",
  dispute: "a reply in the thread disagrees",
  question: "it asks a question",
};

const unknown: Record<NonNullable<CodeFacts["unknown"]>, string> = {
  "no-place": "GitHub does not say which line it was written on",
  "removed-line": "it is on a line that the pull request removes",
  "no-commit": "the commit that it was written on is not in this clone",
  "no-file": "the file that it was written on could not be read",
  "other-text": "the line in the commented commit differs from the one that GitHub shows",
  "too-large": "the file or the change is too large to compare",
};

export function classReason({ facts, judgement }: TriagedText): string {
  const commit = facts.commit === null ? "A later commit" : `Commit ${facts.commit.slice(0, 12)}`;
  switch (judgement.rule) {
    case "words":
      return `A person has to answer: ${list(judgement.words.map((word) => held[word]))}.${changedNote(facts)}`;
    case "suggestion-stands":
      return `${commit} applied what the comment suggests, and the head still has it.`;
    case "asked-for-stands":
      return `${commit} changed the commented line: it now has what the comment asks for, and no longer what the comment objects to.`;
    case "quoted-gone":
      return `${commit} changed the commented line, which no longer contains ${quotedText(facts)}. The code was not moved elsewhere.`;
    case "removed-as-asked":
      return `${commit} removed the commented line, as the comment asks.`;
    case "renamed-as-asked":
      return `${commit} only changed names in the commented line, and the comment is about a name.`;
    case "line-rewritten":
      return `${commit} rewrote the commented line almost completely. The comment quotes no code to compare it with.`;
    case "outdated-gone":
      return facts.outcome === "file-removed"
        ? "GitHub marks it as outdated, and its file no longer exists."
        : "GitHub marks it as outdated, and the commented line is no longer in the file.";
    case "unclear":
      return `The code alone does not show whether it is settled: ${unclear(facts)}.`;
  }
}

function unclear(facts: CodeFacts): string {
  if (facts.unknown !== null) return unknown[facts.unknown];
  if (facts.outcome === "untouched") return "the commented lines have not changed";
  if (facts.movedTo !== null)
    return `similar code is now in ${shorten(oneLine(facts.movedTo.path), 200)}, line ${facts.movedTo.line}`;
  if (facts.sameCode) return "only whitespace, line breaks or comments changed in the commented lines";
  if (facts.renames !== null) return "only names in the commented lines changed";
  if (facts.quotes.some(({ stands }) => stands)) return "the lines changed, but part of what it quotes is still there";
  return "the lines changed, but nothing shows that the change does what the comment asks";
}

function changedNote({ commit, outcome }: CodeFacts): string {
  return commit === null || outcome === "untouched"
    ? ""
    : ` The commented lines were changed in ${commit.slice(0, 12)}.`;
}

function quotedText({ quotes }: CodeFacts): string {
  const gone = quotes.filter(({ stands }) => !stands);
  return gone.length === 0 ? "what the comment objects to" : list(gone.slice(0, 3).map(({ text }) => codeSpan(text)));
}

/** Short, on one line, and without characters that could end the code span. */
function codeSpan(text: string): string {
  return `\`${shorten(oneLine(text).replaceAll("`", "'"), 80)}\``;
}

export function recommendedAction(classification: Classification): string {
  switch (classification) {
    case "valid":
      return "Fix it, run the checks, commit, and reply with the commit.";
    case "already_fixed":
      return "Compare the code before and after, run the checks, and reply with the commit that changed it.";
    case "stale":
      return "Check whether the problem still exists elsewhere; if not, reply that the code is gone.";
    case "invalid":
      return "Reply with the reason, and let whoever opened the thread resolve it.";
    case "needs_human":
      return "A person has to read it and decide.";
  }
}

/** Null if a person should answer. */
export function draftReply({ facts, judgement }: TriagedText): string | null {
  const at = facts.commit === null ? "a later commit" : facts.commit.slice(0, 12);
  switch (judgement.classification) {
    case "already_fixed":
      return judgement.rule === "suggestion-stands"
        ? `The suggestion was applied in ${at}.`
        : judgement.rule === "removed-as-asked"
          ? `The line was removed in ${at}.`
          : judgement.rule === "line-rewritten" || judgement.rule === "renamed-as-asked"
            ? `The line was changed in ${at}.`
            : `The line was changed in ${at} and no longer contains ${quotedText(facts)}.`;
    case "stale":
      return "The commented code no longer exists.";
    case "needs_human":
      return null;
  }
}

/** Starts every draft for a valid comment, so that a model's text below it cannot suggest that the work is done. */
export const notFixedYet = "This is right, and it is not fixed yet.";

export function modelNote(message: string): string {
  return `No model could be asked about it (${shorten(oneLine(message), 200)}), so the rules decided.`;
}

export const unprovenNote = "A model judged it to be settled, but quoted no line of the file that shows it.";
