import { describe, expect, test } from "vitest";
import { tsc } from "./tsc.ts";
import { pins, projectFrom, saidBy } from "../../../../test/support/linter-samples.ts";

const used = { linter: "tsc", cwd: "web", config: "web/tsconfig.json" };

describe("tsc's output", () => {
  test("is one line a problem, with more about it below", () => {
    const said = `src/a.ts(3,21): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.
  Types of property 'x' are incompatible.
../shared/b (1).ts(10,1): error TS2304: Cannot find name 'q'.
node_modules/x/index.d.ts(1,1): error TS1005: ';' expected.
`;
    expect(tsc.read(saidBy(2, said), used)).toEqual({
      is: "problems",
      problems: [
        {
          path: "web/src/a.ts",
          line: 3,
          rule: "TS2345",
          message: "Argument of type 'string' is not assignable to parameter of type 'number'.",
          severity: "error",
        },
        { path: "shared/b (1).ts", line: 10, rule: "TS2304", message: "Cannot find name 'q'.", severity: "error" },
      ],
    });
  });

  test.each([
    [
      "a config that it cannot use",
      1,
      "error TS5083: Cannot read file '/work/web/base.json'.",
      "TS5083: Cannot read file '/work/web/base.json'.",
    ],
    [
      "references that are not built",
      2,
      "a.ts(1,1): error TS6305: Output file 'b.d.ts' has not been built from source file 'b.ts'.",
      "the projects that it refers to are not built",
    ],
    ["a crash", 134, "FATAL ERROR: Reached heap limit", "FATAL ERROR: Reached heap limit"],
  ])("is a reason for %s", (_name, code, said, why) => {
    expect(tsc.read(saidBy(code, said), used)).toEqual({ is: "unreadable", why });
  });

  test("has no problems if there is nothing to check", () => {
    const none = "error TS18003: No inputs were found in config file '/work/web/tsconfig.json'.";
    expect(tsc.read(saidBy(2, none), used)).toEqual({ is: "problems", problems: [] });
  });
});

describe("tsc is used", () => {
  const configs = async (files: Record<string, string>) =>
    (await tsc.detect(projectFrom({ "package.json": pins("typescript"), ...files }))).map(({ config }) => config);

  test("by each config of the usual name", async () => {
    expect(await configs({ "tsconfig.json": "{}", "a/tsconfig.json": "{}", "tsconfig.build.json": "{}" })).toEqual([
      "tsconfig.json",
      "a/tsconfig.json",
    ]);
  });

  test("by project references of a config without files", async () => {
    const solution = '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./a" }] }';
    expect(await configs({ "tsconfig.json": solution, "tsconfig.app.json": "{}", "a/tsconfig.json": "{}" })).toEqual([
      "tsconfig.app.json",
      "a/tsconfig.json",
    ]);
  });
});

test("gets its config and no files", () => {
  expect(tsc.command(used, ["web/src/a.ts"]).words).toEqual([
    "tsc",
    "--noEmit",
    "--pretty",
    "false",
    "--project",
    "./tsconfig.json",
  ]);
});
