import fc from "fast-check";
import { expect, test } from "vitest";
import { endOf, failuresIn, onDisk, projectOf, resultsIn, shown } from "../../../../test/support/js-project.ts";
import { eventReporter } from "./js/node-events.ts";
import { nodeTest } from "./node-test.ts";

const used = { runner: "node-test", cwd: "" };

const files = {
  "package.json": '{"type":"module","scripts":{"test":"node --test --no-warnings"}}',
  "src/sum.ts": `export interface Pair { a: number; b: number }

export function sum(a: number, b: number): number {
  if (a < 0) throw new TypeError("negative: " + a);
  return a + b;
}
`,
  "src/twice.ts": 'import { sum } from "./sum.ts";\nexport const twice = (a: number) => sum(a, a);\n',
  "src/broken.ts": "export const = 3;\n",
  "test/sum.test.ts": `import assert from "node:assert/strict";
import { before, describe, it, test } from "node:test";
import { sum } from "../src/sum.ts";
import { twice } from "../src/twice.ts";
test("adds", () => assert.equal(sum(1, 2), 3));
test("fails", () => {
  assert.equal(sum(1, 2), 4);
});
test("throws in a helper", () => {
  twice(-1);
});
test("skipped", { skip: true }, () => {});
test.todo("to do");
test("fails, to do", { todo: "later" }, () => assert.fail());
for (const n of [1, 2]) test("same name", () => assert.equal(n, 1));
describe("outer", () => {
  describe("inner", () => {
    it("deep", () => {});
    it("deep <&\\"' # %", () => assert.ok(false, "two\\nlines # %"));
  });
});
describe("hooked", () => {
  before(() => {
    throw new Error("in the hook");
  });
  it("not run", () => {});
});
test("parent", async (t) => {
  await t.test("child", () => {});
  assert.equal(1, 2);
});
`,
  "test/syntax.test.ts": 'import "../src/sum.ts";\ntest("x", () => {\n',
  "test/source.test.ts": 'import "../src/sum.ts";\nimport "../src/broken.ts";\n',
  "test/throws.test.ts": 'import { sum } from "../src/sum.ts";\nsum(-1, 0);\n',
  "test/script.test.ts": 'import { twice } from "../src/twice.ts";\ntwice(1);\n',
  "test/other.test.ts": 'import { test } from "node:test";\ntest("nothing to do with it", () => {});\n',
  "test/vitest.test.ts":
    'import { test } from "vitest";\nimport "../src/sum.ts";\ntest("of another runner", () => {});\n',
};

test("runs a changed file's tests with the real node, and reports every kind of failure", async () => {
  const project = projectOf(files);
  expect(await nodeTest.detect(project)).toEqual([used]);
  const selection = await nodeTest.related(used, ["src/sum.ts"], project);
  expect(selection!.files).toEqual(
    ["script", "source", "sum", "syntax", "throws"].map((name) => `test/${name}.test.ts`),
  );
  expect(selection!.command.words.slice(0, 3)).toEqual(["node", "--no-warnings", "--test"]);
  const results = resultsIn(nodeTest.read(await onDisk(files, []).run(selection!.command), used));
  expect(shown(results).toSorted()).toEqual([
    "failed test/source.test.ts > ",
    "failed test/sum.test.ts > fails",
    "failed test/sum.test.ts > hooked > not run",
    "failed test/sum.test.ts > outer > inner > deep <&\"' # %",
    "failed test/sum.test.ts > parent",
    "failed test/sum.test.ts > same name (2)",
    "failed test/sum.test.ts > throws in a helper",
    "failed test/syntax.test.ts > ",
    "failed test/throws.test.ts > ",
    "passed test/script.test.ts > ",
    "passed test/sum.test.ts > adds",
    "passed test/sum.test.ts > outer > inner > deep",
    "passed test/sum.test.ts > parent > child",
    "passed test/sum.test.ts > same name",
    "skipped test/sum.test.ts > fails, to do",
    "skipped test/sum.test.ts > skipped",
    "skipped test/sum.test.ts > to do",
  ]);
  const of = failuresIn(results);
  expect(of("test/sum.test.ts", "fails")).toMatchObject({
    message: "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n3 !== 4",
    frames: ["test/sum.test.ts:7"],
  });
  expect(of("test/sum.test.ts", "throws in a helper")).toMatchObject({
    message: "TypeError: negative: -1",
    frames: ["src/sum.ts:4", "src/twice.ts:2", "test/sum.test.ts:10"],
  });
  expect(of("test/sum.test.ts", "hooked > not run")).toMatchObject({
    message: "Error: in the hook",
    frames: ["test/sum.test.ts:24"],
  });
  expect(of("test/sum.test.ts", "parent").frames).toEqual(["test/sum.test.ts:30"]);
  expect(of("test/source.test.ts", "").frames[0]).toEqual("src/broken.ts:1");
  expect(of("test/source.test.ts", "").message).toContain("SyntaxError");
  expect(of("test/syntax.test.ts", "").frames[0]).toMatch(/^test\/syntax\.test\.ts:\d+$/);
  expect(of("test/throws.test.ts", "")).toMatchObject({
    message: expect.stringContaining("TypeError: negative: -1") as string,
    frames: ["src/sum.ts:4", "test/throws.test.ts:2"],
  });
});

