import { describe, expect, test } from "vitest";
import { prettier } from "./prettier.ts";
import { pins, projectFrom } from "../../../../test/support/linter-samples.ts";
import { cases } from "../../../../test/support/cases.ts";

describe("Prettier is used", () => {
  cases<[string, Record<string, string>, string[]]>(
    "%s",
    async (_name, files) => (await prettier.detect(projectFrom(files))).map(({ cwd }) => cwd),
    [
      ["where its config is", { ".prettierrc": "", "package.json": pins("prettier") }, [""]],
      [
        "where a manifest holds it",
        { "package.json": '{ "prettier": {}, "devDependencies": { "prettier": "3" } }' },
        [""],
      ],
      [
        "where a script runs it",
        { "a/package.json": '{ "scripts": { "f": "prettier -c ." }, "devDependencies": { "prettier": "3" } }' },
        ["a"],
      ],
      [
        "from where it is told what to leave out",
        { ".prettierignore": "", "a/prettier.config.mjs": "", "package.json": pins("prettier") },
        [""],
      ],
      ["not where it is only installed", { "package.json": pins("prettier") }, []],
    ],
  );
});

describe("its config in a manifest", () => {
  const of = (quotes: boolean, version = "1.0.0") =>
    projectFrom({ "package.json": JSON.stringify({ version, prettier: { singleQuote: quotes } }) });

  test("counts where the change alters it, or brings it", async () => {
    expect(await prettier.configFiles(of(true), of(false))).toEqual(["package.json"]);
    expect(await prettier.configFiles(projectFrom({ "package.json": "{}" }), of(false))).toEqual(["package.json"]);
  });

  test("does not count where the change alters another part", async () => {
    expect(await prettier.configFiles(of(true), of(true, "2.0.0"))).toEqual([]);
  });
});

test("a config that is code is followed to its imports", async () => {
  const base = projectFrom({
    "prettier.config.mjs": 'import more from "./config/format";\nexport default { ...more, plugins: ["./own.mjs"] };\n',
    "config/format.js": "export { default } from '../shared.cjs';\n",
    "shared.cjs": "",
    "own.mjs": "",
  });
  expect((await prettier.configFiles(base, projectFrom({}))).toSorted()).toEqual([
    "config/format.js",
    "own.mjs",
    "prettier.config.mjs",
    "shared.cjs",
  ]);
});
