import { expect, test } from "vitest";
import { findingOf, textOf } from "../../../test/support/finding-of.ts";
import type { CodeLocation } from "../../change/change.ts";
import { fixGate } from "./fix-gate.ts";

const at: CodeLocation = { path: "src/app.ts", side: "head", start: 2, end: 3 };
const text = textOf({ head: { "src/app.ts": "one\ntwo\r\nthree\n" } });
const applies = (fix: { at: CodeLocation; text: string } | undefined) =>
  fixGate(findingOf(fix === undefined ? {} : { fix }), { text }).length === 0;

test("a fix applies to lines that the file has, and changes them", () => {
  expect(applies({ at, text: "2\n3" })).toBe(true);
  expect(applies({ at, text: "" })).toBe(true);
  expect(applies(undefined)).toBe(true);
});

test.each([
  ["past the end of the file", { at: { ...at, end: 9 }, text: "x" }],
  ["before its start", { at: { ...at, start: 0 }, text: "x" }],
  ["in a file that is gone", { at: { ...at, path: "src/gone.ts" }, text: "x" }],
  ["the same lines", { at, text: "two\nthree\n" }],
])("%s: it does not", (_, fix) => {
  expect(applies(fix)).toBe(false);
});
