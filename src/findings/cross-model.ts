// Types of the cross-model section of a draft: agreements, disputes and verdicts.
import type { NotArbitrated } from "./reason.ts";
import type { Severity } from "./finding.ts";

export const buckets = ["agreement", "first-only", "second-only", "contradiction"] as const;
export type Bucket = (typeof buckets)[number];

export type ArbiterVerdict = "REAL_BUG" | "FALSE_POSITIVE" | "UNCERTAIN";

export interface Dispute {
  /** With the run's nonce in it, so that no text of the change can name it. */
  id: string;
  /** The id of the finding it is about. */
  finding: string;
  bucket: Exclude<Bucket, "agreement">;
  /** `path:line`. */
  place: string;
  severity: Severity;
  /** Whose finding it is, by unit. */
  flaggedBy: readonly string[];
  claim: string;
  outcome: { is: "arbitrated"; verdict: ArbiterVerdict; reason: string } | { is: "not-arbitrated"; why: NotArbitrated };
  before: { confidence: number };
  after: { confidence: number };
}

export interface CrossModel {
  counts: Readonly<Record<Bucket, number>>;
  disputes: readonly Dispute[];
  /** The model that arbitrated; null where none did. */
  arbiter: string | null;
}
