// Edits the judged findings of a review: each claim once, one lead for each cause, and what should be fixed before
// merging on its line.
import type { Change } from "../../change/change.ts";
import type { JudgedFinding } from "../finding.ts";
import { groupByCause } from "./group-by-cause.ts";
import { dropRepeats } from "./drop-repeats.ts";
import { selectInline, type EditorOpinion, type RankWeights } from "./select-inline.ts";

export interface EditorAdvice {
  /** What a model said of findings, by id. */
  verdicts?: ReadonlyMap<string, EditorOpinion>;
  /** Ids of findings that a model takes for one cause. */
  groups?: readonly (readonly string[])[];
}

/** Pure. Every finding comes back, what goes on its line first. */
export function editFindings(
  judged: readonly JudgedFinding[],
  config: Pick<Change["config"], "maxComments" | "focusAreas">,
  { verdicts = new Map(), groups = [] }: EditorAdvice = {},
  weights?: RankWeights,
): JudgedFinding[] {
  return selectInline(groupByCause(dropRepeats(judged), groups), config, verdicts, weights);
}
