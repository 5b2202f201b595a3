// Triage alone decides who reads a change (`src/change/triage.ts`); a reviewer that it does not pick says why it is silent.
import type { Change } from "../../change/change.ts";
import type { Reason } from "../reason.ts";

export function inRoster(id: string, what: string): (change: Pick<Change, "triage">) => true | Reason {
  return ({ triage }) => (triage.roster.includes(id) ? true : { kind: "nothing-to-check", what });
}
