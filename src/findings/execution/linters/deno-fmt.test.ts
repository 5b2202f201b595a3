import { describe, expect, test } from "vitest";
import { denoFmt } from "./deno-fmt.ts";
import { projectFrom } from "../../../../test/support/linter-samples.ts";

const nested = {
  "deno.json": '{ "tasks": {} }',
  "apps/x/deno.json": '{ "fmt": { "singleQuote": true } }',
  "apps/y/deno.jsonc": '{ /* so */ "fmt": {}, }',
  "apps/z/deno.json": '{ "lint": {} }',
};

test("each config with formatting options is named with its folder", async () => {
  const found = await denoFmt.detect(projectFrom(nested));
  expect(found).toEqual([
    { linter: "deno-fmt", cwd: "apps/x", config: "apps/x/deno.json" },
    { linter: "deno-fmt", cwd: "apps/y", config: "apps/y/deno.jsonc" },
  ]);
  expect(denoFmt.command(found[1]!, ["apps/y/src/a.ts"])).toMatchObject({
    words: ["deno", "fmt", "--permit-no-files", "--config=./deno.jsonc", "./src/a.ts"],
    cwd: "apps/y",
    reports: ["src/a.ts"],
  });
});

describe("a config that the change touches", () => {
  test.each([
    ["counts where it formats otherwise", '{ "fmt": { "singleQuote": false } }', ["apps/x/deno.json"]],
    ["counts where it leaves out more", '{ "fmt": { "singleQuote": true }, "exclude": ["**"] }', ["apps/x/deno.json"]],
    ["does not count where it imports more", '{ "fmt": { "singleQuote": true }, "imports": { "a": "jsr:@a/a" } }', []],
  ])("%s", async (_name, text, expected) => {
    const head = projectFrom({ ...nested, "apps/x/deno.json": text });
    expect(await denoFmt.configFiles(projectFrom(nested), head)).toEqual(expected);
  });
});
