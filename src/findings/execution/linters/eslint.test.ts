import { describe, expect, test } from "vitest";
import { reportFolder } from "../sandbox-runner.ts";
import { eslint } from "./eslint.ts";
import { pins, projectFrom, saidBy } from "../../../../test/support/linter-samples.ts";

const used = { linter: "eslint", cwd: "", config: "eslint.config.js" };
const path = `${reportFolder}/eslint.json`;

describe("ESLint's output", () => {
  // As version 10 wrote it, shortened.
  const report = JSON.stringify([
    {
      filePath: "/work/c.js",
      messages: [
        { ruleId: "no-var", severity: 1, message: "Unexpected var, use let or const instead.", line: 2, column: 1 },
        {
          ruleId: "no-unused-vars",
          severity: 2,
          message: "'unused' is assigned a value but never used.",
          line: 2,
          column: 5,
        },
        { ruleId: null, severity: 1, message: "Unused eslint-disable directive.", line: 7, column: 1 },
        { ruleId: "own/rule", severity: 2, message: "Definition for rule 'own/rule' not found.", line: 8, column: 1 },
      ],
    },
    {
      filePath: "/work/d.ts",
      messages: [
        {
          ruleId: null,
          fatal: true,
          severity: 2,
          message: "Parsing error: The keyword 'let' is reserved",
          line: 1,
          column: 1,
        },
      ],
    },
    {
      filePath: "/work/left-out.js",
      messages: [
        { ruleId: null, fatal: false, severity: 1, message: "File ignored because of a matching ignore pattern." },
      ],
    },
  ]);

  test("is its report; messages that are not about the code are skipped", () => {
    const end = saidBy(1, "(node:1) a warning of something", { path, text: report });
    expect(eslint.read(end, used)).toEqual({
      is: "problems",
      problems: [
        {
          path: "c.js",
          line: 2,
          rule: "no-var",
          message: "Unexpected var, use let or const instead.",
          severity: "warning",
        },
        {
          path: "c.js",
          line: 2,
          rule: "no-unused-vars",
          message: "'unused' is assigned a value but never used.",
          severity: "error",
        },
        { path: "c.js", line: 7, rule: null, message: "Unused eslint-disable directive.", severity: "warning" },
      ],
    });
  });

  test("is a reason where it crashed", () => {
    const crash =
      "\nOops! Something went wrong! :(\n\nESLint: 10.14.0\n\nError: Cannot find package 'globals' imported from /work/eslint.config.js\n    at x\n";
    expect(eslint.read(saidBy(2, crash), used)).toEqual({
      is: "unreadable",
      why: "Error: Cannot find package 'globals' imported from /work/eslint.config.js",
    });
  });
});

describe("ESLint is used", () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      "by each config of the new kind",
      { "eslint.config.js": "", "a/eslint.config.mts": "" },
      ["eslint.config.js", "a/eslint.config.mts"],
    ],
    ["by the topmost of the old kind", { ".eslintrc.json": "", "a/.eslintrc.cjs": "" }, [".eslintrc.json"]],
    ["by the new kind where both are", { "eslint.config.js": "", "a/.eslintrc": "" }, ["eslint.config.js"]],
  ])("%s", async (_name, files, expected) => {
    const found = await eslint.detect(projectFrom({ "package.json": pins("eslint"), ...files }));
    expect(found.map(({ config }) => config)).toEqual(expected);
  });

  test("by a manifest that holds its config", async () => {
    const manifest = '{ "eslintConfig": {}, "devDependencies": { "eslint": "8" } }';
    const [found] = await eslint.detect(projectFrom({ "package.json": manifest }));
    expect(found).toEqual({ linter: "eslint", cwd: "", config: "package.json" });
    expect(eslint.command(found!, ["a.js"]).env).toEqual({ ESLINT_USE_FLAT_CONFIG: "false" });
  });
});
