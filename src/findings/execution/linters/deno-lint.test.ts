import { expect, test } from "vitest";
import { denoLint } from "./deno-lint.ts";
import { projectFrom, saidBy } from "../../../../test/support/linter-samples.ts";

const used = { linter: "deno-lint", cwd: "apps/x", config: "apps/x/deno.json" };

test("its output is JSON, possibly after a warning", () => {
  // As version 2.9 wrote it, shortened.
  const json = JSON.stringify(
    {
      version: 1,
      diagnostics: [
        {
          filename: "file:///work/apps/x/a%20b.ts",
          range: { start: { line: 2, col: 0, bytePos: 11 }, end: { line: 2, col: 3, bytePos: 14 } },
          message: "`var` keyword is not allowed.",
          code: "no-var",
          hint: null,
        },
      ],
      errors: [{ file_path: "/work/apps/x/bad.ts", message: "SyntaxError: Expression expected" }],
      checked_files: ["/work/apps/x/a b.ts"],
    },
    null,
    2,
  );
  expect(denoLint.read(saidBy(1, `Warning a workspace member is not there\n${json}\n`), used)).toEqual({
    is: "problems",
    problems: [
      { path: "apps/x/a b.ts", line: 2, rule: "no-var", message: "`var` keyword is not allowed.", severity: "error" },
    ],
  });
  expect(denoLint.read(saidBy(1, "error: Unable to parse config file JSON"), used)).toEqual({
    is: "unreadable",
    why: "error: Unable to parse config file JSON",
  });
});

test("it is used if a config has linting options", async () => {
  const found = await denoLint.detect(projectFrom({ "deno.json": "{}", "apps/x/deno.json": '{ "lint": {} }' }));
  expect(found).toEqual([used]);
});
