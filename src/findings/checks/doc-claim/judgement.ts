import type { Claim } from "./claims.ts";

/** A claim that the repository does not bear out. */
export interface Judgement {
  kind: "missing-path" | "missing-name" | "missing-commit" | "wrong-line" | "wrong-place";
  claim: Claim;
  title: string;
  explanation: string;
  confidence: number;
}
