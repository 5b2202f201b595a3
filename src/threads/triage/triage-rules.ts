// Lists the triage rules in order of precedence. None depends on who wrote the comment.
import type { Classification, ThreadTriage } from "../thread-payloads.ts";
import type { ReviewThread } from "../thread.ts";
import type { CodeFacts } from "./code-facts.ts";
import { distinctiveTokens, codeTokens } from "./code-tokens.ts";
import { asksRemoval, isAboutMore, isAboutNames, findHoldingWords, type HoldingWord } from "./holding-words.ts";

export type TriageRuleName =
  /** Its text needs an answer by a person. */
  | "words"
  /** Its suggestion equals the current code. */
  | "suggestion-stands"
  /** The quoted code is gone, and the requested code is present. */
  | "asked-for-stands"
  /** The quoted code is gone. */
  | "quoted-gone"
  /** It asks to remove the line, and the line is gone. */
  | "removed-as-asked"
  /** It is about a name, and only names changed. */
  | "renamed-as-asked"
  /** It quotes nothing, and hardly anything of its line is left. */
  | "line-rewritten"
  /** GitHub marks it as outdated, and the line is gone. */
  | "outdated-gone"
  /** No rule applies. */
  | "unclear";

export interface TriageJudgement {
  classification: Extract<Classification, "already_fixed" | "stale" | "needs_human">;
  confidence: ThreadTriage["confidence"];
  rule: TriageRuleName;
  words: readonly HoldingWord[];
  mayResolve: boolean;
}

type Body = string;
type FixedRule = Pick<TriageJudgement, "rule" | "confidence">;

export function applyTriageRules(thread: ReviewThread, facts: CodeFacts): TriageJudgement {
  const words = findHoldingWords(thread);
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
  // "Should this not be …?" is an objection in the form of a question: the code can answer it.
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
  // Code known only from the hunk above the comment may have moved elsewhere.
  const confidence = facts.unknown === null ? "medium" : "low";
  return { classification: "stale", confidence, rule: "outdated-gone", mayResolve: confidence !== "low" };
}

function fixedBy(body: Body, facts: CodeFacts): FixedRule | null {
  // Without a commit to name there is no evidence.
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

/** Its words say what is wrong, and the code shows that this is fixed. Words are weaker than code: never certain. */
function inPlainWords({ inWords, outcome, quotes, suggestion, proposals }: CodeFacts): FixedRule | null {
  if (outcome !== "replaced" || suggestion !== null || proposals.some(({ stands }) => !stands)) return null;
  const shows = inWords === "added" || (inWords === "mended" && !quotes.some(({ stands }) => stands));
  return shows ? { rule: "asked-for-stands", confidence: "low" } : null;
}

/** For a comment about names: each new name is more than the old one with a suffix. */
function isRenamed({ renames, quotes, suggestion, proposals }: CodeFacts): boolean {
  if (renames === null || renames.length === 0 || suggestion !== null || proposals.length > 0) return false;
  return !quotes.some(({ stands }) => stands) && renames.every(([old, now]) => !now.includes(old));
}

/** The lines were really changed, and the old code is nowhere else. */
function isReallyChanged(body: Body, facts: CodeFacts, asked: boolean): boolean {
  if (facts.outcome === "untouched" || facts.sameCode || facts.movedTo !== null) return false;
  // A new name is a fix only if it was asked for.
  if (facts.renames !== null && !asked && !isAboutNames(body)) return false;
  return !(isAboutMore(body) && facts.others);
}

/** Everything it proposes is present; of the quoted code only names remain, and something of it is gone. */
function standsAsAsked({ proposals, suggestion, quotes }: CodeFacts): boolean {
  if (suggestion !== null || proposals.length === 0 || proposals.some(({ stands }) => !stands)) return false;
  const standing = quotes.filter(({ stands }) => stands);
  return standing.every(({ name }) => name) && (quotes.length === 0 || standing.length < quotes.length);
}

/** More than names, so that its presence is no accident. */
function isWholeCode(proposals: CodeFacts["proposals"]): boolean {
  return proposals.every(({ name, text }) => !name && distinctiveTokens(codeTokens(text)).length > 2);
}

/** Below this share, a line that is not quoted counts as replaced. */
const rewritten = 0.6;
/** Below this share if code is quoted and the replacement differs from the proposal. */
const mostlyChanged = 0.6;
/** A line with fewer words is not distinctive. */
const fewestWords = 3;

function goneByText(facts: CodeFacts): FixedRule | null {
  const { quotes, proposals, remains, suggestion } = facts;
  if (facts.inWords === "open") return null;
  if (quotes.some(({ stands, altered }) => stands || altered)) return null;
  // One point is not shown and most of the line is unchanged: the fix may be incomplete.
  if (facts.unshown && remains >= mostlyChanged) return null;
  // Only a part of what was requested is present: the fix is incomplete.
  if (proposals.some(({ stands }) => stands) && proposals.some(({ stands }) => !stands)) return null;
  if (suggestion === null && quotes.length > 0)
    return proposals.length === 0 || remains < mostlyChanged ? { rule: "quoted-gone", confidence: "medium" } : null;
  if (proposals.length > 0 || facts.outcome !== "replaced" || facts.words < fewestWords) return null;
  return remains < rewritten ? { rule: "line-rewritten", confidence: "low" } : null;
}

function removedAsAsked(body: Body, facts: CodeFacts): FixedRule | null {
  // Where an identical line remains nearby, it is unclear which of the two is gone.
  if (!asksRemoval(body) || facts.lineNear || facts.words < 2) return null;
  return { rule: "removed-as-asked", confidence: "medium" };
}

function goneFromHead(facts: CodeFacts): boolean {
  if (facts.unknown === "no-commit") return facts.lineAtHead === false;
  if (facts.unknown !== null || facts.words < fewestWords || facts.movedTo !== null || facts.sameCode) return false;
  if (facts.outcome === "file-removed") return true;
  return facts.outcome === "removed" && facts.lineAtHead === false && !facts.quotes.some(({ stands }) => stands);
}
