// Rules that hold for every linter, whatever output it gets.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reportFolder, type CommandEnd } from "../sandbox-runner.ts";
import { linters } from "./index.ts";
import { projectFrom } from "../../../../test/support/linter-samples.ts";

const pieces = [
  "::error title=a,file=",
  "::",
  "file=/work/a.ts,line=3",
  "/work/a.ts(3,4): error TS1005: x",
  '{"diagnostics":[',
  '[{"filePath":"/work/a.js","messages":[null,3,{"line":-1}]}]',
  '[{"filename":7,"location":null}]',
  "null",
  "{",
  "}",
  "\n",
  "%0A%",
  "\u001b[31m",
  "file:///work/%zz",
  "error TS9: y",
];
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...pieces)).map((some) => some.join("")),
  fc.json(),
);
const ends = fc.record<CommandEnd>({
  is: fc.constantFrom("ended", "too-slow", "too-much-output", "not-started"),
  code: fc.option(fc.integer({ min: 0, max: 255 })),
  why: fc.option(fc.string()),
  output: text,
  reports: fc.array(
    fc.record({
      path: fc.oneof(
        fc.constantFrom("eslint.json", "ruff.json").map((name) => `${reportFolder}/${name}`),
        fc.string(),
      ),
      text,
    }),
    { maxLength: 3 },
  ),
  ms: fc.nat(),
});
const folders = fc.constantFrom("", "a", "packages/b");

describe.each(linters)("$id", (linter) => {
  test("parses any output, and names only files of the tree", () => {
    fc.assert(
      fc.property(ends, folders, (end, cwd) => {
        const said = linter.read(end, { linter: linter.id, cwd, config: null });
        if (said.is === "unreadable") {
          expect(said.why).not.toBe("");
          return;
        }
        for (const { path, line } of said.problems) {
          expect(path).not.toMatch(/^\/|^$|(?:^|\/)\.\.(?:\/|$)/);
          expect(line === null || (Number.isSafeInteger(line) && line > 0)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("passes file names unchanged, and none that looks like an option", () => {
    fc.assert(
      fc.property(folders, fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }), (cwd, names) => {
        const files = names.map((name) => (cwd === "" ? name : `${cwd}/${name}`));
        const used = { linter: linter.id, cwd, config: null };
        const { words } = linter.command(used, files);
        const without = linter.command(used, []).words;
        expect(words.slice(0, without.length)).toEqual(without);
        for (const word of words.slice(without.length)) expect(word.startsWith("./")).toBe(true);
      }),
    );
  });

  test("detects itself in any config", async () => {
    const names = [
      "package.json",
      "biome.json",
      "eslint.config.js",
      ".eslintrc.json",
      ".prettierrc",
      "pyproject.toml",
      "ruff.toml",
      "deno.json",
      "tsconfig.json",
      "Cargo.toml",
      "rustfmt.toml",
    ];
    const config = fc.oneof(
      text,
      fc.constantFrom(
        '{"references":[{"path":"../../x"},null],"files":[]}',
        '{"scripts":7,"devDependencies":[]}',
        '{"extends":["./biome.json","../../etc"],"plugins":"./package.json"}',
        "import './eslint.config.js'; import '../../../x';",
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(config, { minLength: names.length, maxLength: names.length }), async (texts) => {
        const project = projectFrom(Object.fromEntries(names.map((name, at) => [name, texts[at]!])));
        for (const used of await linter.detect(project)) expect(used.linter).toBe(linter.id);
        const configs = await linter.configFiles(project, project);
        expect(configs.every((path) => names.includes(path))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

test("each has a unique name", () => {
  expect(new Set(linters.map(({ id }) => id)).size).toBe(linters.length);
});
