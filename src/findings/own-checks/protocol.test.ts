import fc from "fast-check";
import { expect, test } from "vitest";
import { parseOwnCheckLine } from "./protocol.ts";

test.each([
  { ask: 1, what: "read", side: "head", path: "src/a.ts" },
  { ask: 2, what: "paths", side: "base" },
  { ask: 3, what: "symbols", side: "base", path: "src/a.ts" },
  { ask: 4, what: "uses", names: ["a", "--flag"] },
  { ask: 5, what: "commits" },
  { end: "result", check: { title: "x" }, result: { findings: [] } },
  { end: "not-applicable", check: {}, what: "" },
  { end: "failed", why: "x" },
])("parses $ask$end", (message) => {
  expect(parseOwnCheckLine(JSON.stringify(message))).toEqual(message);
});

test("an empty answer is an answer", () => {
  expect(parseOwnCheckLine('{"end":"result","check":{}}')).toMatchObject({ end: "result" });
});

test.each([
  "hello",
  "",
  "null",
  "[]",
  '{"ask":1}',
  '{"ask":1,"what":"write","path":"a"}',
  '{"ask":1,"what":"read","side":"both","path":"a"}',
  '{"ask":1,"what":"read","side":"head","path":""}',
  '{"ask":1,"what":"uses","names":["a\\nb"]}',
  '{"ask":"1","what":"commits"}',
  '{"end":"result","check":{},"result":{},"owned":"mine"}',
])("%s is not", (line) => {
  expect(parseOwnCheckLine(line)).toBeNull();
});

test("any line is parsed", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
      expect(() => parseOwnCheckLine(line)).not.toThrow();
    }),
  );
});
