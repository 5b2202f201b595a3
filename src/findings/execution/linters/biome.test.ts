import { describe, expect, test } from "vitest";
import { biome } from "./biome.ts";
import { pins, projectFrom, saidBy } from "../../../../test/support/linter-samples.ts";
import { cases } from "../../../../test/support/cases.ts";

const used = { linter: "biome", cwd: "web", config: null };

describe("Biome's output", () => {
  // Version 2 names files from the root of the disk, version 1 as they were given.
  const said = `
::warning title=lint/style/noNonNullAssertion,file=/work/web/a.ts,line=2,endLine=2,col=14,endColumn=16::Forbidden non-null assertion.
::error title=lint/suspicious/noDebugger,file=./sub/[id].ts,line=3,endLine=3,col=1,endColumn=10::This is an unexpected use of the debugger statement.
::error title=parse,file=/work/web/b%2Cc.ts,line=1,endLine=1,col=10,endColumn=11::Expected an expression, or an assignment but instead found ';'.
::notice title=lint/style/useTemplate,file=/work/web/a.ts,line=9,endLine=9,col=1,endColumn=2::100%25 of it%0Aon two lines
::error title=lint/x,file=/etc/passwd,line=1,endLine=1,col=1,endColumn=1::outside
lint ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
  × Some errors were emitted while running checks.
`;

  test("is one line a problem", () => {
    expect(biome.read(saidBy(1, said), used)).toEqual({
      is: "problems",
      problems: [
        {
          path: "web/a.ts",
          line: 2,
          rule: "noNonNullAssertion",
          message: "Forbidden non-null assertion.",
          severity: "warning",
        },
        {
          path: "web/sub/[id].ts",
          line: 3,
          rule: "noDebugger",
          message: "This is an unexpected use of the debugger statement.",
          severity: "error",
        },
        {
          path: "web/b,c.ts",
          line: 1,
          rule: "parse",
          message: "Expected an expression, or an assignment but instead found ';'.",
          severity: "error",
        },
        { path: "web/a.ts", line: 9, rule: "useTemplate", message: "100% of it\non two lines", severity: "info" },
      ],
    });
  });

  test("has no problems if all is clean or ignored", () => {
    expect(biome.read(saidBy(0, "\n"), used)).toEqual({ is: "problems", problems: [] });
  });

  test("is a reason where it cannot use its config", () => {
    const broken = `/work/web/biome.json:1:2 deserialize ━━━━━━━━━━━━

  × Found an unknown key \`nope\`.

configuration ━━━━━━━━━━━━
  × Biome exited because the configuration resulted in errors. Please fix them.
`;
    expect(biome.read(saidBy(1, broken), used)).toEqual({ is: "unreadable", why: "Found an unknown key `nope`." });
  });
});

describe("Biome is used", () => {
  const names = async (files: Record<string, string>) =>
    (await biome.detect(projectFrom(files))).map(({ cwd, trouble }) =>
      trouble === undefined ? cwd : `${cwd}: ${trouble}`,
    );

  cases<[string, Record<string, string>, string[]]>("%s", async (_name, files) => await names(files), [
    ["where its config is", { "biome.jsonc": "{}", "package.json": pins("@biomejs/biome") }, [""]],
    [
      "from the topmost config",
      { "biome.json": "{}", "web/biome.json": "{}", "package.json": pins("@biomejs/biome") },
      [""],
    ],
    [
      "where a script runs it without one",
      { "web/package.json": '{ "scripts": { "lint": "biome ci ." }, "devDependencies": { "@biomejs/biome": "2" } }' },
      ["web"],
    ],
    [
      "but not where it only formats",
      {
        "biome.json": "{}",
        "package.json": '{ "scripts": { "f": "biome format ." }, "devDependencies": { "@biomejs/biome": "2" } }',
      },
      [],
    ],
    ["nowhere without either", { "package.json": pins("@biomejs/biome") }, []],
    ["unpinned", { "biome.json": "{}" }, [": it is configured, but no package.json names @biomejs/biome"]],
  ]);
});

test("plugins and shared configs of the project count as its config", async () => {
  const base = projectFrom({
    "biome.json": '{ "extends": ["./lint/base.json"], "plugins": ["./lint/own.grit"] } // so',
    "lint/base.json": '{ "extends": "../shared/more.jsonc" }',
    "lint/own.grit": "",
    "shared/more.jsonc": "{}",
    "src/a.ts": "",
  });
  const head = projectFrom({ "src/biome.json": "{}" });
  expect((await biome.configFiles(base, head)).toSorted()).toEqual([
    "biome.json",
    "lint/base.json",
    "lint/own.grit",
    "shared/more.jsonc",
    "src/biome.json",
  ]);
});
