// Explains why a reviewer that triage did not select is silent.
import type { Change } from "../../change/change.ts";
import type { Reason } from "../reason.ts";

export function inRoster(id: string, what: string): (change: Pick<Change, "triage">) => true | Reason {
  return ({ triage }) => (triage.roster.includes(id) ? true : { kind: "nothing-to-check", what });
}
