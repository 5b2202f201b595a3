import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { parseModelAnswer } from "./read-answer.ts";

const schema = z.strictObject({ note: z.string(), lines: z.array(z.int()) });
const question = { schema };

test.each([
  ["a block that is not JSON", "```json\n{note}\n```"],
  ["a block of something else", '```\n{"note":"","lines":[]}\n```'],
  ["a block without an end", '```json\n{"note":"","lines":[]}'],
  ["two values", '{"note":"","lines":[]} {"note":"","lines":[]}'],
  ["nothing", ""],
])("%s is bad-json", (_, text) => {
  expect(parseModelAnswer(text, question)).toMatchObject({ is: "bad-json" });
});

test.each([
  ["null", "null"],
  ["one key too many", '{"note":"","lines":[],"__proto__":{"x":1}}'],
])("%s is wrong-shape", (_, text) => {
  expect(parseModelAnswer(text, question)).toMatchObject({ is: "wrong-shape" });
});

test("a problem is reported with its location", () => {
  const reading = parseModelAnswer('{"note":1,"lines":[1,"x"]}', question);
  expect(reading).toMatchObject({
    is: "wrong-shape",
    complaint: expect.stringMatching(/^note: .*\nlines\.1: /) as string,
  });
});

test("every valid value is parsed unchanged, bare or in a block", () => {
  const value = fc.record({ note: fc.string(), lines: fc.array(fc.integer()) });
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2), (given, indent) => {
      const json = JSON.stringify(given, null, indent);
      for (const text of [
        json,
        ` ${json}\n`,
        `\`\`\`json\n${json}\n\`\`\``,
        `Well:\r\n\`\`\`json\r\n${json}\r\n\`\`\`\r\nBye.`,
      ])
        expect(parseModelAnswer(text, question)).toEqual({ is: "value", value: given });
    }),
  );
});

test("any text is parsed without throwing, and problem descriptions are short", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const reading = parseModelAnswer(text, question);
      expect(reading.is === "value" ? 0 : reading.complaint.length).toBeLessThanOrEqual(2_000);
    }),
  );
});

test("many block starts are parsed in linear time", () => {
  expect(parseModelAnswer("```json\n".repeat(200_000), question)).toMatchObject({ is: "bad-json" });
});
