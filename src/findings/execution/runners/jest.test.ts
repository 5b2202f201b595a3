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
import { jest } from "./jest.ts";

const used = { runner: "jest", cwd: "" };

const files = {
  "package.json": '{"scripts":{"test":"jest --runInBand --coverage"},"devDependencies":{"jest":"30"}}',
  "src/sum.js": `exports.sum = function sum(a, b) {
  if (a < 0) throw new TypeError("negative: " + a);
  return a + b;
};
`,
  "src/twice.js": 'const { sum } = require("./sum.js");\nexports.twice = (a) => sum(a, a);\n',
  "src/broken.js": "const = 3;\n",
  "test/sum.test.js": `const { sum } = require("../src/sum.js");
const { twice } = require("../src/twice.js");
test("adds", () => expect(sum(1, 2)).toBe(3));
test("fails", () => {
  expect(sum(1, 2)).toBe(4);
});
${sumTests}`,
  "test/syntax.test.js": 'require("../src/sum.js");\ntest("x", () => {\n',
  "test/source.test.js": 'require("../src/sum.js");\nrequire("../src/broken.js");\ntest("x", () => {});\n',
  "test/throws.test.js": 'const { sum } = require("../src/sum.js");\nsum(-1, 0);\ntest("x", () => {});\n',
  "test/after.test.js": `const { sum } = require("../src/sum.js");
afterAll(() => {
  sum(-1, 0);
});
test("fails as well", () => expect(1).toBe(2));
`,
  "test/other.test.js": 'test("nothing to do with it", () => {});\n',
};

test("runs a changed file's tests with the real jest, and reports every kind of failure", async () => {
  const project = projectOf(files);
  expect(await jest.detect(project)).toEqual([used]);
  const selection = await jest.related(used, ["src/sum.js"], project);
  expect(selection!.command.words).toContain("--runInBand");
  const results = resultsIn(jest.read(await onDisk(files, ["jest"]).run(selection!.command), used));
  expect(shown(results).toSorted()).toEqual([
    "failed test/after.test.js > ",
    "failed test/after.test.js > fails as well",
    "failed test/source.test.js > ",
    "failed test/sum.test.js > fails",
    "failed test/sum.test.js > hooked > not run",
    "failed test/sum.test.js > same name (2)",
    "failed test/sum.test.js > throws in a helper",
    "failed test/syntax.test.js > ",
    "failed test/throws.test.js > ",
    "passed test/sum.test.js > adds",
    "passed test/sum.test.js > outer > inner > deep",
    "passed test/sum.test.js > same name",
    "skipped test/sum.test.js > skipped",
    "skipped test/sum.test.js > to do",
  ]);
  const of = failuresIn(results);
  expect(of("test/sum.test.js", "fails")).toMatchObject({
    message: "Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: 4\nReceived: 3",
    frames: ["test/sum.test.js:5"],
  });
  expect(of("test/sum.test.js", "throws in a helper")).toMatchObject({
    message: "TypeError: negative: -1",
    frames: ["src/sum.js:2", "src/twice.js:2", "test/sum.test.js:8"],
  });
  expect(of("test/sum.test.js", "hooked > not run")).toMatchObject({
    message: "Error: in the hook",
    frames: ["test/sum.test.js:20"],
  });
  expect(of("test/after.test.js", "").frames).toEqual(["src/sum.js:2", "test/after.test.js:3"]);
  expect(of("test/source.test.js", "").frames[0]).toEqual("src/broken.js:1");
  expect(of("test/source.test.js", "").message).toMatch(/^SyntaxError: .*broken\.js: Unexpected token/);
  expect(of("test/syntax.test.js", "").frames[0]).toEqual("test/syntax.test.js:3");
  expect(of("test/throws.test.js", "")).toMatchObject({
    message: expect.stringMatching(/^TypeError: negative: -1\n/) as string,
    frames: ["src/sum.js:2", "test/throws.test.js:2"],
  });
  expect(JSON.stringify(results)).not.toContain("\\u001b");
});

