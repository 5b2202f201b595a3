import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { publishers } from "../../review/publishers/index.ts";
import { chosenFormats, formatIds } from "./formats.ts";

const chosen = (options: Record<string, string | boolean | string[]>) => chosenFormats({ args: [], options });

test("the names are those of the publishers", () => {
  expect([...formatIds].toSorted()).toEqual(publishers.map((publisher) => publisher.id).toSorted());
});

test("no two publishers would write the same file", () => {
  expect(new Set(publishers.map((publisher) => publisher.extension)).size).toBe(publishers.length);
});

test("--help knows the names without loading the publishers", () => {
  const main = fileURLToPath(new URL("../../main.ts", import.meta.url));
  const spy = `import { registerHooks } from "node:module";
registerHooks({ load(url, context, next) { if (/publishers|checks\\/index/.test(url)) console.error(url); return next(url, context); } });`;
  const ran = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(spy)}`, main, "review", "--help"],
    { encoding: "utf8" },
  );
  expect([ran.status, ran.stderr]).toEqual([0, ""]);
  expect(ran.stdout.replaceAll(/\s+/g, " ")).toContain('"sarif"');
});

describe("requested formats", () => {
  test.each([
    ["nothing: the terminal", {}, ["terminal"]],
    ["one", { format: ["sarif"] }, ["sarif"]],
    ["--json", { json: true }, ["json"]],
    ["the same twice", { format: ["json", "json"], json: true }, ["json"]],
    ["with blanks", { format: [" junit "] }, ["junit"]],
  ])("%s", async (_name, options, formats) => {
    expect(await chosen(options)).toEqual({ formats, output: null, verbose: false });
  });

  test.each([
    ["with commas", { format: ["json,sarif"] }, ["json", "sarif"]],
    ["repeated", { format: ["json", "sarif"] }, ["json", "sarif"]],
    ["both, and --json", { format: ["terminal,sarif", "sarif"], json: true }, ["terminal", "sarif", "json"]],
  ])("several, %s, go into a folder", async (_name, options, formats) => {
    expect(await chosen({ ...options, output: "out" })).toEqual({ formats, output: { folder: "out" }, verbose: false });
  });

  test("one goes into a file", async () => {
    expect(await chosen({ json: true, output: "a.json" })).toEqual({
      formats: ["json"],
      output: { file: "a.json" },
      verbose: false,
    });
  });
});

describe("invalid combinations", () => {
  test.each([
    ["a slip", "sarfi", "Did you mean sarif?"],
    ["capitals", "HTML", "Did you mean html?"],
    ["something else", "powerpoint", /^Use one or several of terminal, markdown/],
    ["nothing after a comma", "json,", /^Use one or several of/],
  ])("%s", async (_name, format, remedy) => {
    const name = format.split(",").at(-1);
    await expect(chosen({ format: [format] })).rejects.toMatchObject({
      message: `There is no format "${name}"`,
      remedy: expect.stringMatching(remedy) as string,
    });
  });

  test("several on one screen", async () => {
    await expect(chosen({ format: ["json,sarif"] })).rejects.toMatchObject({
      message: "2 formats cannot be printed together",
      remedy: "Name a folder for them, as in --output review, or ask for one of json, sarif.",
    });
  });
});
