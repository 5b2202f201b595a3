// Parses a stored draft. The decision of a draft from an older version is computed again; the person's choices are in
// its edits.
import { decideReview } from "./decide-review.ts";
import { isAcknowledgeable } from "./decision.ts";
import type { FindingOutcome, JudgedFinding, Mark } from "../findings/finding.ts";
import type { Draft } from "./draft.ts";

export function parseDraft(json: string): Draft {
  const draft = JSON.parse(json) as Draft;
  if ("posted" in draft.decision) return draft;
  const { change, reports, edits } = draft;
  const judged = (draft.judged as StoredFinding[]).map(withOutcomes);
  const chosen = edits.findLast((edit) => edit.edit === "event");
  const acknowledged = edits.flatMap((edit) =>
    edit.edit === "acknowledge" && isAcknowledgeable(edit.rule) ? [edit.rule] : [],
  );
  const decision = {
    ...decideReview(change, reports, judged),
    ...(chosen && { chosen: { event: chosen.event, by: chosen.by } }),
    ...(acknowledged.length > 0 && { acknowledged }),
  };
  return { ...draft, judged, decision };
}

/** The format of version 0.1.0: with `fate`, and `posted` instead of `inline`. */
type StoredFate = { fate?: FindingOutcome | "posted" };
type StoredFinding = JudgedFinding & StoredFate;

function withOutcomes({ fate, ...one }: StoredFinding): JudgedFinding {
  const marks = one.marks.map(({ fate: marked, ...mark }: Mark & StoredFate) => ({ ...mark, ...outcomeOf(marked) }));
  return { ...one, ...outcomeOf(fate), marks };
}

function outcomeOf(fate: StoredFate["fate"]): { outcome?: FindingOutcome } {
  return fate === undefined ? {} : { outcome: fate === "posted" ? "inline" : fate };
}
