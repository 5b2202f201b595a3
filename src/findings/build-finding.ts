// Builds findings for checks: a finding needs a place and the text found there.
import type { CodeLocation, Quote, Side } from "../change/change.ts";
import type { Claim, Finding } from "./finding.ts";
import type { Check } from "./report.ts";

/** A finding before the runner gives it its id and identity. */
export type RawFinding = Omit<Finding, "id" | "identity">;

export interface FindingInput {
  kind: string;
  path: string;
  line: number;
  /** The line as it stands there, verbatim. */
  text: string;
  /** What is shown of the line instead, where repeating it would do harm. */
  masked?: string;
  title: string;
  explanation: string;
  side?: Side;
  claim?: Claim;
  confidence?: number;
  /** Further quotes, for claims that need a second place. */
  and?: readonly Quote[];
  fix?: string;
  improvement?: boolean;
  root?: Finding["root"];
}

export function buildFinding(check: Pick<Check, "id" | "kinds" | "passes">, what: FindingInput): RawFinding {
  const kind = check.kinds[what.kind];
  const pass = check.passes[0];
  if (!kind || !pass) throw new Error(`${check.id} has no kind ${what.kind}, or no pass`);
  const at: CodeLocation = { path: what.path, side: what.side ?? "head", start: what.line, end: what.line };
  return {
    kind: what.kind,
    at,
    evidence: [
      { ...at, text: what.text, ...(what.masked !== undefined && { masked: what.masked }) },
      ...(what.and ?? []),
    ],
    claim: what.claim ?? "present",
    proof: "proven",
    severity: kind.severity,
    confidence: what.confidence ?? 9,
    root: what.root ?? "CODE",
    category: kind.category,
    pass,
    improvement: what.improvement ?? false,
    title: what.title,
    explanation: what.explanation,
    ...(what.fix !== undefined && { fix: { at, text: what.fix } }),
    sources: [`PRESCAN:${check.id}`],
  };
}
