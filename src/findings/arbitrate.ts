// Interprets the arbiter's verdicts on disputes and their effect on findings. The answer is untrusted: what is not a
// valid verdict on a disputed id changes nothing.
import type { ArbiterVerdict, CrossModel, Dispute } from "./cross-model.ts";
import { atLeast, type Severity } from "./finding.ts";
import type { OpenDispute, Reconciled } from "./reconcile.ts";
import { parseArbitration } from "./arbitrate/answer.ts";
import type { ArbiterReply } from "./arbitrate/ask.ts";

export { parseArbitration } from "./arbitrate/answer.ts";
export { askArbiter, type ArbiterReply } from "./arbitrate/ask.ts";
export { arbiterPrompt, type Contested } from "./arbitrate/prompt.ts";
export { snippetAround, snippetOf } from "./arbitrate/snippet.ts";

/** The effect of a verdict on a finding. */
export interface Effect {
  confidence: number;
  /** It stays posted until a person removes it. */
  disputed: boolean;
  /** It is posted as a code defect, whatever root cause the second side gave. */
  countsAsCode: boolean;
}

const confirmed = 7;
const refuted = 4;

export function effectOf(
  verdict: ArbiterVerdict | "UNCHANGED",
  { bucket, severity, confidence }: { bucket: Dispute["bucket"]; severity: Severity; confidence: number },
): Effect {
  const unchanged = { confidence, disputed: false, countsAsCode: false };
  switch (verdict) {
    case "REAL_BUG":
      return {
        ...unchanged,
        confidence: Math.max(confirmed, confidence),
        countsAsCode: bucket === "second-only",
      };
    case "FALSE_POSITIVE":
      // A single model's verdict does not remove a high or critical finding.
      return { ...unchanged, confidence: Math.min(refuted, confidence), disputed: atLeast(severity, "high") };
    case "UNCERTAIN":
    case "UNCHANGED":
      return unchanged;
  }
}

/** Every dispute with what became of it. */
export function conclude({ counts, disputes, cap }: Reconciled, asked: ArbiterReply): CrossModel {
  const outcomes = outcomesOf(disputes, asked, cap);
  const decided = outcomes.some(({ is }) => is === "arbitrated");
  return {
    counts,
    disputes: disputes.map((one, at) => concluded(one, outcomes[at]!)),
    arbiter: decided && "by" in asked ? asked.by : null,
  };
}

/** In the order of the disputes. */
export function outcomesOf(
  disputes: readonly Pick<OpenDispute, "id" | "arbitrate">[],
  asked: ArbiterReply,
  cap: number,
): Dispute["outcome"][] {
  const sent = disputes.filter(({ arbitrate }) => arbitrate === "yes").map(({ id }) => id);
  const parsed = "text" in asked ? parseArbitration(asked.text, sent) : null;
  const nobody = "why" in asked && asked.why.kind === "no-arbiter";
  return disputes.map(({ id, arbitrate }) => {
    // Where there is no arbiter, a larger cap would change nothing.
    if (arbitrate === "no-overcap" && !nobody) return { is: "not-arbitrated", why: { kind: "over-cap", cap } };
    if ("why" in asked) return { is: "not-arbitrated", why: asked.why };
    if (parsed?.failed != null) return { is: "not-arbitrated", why: { kind: "failed", message: parsed.failed } };
    const answer = parsed?.answers.get(id) ?? "UNCHANGED";
    return answer === "UNCHANGED"
      ? { is: "not-arbitrated", why: { kind: "no-verdict" } }
      : { is: "arbitrated", ...answer };
  });
}

function concluded({ arbitrate: _arbitrate, ...open }: OpenDispute, outcome: Dispute["outcome"]): Dispute {
  const { confidence } = effectOf(verdictIn(outcome), { ...open, confidence: open.before.confidence });
  return { ...open, outcome, after: { confidence } };
}

export function verdictIn(outcome: Dispute["outcome"]): ArbiterVerdict | "UNCHANGED" {
  return outcome.is === "arbitrated" ? outcome.verdict : "UNCHANGED";
}

/** A dispute with the name of the model that decided it, as the gate asks for it. */
export interface Arbitrated extends Pick<Dispute, "bucket" | "severity" | "outcome" | "before"> {
  by: string;
}

/** By the id of the finding. */
export function arbitratedFindings({ disputes, arbiter }: CrossModel): ReadonlyMap<string, Arbitrated> {
  return new Map(disputes.map((dispute) => [dispute.finding, { ...dispute, by: arbiter ?? "nobody" }]));
}
