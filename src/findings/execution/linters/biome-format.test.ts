import { expect, test } from "vitest";
import { biomeFormat } from "./biome-format.ts";
import { pins, projectFrom } from "../../../../test/support/linter-samples.ts";

test("Biome's formatter is the project's unless scripts run its linter alone", async () => {
  const files = { "biome.json": "{}", "package.json": pins("@biomejs/biome") };
  expect(await biomeFormat.detect(projectFrom(files))).toEqual([{ linter: "biome-format", cwd: "", config: null }]);
  const lints = '{ "scripts": { "lint": "biome lint src" }, "devDependencies": { "@biomejs/biome": "2" } }';
  expect(await biomeFormat.detect(projectFrom({ ...files, "package.json": lints }))).toEqual([]);
});

test("it writes the files, which are read back", () => {
  const command = biomeFormat.command({ linter: "biome-format", cwd: "web", config: null }, ["web/[id].ts"]);
  expect(command).toMatchObject({
    words: ["biome", "format", "--write", "--no-errors-on-unmatched", "./[id].ts"],
    cwd: "web",
    reports: ["[id].ts"],
  });
});

test(".editorconfig is part of its config", async () => {
  const base = projectFrom({ "biome.json": "{}", ".editorconfig": "", "a/.editorconfig": "" });
  expect(await biomeFormat.configFiles(base, projectFrom({}))).toEqual(
    expect.arrayContaining(["biome.json", ".editorconfig", "a/.editorconfig"]),
  );
});
