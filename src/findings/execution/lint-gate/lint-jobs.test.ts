import { describe, expect, test } from "vitest";
import { changeOf } from "../../../../test/support/change-of.ts";
import { linters } from "../linters/index.ts";
import { pins, projectFrom } from "../../../../test/support/linter-samples.ts";
import { contestedFiles, planLintJobs } from "./lint-jobs.ts";

type Files = Record<string, string>;

async function jobs(base: Files, head: Files) {
  return await planLintJobs(linters, changeOf({ base, head }), { base: projectFrom(base), head: projectFrom(head) });
}

async function told(base: Files, head: Files): Promise<string[]> {
  const found = await jobs(base, head);
  return found.map(
    ({ linter, used, files }) => `${linter.id} in "${used.cwd}": ${files.map(({ newPath }) => newPath).join(" ")}`,
  );
}

const eslint = { "package.json": pins("eslint"), "eslint.config.js": "export default [];\n" };

describe("files for a linter", () => {
  test("changed files by the nearest of its configs", async () => {
    const base = { ...eslint, "a/eslint.config.js": "", "b/x.js": "" };
    const head = { ...base, "a/deep/y.js": "y;\n", "b/x.js": "x;\n", "c.py": "c\n" };
    expect(await told(base, head)).toEqual(['eslint in "": b/x.js', 'eslint in "a": a/deep/y.js']);
  });

  test("no vendored files, binaries, or files with deletions only", async () => {
    const base = { ...eslint, "less.js": "1;\n2;\n" };
    const head = {
      ...base,
      "less.js": "1;\n",
      "vendor/a.js": "a;\n",
      "dist/b.js": "b;\n",
      "c.min.js": "c;\n",
      "d.js": "\0\u0001\n",
    };
    expect(await told(base, head)).toEqual([]);
  });

  test("no linter configs, which come from the base", async () => {
    const base = { ...eslint, "package.json": pins("eslint", "prettier"), ".prettierrc.mjs": "export default {};\n" };
    const head = { ...base, ".prettierrc.mjs": "export default { semi: false };\n", "a.js": "a;\n" };
    expect(await told(base, head)).toEqual(['eslint in "": a.js', 'prettier in "": a.js']);
  });
});

test("a config that the change adds, moves or deletes counts as touched", async () => {
  const base = { ...eslint, "lib/.eslintignore": "x\n" };
  const { "eslint.config.js": text, ...rest } = base;
  const head = {
    ...rest,
    "eslint.config.mjs": text,
    "src/eslint.config.ts": "export default [];\n",
    "src/a.js": "a;\n",
  };
  const [job] = await jobs(base, head);
  expect(job!.used.config).toBe("eslint.config.js");
  expect(job!.touched.toSorted()).toEqual(["eslint.config.js", "eslint.config.mjs", "src/eslint.config.ts"]);
});

test("files that two formatters look at are contested", async () => {
  const base = { "package.json": pins("prettier", "oxfmt"), ".prettierrc": "", ".oxfmtrc.json": "{}" };
  const found = await jobs(base, { ...base, "a.js": "a;\n", "b.css": "b {}\n" });
  expect([...contestedFiles(found)]).toEqual(["a.js"]);
});
