// Tests what a path in a text means and whether that file is gone.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resolveGoneFile, findMentions, type GonePath } from "./path-mentions.ts";
import { createPathLookup } from "./path-lookup.ts";
import { cases } from "../../../../test/support/cases.ts";

const gone: GonePath[] = [
  { path: "docs/setup.md", to: "docs/guide/setup.md" },
  { path: "packages/a/src/cli.ts", to: null },
  { path: "SECURITY.md", to: null },
  { path: "scripts/old.js", to: "scripts/old.ts" },
];
const head = createPathLookup([
  "README.md",
  "docs/index.md",
  "docs/guide/setup.md",
  "packages/b/src/cli.ts",
  "scripts/old.ts",
]);

function goneMentions(line: string, name: string, file = "README.md", isCode = false): string[] {
  const reading = { file, head, gone, own: new Set(["acme/shop"]), isCode };
  return findMentions(line, name).flatMap((mention) => resolveGoneFile(mention, reading)?.path ?? []);
}

describe("a path in a line", () => {
  cases("%s leads to what is gone", (_what, line, name, file) => goneMentions(line, name, file), [
    ["a link", "see [it](docs/setup.md)", "setup.md", "README.md", ["docs/setup.md"]],
    ["a link from a folder", "[it](./setup.md)", "setup.md", "docs/index.md", ["docs/setup.md"]],
    ["a link with a part", "[it](docs/setup.md#run)", "setup.md", "README.md", ["docs/setup.md"]],
    ["a definition of a link", "[it]: docs/setup.md", "setup.md", "README.md", ["docs/setup.md"]],
    ["plain words", "Read docs/setup.md.", "setup.md", "README.md", ["docs/setup.md"]],
    ["a root mark", "${workspaceFolder}/docs/setup.md", "setup.md", ".vscode/launch.json", ["docs/setup.md"]],
    ["the end of a path", "run a/src/cli.ts", "cli.ts", "README.md", ["packages/a/src/cli.ts"]],
    [
      "out of a folder that was entered",
      "cd x && ../packages/a/src/cli.ts",
      "cli.ts",
      "docs/index.md",
      ["packages/a/src/cli.ts"],
    ],
    [
      "an address of ours",
      "https://github.com/acme/shop/blob/main/SECURITY.md",
      "SECURITY.md",
      "a.txt",
      ["SECURITY.md"],
    ],
    [
      "a deep path on the web",
      "https://github.com/acme/shop/blob/main/docs/setup.md",
      "setup.md",
      "a.txt",
      ["docs/setup.md"],
    ],
    [
      "a raw address",
      "https://raw.githubusercontent.com/acme/shop/main/docs/setup.md",
      "setup.md",
      "a.txt",
      ["docs/setup.md"],
    ],
  ]);

  test.each([
    ["an address of others", "https://github.com/other/one/blob/main/SECURITY.md", "SECURITY.md", "README.md"],
    ["a deep address of others", "https://github.com/other/one/blob/main/docs/setup.md", "setup.md", "README.md"],
    [
      "an address at a commit",
      "https://github.com/acme/shop/blob/0123456789abcdef0123456789abcdef01234567/docs/setup.md",
      "setup.md",
      "README.md",
    ],
    ["another site", "https://example.com/docs/setup.md", "setup.md", "README.md"],
    ["the new path", "docs/guide/setup.md", "setup.md", "README.md"],
    ["a file that is there", "packages/b/src/cli.ts", "cli.ts", "README.md"],
    ["the end of two paths", "src/cli.ts", "cli.ts", "README.md"],
    ["a longer name", "docs/setup.md.bak and docs/setup.mdx", "setup.md", "README.md"],
    ["a name that another file has", "cli.ts", "cli.ts", "packages/a/README.md"],
    ["the words of a link to elsewhere", "[`setup.md`](https://example.com)", "setup.md", "docs/index.md"],
    ["someone's home", "~/docs/setup.md", "setup.md", "README.md"],
  ])("%s is not it", (_what, line, name, file) => {
    expect(goneMentions(line, name, file)).toEqual([]);
  });

  test("in code, x.js may be written for x.ts; in docs it may not", () => {
    expect(goneMentions('import "./scripts/old.js"', "old.js", "main.ts", true)).toEqual([]);
    expect(goneMentions("[it](scripts/old.js)", "old.js")).toEqual(["scripts/old.js"]);
  });

  test("any line is parsed in linear time and only removed files are returned", () => {
    const text = fc.array(
      fc.constantFrom(
        "docs/setup.md",
        "../",
        "./",
        "](",
        "]: ",
        "https://github.com/",
        "\\",
        ":",
        "$",
        "{",
        "}",
        " ",
        "x",
        "/",
      ),
    );
    fc.assert(
      fc.property(text, (parts) => {
        for (const path of goneMentions(parts.join(""), "setup.md"))
          expect(gone.map((one) => one.path)).toContain(path);
      }),
    );
  });
});
