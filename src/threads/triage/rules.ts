// The rules, in the order in which they are asked. None of them knows who wrote the comment.
import type { Classification, ThreadTriage } from "../payloads.ts";
import type { ReviewThread } from "../thread.ts";
import type { CodeFacts } from "./facts.ts";
import { telling, codeTokens } from "./tokens.ts";
import { asksRemoval, isAboutMore, isAboutNames, wordsFound, type HoldingWord } from "./words-found.ts";

export type TriageRuleName =
  /** A person has to answer what it says. */
  | "words"
  /** What it suggests is what stands there. */
  | "suggestion-stands"
  /** What it quotes is gone, and what it asks for stands there. */
  | "asked-for-stands"
  /** What it quotes is gone. */
  | "quoted-gone"
  /** It asks to take the line away, and the line is gone. */
  | "removed-as-asked"
  /** It is about a name, and nothing but names changed. */
  | "renamed-as-asked"
  /** It quotes nothing, and hardly anything of its line is left. */
  | "line-rewritten"
  /** GitHub calls it outdated, and the line is gone. */
  | "outdated-gone"
  /** Nothing follows. */
  | "unclear";

export interface TriageJudgement {
  classification: Extract<Classification, "already_fixed" | "stale" | "needs_human">;
  confidence: ThreadTriage["confidence"];
  rule: TriageRuleName;
  words: readonly HoldingWord[];
  mayResolve: boolean;
}

type Body = string;
type Fixed = Pick<TriageJudgement, "rule" | "confidence">;

export function applyTriageRules(thread: ReviewThread, facts: CodeFacts): TriageJudgement {
  const words = wordsFound(thread);
  const body = thread.firstComment?.body ?? "";
  const code = judgeCode(body, thread.isOutdated, facts);
  const human = (confidence: ThreadTriage["confidence"], rule: TriageRuleName): TriageJudgement => ({
    classification: "needs_human",
    confidence,
    rule,
    words,
    mayResolve: false,
  });
  if (words.includes("security") || words.includes("design") || words.includes("dispute"))
    return human("high", "words");
  // "Should this not be …?" is an objection in the form of a question: what shows in the code answers it.
  if (code !== null && (!words.includes("question") || code.confidence !== "low")) return { ...code, words };
  if (words.includes("question")) return human(facts.quotes.length > 0 ? "low" : "medium", "words");
  return human("low", "unclear");
}

function judgeCode(body: Body, isOutdated: boolean, facts: CodeFacts): Omit<TriageJudgement, "words"> | null {
  const fixed = fixedBy(body, facts);
  if (fixed !== null)
    return {
      classification: "already_fixed",
      ...fixed,
      mayResolve: fixed.confidence !== "low",
    };
  const gone = isOutdated && goneFromHead(facts);
  if (!gone) return null;
  // What is only known from the text above the comment may have moved to where nobody looked.
  const confidence = facts.unknown === null ? "medium" : "low";
  return { classification: "stale", confidence, rule: "outdated-gone", mayResolve: confidence !== "low" };
}

function fixedBy(body: Body, facts: CodeFacts): Fixed | null {
  // Without a commit to name there is nothing to show.
  if (facts.unknown !== null || facts.commit === null || facts.outcome === "file-removed") return null;
  if (facts.suggestion === "stands") return { rule: "suggestion-stands", confidence: "high" };
  const asked = standsAsAsked(facts);
  if (asked && isWholeCode(facts.proposals)) return { rule: "asked-for-stands", confidence: "medium" };
  if (!isReallyChanged(body, facts, asked)) return null;
  if (facts.suggestion === "substance") return { rule: "asked-for-stands", confidence: "medium" };
  if (facts.outcome === "removed") return removedAsAsked(body, facts);
  if (asked) return { rule: "asked-for-stands", confidence: "medium" };
  if (isRenamed(facts)) return { rule: "renamed-as-asked", confidence: "medium" };
  return goneByText(facts) ?? inPlainWords(facts);
}

