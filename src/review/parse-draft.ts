// Reads a stored draft. One that an older version stored is decided again; what a person chose is in its edits.
import { decideReview } from "./decide-review.ts";
import { isAcknowledgeable } from "./decision.ts";
import type { Draft } from "./draft.ts";

export function parseDraft(json: string): Draft {
  const draft = JSON.parse(json) as Draft;
  if ("posted" in draft.decision) return draft;
  const { change, reports, judged, edits } = draft;
  const chosen = edits.findLast((edit) => edit.edit === "event");
  const acknowledged = edits.flatMap((edit) =>
    edit.edit === "acknowledge" && isAcknowledgeable(edit.rule) ? [edit.rule] : [],
  );
  const decision = {
    ...decideReview(change, reports, judged),
    ...(chosen && { chosen: { event: chosen.event, by: chosen.by } }),
    ...(acknowledged.length > 0 && { acknowledged }),
  };
  return { ...draft, decision };
}
