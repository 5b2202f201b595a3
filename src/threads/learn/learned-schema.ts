// Validates what a process that reads changes has learned, in the process that stores it: closed lists, short names,
// and well-formed rules. Anything invalid is rejected as a whole.
import type { Pattern } from "../../change/stored-knowledge.ts";
import * as z from "zod";
import { severities } from "../../findings/finding.ts";
import { lessonFaults } from "../../findings/lessons/actionable.ts";
import { isPattern } from "../../findings/lessons/patterns.ts";
import type { Candidate, FindingSighting } from "../learn-from-review.ts";

/** What is stored of a review, without the rejected candidates. */
export interface LearnedPayload {
  patterns: readonly Pattern[];
  candidates: readonly Candidate[];
  sightings: readonly FindingSighting[];
}

const unit = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/i);
const kind = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\p{L}\p{N}._/ -]+$/u);

const toLearn = z.object({
  patterns: z.array(z.custom<Pattern>(isPattern, "is no pattern")).max(200),
  candidates: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[0-9a-f]{8}$/),
        rule: z.string().refine((rule) => lessonFaults(rule).length === 0, "is no rule"),
        unit,
        kind,
        root: z.enum(["CODE", "DOC", "NEW"]),
        severity: z.enum(severities),
        seen: z.int().min(1).max(1_000_000),
      }),
    )
    .max(200),
  sightings: z.array(z.strictObject({ unit, kind })).max(1000),
});

/** Throws zod's error. Only the four fields of a pattern are taken, whatever else it contains. */
export function parseLearned(value: unknown): LearnedPayload {
  const { patterns, ...rest } = toLearn.parse(value);
  return {
    ...rest,
    patterns: patterns.map(({ unit: by, category, language, look }) => ({ unit: by, category, language, look })),
  };
}
