// Types of a finding and its outcome.
import type { Identity, CodeLocation, Quote } from "../change/change.ts";
import { areas, severities, type Area, type Severity } from "../change/config.ts";
import type { Reason } from "./reason.ts";

export { severities, type Severity };

export const passes = [
  "correctness",
  "security",
  "cross-reference",
  "error-handling",
  "tests",
  "diff-specific",
  "performance",
  "async",
] as const;
export type Pass = (typeof passes)[number];

export { areas as categories, type Area as Category };

/** What kind of statement it is decides which quotes must stand behind it (`gate.ts`). */
export type Claim = "present" | "absent" | "unreachable" | "introduced" | "mismatch";

export interface Finding {
  id: string;
  /** The kind within its unit, such as `secret` or `missing-job`: part of both keys. */
  kind: string;
  identity: Identity;
  at: CodeLocation;
  evidence: [Quote, ...Quote[]];
  claim: Claim;
  proof: "proven" | "argued";
  severity: Severity;
  confidence: number;
  root: "CODE" | "DOC" | "NEW";
  category: Area;
  pass: Pass;
  improvement: boolean;
  title: string;
  explanation: string;
  fix?: { at: CodeLocation; text: string };
  sources: [string, ...string[]];
}

/** From most to least prominent. Only the first two reach the author: a comment on the line, a line in the review's list. */
export const findingOutcomes = ["inline", "listed", "advisory", "held", "suppressed", "dropped"] as const;
export type FindingOutcome = (typeof findingOutcomes)[number];

/** Whether it reaches the author. */
export function reachesAuthor({ outcome }: { outcome: FindingOutcome }): boolean {
  return outcome === "inline" || outcome === "listed";
}

/** What one gate says of one finding. Nothing is ever changed in the finding itself. */
export interface Mark {
  by: string;
  why: Reason;
  outcome?: FindingOutcome;
  confidence?: number;
  severity?: Severity;
}

export interface JudgedFinding {
  finding: Finding;
  marks: readonly Mark[];
  outcome: FindingOutcome;
  confidence: number;
  severity: Severity;
}

/** Whether its fix may be shown: it applies at head, and breaks no test that was run with it. */
export function hasUsableFix({ finding: { fix }, marks }: JudgedFinding): boolean {
  return (
    fix !== undefined && !marks.some(({ why: { kind } }) => kind === "fix-does-not-apply" || kind === "fix-breaks")
  );
}

export function severityRank(severity: Severity): number {
  return severities.indexOf(severity);
}

export function atLeast(severity: Severity, floor: Severity): boolean {
  return severityRank(severity) <= severityRank(floor);
}
