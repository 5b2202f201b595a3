// Runs all reviewers over one change in parallel. A reviewer without a model is a gap.
import type { Change } from "../../change/change.ts";
import type { Report, Unit } from "../report.ts";
import { runUnits, type RunFacts } from "../run-units.ts";
import type { Texts } from "../texts.ts";
import { askLimits, reviewerUnit, type ReviewerNeeds } from "./ask-reviewer.ts";
import type { Asker } from "./asking.ts";
import { promptRedactor } from "./prompt-redactor.ts";
import { boundary } from "./boundary.ts";
import { readKnowledge } from "./knowledge.ts";
import { sharedReading, type PromptInputs } from "./prompt.ts";
import { readerOf } from "./read-trees.ts";
import type { Reviewer } from "../reviewers/reviewer.ts";

export interface RunReviewersFacts extends Pick<RunFacts, "stop" | "now" | "ended" | "took"> {
  texts: Pick<Texts, "read">;
}

/** Waiting for the checks, for one's turn and for a repair takes time too; each call has its own limit. */
const limitMs = 3 * askLimits.ms;

export async function runReviewers(
  reviewers: readonly Reviewer[],
  change: Change,
  needs: Omit<ReviewerNeeds, "shared">,
  { texts, ...facts }: RunReviewersFacts,
): Promise<Report[]> {
  const units = reviewers.map((reviewer) => onlyWithModel(reviewerUnit(reviewer), needs.asker));
  const shared = { reading: readOnce(change, needs), read: readerOf(needs.code) };
  return await runUnits("reviewer", units, { ...needs, shared }, { ...facts, change, limitMs, text: texts.read });
}

function onlyWithModel(unit: Unit<ReviewerNeeds>, asker: Asker): Unit<ReviewerNeeds> {
  return {
    ...unit,
    when(change) {
      const wanted = unit.when(change);
      return wanted === true && asker.modelFor(unit.id) === null ? { kind: "no-model" } : wanted;
    },
  };
}

/** Every reviewer with the same budget gets the very same text, or nothing of it could be cached. */
function readOnce(change: Change, needs: Omit<ReviewerNeeds, "shared">): (budget: number) => Promise<PromptInputs> {
  const made = new Map<number, Promise<PromptInputs>>();
  const { nonce, countTokens } = needs;
  const make = async (budget: number) => {
    const [known, knowledge] = await Promise.all([needs.known, readKnowledge(change, needs.code.base)]);
    const { fence } = boundary(nonce, promptRedactor(known));
    return sharedReading(change, { fence, nonce, budget, countTokens, known, knowledge });
  };
  return (budget) => {
    const reading = made.get(budget) ?? make(budget);
    made.set(budget, reading);
    return reading;
  };
}
