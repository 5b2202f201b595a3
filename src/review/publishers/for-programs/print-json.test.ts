import { expect, test } from "vitest";
import { acting, hostile } from "../../../../test/support/finding-of.ts";
import { printJson } from "./print-json.ts";

test("the same value, without control characters", () => {
  const text = printJson({ text: hostile });
  expect(JSON.parse(text)).toEqual({ text: hostile });
  expect(text.replaceAll("\n", "")).not.toMatch(acting);
});

test("half a surrogate pair, for which strict readers refuse the whole file, is replaced", () => {
  expect(printJson(["a\ud83d", "\u{1f600}"])).toBe('[\n  "a\ufffd",\n  "\u{1f600}"\n]\n');
});
