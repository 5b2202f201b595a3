// Defines a claim that the repository contradicts.
import type { DocClaim } from "./doc-claims.ts";

/** A claim that the repository does not bear out. */
export interface FalseClaim {
  kind: "missing-path" | "missing-name" | "missing-commit" | "wrong-line" | "wrong-place";
  claim: DocClaim;
  title: string;
  explanation: string;
  confidence: number;
}
