import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unknownCodeFacts, type CodeFacts, type Excerpt } from "../triage/code-facts.ts";
import { boardCode } from "./board-code.ts";

const excerpt = (start: number, ...lines: string[]): Excerpt => ({ path: "a.ts", start, lines });

function facts(given: Partial<CodeFacts>): CodeFacts {
  return { ...unknownCodeFacts("no-place"), unknown: null, path: "a.ts", headPath: "a.ts", ...given };
}

const signs = { context: " ", removed: "-", added: "+" } as const;

function drawn(known: CodeFacts, diffHunk: string | null = null, originalLine: number | null = null): string[] {
  return boardCode({ facts: known, diffHunk, originalLine }).lines.map(
    ({ kind, before, after, text, commented }) =>
      `${commented ? ">" : " "}${before ?? "."}/${after ?? "."} ${signs[kind]}${text}`,
  );
}

describe("the code then and now", () => {
  test("an unchanged line is shown with context", () => {
    const before = excerpt(8, "a", "b", "c", "d", "e", "f", "g");
    const known = facts({ outcome: "untouched", before, now: { ...before, start: 10 }, commented: excerpt(11, "d") });
    expect(drawn(known)).toEqual([" 9/11  b", " 10/12  c", ">11/13  d", " 12/14  e", " 13/15  f"]);
    expect(boardCode({ facts: known, diffHunk: null, originalLine: 11 })).toMatchObject({
      is: "same",
      says: "Unchanged since the comment was written.",
    });
  });

  test("a rewritten line is followed by its replacement", () => {
    const known = facts({
      outcome: "replaced",
      commit: "4be1c02a4be1",
      before: excerpt(1, "a", "old", "c"),
      now: excerpt(1, "a", "new", "more", "c"),
      commented: excerpt(2, "old"),
    });
    expect(drawn(known)).toEqual([" 1/1  a", ">2/. -old", " ./2 +new", " ./3 +more", " 3/4  c"]);
    expect(boardCode({ facts: known, diffHunk: null, originalLine: 2 })).toMatchObject({
      is: "changed",
      says: "Changed by 4be1c02 after the comment.",
      commit: "4be1c02a4be1",
    });
  });

  test("where one excerpt is longer, nothing is marked as changed", () => {
    const known = facts({
      outcome: "untouched",
      before: excerpt(1, "a", "b", "c"),
      now: excerpt(1, "x", "a", "b", "c", "d"),
      commented: excerpt(2, "b"),
    });
    expect(drawn(known)).toEqual([" 1/2  a", ">2/3  b", " 3/4  c"]);
  });

  test("a deleted file is shown as removed", () => {
    const known = facts({
      outcome: "file-removed",
      headPath: null,
      before: excerpt(1, "a", "b"),
      now: null,
      commented: excerpt(1, "a"),
    });
    expect(drawn(known)).toEqual([">1/. -a", " 2/. -b"]);
    expect(boardCode({ facts: known, diffHunk: null, originalLine: 1 }).is).toBe("gone");
  });

  test("without git data the comment's hunk is used", () => {
    const hunk = "@@ -1,4 +1,5 @@\n a\n-b\n+c\n+d\n e\n\\ No newline at end of file";
    expect(drawn(unknownCodeFacts("no-commit"), hunk, 14)).toEqual([" 11/.  a", " 12/.  c", " 13/.  d", ">14/.  e"]);
    expect(drawn(unknownCodeFacts("removed-line"), "@@ -1,2 +1 @@\n a\n-b", 2)).toEqual([" 1/.  a", ">2/.  b"]);
    expect(drawn(unknownCodeFacts("no-place"))).toEqual([]);
  });

  test("output is limited, in order, and exact", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "{", "}"), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, fc.nat(29), (then, now, at) => {
        const line = 1 + (at % then.length);
        const known = facts({
          outcome: "partly",
          before: excerpt(1, ...then),
          now: excerpt(1, ...now),
          commented: excerpt(line, then[line - 1]!),
        });
        const shown = boardCode({ facts: known, diffHunk: null, originalLine: line }).lines;
        expect(shown.length).toBeLessThanOrEqual(16);
        for (const { before, after, text } of shown) {
          if (before !== null) expect(then[before - 1]).toBe(text);
          if (after !== null) expect(now[after - 1]).toBe(text);
        }
        const befores = shown.flatMap(({ before }) => before ?? []);
        const afters = shown.flatMap(({ after }) => after ?? []);
        expect([befores, afters]).toEqual([befores.toSorted((a, b) => a - b), afters.toSorted((a, b) => a - b)]);
        expect(shown.some(({ commented }) => commented)).toBe(true);
      }),
    );
  });
});
