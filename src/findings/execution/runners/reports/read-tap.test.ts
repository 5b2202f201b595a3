import { piecesOf } from "../../../../../test/support/pieces.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RawCase } from "./raw-case.ts";
import { readTap } from "./read-tap.ts";

const short = (cases: readonly RawCase[] | null) =>
  cases?.map(({ suite, name, status, message }) => [suite, name, status, message]);

test("version 12: numbers are optional, and other output is skipped", () => {
  const text = "1..4\nok 1 - adds\nhello\nnot ok 2 - halves\n# got 2\nok\nok 4 shown # skip no database\n";
  expect(short(readTap(text))).toEqual([
    ["", "adds", "passed", null],
    ["", "halves", "failed", null],
    ["", "", "passed", null],
    ["", "shown", "skipped", "no database"],
  ]);
});

test("version 13 as node writes it: subtests, diagnostics, directives", () => {
  const text = `TAP version 13
# Subtest: math
    # Subtest: adds
    ok 1 - adds
      ---
      duration_ms: 0.8
      type: 'test'
      ...
    # Subtest: halves
    not ok 2 - halves
      ---
      duration_ms: 1.2
      location: '/work/a.test.js:5:3'
      failureType: 'testCodeFailure'
      error: |-
        Expected values to be strictly equal:
        
        1 !== 2
        
      code: 'ERR_ASSERTION'
      stack: |-
        TestContext.<anonymous> (/work/a.test.js:6:12)
        Test.run (node:internal/test_runner/test:1)
      ...
    ok 3 - wanted # TODO some day
    not ok 4 - missing # TODO
    1..4
not ok 1 - math
  ---
  type: 'suite'
  ...
1..1
# tests 4
`;
  const cases = readTap(text);
  expect(short(cases)).toEqual([
    ["math", "adds", "passed", null],
    ["math", "halves", "failed", "Expected values to be strictly equal:\n\n1 !== 2"],
    ["math", "wanted", "passed", "some day"],
    ["math", "missing", "skipped", null],
  ]);
  expect(cases![1]).toMatchObject({ file: "/work/a.test.js", ms: 1 });
  expect(cases![1]!.detail).toMatch(/^TestContext.<anonymous> \(\/work\/a.test.js:6:12\)/);
});

test("version 14: a group in braces, escapes, and a group that fails by exit code", () => {
  const text = `TAP version 14
ok 1 - issue \\#7 \\\\ # SKIP
not ok 2 - outer {
    1..1
    ok 1 - inner
}
1..2
`;
  expect(short(readTap(text))).toEqual([
    ["", "issue #7 \\", "skipped", null],
    ["outer", "inner", "passed", null],
    ["", "outer", "failed", null],
  ]);
});

test("a run that bails out or ends before its plan failed", () => {
  expect(short(readTap("1..9\nok 1 - a\nBail out! no database\nok 2 - b"))).toEqual([
    ["", "a", "passed", null],
    ["", "", "failed", "Bail out! no database"],
  ]);
  expect(short(readTap("TAP version 13\n1..3\nok 1 - a"))).toEqual([
    ["", "a", "passed", null],
    ["", "", "failed", "The plan was for 3 tests, and there were 1."],
  ]);
  expect(readTap("1..0 # SKIP nothing here")).toEqual([]);
});

test.each(["", "all is ok", "ok 1 - without a plan", "<testsuites/>"])("%j is no TAP", (text) => {
  expect(readTap(text)).toBeNull();
});

test("any text is parsed, in bounded time", () => {
  const line = piecesOf(
    "ok 1 - a¦not ok¦    ok¦  ---¦  ...¦  a: |-¦1..2¦# Subtest: x¦Bail out!¦TAP version 13¦}¦ok # \\\\# skip",
  );
  const text = fc
    .array(fc.tuple(fc.nat(12), line).map(([by, said]) => " ".repeat(by) + said))
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(fc.oneof(fc.string(), text), (tap) => {
      expect(() => readTap(tap)).not.toThrow();
    }),
  );
  expect(readTap(`1..1\nok ${"\\".repeat(500_000)}`)).toHaveLength(1);
  expect(readTap(`1..1\nok ${"# skip".repeat(100_000)}`)).toHaveLength(1);
  expect(readTap(`1..1\nok ${" ".repeat(500_000)}x`)).toHaveLength(1);
});

interface Tree {
  name: string;
  status: "passed" | "failed" | "skipped";
  inside: Tree[];
}
const name = fc.stringMatching(/^[a-z#\\]{1,8}$/);
const status = fc.constantFrom("passed" as const, "failed" as const, "skipped" as const);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    name,
    status,
    inside: fc.oneof({ maxDepth: 3 }, fc.constant<Tree[]>([]), fc.array(tie("tree"), { maxLength: 3 })),
  }),
}));

function written(trees: readonly Tree[], indent: string): string {
  const lines = trees.map(({ name: said, status: is, inside }, at) => {
    const below = inside.length === 0 ? "" : written(inside, `${indent}    `);
    const ok = inside.length > 0 ? allPass(inside) : is !== "failed";
    const skip = inside.length === 0 && is === "skipped" ? " # SKIP" : "";
    return `${below}${indent}${ok ? "ok" : "not ok"} ${at + 1} - ${said.replaceAll(/[\\#]/g, "\\$&")}${skip}\n`;
  });
  return `${lines.join("")}${indent}1..${trees.length}\n`;
}

function allPass(trees: readonly Tree[]): boolean {
  return trees.every(({ status: is, inside }) => (inside.length > 0 ? allPass(inside) : is !== "failed"));
}

function leaves(trees: readonly Tree[], suite: readonly string[]): unknown[] {
  return trees.flatMap((one) =>
    one.inside.length === 0 ? [[suite.join(" > "), one.name, one.status]] : leaves(one.inside, [...suite, one.name]),
  );
}

test("output is parsed back unchanged", () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), (trees) => {
      const read = readTap(`TAP version 14\n${written(trees, "")}`);
      expect(read?.map((one) => [one.suite, one.name, one.status])).toEqual(leaves(trees, []));
    }),
  );
});
