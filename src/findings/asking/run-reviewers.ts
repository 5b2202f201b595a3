// Runs all reviewers over one change in parallel. A reviewer without a model is a gap.
import type { Change } from "../../change/change.ts";
import { mostParts } from "../../change/reading-depth.ts";
import type { Report, Unit } from "../report.ts";
import { runUnits, type RunFacts } from "../run-units.ts";
import type { Texts } from "../texts.ts";
import { askLimits, reviewerUnit, type ReviewerNeeds, type SharedReads } from "./ask-reviewer.ts";
import type { Asker } from "./asking.ts";
import { promptRedactor } from "./prompt-redactor.ts";
import { boundary } from "./boundary.ts";
import { readKnowledge } from "./knowledge.ts";
import { sharedReadings } from "./prompt.ts";
import { readerOf } from "./read-trees.ts";
import type { Reviewer } from "../reviewers/reviewer.ts";

export interface RunReviewersFacts extends Pick<RunFacts, "stop" | "now" | "ended" | "took"> {
  texts: Pick<Texts, "read">;
}

/** Waiting for the checks, for one's turn and for a repair takes time too; each call has its own limit. */
const callsOfTime = 3;

export async function runReviewers(
  reviewers: readonly Reviewer[],
  change: Change,
  needs: Omit<ReviewerNeeds, "shared">,
  { texts, ...facts }: RunReviewersFacts,
): Promise<Report[]> {
  const units = reviewers.map((reviewer) => onlyWithModel(reviewerUnit(reviewer), needs.asker));
  const callMs = units.map(({ id }) => needs.asker.modelFor(id)?.timeoutMs ?? askLimits.ms);
  const limitMs = callsOfTime * Math.max(askLimits.ms, ...callMs);
  const shared = { readings: readOnce(change, needs), read: readerOf(needs.code) };
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

/** Every reviewer with the same budget gets the very same texts, or nothing of them could be cached. */
function readOnce(change: Change, needs: Omit<ReviewerNeeds, "shared">): SharedReads["readings"] {
  const made = new Map<number, ReturnType<SharedReads["readings"]>>();
  const { nonce, countTokens } = needs;
  const make = async (budget: number) => {
    const [known, knowledge] = await Promise.all([needs.known, readKnowledge(change, needs.code.base)]);
    const { fence } = boundary(nonce, promptRedactor(known));
    return sharedReadings(change, { fence, nonce, budget, countTokens, known, knowledge }, mostParts);
  };
  return (budget) => {
    const reading = made.get(budget) ?? make(budget);
    made.set(budget, reading);
    return reading;
  };
}
