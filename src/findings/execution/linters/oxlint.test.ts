import { describe, expect, test } from "vitest";
import { oxlint } from "./oxlint.ts";
import { pins, projectFrom, saidBy } from "../../../../test/support/linter-samples.ts";

const used = { linter: "oxlint", cwd: "", config: null };

describe("Oxlint's output", () => {
  test("is one line a problem", () => {
    const said = `
::warning file=a.ts,line=3,endLine=3,col=1,endColumn=10,title=eslint(no-debugger)::a.ts:3:1: \`debugger\` statement is not allowed
::error file=sub/[id].ts,line=1,endLine=1,col=10,endColumn=11,title=oxlint::sub/[id].ts:1:10: Unexpected token

Found 1 warning and 1 error.
Finished in 10ms on 4 files with 96 rules using 2 threads.
`;
    expect(oxlint.read(saidBy(1, said), used)).toEqual({
      is: "problems",
      problems: [
        {
          path: "a.ts",
          line: 3,
          rule: "no-debugger",
          message: "`debugger` statement is not allowed",
          severity: "warning",
        },
        { path: "sub/[id].ts", line: 1, rule: null, message: "Unexpected token", severity: "error" },
      ],
    });
  });

  test("has no problems if its config ignores all files", () => {
    const said = "No files found to lint. Please check your paths and ignore patterns.\nFinished in 53ms on 0 files\n";
    expect(oxlint.read(saidBy(1, said), used)).toEqual({ is: "problems", problems: [] });
  });

  test("is a reason where it failed", () => {
    const said = "Failed to parse oxlint configuration file.\n\n  x Failed to parse config with error\n";
    expect(oxlint.read(saidBy(1, said), used)).toEqual({
      is: "unreadable",
      why: "Failed to parse oxlint configuration file.",
    });
    expect(oxlint.read({ ...saidBy(0, ""), is: "too-slow", why: "180 s were over" }, used)).toEqual({
      is: "unreadable",
      why: "180 s were over",
    });
  });
});

test("Oxlint is used where its config is, or where a script runs it", async () => {
  const scripted = '{ "scripts": { "check": "tsc && oxlint --quiet" }, "devDependencies": { "oxlint": "1" } }';
  const found = await oxlint.detect(
    projectFrom({
      "a/.oxlintrc.json": "{}",
      "a/package.json": pins("oxlint"),
      "b/package.json": scripted,
      "c/package.json": pins("oxlint"),
    }),
  );
  expect(found.map(({ cwd }) => cwd)).toEqual(["a", "b"]);
});
