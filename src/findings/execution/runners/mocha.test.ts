import { expect, test } from "vitest";
import { endOf, onDisk, projectOf, resultsIn, shown } from "../../../../test/support/js-project.ts";
import { holdsForReports } from "../../../../test/support/runner-laws.ts";
import { mocha } from "./mocha.ts";

const used = { runner: "mocha", cwd: "" };

const files = {
  "package.json":
    '{"scripts":{"test":"c8 mocha --timeout 4000 --reporter dot \\"test/**/*.js\\""},"devDependencies":{"mocha":"11"}}',
  "src/sum.js": `exports.sum = function sum(a, b) {
  if (a < 0) throw new TypeError("negative: " + a);
  return a + b;
};
`,
  "src/twice.js": 'const { sum } = require("./sum.js");\nexports.twice = (a) => sum(a, a);\n',
  "test/sum.js": `const assert = require("node:assert/strict");
const { sum } = require("../src/sum.js");
const { twice } = require("../src/twice.js");
it("adds", () => assert.equal(sum(1, 2), 3));
it("fails", () => {
  assert.equal(sum(1, 2), 4);
});
it("throws in a helper", () => {
  twice(-1);
});
it.skip("skipped", () => {});
it("skips itself", function () { this.skip(); });
it("to do");
for (const n of [1, 2]) it("same name", () => assert.equal(n, 1));
describe("outer", () => {
  describe("inner", () => {
    it("deep", () => {});
  });
});
describe("hooked", () => {
  before(() => {
    throw new Error("in the hook");
  });
  it("not run", () => {});
});
`,
  "test/other.js": 'it("nothing to do with it", () => {});\n',
};

test("runs a changed file's tests with the real mocha, and reports every kind of failure", async () => {
  const project = projectOf(files);
  expect(await mocha.detect(project)).toEqual([used]);
  const selection = await mocha.related(used, ["src/sum.js"], project);
  expect(selection!.files).toEqual(["test/sum.js"]);
  expect(selection!.command.words.slice(0, 3)).toEqual(["mocha", "--timeout", "4000"]);
  const results = resultsIn(mocha.read(await onDisk(files, ["mocha"]).run(selection!.command), used));
  expect(shown(results)).toEqual([
    "passed test/sum.js > adds",
    "failed test/sum.js > fails",
    "failed test/sum.js > throws in a helper",
    "skipped test/sum.js > skipped",
    "skipped test/sum.js > skips itself",
    "skipped test/sum.js > to do",
    "passed test/sum.js > same name",
    "failed test/sum.js > same name (2)",
    "passed test/sum.js > outer inner > deep",
    'failed test/sum.js > hooked > "before all" hook for "not run"',
  ]);
  expect(results[1]).toMatchObject({
    message: "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n3 !== 4",
    frames: [{ path: "test/sum.js", line: 6 }],
  });
  expect(results[2]).toMatchObject({
    message: "TypeError: negative: -1",
    frames: [
      { path: "src/sum.js", line: 2 },
      { path: "src/twice.js", line: 2 },
      { path: "test/sum.js", line: 9 },
    ],
  });
  expect(results.at(-1)).toMatchObject({ message: "Error: in the hook", frames: [{ path: "test/sum.js", line: 22 }] });
});

test.each([
  [
    "a syntax error in a test",
    { "test/a.js": 'require("../src/sum.js");\nit("x", () => {\n' },
    "test/a.js",
    { path: "test/a.js", line: 3 },
  ],
  [
    "a syntax error in a source file",
    { "src/broken.js": "const = 3;\n", "test/a.js": 'require("../src/sum.js");\nrequire("../src/broken.js");\n' },
    "test/a.js",
    { path: "src/broken.js", line: 1 },
  ],
  [
    "an error at the top of a test",
    { "test/a.js": 'require("../src/sum.js").sum(-1, 0);\n' },
    "test/a.js",
    { path: "src/sum.js", line: 2 },
  ],
  [
    "a module that is not there",
    { "test/a.js": 'require("../src/sum.js");\nrequire("../src/gone.js");\n' },
    "test/a.js",
    { path: "test/a.js", line: 2 },
  ],
])("%s ends the run and is reported as a failure of the file", async (_, more, file, frame) => {
  const all = { "package.json": files["package.json"], "src/sum.js": files["src/sum.js"], ...more };
  const selection = await mocha.related(used, ["src/sum.js"], projectOf(all));
  const results = resultsIn(mocha.read(await onDisk(all, ["mocha"]).run(selection!.command), used));
  expect(results).toMatchObject([{ file, name: "", status: "failed" }]);
  expect(results[0]!.frames[0]).toEqual(frame);
  expect(results[0]!.message).toMatch(/Error/);
});

test("files that a config names are not run besides the related ones, and its other options hold", async () => {
  const all = {
    ...files,
    ".mocharc.yml": "spec: 'test/**/*.js'\nrequire:\n  - ./setup.js\ntimeout: 3000\nui: tdd\nexit: false\n",
    "setup.js": "global.ready = 41;\n",
    "test/tdd.js": 'test("ready", () => { if (global.ready !== 41) throw new Error("not set up"); });\n',
  };
  const selection = await mocha.exactly(used, ["test/tdd.js"], projectOf(all));
  expect(selection!.command.words.slice(0, 6)).toEqual([
    "mocha",
    "--no-config",
    "--no-package",
    "--require=./setup.js",
    "--timeout=3000",
    "--ui=tdd",
  ]);
  const results = resultsIn(mocha.read(await onDisk(all, ["mocha"]).run(selection!.command), used));
  expect(shown(results)).toEqual(["passed test/tdd.js > ready"]);
});

holdsForReports(mocha, used, "mocha.json", (one) => `{"tests":[${one},{"err":${one}}],"failures":[${one}]}`);

test("mocha 8 knows of no file for its report, and prints it", () => {
  const printed = JSON.stringify(
    {
      stats: { suites: 1, tests: 1, passes: 0, pending: 0, failures: 1 },
      tests: [
        {
          title: "adds",
          fullTitle: "math adds",
          file: "/work/test/a.js",
          duration: 3,
          currentRetry: 0,
          err: { stack: "Error: no\n    at Context.<anonymous> (test/a.js:4:5)", message: "no" },
        },
      ],
      pending: [],
      failures: [],
      passes: [],
    },
    null,
    2,
  );
  const read = mocha.read(endOf({ code: 1, output: `a test says { this }\n${printed}` }), used);
  expect(resultsIn(read)).toEqual([
    {
      file: "test/a.js",
      name: "math > adds",
      status: "failed",
      message: "Error: no",
      frames: [{ path: "test/a.js", line: 4 }],
      ms: 3,
    },
  ]);
});