test("the reporter is a data URL that every node version can read", () => {
  expect(eventReporter).not.toMatch(/[?#\n]/);
  expect(decodeURIComponent(eventReporter)).toContain("details?.error");
});

test("a file name with pattern characters is run as that file", async () => {
  const odd = {
    "package.json": '{"scripts":{"test":"node --test"}}',
    "test/[id].test.mjs": 'import { test } from "node:test";\ntest("odd", () => {});\n',
    "test/i.test.mjs": 'import { test } from "node:test";\ntest("not asked for", () => {});\n',
  };
  const selection = await nodeTest.exactly(used, ["test/[id].test.mjs"], projectOf(odd));
  const results = resultsIn(nodeTest.read(await onDisk(odd, []).run(selection!.command), used));
  expect(shown(results)).toEqual(["passed test/[id].test.mjs > odd"]);
});

test("keeps the script's flags, and runs only files that it would run", async () => {
  const docs = {
    "package.json":
      '{"scripts":{"test:docs":"node --import tsx --test \\"docs/**/*.mts\\"","test":"vitest"},"devDependencies":{"vitest":"5"}}',
    "src/a.mts": "export const a = 1;\n",
    "docs/a.test.mts": 'import "node:test";\nimport "../src/a.mts";\n',
    "docs/globals.test.mts": 'import "../src/a.mts";\n',
    "src/a.test.mts": 'import "node:test";\nimport "./a.mts";\n',
  };
  const selection = await nodeTest.related(used, ["src/a.mts"], projectOf(docs));
  expect(selection!.files).toEqual(["docs/a.test.mts"]);
  expect(selection!.command.words.slice(0, 4)).toEqual(["node", "--import", "tsx", "--test"]);
  expect(await nodeTest.exactly(used, ["src/a.test.mts", "docs/globals.test.mts"], projectOf(docs))).toBeNull();
});

test.each([
  ["node --test", ["a.test.ts", "b.test.js"]],
  ["node --test dist/**/*.test.js", ["b.test.js"]],
  ["node --test '**/*.test.{js,ts}'", ["a.test.ts", "b.test.js"]],
])("tests in TypeScript are run where %j runs them", async (script, expected) => {
  const text = 'import "node:test";\n';
  const both = { "package.json": JSON.stringify({ scripts: { test: script } }), "a.test.ts": text, "b.test.js": text };
  const selection = await nodeTest.exactly(used, ["a.test.ts", "b.test.js"], projectOf(both));
  expect(selection!.files).toEqual(expected);
});

test("any report or output is parsed", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc
          .array(fc.json().map((one) => `{"type":"test:fail","name":"a","nesting":${one},"stack":${one}}`))
          .map((lines) => lines.join("\n")),
      ),
      fc.string(),
      fc.nat(2),
      (text, output, code) => {
        const read = nodeTest.read(
          endOf({ code, output, reports: [{ path: "/tmp/reports/node-test.jsonl", text }] }),
          used,
        );
        expect(["results", "unreadable"]).toContain(read.is);
      },
    ),
  );
});

test.each([
  ["it took too long", endOf({ is: "too-slow", code: null, why: "It took longer than 300 s.", output: "still at it" })],
  ["there is no report", endOf({ code: 1, output: "\u001b[31mstill at it\u001b[39m" })],
  [
    "the report is empty",
    endOf({ code: 0, output: "still at it", reports: [{ path: "/tmp/reports/node-test.jsonl", text: "" }] }),
  ],
  ["it could not be started", endOf({ is: "not-started", code: null, why: "still at it" })],
])("without results, its last output is the reason: %s", (_, end) => {
  expect(nodeTest.read(end, used)).toEqual({ is: "unreadable", why: expect.stringMatching(/still at it$/) as string });
});
