import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../test/support/property-runs.ts";
import * as z from "zod";
import { UserError } from "../errors.ts";
import { fixPayloadSchema, triagePayloadSchema } from "./payload-schema.ts";
import { readFixPayload, readTriagePayload } from "./read-payload.ts";

const entry = {
  threadId: "PRRT_1",
  classification: "valid",
  confidence: "low",
  reason: "It is right.",
  recommendedAction: "Fix it.",
  filesToInspect: [],
  filesToChange: ["src/a.ts"],
  checksToRun: [],
  replyBody: null,
  canResolveAfterChecks: true,
  requiresHumanDecision: false,
};
const payload = (...threads: object[]) => JSON.stringify({ prNumber: 7, threads }, null, 2);

function fault(run: () => unknown): UserError {
  try {
    run();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error("nothing was wrong with it");
}

test("empty fields of a plan are listed with their place and a remedy", () => {
  const fix = { threadId: "PRRT_1", classification: "valid", fixSummary: "", commitSha: "", verification: [] };
  const text = JSON.stringify({ prNumber: 1, threads: [fix] }, null, 1);
  const said = fault(() => readFixPayload(text, ["PRRT_1"], { shown: "fix.json" }));
  expect(said.message).toBe(
    "fix.json:7:18: threads[0].fixSummary is empty\nfix.json:8:17: threads[0].commitSha is empty",
  );
  expect(said.remedy).toBe("Fill in what is empty, or take the entry of that thread out until it can be filled in.");
});

describe("a triage payload", () => {
  test("a complete payload is read unchanged", () => {
    const read = readTriagePayload(payload(entry, { ...entry, threadId: "PRRT_2" }), ["PRRT_1", "PRRT_2"]);
    expect(read.threads.map(({ threadId }) => threadId)).toEqual(["PRRT_1", "PRRT_2"]);
    expect(read.threads[0]).toEqual(entry);
  });

  test("a draft for a valid comment may not claim the fix, whoever wrote it", () => {
    const claiming = { ...entry, replyBody: "Thanks. This is fixed now." };
    expect(fault(() => readTriagePayload(payload(claiming), ["PRRT_1"])).message).toMatch(
      /threads\[0\]\.replyBody says that it is fixed, but the comment is valid/,
    );
    const honest = { ...entry, replyBody: "Right. It will be fixed here." };
    expect(readTriagePayload(payload(honest), ["PRRT_1"]).threads[0]).toEqual(honest);
    const fixed = { ...claiming, classification: "already_fixed" };
    expect(readTriagePayload(payload(fixed), ["PRRT_1"]).threads[0]).toEqual(fixed);
  });

  test("duplicate, unselected and missing threads are all listed with ids, places and remedies", () => {
    const text = payload(entry, entry, { ...entry, threadId: "PRRT_9" });
    const { message, remedy } = fault(() => readTriagePayload(text, ["PRRT_1", "PRRT_2"], { shown: "triage.json" }));
    const lines = message.split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^triage\.json:3:14: threads leaves out the selected thread PRRT_2$/);
    expect(lines[1]).toMatch(
      /^triage\.json:\d+:19: threads\[1\]\.threadId names the thread PRRT_1 again: threads\[0\]/,
    );
    expect(lines[2]).toMatch(/threads\[2\]\.threadId PRRT_9 is not among the selected threads$/);
    expect(remedy).toContain("Keep one entry");
    expect(remedy).toContain("--include-outdated");
    expect(remedy).toContain("Add an entry");
  });

  test.each(["valid", "already_fixed", "stale", "invalid", "needs_human"])(
    "of class %s never has both a person's decision and a resolution, even where more is wrong with it",
    (classification) => {
      const both = { ...entry, classification, requiresHumanDecision: true, canResolveAfterChecks: true, extra: 1 };
      const { message } = fault(() => readTriagePayload(payload(both), ["PRRT_1"]));
      expect(message).toMatch(/threads\[0\]\.canResolveAfterChecks is true where requiresHumanDecision is true too/);
      expect(message).toMatch(/threads\[0\]\.extra is not a key that is known here/);
    },
  );

  test.each([
    ["nothing", "", /1:1: the text ends here/],
    ["no JSON", "threads: []", /1:1: this is no value/],
    ["half a file", '{"prNumber": 7, "threads": [', /1:29: the text ends here/],
    ["a comma too many", '{"prNumber": 7,\n}', /2:1: a string in double quotes is missing/],
    ["something after its end", '{"prNumber":7,"threads":[]} x', /1:29: something stands after the end/],
    ["a list", "[]", /the payload is not right/],
    ["null", "null", /the payload is not right/],
    ["a key twice", '{"prNumber":7,"prNumber":8,"threads":[]}', /1:15: has the key "prNumber" twice/],
    ["what a prototype has", '{"prNumber":7,"threads":[],"__proto__":{"x":1}}', /__proto__ is not a key/],
    ["a thread that is a number", '{"prNumber":7,"threads":[3]}', /threads\[0\] is not right/],
    ["threads that are an object", '{"prNumber":7,"threads":{"length":2}}', /threads is not right/],
    ["an id that is none", payload({ ...entry, threadId: "a b\n\u001b[31m" }), /threadId is no thread id/],
    ["nesting without end", "[".repeat(200_000), /nested more than 32 deep/],
    ["a string without end", `{"prNumber":"${"x".repeat(1_000_000)}`, /cannot be read as JSON/],
    ["five million blanks", " ".repeat(5_000_000), /5000000 characters long; 4000000 is the most/],
  ])("that is %s is refused with its place", (_, text, said) => {
    const { message } = fault(() => readTriagePayload(text, []));
    expect(message).toMatch(said);
    // oxlint-disable-next-line no-control-regex -- the test searches for terminal control characters
    expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  test("of a thousand entries that are all wrong is refused in fifty lines", () => {
    const { message } = fault(() => readTriagePayload(payload(...Array.from({ length: 1000 }, () => ({}))), []));
    expect(message.split("\n")).toHaveLength(51);
    expect(message).toMatch(/and 10950 more$/);
  });

  test("for another pull request is refused", () => {
    const { message } = fault(() => readTriagePayload(payload(entry), ["PRRT_1"], { prNumber: 8 }));
    expect(message).toMatch(/prNumber is 7, but pull request 8 is meant/);
  });
});

describe("a fix payload", () => {
  const fix = { threadId: "PRRT_1", classification: "valid", fixSummary: "Awaited.", verification: [] };

  test("is read, and may leave threads out", () => {
    const proof = { command: "npm test", result: "passed", sha: "0123abc" };
    const text = payload({ ...fix, commitSha: "0123abc", verification: [proof] });
    expect(readFixPayload(text, ["PRRT_1", "PRRT_2"]).threads[0]?.verification).toEqual([proof]);
  });

  test("threads that no scan has are rejected, unless there is no scan", () => {
    expect(fault(() => readFixPayload(payload(fix), ["PRRT_2"])).message).toMatch(/PRRT_1 is not in the stored scan/);
    expect(readFixPayload(payload(fix), null).threads).toHaveLength(1);
    expect(fault(() => readFixPayload(payload(fix, fix), null)).message).toMatch(/names the thread PRRT_1 again/);
  });

  test("an invalid commit or result is rejected", () => {
    const wrong = { ...fix, commitSha: "--force", verification: [{ command: "x", result: "ok", sha: "1234567" }] };
    const { message } = fault(() => readFixPayload(payload(wrong), null));
    expect(message).toMatch(/commitSha is no commit id/);
    expect(message).toMatch(/verification\[0\]\.result is not right/);
  });
});

test("both become JSON Schemas that match the parsers", () => {
  const triage = z.toJSONSchema(triagePayloadSchema) as unknown as { properties: { threads: { items: object } } };
  expect(triage.properties.threads.items).toMatchObject({
    additionalProperties: false,
    not: { properties: { requiresHumanDecision: { const: true }, canResolveAfterChecks: { const: true } } },
  });
  expect(JSON.stringify(z.toJSONSchema(fixPayloadSchema))).toContain("reachable from the head");
});

test("payloads of every kind are read or refused with a UserError, the same each time", () => {
  const ids = fc.constantFrom("PRRT_1", "PRRT_2", "__proto__", "constructor", "", "x y");
  const maybe = fc.record(
    Object.fromEntries(
      Object.entries(entry).map(([key, value]) => [
        key,
        fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) }),
      ]),
    ),
    { requiredKeys: [] },
  );
  const threads = fc.array(
    fc
      .tuple(maybe, ids, fc.boolean(), fc.boolean())
      .map(([one, threadId, canResolveAfterChecks, requiresHumanDecision]) => ({
        ...one,
        threadId,
        canResolveAfterChecks,
        requiresHumanDecision,
      })),
    { maxLength: 3 },
  );
  const text = fc.oneof(
    fc.record({ prNumber: fc.constantFrom(7, -1, "7"), threads }).map((value) => JSON.stringify(value)),
    fc.json({ maxDepth: 4 }),
    fc.string(),
    threads.map((value) => JSON.stringify({ prNumber: 7, threads: value }).slice(0, -3)),
  );
  const outcome = (read: () => unknown) => {
    try {
      return JSON.stringify(read());
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return error.message;
    }
  };
  fc.assert(
    fc.property(text, (given) => {
      for (const read of [() => readTriagePayload(given, ["PRRT_1"]), () => readFixPayload(given, ["PRRT_1"])])
        expect(outcome(read)).toBe(outcome(read));
      try {
        for (const one of readTriagePayload(given, ["PRRT_1"]).threads)
          expect(one.requiresHumanDecision && one.canResolveAfterChecks).toBe(false);
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
      }
    }),
    propertyRuns(10_000),
  );
}, 60_000);
