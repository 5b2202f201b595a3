import { expect, test } from "vitest";
import {
  endOf,
  failuresIn,
  onDisk,
  projectOf,
  resultsIn,
  shown,
  sumTests,
} from "../../../../test/support/js-project.ts";
import { holdsForReports } from "../../../../test/support/runner-laws.ts";
import { vitest } from "./vitest.ts";

const used = { runner: "vitest", cwd: "" };

const files = {
  "package.json": '{"type":"module","scripts":{"test":"vitest"},"devDependencies":{"vitest":"5"}}',
  "src/sum.ts": `export interface Pair { a: number; b: number }

export function sum(a: number, b: number): number {
  if (a < 0) throw new TypeError("negative: " + a);
  return a + b;
}
`,
  "src/twice.ts": 'import { sum } from "./sum.ts";\nexport const twice = (a: number) => sum(a, a);\n',
  "src/broken.ts": "export const = 3;\n",
  "test/sum.test.ts": `import { beforeAll, describe, expect, test } from "vitest";
import { sum } from "../src/sum.ts";
import { twice } from "../src/twice.ts";
test("adds", () => expect(sum(1, 2)).toBe(3));
test("fails", () => {
  expect({ a: sum(1, 2) }).toEqual({ a: 4 });
});
${sumTests}`,
  "test/syntax.test.ts": 'import "../src/sum.ts";\ntest("x", () => {\n',
  "test/source.test.ts":
    'import { test } from "vitest";\nimport "../src/sum.ts";\nimport "../src/broken.ts";\ntest("x", () => {});\n',
  "test/throws.test.ts":
    'import { test } from "vitest";\nimport { sum } from "../src/sum.ts";\nsum(-1, 0);\ntest("x", () => {});\n',
  "test/other.test.ts": 'import { test } from "vitest";\ntest("nothing to do with it", () => {});\n',
};

test("runs a changed file's tests with the real vitest, and reports every kind of failure", async () => {
  const project = projectOf(files);
  expect(await vitest.detect(project)).toEqual([used]);
  const selection = await vitest.related(used, ["src/sum.ts", "package.json"], project);
  const results = resultsIn(vitest.read(await onDisk(files, ["vitest"]).run(selection!.command), used));
  expect(shown(results).toSorted()).toEqual([
    "failed test/source.test.ts > ",
    "failed test/sum.test.ts > fails",
    "failed test/sum.test.ts > hooked",
    "failed test/sum.test.ts > same name (2)",
    "failed test/sum.test.ts > throws in a helper",
    "failed test/syntax.test.ts > ",
    "failed test/throws.test.ts > ",
    "passed test/sum.test.ts > adds",
    "passed test/sum.test.ts > outer > inner > deep",
    "passed test/sum.test.ts > same name",
    "skipped test/sum.test.ts > hooked > not run",
    "skipped test/sum.test.ts > skipped",
    "skipped test/sum.test.ts > to do",
  ]);
  const of = failuresIn(results);
  expect(of("test/sum.test.ts", "fails")).toMatchObject({
    message: "AssertionError: expected { a: 3 } to deeply equal { a: 4 }",
    frames: ["test/sum.test.ts:6"],
  });
  expect(of("test/sum.test.ts", "throws in a helper")).toMatchObject({
    message: "TypeError: negative: -1",
    frames: ["src/sum.ts:4", "src/twice.ts:2", "test/sum.test.ts:9"],
  });
  expect(of("test/sum.test.ts", "hooked")).toMatchObject({
    message: "Error: in the hook",
    frames: ["test/sum.test.ts:21"],
  });
  expect(of("test/source.test.ts", "").frames[0]).toEqual("src/broken.ts:1");
  expect(of("test/source.test.ts", "").message).toContain("Unexpected token");
  expect(of("test/syntax.test.ts", "").frames[0]).toMatch(/^test\/syntax\.test\.ts:\d+$/);
  expect(of("test/throws.test.ts", "")).toMatchObject({
    message: "TypeError: negative: -1",
    frames: ["src/sum.ts:4", "test/throws.test.ts:3"],
  });
  expect(JSON.stringify(results)).not.toContain("\\u001b");
});

