import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import { parseLessons, usualLessonsFile } from "./lessons-file.ts";
import { lessonBounds, liesIn, matchLessons, matchPatterns, touchedBy } from "./match.ts";
import { cases } from "../../../test/support/cases.ts";

const touched = touchedBy(
  changeOf({
    base: { "src/pay/charge.ts": "export const a = 1;\n" },
    head: { "src/pay/charge.ts": "export const a = 1;\nawait fetch(invoiceAddress);\n" },
  }),
);
const lessonsOf = (...rules: string[]) => parseLessons(rules.map((rule) => `- ${rule}`).join("\n"), usualLessonsFile);
const used = (...rules: string[]) => matchLessons(lessonsOf(...rules), touched).used.map(({ rule }) => rule);

describe("lessons", () => {
  test("lessons that name the place come first, then the code, then shared words", () => {
    const [byWord, byCode, byPlace] = [
      "Validate every invoice with `check`",
      "Never call `fetch()` bare",
      "Use `Money` in `src/pay/`",
    ];
    expect(used(byWord, "Sort the `imports`", byCode, byPlace)).toEqual([byPlace, byCode, byWord]);
  });

  test("those about other places, other code or another language are left alone", () => {
    expect(
      used("Use `Cents` in `src/mail/`", "Never use `eval`", "In Python, use `requests` for every address"),
    ).toEqual([]);
  });

  test("the number is limited, and the rest is counted", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 500 }), (many, long) => {
        const rules = Array.from({ length: many }, (_, at) => `Use \`m${at}\` in \`src/pay/\` ${"x".repeat(long)}`);
        const found = matchLessons(lessonsOf(...rules), touched);
        expect(found.used.length).toBeLessThanOrEqual(lessonBounds.lessons);
        expect(found.used.reduce((sum, { rule }) => sum + rule.length, 0)).toBeLessThanOrEqual(lessonBounds.characters);
        expect(found.used.length + found.leftOut).toBe(many);
      }),
      { numRuns: 30 },
    );
  });
});

cases<[string, string, boolean]>("%s is in %s: %s", liesIn, [
  ["src/pay/charge.ts", "src/pay/", true],
  ["src/pay/charge.ts", "./src/pay", true],
  ["src/pay/charge.ts", "charge.ts", true],
  ["src/pay/charge.ts", "src/**/*.ts", true],
  ["src/payments/charge.ts", "src/pay", false],
  ["src/pay/charge.ts", "pay/", false],
  ["src/pay/charge.ts", "*".repeat(40), false],
  ["src/pay/charge.ts", "/", false],
]);

test("patterns of a touched language, most seen first", () => {
  const of = (language: string | null, times: number) =>
    ({ unit: "code-reviewer", category: "tests", look: "missing-test", language, times }) as const;
  const { used: found } = matchPatterns(
    [of("TypeScript", 2), of("Python", 9), of(null, 1), of("TypeScript", 5)],
    touched,
  );
  expect(found.map(({ times }) => times)).toEqual([5, 2, 1]);
});
