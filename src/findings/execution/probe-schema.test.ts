import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { UserError } from "../../errors.ts";
import type { Probe } from "./probe-contract.ts";
import { parseProbe, probeSchema } from "./probe-schema.ts";

const whole: Probe = {
  break_point: { path: "src/pay.ts", line: 4 },
  failure_chain: [{ step: "A person pays", at: null, external: "Stripe", verified: true }],
  unit_coverage: [],
  runtime_gap: "Refunds were not tried.",
  probe_decision: { verified_at: "C", evidence: [{ command: "curl …", output: "200" }] },
  residual_uncertainty: [{ assumption: "a", probability: "low", failure_mode: "b" }],
  recommended_human_probe: [{ action: "Pay once", steps_covered: [1], cost: "5 minutes", gain: "D" }],
};
const parsed = (said: object) => parseProbe(JSON.stringify({ ...whole, ...said }));

describe("a probe from outside", () => {
  test("is read as it is", () => {
    expect(parsed({})).toEqual(whole);
    expect(parsed({ probe_decision: { verified_at: "A", evidence: [] } }).probe_decision.verified_at).toBe("A");
    const end = { verified_at: "D", evidence: whole.probe_decision.evidence };
    expect(parsed({ probe_decision: end, residual_uncertainty: [] }).residual_uncertainty).toEqual([]);
  });

  test.each<[string, object, string]>([
    ["nothing uncertain below D", { residual_uncertainty: [] }, "residual_uncertainty"],
    ["a level that nothing shows", { probe_decision: { verified_at: "B", evidence: [] } }, "probe_decision.evidence"],
    [
      "a command that said nothing",
      { probe_decision: { verified_at: "C", evidence: [{ command: "x", output: " " }] } },
      "probe_decision.evidence",
    ],
    ["a level that there is not", { probe_decision: { verified_at: "E", evidence: [] } }, "probe_decision.verified_at"],
    ["no step", { failure_chain: [] }, "failure_chain"],
    ["a part that is missing", { break_point: undefined }, "break_point"],
  ])("%s is refused, with the place", (_, said, place) => {
    expect(() => parsed(said)).toThrow(UserError);
    expect(() => parsed(said)).toThrow(place);
  });

  test("any text is read, or refused with a sentence", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => parseProbe(text)).toThrow(UserError);
      }),
    );
  });
});

test("its form can be published, every part of it described by name", () => {
  const { properties, required } = z.toJSONSchema(probeSchema, { io: "input" }) as {
    properties: object;
    required: string[];
  };
  expect(required).toEqual(Object.keys(properties));
  expect(required).toEqual(Object.keys(whole));
});

test("what the form takes is a probe", () => {
  const made: Probe = probeSchema.parse(whole);
  expect(made).toEqual(whole);
});
