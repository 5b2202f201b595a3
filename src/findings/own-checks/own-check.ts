// Types for authors of own checks.
import type { Change, Code } from "../../change/change.ts";
import type { FindingInput, RawFinding } from "../build-finding.ts";
import type { Check, Report, UnitResult } from "../report.ts";
import type { Reason } from "../reason.ts";

/** A finding in short, its severity and area those of its kind; or in full. */
export type OwnFinding = FindingInput | RawFinding;

export interface OwnResult extends Partial<Pick<UnitResult, "verdicts">> {
  findings: OwnFinding[];
  /** The hunks that it looked at; what is left out counts as not read. */
  read?: Report["read"];
}

export interface OwnCheck extends Pick<Check, "title" | "passes" | "kinds"> {
  /** Whether it has anything to do here; a reason says what it found nothing of. */
  when?(change: Change): boolean | Reason;
  run(change: Change, needs: { code: Code }, stop: AbortSignal): Promise<OwnResult>;
}