test("just some files, as modules, in a package of a workspace", async () => {
  const nested = {
    "package.json": '{"workspaces":["packages/*"],"devDependencies":{"jest":"30"}}',
    "packages/a/package.json":
      '{"name":"a","type":"module","scripts":{"test":"node --experimental-vm-modules ../../node_modules/jest/bin/jest.js --config x.json"}}',
    "packages/a/x.json": '{"transform":{},"rootDir":"."}',
    "packages/a/[id].test.js":
      'import { sum } from "./sum.js";\ntest("a module", () => { expect(sum(1, 2)).toBe(3); });\n',
    "packages/a/sum.js": "export const sum = (a, b) => a + b;\n",
    "packages/a/__tests__/two.js": 'test("two", () => {});\n',
  };
  const project = projectOf(nested);
  const [found] = await jest.detect(project);
  expect(found).toEqual({ runner: "jest", cwd: "packages/a" });
  const asked = ["packages/a/[id].test.js"];
  const selection = await jest.exactly(found!, asked, project);
  expect(selection!.files).toEqual(["packages/a/[id].test.js"]);
  expect(selection!.command.env).toMatchObject({ NODE_OPTIONS: "--experimental-vm-modules" });
  const results = resultsIn(jest.read(await onDisk(nested, ["jest"]).run(selection!.command), found!));
  expect(shown(results)).toEqual(["passed packages/a/[id].test.js > a module"]);
});

test("no related tests is not a failure; an unreadable config is reported with jest's message", async () => {
  const empty = { "package.json": files["package.json"], "src/alone.js": "exports.a = 1;\n" };
  const selection = await jest.related(used, ["src/alone.js"], projectOf(empty));
  expect(jest.read(await onDisk(empty, ["jest"]).run(selection!.command), used)).toEqual({
    is: "results",
    results: [],
  });
  const broken = { ...empty, "jest.config.js": "throw new Error('no config today');\n" };
  const read = jest.read(await onDisk(broken, ["jest"]).run(selection!.command), used);
  expect(read).toEqual({ is: "unreadable", why: expect.stringContaining("no config today") as string });
});

holdsForReports(
  jest,
  used,
  "jest.json",
  (one) => `{"testResults":[{"assertionResults":[${one}],"name":${one}},${one}]}`,
);

test("a report of jest 27, with the message of each failure in colours", () => {
  const report = {
    numFailedTests: 1,
    success: false,
    testResults: [
      {
        assertionResults: [
          {
            ancestorTitles: ["math"],
            failureMessages: [
              "Error: \u001b[2mexpect(\u001b[22m\u001b[31mreceived\u001b[39m\u001b[2m).\u001b[22mtoBe()\n\nExpected: \u001b[32m4\u001b[39m\n    at Object.<anonymous> (/work/packages/a/math.test.js:5:3)\n    at Promise.then.completed (/work/node_modules/jest-circus/build/utils.js:391:28)",
            ],
            fullName: "math adds",
            location: null,
            status: "failed",
            title: "adds",
          },
          {
            ancestorTitles: ["math"],
            failureMessages: [],
            fullName: "math off",
            location: null,
            status: "disabled",
            title: "off",
          },
        ],
        endTime: 2,
        message: "● math › adds",
        name: "/work/packages/a/math.test.js",
        startTime: 1,
        status: "failed",
        summary: "",
      },
    ],
  };
  const end = endOf({ code: 1, reports: [{ path: "/tmp/reports/jest.json", text: JSON.stringify(report) }] });
  expect(resultsIn(jest.read(end, { runner: "jest", cwd: "packages/a" }))).toEqual([
    {
      file: "packages/a/math.test.js",
      name: "math > adds",
      status: "failed",
      message: "Error: expect(received).toBe()\n\nExpected: 4",
      frames: [{ path: "packages/a/math.test.js", line: 5 }],
      ms: null,
    },
    { file: "packages/a/math.test.js", name: "math > off", status: "skipped", message: null, frames: [], ms: null },
  ]);
});
