// Derives disputes from reconciled rows, and the effect of the arbiter's answer on each.
import { effectOf, outcomesOf, verdictIn, type ArbiterReply, type Contested } from "../arbitrate.ts";
import type { ArbiterVerdict, Dispute } from "../cross-model.ts";
import { severityRank, type Finding, type Severity } from "../finding.ts";
import type { NotArbitrated } from "../reason.ts";
import type { ReviewSide } from "../reconcile.ts";
import type { DisputedRow } from "./rows.ts";

export interface RowDispute {
  id: string;
  bucket: Dispute["bucket"];
  arbitrate: "yes" | "no-overcap";
  flaggedBy: readonly ReviewSide[];
  fingerprint: string;
  place: string;
  severity: Severity;
  root: Finding["root"];
  claim: string;
  defence?: string;
}

/** In the order of their first rows; what is in no dispute is left out. */
export function disputesIn(rows: readonly DisputedRow[]): RowDispute[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((group) => {
    const claims = group.filter(({ arbitrate }) => arbitrate !== "no");
    const [first] = claims.toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity));
    if (first === undefined || first.bucket === "agreement" || first.arbitrate === "no") return [];
    const others = group.filter(({ arbitrate }) => arbitrate === "no");
    return {
      id: first.id,
      bucket: first.bucket,
      arbitrate: first.arbitrate,
      flaggedBy: [...new Set(claims.map(({ side }) => side))],
      fingerprint: first.fingerprint,
      place: first.place,
      severity: first.severity,
      root: claims.some(({ root }) => root === "CODE") ? "CODE" : first.root,
      claim: summaries(claims),
      ...(first.bucket === "contradiction" && others.length > 0 && { defence: summaries(others) }),
    };
  });
}

function summaries(rows: readonly DisputedRow[]): string {
  return [...new Set(rows.map(({ summary }) => summary))].join("\n");
}

export async function contestedOf(
  disputes: readonly RowDispute[],
  snippet: (place: { path: string; line: number }) => Promise<string | null>,
): Promise<Contested[]> {
  return await Promise.all(
    disputes
      .filter(({ arbitrate }) => arbitrate === "yes")
      .map(async (dispute) => {
        const at = dispute.place.lastIndexOf(":");
        const place = { path: dispute.place.slice(0, at), line: Number(dispute.place.slice(at + 1)) };
        return { ...dispute, snippet: await snippet(place) };
      }),
  );
}

const effects = ["raise", "raise-as-code", "lower", "disputed", "none"] as const;

export interface RowVerdict extends RowDispute {
  verdict: ArbiterVerdict | "UNCHANGED";
  effect: (typeof effects)[number];
  /** Of the arbiter; empty where it gave none. */
  reason: string;
  /** Null where it was arbitrated. */
  why: NotArbitrated | null;
}

export function verdictsOn(disputes: readonly RowDispute[], asked: ArbiterReply): RowVerdict[] {
  // What is past the cap is so because as many others of one side alone were sent.
  const cap = disputes.filter(({ bucket, arbitrate }) => bucket !== "contradiction" && arbitrate === "yes").length;
  const outcomes = outcomesOf(disputes, asked, cap);
  return disputes.map((dispute, at) => {
    const outcome = outcomes[at]!;
    const verdict = verdictIn(outcome);
    return {
      ...dispute,
      verdict,
      effect: effectWord(verdict, dispute),
      reason: outcome.is === "arbitrated" ? outcome.reason : "",
      why: outcome.is === "arbitrated" ? null : outcome.why,
    };
  });
}

/** Which way a verdict moves a finding: told at a confidence between the one that it raises to and the one that it lowers to. */
function effectWord(verdict: RowVerdict["verdict"], { bucket, severity }: RowDispute): RowVerdict["effect"] {
  const between = 5;
  const { confidence, disputed, countsAsCode } = effectOf(verdict, { bucket, severity, confidence: between });
  if (disputed) return "disputed";
  if (countsAsCode) return "raise-as-code";
  return confidence === between ? "none" : confidence > between ? "raise" : "lower";
}