test("selected files in a workspace package, with the flags of its script", async () => {
  const nested = {
    "package.json": '{"workspaces":["packages/*"],"devDependencies":{"vitest":"5"}}',
    "packages/a/package.json":
      '{"name":"a","type":"module","scripts":{"test":"TZ=UTC vitest run --config ./unit.config.js"}}',
    "packages/a/unit.config.js": "export default { test: { globals: true, coverage: { enabled: true } } };\n",
    "packages/a/-odd.test.js": 'it("stands out", () => expect(process.env.TZ).toBe("UTC"));\n',
    "packages/a/b/one.test.js": 'it("one", () => { throw new Error("\\u001b[31mred\\u001b[39m"); });\n',
    "packages/a/b/two.test.js": 'it("two", () => {});\n',
  };
  const project = projectOf(nested);
  const [found] = await vitest.detect(project);
  expect(found).toEqual({ runner: "vitest", cwd: "packages/a" });
  const selection = await vitest.exactly(found!, ["packages/a/-odd.test.js", "packages/a/b/one.test.js"], project);
  expect(selection!.files).toEqual(["packages/a/-odd.test.js", "packages/a/b/one.test.js"]);
  const results = resultsIn(vitest.read(await onDisk(nested, ["vitest"]).run(selection!.command), found!));
  expect(shown(results).toSorted()).toEqual([
    "failed packages/a/b/one.test.js > one",
    "passed packages/a/-odd.test.js > stands out",
  ]);
  expect(results.find(({ name }) => name === "one")).toMatchObject({
    message: "Error: red",
    frames: [{ path: "packages/a/b/one.test.js", line: 1 }],
  });
});

test("a change without related tests passes, and an unhandled error is reported", async () => {
  const project = projectOf({ ...files, "src/alone.ts": "export const alone = 1;\n" });
  const alone = await vitest.related(used, ["src/alone.ts"], project);
  const empty = { "package.json": files["package.json"], "src/alone.ts": "export const alone = 1;\n" };
  const late = {
    ...empty,
    "a.test.ts":
      'import { test } from "vitest";\nimport "./src/alone.ts";\ntest("x", async () => {\n  void Promise.reject(new Error("late"));\n});\n',
  };
  expect(vitest.read(await onDisk(empty, ["vitest"]).run(alone!.command), used)).toEqual({
    is: "results",
    results: [],
  });
  const results = resultsIn(vitest.read(await onDisk(late, ["vitest"]).run(alone!.command), used));
  expect(shown(results)).toEqual(["passed a.test.ts > x", "failed null > "]);
  expect(results[1]).toMatchObject({ message: "Error: late", frames: [{ path: "a.test.ts", line: 4 }] });
  expect(await vitest.related(used, ["README.md", "package.json"], project)).toBeNull();
});

holdsForReports(
  vitest,
  used,
  "vitest.json",
  (one) => `{"testResults":[{"assertionResults":[${one}],"name":${one}},${one}]}`,
);

test("reports of older versions: an empty first group, and stacks only in the output", () => {
  const report = {
    numTotalTests: 3,
    success: false,
    testResults: [
      {
        assertionResults: [
          {
            ancestorTitles: ["", "math"],
            fullName: " math adds",
            status: "failed",
            title: "adds",
            duration: 5,
            failureMessages: ["expected 3 to be 4"],
          },
          {
            ancestorTitles: ["", "math"],
            fullName: " math later",
            status: "pending",
            title: "later",
            failureMessages: [],
          },
        ],
        startTime: 1,
        endTime: 2,
        status: "failed",
        message: "",
        name: "/work/test/math.test.ts",
      },
      {
        assertionResults: [],
        status: "failed",
        message: 'Transform failed with 1 error:\n/work/src/a.ts:7:2: ERROR: Unexpected "}"',
        name: "/work/test/a.test.ts",
      },
    ],
  };
  const output = ` FAIL  test/math.test.ts > math > adds
AssertionError: expected 3 to be 4 // Object.is equality

- Expected
+ Received

 ❯ add src/math.ts:3:9
 ❯ test/math.test.ts:9:20
      7|

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/2]⎯
`;
  const end = endOf({ code: 1, output, reports: [{ path: "/tmp/reports/vitest.json", text: JSON.stringify(report) }] });
  expect(resultsIn(vitest.read(end, used))).toEqual([
    {
      file: "test/math.test.ts",
      name: "math > adds",
      status: "failed",
      message: "expected 3 to be 4",
      frames: [
        { path: "src/math.ts", line: 3 },
        { path: "test/math.test.ts", line: 9 },
      ],
      ms: 5,
    },
    { file: "test/math.test.ts", name: "math > later", status: "skipped", message: null, frames: [], ms: null },
    {
      file: "test/a.test.ts",
      name: "",
      status: "failed",
      message: expect.stringContaining("Unexpected") as string,
      frames: [{ path: "src/a.ts", line: 7 }],
      ms: null,
    },
  ]);
});

test("a run that fails although every test passed is not a success", () => {
  const report = JSON.stringify({
    testResults: [{ name: "/work/a.test.ts", status: "passed", assertionResults: [{ title: "a", status: "passed" }] }],
  });
  const reports = [{ path: "/tmp/reports/vitest.json", text: report }];
  expect(vitest.read(endOf({ code: 1, output: "it went wrong", reports }), used)).toMatchObject({ is: "unreadable" });
  expect(vitest.read(endOf({ code: 0, reports }), used)).toMatchObject({ is: "results" });
});
