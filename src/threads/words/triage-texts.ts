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
  security: "it speaks of security",
  design: "it is about what is wanted, not only about what the code does",
  dispute: "an answer in the thread does not agree",
  question: "it asks a question",
};

const unknown: Record<NonNullable<CodeFacts["unknown"]>, string> = {
  "no-place": "GitHub does not say which line it was written about",
  "removed-line": "it is on a line that the pull request removes",
  "no-commit": "the commit that it was written about is not in this clone",
  "no-file": "the file that it was written about could not be read",
  "other-text": "the line that it was written about is not the one that GitHub shows",
  "too-large": "the file or the change is too large to be compared",
};

export function classReason({ facts, judgement }: TriagedText): string {
  const commit = facts.commit === null ? "A later commit" : `Commit ${facts.commit.slice(0, 12)}`;
  switch (judgement.rule) {
    case "words":
      return `A person has to answer: ${list(judgement.words.map((word) => held[word]))}.${changedNote(facts)}`;
    case "suggestion-stands":
      return `${commit} put in what the comment suggests: it stands there at the head.`;
    case "asked-for-stands":
      return `${commit} changed the commented line: what the comment asks for stands there, and what it objects to does not.`;
    case "quoted-gone":
      return `${commit} changed the commented line: ${quotedText(facts)} no longer stands there, and was not moved elsewhere.`;
    case "removed-as-asked":
      return `${commit} took out the commented line, as the comment asks.`;
    case "renamed-as-asked":
      return `${commit} changed names in the commented line and nothing else: the comment is about a name.`;
    case "line-rewritten":
      return `${commit} rewrote the commented line: hardly anything of it is left. The comment quotes nothing that would show more.`;
    case "outdated-gone":
      return facts.outcome === "file-removed"
        ? "GitHub calls it outdated, and its file is no longer there."
        : "GitHub calls it outdated, and the commented line no longer stands in the file.";
    case "unclear":
      return `The code alone does not tell: ${unclear(facts)}.`;
  }
}

function unclear(facts: CodeFacts): string {
  if (facts.unknown !== null) return unknown[facts.unknown];
  if (facts.outcome === "untouched") return "the commented lines stand as they were";
  if (facts.movedTo !== null)
    return `such code now stands in ${shorten(oneLine(facts.movedTo.path), 200)}, line ${facts.movedTo.line}`;
  if (facts.sameCode) return "only blanks, line breaks or comments of the commented lines changed";
  if (facts.renames !== null) return "only names in the commented lines changed";
  if (facts.quotes.some(({ stands }) => stands)) return "the lines changed, but a part of what it quotes still stands";
  return "the lines changed, but nothing shows that the change does what the comment asks";
}

function changedNote({ commit, outcome }: CodeFacts): string {
  return commit === null || outcome === "untouched"
    ? ""
    : ` The commented lines were changed in ${commit.slice(0, 12)}.`;
}

function quotedText({ quotes }: CodeFacts): string {
  const gone = quotes.filter(({ stands }) => !stands);
  return gone.length === 0 ? "what it objects to" : list(gone.slice(0, 3).map(({ text }) => codeSpan(text)));
}

/** Short, on one line, and without characters that could end the code span. */
function codeSpan(text: string): string {
  return `\`${shorten(oneLine(text).replaceAll("`", "'"), 80)}\``;
}

export function recommendedAction(classification: Classification): string {
  switch (classification) {
    case "valid":
      return "Fix it, run the checks, commit, and answer with the commit.";
    case "already_fixed":
      return "Look at the then-and-now, run the checks, and answer with the commit that changed it.";
    case "stale":
      return "Look whether the concern lives on elsewhere; if not, answer that the code is gone.";
    case "invalid":
      return "Answer with the reason; leave the thread to whoever opened it.";
    case "needs_human":
      return "A person reads it and decides.";
  }
}

/** Null if a person should answer. */
export function draftReply({ facts, judgement }: TriagedText): string | null {
  const at = facts.commit === null ? "a later commit" : facts.commit.slice(0, 12);
  switch (judgement.classification) {
    case "already_fixed":
      return judgement.rule === "suggestion-stands"
        ? `The suggested text stands there since ${at}.`
        : judgement.rule === "removed-as-asked"
          ? `The line was taken out in ${at}.`
          : judgement.rule === "line-rewritten" || judgement.rule === "renamed-as-asked"
            ? `The line was changed in ${at}.`
            : `The line was changed in ${at}: ${quotedText(facts)} no longer stands there.`;
    case "stale":
      return "The code that this is about is no longer there.";
    case "needs_human":
      return null;
  }
}

/** Starts every draft for a valid comment, so that a model's text below it cannot suggest that the work is done. */
export const notFixedYet = "This is right, and it is not fixed yet.";

export function modelNote(message: string): string {
  return `No model could be asked about it (${shorten(oneLine(message), 200)}); this is what the rules say.`;
}

export const unprovenNote = "A model took it for settled, but quoted no line of the file that shows it.";
