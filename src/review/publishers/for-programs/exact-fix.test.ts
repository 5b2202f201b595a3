import { describe, expect, test } from "vitest";
import { judgedOf, quoteOf } from "../../../../test/support/finding-of.ts";
import { exactFix } from "./exact-fix.ts";

const at = { path: "src/app.ts", side: "head", start: 3, end: 4 } as const;

describe("a fix is offered to programs", () => {
  test.each([
    ["as whole lines, without the last line's end", "a\nb\n", "a\nb"],
    ["which may leave an empty line", "\n", ""],
    ["or take the lines away", "", null],
  ])("%s", (_name, text, becomes) => {
    expect(exactFix(judgedOf({ fix: { at, text } }))).toEqual({ path: "src/app.ts", start: 3, end: 4, text: becomes });
  });

  test("none without a fix, and none for lines that no longer exist", () => {
    expect(exactFix(judgedOf())).toBe(null);
    expect(exactFix(judgedOf({ fix: { at: { ...at, side: "base" }, text: "a" } }))).toBe(null);
  });

  test("none for a redacted line, because the new line may contain the secret", () => {
    const evidence = [{ ...quoteOf("key = hunter2"), masked: "key = …" }] as const;
    expect(exactFix(judgedOf({ evidence: [...evidence], fix: { at, text: "const key = hunter2" } }))).toBe(null);
  });
});
