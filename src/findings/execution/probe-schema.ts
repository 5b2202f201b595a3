// Defines the schema of a probe (`schemas/break-point-probe.schema.json`). Models answer in it too, so it has no bounds
// that some vendor's schemas lack; readers apply them.
import * as z from "zod";
import { probeLevels } from "./probe-contract.ts";

const place = z.object({
  path: z.string().describe("from the root of the repository, at head"),
  line: z.number(),
});
const level = z
  .enum(probeLevels)
  .describe("A: a static trace; B: tests ran; C: a runtime call with its output; D: end to end");

export const probeSchema = z.object({
  break_point: place.describe("where the change takes effect"),
  failure_chain: z
    .array(
      z.object({
        step: z.string().describe("what happens, in one sentence"),
        at: place.nullable().describe("where in the code; null where it is not in the code"),
        external: z
          .string()
          .nullable()
          .describe(
            "the system with semantics of its own that is reached: a third-party API, a database or cache, CI; else null",
          ),
        verified: z.boolean().describe("whether something that was executed ran through it"),
      }),
    )
    .describe("from what a person does to the symptom, in order"),
  unit_coverage: z.array(z.string()).describe("test files that run through the break point"),
  runtime_gap: z.string().describe("what no test shows"),
  probe_decision: z.object({
    verified_at: level,
    evidence: z
      .array(z.object({ command: z.string(), output: z.string() }))
      .describe("what was executed to claim the level, and what it said; none at A"),
  }),
  residual_uncertainty: z
    .array(
      z.object({
        assumption: z.string(),
        probability: z.enum(["low", "medium", "high"]).describe("how likely the assumption is wrong"),
        failure_mode: z.string().describe("what happens then"),
      }),
    )
    .describe("what could still be wrong; never empty below D"),
  recommended_human_probe: z
    .array(
      z.object({
        action: z.string().describe("what to call, run or click, and what to look at"),
        steps_covered: z.array(z.number()).describe("steps of failure_chain, from 1"),
        cost: z.string(),
        gain: level.describe("the level that is reached by it"),
      }),
    )
    .describe("what a person could do to know more"),
});

export type ProbeAnswer = z.infer<typeof probeSchema>;
