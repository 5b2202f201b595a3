// Tests which files import a name, directly and through barrels.
import { describe, expect, test } from "vitest";
import { codeOf } from "../../../test/support/change-of.ts";
import { findImporters, importSearch } from "./importers.ts";

type Files = Record<string, string>;

async function importersOf(head: Files, path: string, name: string, base: Files = head) {
  const code = codeOf({ base, head });
  const wanted = [{ path, names: [name] }];
  const uses = await code.uses(importSearch(wanted));
  const answer = (await findImporters(wanted, uses, { importers: code.head, modules: code.base })).of(path, name);
  return {
    importers: answer.importers.map(
      (one) => `${one.path}:${one.line}${one.through === null ? "" : ` through ${one.through}`}`,
    ),
    barrels: answer.barrels.map((one) => one.path),
    whole: answer.whole.map((one) => one.path),
    unsure: answer.unsure,
  };
}

const nobody = { importers: [], barrels: [], whole: [], unsure: null };

describe("who imports an export", () => {
  test("the files that import it by name, whatever they call it", async () => {
    const files = {
      "src/a.ts": "export const helper = 1;\nexport const other = 2;\n",
      "src/b.ts": `// uses\nimport { helper as h } from "./a";\n`,
      "src/c.ts": `const { helper } = require("./a.js");\n`,
      "src/d.ts": `import { other } from "./a"; // no helper\n`,
      "src/e.ts": `import { helper } from "elsewhere";\n`,
      "src/f.ts": `import { helper } from "./g";\n`,
      "src/g.ts": "export const helper = 3;\n",
    };
    expect(await importersOf(files, "src/a.ts", "helper")).toEqual({
      ...nobody,
      importers: ["src/b.ts:2", "src/c.ts:1"],
    });
  });

  test("through barrels, by star and by name, also when passed on in two steps", async () => {
    const files = {
      "lib/deep/a.ts": "export const helper = 1;\n",
      "lib/deep/index.ts": `export * from "./a";\n`,
      "lib/index.ts": `import { helper } from "./deep";\nexport { helper };\nexport { helper as same } from "./deep";\n`,
      "app.ts": `import { helper } from "./lib";\n`,
    };
    const answer = await importersOf(files, "lib/deep/a.ts", "helper");
    expect(answer.importers).toContain("app.ts:1 through lib/index.ts");
    expect(answer.barrels).toContain("lib/deep/index.ts");
  });

  test("a barrel alone does not count as a user", async () => {
    const files = { "a.ts": "export const helper = 1;\n", "index.ts": `export * from "./a";\n` };
    expect(await importersOf(files, "a.ts", "helper")).toEqual({ ...nobody, barrels: ["index.ts"] });
  });

  test("a barrel that gives it another name leaves it open who uses that", async () => {
    const files = { "a.ts": "export const helper = 1;\n", "index.ts": `export { helper as tool } from "./a";\n` };
    expect((await importersOf(files, "a.ts", "helper")).unsure).toBe("renamed");
  });

  test("a namespace import counts if the name is mentioned, otherwise as a whole", async () => {
    const files = {
      "a.ts": "export const helper = 1;\n",
      "said.ts": `import * as a from "./a";\na.helper();\n`,
      "whole.ts": `import * as a from "./a";\nregister(a);\n`,
      "mock.test.ts": `vi.mock("./a");\n`,
    };
    expect(await importersOf(files, "a.ts", "helper")).toEqual({
      ...nobody,
      importers: ["said.ts:1"],
      whole: ["mock.test.ts", "whole.ts"],
    });
  });

  test("a namespace inside a barrel", async () => {
    const files = {
      "a.ts": "export const helper = 1;\n",
      "index.ts": `export * as tools from "./a";\n`,
      "app.ts": `import { tools } from "./index";\ntools.helper();\n`,
    };
    expect((await importersOf(files, "a.ts", "helper")).importers).toEqual(["app.ts:1 through index.ts"]);
  });

  test("a default export, by the file's name or its folder's", async () => {
    const files = {
      "ui/Button.vue": `<script>export default {}</script>\n`,
      "ui/index.ts": `export { default as Button } from "./Button.vue";\n`,
      "page.ts": `import Any from "./ui/Button.vue";\n`,
    };
    const answer = await importersOf(files, "ui/Button.vue", "default");
    expect(answer).toMatchObject({ importers: ["page.ts:1"], barrels: ["ui/index.ts"], unsure: "renamed" });
  });

  test("by the name of a workspace package", async () => {
    const files = {
      "package.json": `{ "workspaces": ["packages/*"] }`,
      "packages/a/package.json": `{ "name": "@x/a", "main": "dist/index.js" }`,
      "packages/a/src/index.ts": `export * from "./deep.js";\n`,
      "packages/a/src/deep.ts": "export const helper = 1;\n",
      "packages/b/src/b.ts": `import { helper } from "@x/a";\n`,
    };
    expect((await importersOf(files, "packages/a/src/deep.ts", "helper")).importers).toEqual([
      "packages/b/src/b.ts:1 through packages/a/src/index.ts",
    ]);
  });

  test("an import that cannot be followed and ends alike leaves it open", async () => {
    const files = {
      "app/lib/a.ts": "export const helper = 1;\n",
      "app/b.ts": `import { helper } from "project/lib/a";\n`,
    };
    expect((await importersOf(files, "app/lib/a.ts", "helper")).unsure).toBe("unresolved");
  });

  test("of a file that the change removes, looked up where it still was", async () => {
    const base = { "a.ts": "export const helper = 1;\n", "b.ts": `import { helper } from "./a";\n` };
    const head = { "b.ts": `import { helper } from "./a";\n` };
    expect(await importersOf(head, "a.ts", "helper", base)).toEqual({ ...nobody, importers: ["b.ts:1"] });
    expect((await importersOf(head, "a.ts", "*", base)).importers).toEqual(["b.ts:1"]);
  });

  test("barrels that pass on each other end", async () => {
    const files = {
      "a.ts": `export * from "./b";\nexport const helper = 1;\n`,
      "b.ts": `export * from "./a";\n`,
      "c.ts": `import { helper, none } from "./b";\n`,
    };
    expect((await importersOf(files, "a.ts", "helper")).importers).toEqual(["c.ts:1 through b.ts"]);
  });
});
