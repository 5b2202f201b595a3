import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { projectOf, smallProject } from "../../../../test/support/tool-run.ts";
import type { Ecosystem } from "../sandbox-runner.ts";
import { configuredRunner } from "./configured.ts";
import { ecosystemOf } from "./configured/ecosystem.ts";
import { placesIn } from "./configured/configured-results.ts";
import { cases } from "../../../../test/support/cases.ts";

const used = { runner: "command-1", cwd: "" };

test.each<[string[] | undefined, string[], boolean]>([
  [undefined, ["anything"], true],
  [["src/**", "*.json"], ["src/a/.b/c.ts"], true],
  [["src/**", "*.json"], ["docs/a.md", "x/y.json"], false],
  [["src/**"], [], false],
])("with paths %j, %j is run: %j", async (paths, changed, isRun) => {
  const runner = configuredRunner({ run: "npm test -- 'a b'", folder: "./packages/a/", paths }, 0);
  expect(await runner.detect(projectOf({}))).toEqual([used]);
  const selection = await runner.related(used, changed, projectOf({}));
  expect(selection).toEqual(
    isRun ? { command: { words: ["npm", "test", "--", "a b"], cwd: "packages/a", ms: 300_000 }, files: null } : null,
  );
});

cases<[string, Ecosystem]>("%s needs %s", ecosystemOf, [
  ["npx", "node"],
  ["./gradlew", "java"],
  ["/usr/bin/python3.11", "python"],
  ["pytest", "python"],
  ["go", "go"],
  ["cargo", "rust"],
  ["deno", "deno"],
  ["make", "node"],
]);

test.each([
  { run: "npm test | tee log" },
  { run: "npm test", folder: "../other" },
  { run: "npm test", folder: "/etc" },
  { run: "npm test", report: "/etc/passwd" },
  { run: "npm test", report: "a/../../x.xml" },
  { run: "npm test", report: "/tmp/reports/../x.xml" },
])("%j is refused", (command) => {
  expect(() => configuredRunner(command, 0)).toThrow(expect.objectContaining({ name: "UserError" }));
});

describe("its results", () => {
  const program = (text: string, code: number, report = "") =>
    `import { mkdirSync, writeFileSync } from "node:fs";
console.log(${JSON.stringify(text)});
if (${JSON.stringify(report)}) { mkdirSync("out", { recursive: true }); writeFileSync("out/report", ${JSON.stringify(report)}); }
process.exitCode = ${code};`;
  const read = async (text: string, code: number, report?: string) => {
    const project = smallProject({ "a/run.mjs": program(text, code, report) });
    const command = { run: "node run.mjs", folder: "a", ...(report !== undefined && { report: "out/*" }) };
    const runner = configuredRunner(command, 0);
    const selection = await runner.related(used, ["a/run.mjs"], project);
    return runner.read(await project.run(selection!.command), used);
  };

  test("without a report, how it ended", async () => {
    expect(await read("fine", 0)).toMatchObject({
      results: [{ file: null, name: "node run.mjs", status: "passed", message: null, frames: [] }],
    });
    expect(
      await read("\u001b[31mError: no\u001b[0m\n    at f (/work/a/x.js:3:1)\n    at node:internal/x:1:1", 3),
    ).toMatchObject({
      results: [
        { status: "failed", message: expect.stringMatching(/^Error: no\n/), frames: [{ path: "a/x.js", line: 3 }] },
      ],
    });
  });

  test("with a JUnit report, its tests", async () => {
    const report = `<testsuites name="jest"><testsuite name="math" file="/work/a/m.test.js"><testcase classname="math" name="adds" time="0.5"/>
<testcase classname="math" name="halves"><failure>Error: 2 != 3
    at Object.&lt;anonymous&gt; (/work/a/m.test.js:4:2)
    at run (/work/node_modules/x/y.js:1:1)</failure></testcase></testsuite></testsuites>`;
    expect(await read("", 1, report)).toEqual({
      is: "results",
      results: [
        { file: "a/m.test.js", name: "math > adds", status: "passed", message: null, frames: [], ms: 500 },
        {
          file: "a/m.test.js",
          name: "math > halves",
          status: "failed",
          message: "Error: 2 != 3",
          frames: [{ path: "a/m.test.js", line: 4 }],
          ms: null,
        },
      ],
    });
  });

  test("with a TAP report, its tests; and a failure that they do not show", async () => {
    expect(await read("coverage is too low", 1, "TAP version 13\n1..1\nok 1 - adds\n")).toMatchObject({
      results: [
        { name: "adds", status: "passed" },
        { name: "node run.mjs", status: "failed", message: "coverage is too low" },
      ],
    });
  });

  test("a report that is missing or no report cannot be read", async () => {
    expect(await read("boom", 1, "")).toEqual({
      is: "unreadable",
      why: "it ended with 1 and wrote no report that could be read: boom",
    });
    expect(await read("", 0, "hello")).toMatchObject({ is: "unreadable" });
  });
});

cases<[string, string[]]>("places in %j", (text) => placesIn(text, "p").map(({ path, line }) => `${path}:${line}`), [
  [
    'Traceback (most recent call last):\n  File "/work/a.py", line 3, in f\n  File "lib/b.py", line 9, in g',
    ["p/lib/b.py:9", "a.py:3"],
  ],
  ["foo_test.go:12: bad", ["p/foo_test.go:12"]],
  ["at http://localhost:8080 and 12:30:45", []],
  ["/usr/lib/x.rb:3", []],
]);

test("any output is parsed", () => {
  const runner = configuredRunner({ run: "x", report: "r" }, 0);
  fc.assert(
    fc.property(fc.string(), fc.string(), (output, text) => {
      const end = { is: "ended", code: 1, why: null, output, reports: [{ path: "r", text }], ms: 1 } as const;
      expect(() => runner.read(end, used)).not.toThrow();
    }),
  );
});
