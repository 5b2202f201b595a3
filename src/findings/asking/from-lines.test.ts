import { piecesOf } from "../../../test/support/pieces.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerSchema } from "./answer.ts";
import { fromLines } from "./from-lines.ts";

const facts = {
  pass: "correctness" as const,
  line: (path: string, line: number) => (path === "src/pay.ts" && line === 12 ? "  charge(order);" : null),
};

describe("an answer in lines", () => {
  test("becomes the same answer as one in JSON, with the line at that place", () => {
    const text = `Here is what I found.

[HIGH] (confidence: 8/10) src/pay.ts:12 — The order is charged twice. A retry of charge() has no key.
[NIT] lib/my file.ts:3-5 — Name says the opposite`;
    const answer = answerSchema.parse(fromLines(text, facts));
    expect(
      answer.findings.map(({ severity, confidence, path, line, endLine, quote, title }) => [
        severity,
        confidence,
        `${path}:${line}-${endLine}`,
        quote,
        title,
      ]),
    ).toEqual([
      ["high", 8, "src/pay.ts:12-null", "  charge(order);", "The order is charged twice"],
      ["nit", null, "lib/my file.ts:3-5", "", "Name says the opposite"],
    ]);
    expect(answer.findings[0]!.explanation).toBe("The order is charged twice. A retry of charge() has no key.");
    expect(answer.findings[0]!.claim).toBe("present");
  });

  test.each([
    ["- [LOW] (confidence: 5/10) `a.py:7` - x is unused"],
    ["1. **[MEDIUM]** (confidence: 7/10) a.py:7:14: x is unused"],
    ["[critical](confidence 9/10) **a.py:7** – x is unused"],
    ["[HIGH] (confidence: 99/10) a.py:7 -- x is unused"],
    ["[HIGH] a.py:7 — x is unused\r"],
  ])("is understood as programs vary it: %s", (line) => {
    const found = fromLines(line, facts)!.findings;
    expect(found.map(({ path, line: at, title }) => [path, at, title])).toEqual([["a.py", 7, "x is unused"]]);
  });

  test.each(["", "All good!", "[HIGH] something is off", "[SEVERE] a.py:7 — x", "[HIGH] a.py:7 —", "# [HIGH]: a:1"])(
    "is rejected if no line has the format: %j",
    (text) => expect(fromLines(text, facts)).toBeNull(),
  );

  test("may report no findings", () => {
    expect(fromLines("I read everything.\n\n**No findings.**", facts)?.findings).toEqual([]);
  });

  test("never throws, and always has the form of an answer", () => {
    const piece = piecesOf("[HIGH] ¦(confidence: 8/10) ¦a.ts:1¦ — ¦x¦\n¦:¦`¦9¦ ¦[");
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: piece })), (text) => {
        const answer = fromLines(text, facts);
        expect(answer === null || answerSchema.safeParse(answer).success).toBe(true);
      }),
    );
  });

  test("costs time that grows with the text alone", () => {
    for (const part of ["[HIGH] a:", "[HIGH] (confidence: ", "`a:1`", " ", "[HIGH] a:1 - ".repeat(3)])
      fromLines(`[HIGH] ${part.repeat(200_000 / part.length)}`, facts);
    expect(fromLines(`[HIGH] a.ts:1 — x\n`.repeat(30_000), facts)?.findings).toHaveLength(20_000);
  });
});
