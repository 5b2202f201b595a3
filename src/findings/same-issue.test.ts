import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareIssues, linesApart, sameFrom, sameIssue, type IssueText } from "./same-issue.ts";

const leak = "The connection opened in loadUsers() is never closed when the query throws, so the pool runs dry";
const sameLeak =
  "loadUsers() leaks its connection: if the query throws an error it is not closed, which exhausts the pool";
const typo = "The label of the button says 'Cancle'";
const otherOfLoad = "loadUsers() sorts by a column that comes from the request, which allows SQL injection";

describe("two findings", () => {
  test("that say the same in other words score higher than two on other issues of the same function", () => {
    expect(sameIssue({ text: leak }, { text: sameLeak })).toBeGreaterThan(sameFrom);
    expect(sameIssue({ text: leak }, { text: otherOfLoad })).toBeLessThan(sameFrom);
    expect(sameIssue({ text: leak }, { text: typo })).toBeLessThan(sameIssue({ text: leak }, { text: otherOfLoad }));
  });

  test("in the same words are the same, and without any are not", () => {
    expect(sameIssue({ text: leak }, { text: leak })).toBe(1);
    expect(sameIssue({ text: "" }, { text: "" })).toBe(0);
    expect(sameIssue({ text: "?!" }, { text: leak })).toBe(0);
  });

  test("that name one thing in another style, or in another script, meet", () => {
    expect(sameIssue({ text: "retryCount overflows" }, { text: "retry_count can overflow" })).toBeGreaterThan(sameFrom);
    expect(sameIssue({ text: "变量未初始化就被使用" }, { text: "变量未初始化" })).toBeGreaterThan(0.1);
  });

  test("are told by the kind that each is given, too", () => {
    const [a, b] = [{ text: "Not safe" }, { text: "Two calls may meet" }];
    expect(sameIssue({ ...a, kind: "race-condition" }, { ...b, kind: "race-condition" })).toBeGreaterThan(
      sameIssue(a, b),
    );
  });
});

describe("where they point", () => {
  const at = (place: Partial<IssueText>) =>
    sameIssue({ text: leak, path: "a.ts", start: 10, end: 12 }, { text: leak, ...place });

  test.each<[string, number, Partial<IssueText>]>([
    ["nowhere known", 1, {}],
    ["the same file", 1, { path: "a.ts" }],
    ["another file", 0, { path: "b.ts" }],
    ["overlapping lines", 1, { path: "a.ts", start: 12, end: 40 }],
    ["ten lines below", 1, { path: "a.ts", start: 22 }],
    ["twenty lines below", 0.5, { path: "a.ts", start: 32, end: 32 }],
    ["a hundred lines below", 0.1, { path: "a.ts", start: 112, end: 112 }],
  ])("%s leaves %d of it", (_name, left, place) => expect(at(place)).toBe(left));

  test("the same quoted line is the same place, whatever the numbers say", () => {
    const quoted = { text: leak, quote: "const db = open();" };
    expect(sameIssue({ ...quoted, start: 10 }, { ...quoted, quote: "  const db =  open();\r", start: 300 })).toBe(1);
    expect(sameIssue({ ...quoted, start: 10, quote: " " }, { ...quoted, start: 300, quote: "\t" })).toBeLessThan(1);
  });

  test.each([
    [{ start: 1, end: 5 }, { start: 5, end: 9 }, 0],
    [{ start: 1, end: 50 }, { start: 7, end: 8 }, 0],
    [{ start: 9, end: 9 }, { start: 1, end: 5 }, 4],
  ])("%j and %j are %d apart", (a, b, apart) => {
    expect(linesApart(a, b)).toBe(apart);
    expect(linesApart(b, a)).toBe(apart);
  });
});

test("the other findings of a review tell which words are telling in it", () => {
  const pair = [{ text: "the parser drops the tail" }, { text: "the parser loops on the tail" }];
  const others = ["cache", "header", "body", "query"].map((word) => ({ text: `the parser mishandles the ${word}` }));
  const common = [...pair, ...others.map(({ text }) => ({ text: `${text} and the tail` }))];
  expect(compareIssues(common)(0, 1)).toBeLessThan(compareIssues([...pair, ...others])(0, 1));
});

const words = fc.constantFrom("null", "lock", "race", "isReady", "user_id", "the", "of", "`x`", "fails", "変数", "42");
const anyIssue: fc.Arbitrary<IssueText> = fc.record(
  {
    text: fc.oneof(
      fc.array(words, { maxLength: 12 }).map((list) => list.join(" ")),
      fc.string(),
    ),
    path: fc.constantFrom("a.ts", "b.ts"),
    start: fc.integer({ min: 1, max: 50 }),
    end: fc.integer({ min: 1, max: 50 }),
    kind: fc.string({ maxLength: 8 }),
    quote: fc.string({ maxLength: 8 }),
  },
  { requiredKeys: ["text"] },
);

test("a score is from 0 to 1, the same from both sides, in any order of the others, on every run", () => {
  fc.assert(
    fc.property(fc.array(anyIssue, { minLength: 2, maxLength: 8 }), (issues) => {
      const [score, again, turned] = [issues, issues, issues.toReversed()].map(compareIssues);
      const last = issues.length - 1;
      for (const a of issues.keys()) {
        for (const b of issues.keys()) {
          const value = score!(a, b);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          expect([score!(b, a), again!(a, b), turned!(last - a, last - b)]).toEqual([value, value, value]);
        }
      }
    }),
  );
});

test.each([
  ["letters", "a".repeat(5e6)],
  ["capitals", "A".repeat(5e6)],
  ["underscores", "_".repeat(5e6)],
  ["words", "lock race null ".repeat(4e5)],
  ["blanks", " ".repeat(5e6)],
  ["half characters", "\ud83d".repeat(5e6)],
])("millions of %s are compared by their beginning", (_name, text) => {
  const hostile = { text, quote: text, start: 1, kind: "lock" };
  expect(sameIssue(hostile, { ...hostile, start: 2 })).toBe(1);
});
