import { expect, test } from "vitest";
import * as z from "zod";
import type { Probe } from "./probe-contract.ts";
import { probeSchema } from "./probe-schema.ts";

const whole: Probe = {
  break_point: { path: "src/pay.ts", line: 4 },
  failure_chain: [{ step: "A person pays", at: null, external: "Stripe", verified: true }],
  unit_coverage: [],
  runtime_gap: "Refunds were not tried.",
  probe_decision: { verified_at: "C", evidence: [{ command: "curl …", output: "200" }] },
  residual_uncertainty: [{ assumption: "a", probability: "low", failure_mode: "b" }],
  recommended_human_probe: [{ action: "Pay once", steps_covered: [1], cost: "5 minutes", gain: "D" }],
};

test("a probe matches its schema", () => {
  expect(probeSchema.parse(whole)).toEqual(whole);
});

test("its schema can be published, and every part has a description", () => {
  const { properties, required } = z.toJSONSchema(probeSchema, { io: "input" }) as {
    properties: object;
    required: string[];
  };
  expect(required).toEqual(Object.keys(properties));
  expect(required).toEqual(Object.keys(whole));
});

test("anything that matches the schema is a probe", () => {
  const made: Probe = probeSchema.parse(whole);
  expect(made).toEqual(whole);
});
