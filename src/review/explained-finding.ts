// A finding with all its marks, from a draft or from a review saved as JSON.
import * as z from "zod";
import { findingOutcomes, severities } from "../findings/finding.ts";
import type { Draft } from "./draft.ts";
import { draftSchema, type DraftJson } from "./publishers/json-schema.ts";
import { draftToJson } from "./publishers/json.ts";

type FindingJson = DraftJson["findings"][number];

/** Effect of a mark. Older saved reviews lack it. */
const effects = {
  outcome: z.enum(findingOutcomes).nullish(),
  confidence: z.number().nullish(),
  severity: z.enum(severities).nullish(),
};
const finding = draftSchema.shape.findings.element;
const explainedSchema = finding.extend({
  label: z.string().nullish(),
  before: z.object({ severity: z.enum(severities), confidence: z.number() }).nullish(),
  marks: z.array(finding.shape.marks.element.extend(effects)),
});

export type ExplainedFinding = z.infer<typeof explainedSchema>;

const savedSchema = z.looseObject({ version: z.literal(1), findings: z.array(explainedSchema) });

/** The findings of a saved review, or the position of the first schema error. */
export function explainSavedFindings(data: unknown): { findings: ExplainedFinding[] } | { fault: string } {
  const parsed = savedSchema.safeParse(data);
  if (parsed.success) return { findings: parsed.data.findings };
  const issue = parsed.error.issues[0];
  return { fault: `at ${issue?.path.join(".") || "its top"}: ${issue?.message}` };
}

export function explainDraftFindings(draft: Draft, version: string): ExplainedFinding[] {
  return draftToJson(draft, version).findings.map((one: FindingJson, index) => {
    const judged = draft.judged[index]!;
    return {
      ...one,
      before: { severity: judged.finding.severity, confidence: judged.finding.confidence },
      marks: one.marks.map((mark, at) => {
        const { outcome = null, confidence = null, severity = null } = judged.marks[at] ?? {};
        return { ...mark, outcome, confidence, severity };
      }),
    };
  });
}
