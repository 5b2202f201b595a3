import { expect, test } from "vitest";
import { testOnlyPaths, testsToProveFix } from "./test-only-paths.ts";

test("fixtures, helpers and snapshots go with the tests, by both names where they were renamed", () => {
  const files = [
    { oldPath: "src/sum.ts", newPath: "src/sum.ts" },
    { oldPath: "src/__snapshots__/sum.test.ts.snap", newPath: "src/__snapshots__/sum.test.ts.snap" },
    { oldPath: "tests/fixtures/a.json", newPath: "tests/fixtures/b.json" },
    { oldPath: "tests/old.ts", newPath: null },
    { oldPath: "checks/sum.ts", newPath: "checks/sum.ts" },
  ];
  expect(testOnlyPaths(files, ["checks/sum.ts"]).toSorted()).toEqual([
    "checks/sum.ts",
    "src/__snapshots__/sum.test.ts.snap",
    "tests/fixtures/a.json",
    "tests/fixtures/b.json",
    "tests/old.ts",
  ]);
});

test("a change to expected output only is covered by the tests that ran", () => {
  const ran = ["test/specs.test.js"];
  expect(testsToProveFix([], ["test/specs/a.html"], ran)).toEqual(ran);
  expect(testsToProveFix([], [], ran)).toEqual([]);
  expect(testsToProveFix(["test/a.test.js"], ["test/specs/a.html"], ran)).toEqual(["test/a.test.js"]);
});