/** Its words say what is wrong, and the code shows that it no longer is. Words say less than code: never certain. */
function inPlainWords({ inWords, outcome, quotes, suggestion, proposals }: CodeFacts): Fixed | null {
  if (outcome !== "replaced" || suggestion !== null || proposals.some(({ stands }) => !stands)) return null;
  const shows = inWords === "added" || (inWords === "mended" && !quotes.some(({ stands }) => stands));
  return shows ? { rule: "asked-for-stands", confidence: "low" } : null;
}

/** Of a comment about names: each became one that is not the old one with something at its end. */
function isRenamed({ renames, quotes, suggestion, proposals }: CodeFacts): boolean {
  if (renames === null || renames.length === 0 || suggestion !== null || proposals.length > 0) return false;
  return !quotes.some(({ stands }) => stands) && renames.every(([old, now]) => !now.includes(old));
}

/** The lines were changed in earnest, and what was there is nowhere else. */
function isReallyChanged(body: Body, facts: CodeFacts, asked: boolean): boolean {
  if (facts.outcome === "untouched" || facts.sameCode || facts.movedTo !== null) return false;
  // Another name is another thing only where it was asked for.
  if (facts.renames !== null && !asked && !isAboutNames(body)) return false;
  return !(isAboutMore(body) && facts.others);
}

/** All that it proposes stands there; of the quoted code nothing does but names, and something of it is gone. */
function standsAsAsked({ proposals, suggestion, quotes }: CodeFacts): boolean {
  if (suggestion !== null || proposals.length === 0 || proposals.some(({ stands }) => !stands)) return false;
  const standing = quotes.filter(({ stands }) => stands);
  return standing.every(({ name }) => name) && (quotes.length === 0 || standing.length < quotes.length);
}

/** More than names: that it came there is no accident, whatever became of the commented line. */
function isWholeCode(proposals: CodeFacts["proposals"]): boolean {
  return proposals.every(({ name, text }) => !name && telling(codeTokens(text)).length > 2);
}

/** Less than this of a line that is spoken of without quoting it, and it is another line. */
const rewritten = 0.6;
/** Less than this where code is quoted and something else was proposed than what stands there. */
const mostlyChanged = 0.6;
/** A line of fewer words says too little to know it again. */
const fewestWords = 3;

function goneByText(facts: CodeFacts): Fixed | null {
  const { quotes, proposals, remains, suggestion } = facts;
  if (facts.inWords === "open") return null;
  if (quotes.some(({ stands, altered }) => stands || altered)) return null;
  // Of one of the things that it says nothing shows, and most of the line is as it was: half a fix, for all we know.
  if (facts.unshown && remains >= mostlyChanged) return null;
  // Some of what was asked for and not all of it: half a fix.
  if (proposals.some(({ stands }) => stands) && proposals.some(({ stands }) => !stands)) return null;
  if (suggestion === null && quotes.length > 0)
    return proposals.length === 0 || remains < mostlyChanged ? { rule: "quoted-gone", confidence: "medium" } : null;
  if (proposals.length > 0 || facts.outcome !== "replaced" || facts.words < fewestWords) return null;
  return remains < rewritten ? { rule: "line-rewritten", confidence: "low" } : null;
}

function removedAsAsked(body: Body, facts: CodeFacts): Fixed | null {
  // Where the same line still stands nearby, nobody can tell which of the two is gone.
  if (!asksRemoval(body) || facts.lineNear || facts.words < 2) return null;
  return { rule: "removed-as-asked", confidence: "medium" };
}

function goneFromHead(facts: CodeFacts): boolean {
  if (facts.unknown === "no-commit") return facts.lineAtHead === false;
  if (facts.unknown !== null || facts.words < fewestWords || facts.movedTo !== null || facts.sameCode) return false;
  if (facts.outcome === "file-removed") return true;
  return facts.outcome === "removed" && facts.lineAtHead === false && !facts.quotes.some(({ stands }) => stands);
}
