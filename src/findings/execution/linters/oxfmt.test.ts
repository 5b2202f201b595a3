import { describe, expect, test } from "vitest";
import { oxfmt } from "./oxfmt.ts";
import { pins, projectFrom, saidBy } from "../../../../test/support/linter-samples.ts";

describe("a formatter's output", () => {
  const used = { linter: "oxfmt", cwd: "web", config: null };

  test.each(["/work/web/a.ts", "web/a.ts", "a.ts"])("is the file that it names %s", (path) => {
    expect(oxfmt.read(saidBy(0, "", { path, text: "let a;\n" }), used)).toMatchObject({
      is: "problems",
      problems: [{ path: "web/a.ts", line: null, text: "let a;\n" }],
    });
  });

  test("is an error if it did not start or wrote nothing", () => {
    expect(oxfmt.read({ ...saidBy(0, ""), is: "not-started", why: "no such program" }, used)).toEqual({
      is: "unreadable",
      why: "no such program",
    });
    expect(oxfmt.read(saidBy(2, "[error] Invalid configuration\n"), used)).toEqual({
      is: "unreadable",
      why: "Invalid configuration",
    });
  });
});

test("Oxfmt is used where its config is", async () => {
  const found = await oxfmt.detect(projectFrom({ ".oxfmtrc.jsonc": "{}", "package.json": pins("oxfmt") }));
  expect(found).toEqual([{ linter: "oxfmt", cwd: "", config: null }]);
});
