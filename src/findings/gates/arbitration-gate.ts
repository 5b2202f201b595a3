// Applies the arbiter's verdict to a disputed finding: lowers, raises or notes, and never removes it.
import { effectOf, verdictIn, type Arbitrated } from "../arbitrate.ts";
import type { Finding, Mark } from "../finding.ts";

/** By the id of the finding; nothing for those that are in no dispute. */
export type Verdicts = ReadonlyMap<string, Arbitrated>;

/** Before the gate of confidence, which turns a lowered or raised confidence into a outcome. */
export function arbitrationGate({ id }: Pick<Finding, "id">, verdicts: Verdicts): Mark[] {
  const about = verdicts.get(id);
  if (about === undefined) return [];
  const { outcome, by } = about;
  if (outcome.is === "not-arbitrated")
    return [{ by: "arbitration", why: { kind: "not-arbitrated", why: outcome.why } }];
  const { verdict, reason } = outcome;
  const { confidence, disputed } = effect(about);
  if (disputed) return [{ by: "arbitration", why: { kind: "disputed", by, reason }, confidence }];
  const why = { kind: "arbitrated", verdict, by, reason } as const;
  return [{ by: "arbitration", why, ...(verdict !== "UNCERTAIN" && { confidence }) }];
}

/** Whether it is to be posted as a fault of the code, though the second side, which alone flagged it, gave it another root. */
export function countsAsCode({ id }: Pick<Finding, "id">, verdicts: Verdicts): boolean {
  const about = verdicts.get(id);
  return about !== undefined && effect(about).countsAsCode;
}

function effect({ outcome, bucket, severity, before }: Arbitrated) {
  return effectOf(verdictIn(outcome), { bucket, severity, confidence: before.confidence });
}
