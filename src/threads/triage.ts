// Classifies a thread by rules alone. The class follows from the code and the text, whoever wrote it; if nothing
// follows, a person decides. `already_fixed` requires evidence.
import { recommendedAction, classReason, draftReply } from "./words/triage-texts.ts";
import type { ThreadTriage } from "./thread-payloads.ts";
import type { ReviewThread } from "./thread.ts";
import type { CodeFacts, Excerpt } from "./triage/code-facts.ts";
import { applyTriageRules, type TriageJudgement, type TriageRuleName } from "./triage/triage-rules.ts";
import type { HoldingWord } from "./triage/holding-words.ts";

export { codeFacts, factsReader } from "./triage/read-code-facts.ts";
export type { CodeFacts } from "./triage/code-facts.ts";
export { inTriageOrder } from "./triage/triage-order.ts";
export { triageByModel, triageUnit, type ModelTriage, type OpenThread } from "./triage/triage-by-model.ts";

/** Basis of a verdict, as data; `threads/words/` renders it. */
interface TriageEvidence {
  /** `rules`, or the model that decided. */
  by: string;
  rule: TriageRuleName | "model";
  /** The commit that changed the commented lines. */
  commit: string | null;
  /** Why a person has to decide. */
  words: readonly HoldingWord[];
  /** A line at the head as evidence. */
  quote: string | null;
  before: Excerpt | null;
  now: Excerpt | null;
}

export type TriagedThread = ThreadTriage & { evidence: TriageEvidence };

export function triageByRules(thread: ReviewThread, facts: CodeFacts): TriagedThread {
  const judgement = applyTriageRules(thread, facts);
  const { classification, rule, words, mayResolve } = judgement;
  const requiresHumanDecision = classification === "needs_human";
  const about = { facts, judgement };
  return {
    threadId: thread.threadId,
    classification,
    confidence: confidenceFor(judgement, thread),
    reason: classReason(about),
    recommendedAction: recommendedAction(classification),
    filesToInspect: filesOf(thread, facts),
    filesToChange: [],
    checksToRun: [],
    replyBody: draftReply(about),
    canResolveAfterChecks: mayResolve && !requiresHumanDecision,
    requiresHumanDecision,
    evidence: { by: "rules", rule, commit: facts.commit, words, quote: null, before: facts.before, now: facts.now },
  };
}

/** A bot's question or opinion needs a person's answer less certainly than a person's. */
function confidenceFor(
  { confidence, words }: TriageJudgement,
  { authorKind }: ReviewThread,
): ThreadTriage["confidence"] {
  const onWordsAlone = words.length > 0 && !words.includes("security");
  return authorKind !== "human" && onWordsAlone && confidence === "high" ? "medium" : confidence;
}

function filesOf({ path }: ReviewThread, { headPath, movedTo }: CodeFacts): string[] {
  return [...new Set([headPath ?? path ?? "", movedTo?.path ?? ""])].filter((one) => one !== "");
}
