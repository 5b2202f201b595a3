import { describe, expect, test } from "vitest";
import { reportFolder } from "../sandbox-runner.ts";
import { ruff } from "./ruff.ts";
import { projectFrom, saidBy } from "../../../../test/support/linter-samples.ts";
import { cases } from "../../../../test/support/cases.ts";

const used = { linter: "ruff", cwd: "", config: null };

test("Ruff's output is its report", () => {
  // As version 0.16 wrote it, shortened.
  const text = JSON.stringify([
    {
      code: "F401",
      filename: "/work/a.py",
      location: { column: 8, row: 1 },
      message: "`os` imported but unused",
      severity: "error",
    },
    {
      code: "invalid-syntax",
      filename: "/work/b.py",
      location: { column: 5, row: 1 },
      message: "Expected an identifier",
    },
  ]);
  expect(ruff.read(saidBy(1, "", { path: `${reportFolder}/ruff.json`, text }), used)).toEqual({
    is: "problems",
    problems: [
      { path: "a.py", line: 1, rule: "F401", message: "`os` imported but unused", severity: "error" },
      { path: "b.py", line: 1, rule: "invalid-syntax", message: "Expected an identifier", severity: "error" },
    ],
  });
  const broken = "ruff failed\n  Cause: Failed to parse /work/pyproject.toml\n";
  expect(ruff.read(saidBy(2, broken), used)).toEqual({ is: "unreadable", why: "ruff failed" });
});

describe("Ruff is used", () => {
  cases<[string, Record<string, string>, string[]]>(
    "%s",
    async (_name, files) => (await ruff.detect(projectFrom(files))).map(({ cwd }) => cwd),
    [
      ["by its table in pyproject.toml", { "pyproject.toml": "[tool.ruff]\nline-length = 100\n" }, [""]],
      ["by a table below its own", { "a/pyproject.toml": "[tool.ruff.lint]\nselect = []\n" }, ["a"]],
      ["by a config of its own", { "ruff.toml": "", "a/.ruff.toml": "" }, [""]],
      ["not by the manifest of a project without it", { "pyproject.toml": "[project]\nname = 'a'\n" }, []],
      ["not by what is no TOML", { "pyproject.toml": "[tool.ruff\n" }, []],
    ],
  );
});

test("its config is its table and what that extends", async () => {
  const of = (version: string, line: number) =>
    projectFrom({
      "pyproject.toml": `[project]\nversion = "${version}"\n[tool.ruff]\nextend = "lint/ruff.toml"\nline-length = ${line}\n`,
      "lint/ruff.toml": "",
    });
  expect(await ruff.configFiles(of("1", 80), of("2", 80))).toEqual([]);
  expect((await ruff.configFiles(of("1", 80), of("1", 100))).toSorted()).toEqual(["lint/ruff.toml", "pyproject.toml"]);
});
