// The form of a probe that people and programs outside write and read: `schemas/break-point-probe.schema.json`. Models answer
// in it as well, so nothing is bounded here that some vendor's schemas cannot bound; who takes a probe in bounds it.
import * as z from "zod";
import { UserError } from "../../errors.ts";
import { probeLevels, type Probe } from "./probe-contract.ts";

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

/** A probe from outside, such as a person's own. Throws `UserError`. */
export function parseProbe(json: string): Probe {
  const parsed = probeSchema.safeParse(fromJson(json));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refused(`${issue?.path.join(".") || "it"}: ${issue?.message ?? "it has another form"}`);
  }
  const { probe_decision: decision, residual_uncertainty: residual, failure_chain: chain } = parsed.data;
  if (decision.verified_at !== "D" && residual.length === 0)
    throw refused("residual_uncertainty: it is empty, and below D something is always uncertain");
  if (
    decision.verified_at !== "A" &&
    !decision.evidence.some(({ command, output }) => command.trim() !== "" && output.trim() !== "")
  )
    throw refused(
      `probe_decision.evidence: nothing shows that anything was run, and ${decision.verified_at} claims so`,
    );
  if (chain.length === 0) throw refused("failure_chain: it has no step");
  return parsed.data;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("it is no JSON");
  }
}

function refused(why: string): UserError {
  return new UserError(
    `This is no break-point probe: ${why}`,
    "Write it as schemas/break-point-probe.schema.json says.",
  );
}
