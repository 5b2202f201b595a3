import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boardOf, rowOf } from "../../../test/support/board-of.ts";
import { hostile } from "../../../test/support/finding-of.ts";
import { lengthOf } from "../../review/publishers/wrap.ts";
import { boardText } from "./board-terminal.ts";

const bare = { colour: false, width: 80 };

// oxlint-disable-next-line no-control-regex
const colours = /\u001b\[\d+m/g;

describe("the board on a screen", () => {
  test("has a table of all threads, then the details of each", () => {
    const text = boardText(boardOf(), bare);
    const rows = text.split("\n").filter((line) => /^ {2}\d {2}.*(to prove|blocked)/.test(line));
    expect(rows.map((row) => row.split(/ {2,}/).slice(2))).toEqual([
      ["src/cart.ts:12", expect.stringMatching(/^coderabbit/), "3 d", "already fixed", "to prove", "blocked"],
      ["src/cart.ts:40", "grace", "3 h", "needs human", "blocked", "blocked"],
      [
        expect.stringMatching(/^….*format\.ts:128$/),
        expect.stringMatching(/^github-/),
        "2 mo",
        "stale",
        "to prove",
        "blocked",
      ],
      [expect.stringMatching(/cart\.test\.ts:3$/), "kim (you)", "40 min", "valid", "to prove", "blocked"],
    ]);
    expect(text).toContain("     Class    already fixed, medium confidence, by rule: The line was changed by");
    expect(text).toContain(
      "     › 10 -   return round(sum) * (1 - discount);\n       12 +   return round(sum * (1 - discount));",
    );
    expect(text).toContain("     Reply    to prove: a reply needs evidence and verification (missing)");
  });

  test("names omitted and unread threads, and an incomplete scan", () => {
    const scan = { ...boardOf().scan, is: "incomplete" as const, total: 240, fetched: 100 };
    const text = boardText(boardOf({ scan, rows: [] }), { colour: false, width: 120 });
    expect(text).toContain("0 threads of 240 shown; left out: 2 resolved.");
    expect(text).toContain("Incomplete: 100 of 240 threads were fetched. Raise --max-threads to fetch the rest.");
    expect(text).toContain("Only inline review threads are shown");
  });

  test.each([40, 60, 80, 120, 200])("no line is wider than %i, and colours change nothing else", (width) => {
    const plain = boardText(boardOf(), { colour: false, width });
    const links = /^ +https:/;
    const wide = plain.split("\n").filter((line) => lengthOf(line) > Math.min(width, 120) && !links.test(line));
    expect(wide).toEqual([]);
    expect(boardText(boardOf(), { colour: true, width }).replaceAll(colours, "")).toBe(plain);
  });

  test("without triage there is no column for it, and a hint how to get it", () => {
    const rows = [rowOf({ triage: null, policy: null }), rowOf({ triage: null, policy: null, line: 14 })];
    const text = boardText(boardOf({ rows, triage: { by: "none", models: [], money: null, notes: [] } }), bare);
    expect(text).not.toContain("Resolve");
    expect(text).toContain("To classify them: `crosscheck comments --pr 7 --triage auto`.");
  });

  test("hostile text contains no control characters", () => {
    const evil = `${hostile}\u001b[2J\u202e`;
    const comment = { author: evil, kind: "human" as const, at: null, preview: evil, cut: false };
    const row = rowOf({
      path: evil,
      author: evil,
      url: evil,
      first: comment,
      latest: comment,
      triage: { ...rowOf().triage!, reason: evil, recommendedAction: evil },
      code: { ...rowOf().code!, lines: [{ kind: "added", before: null, after: 1, text: evil, commented: true }] },
    });
    const text = boardText(boardOf({ rows: [row, row] }), bare);
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });

  test("any board is rendered, and always the same", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ path: fc.option(text), author: fc.option(text) }), { maxLength: 5 }),
        (given) => {
          const board = boardOf({ rows: given.map((one) => rowOf(one)) });
          expect(boardText(board, bare)).toBe(boardText(board, bare));
        },
      ),
      { numRuns: 50 },
    );
  });
});
