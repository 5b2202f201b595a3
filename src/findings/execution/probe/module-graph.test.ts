import { describe, expect, test } from "vitest";
import { codeOf } from "../../../../test/support/change-of.ts";
import { ModuleGraph } from "./module-graph.ts";
import { openProbeSources } from "./probe-sources.ts";
import { cases } from "../../../../test/support/cases.ts";

/** Whether a file that says this can mean what another declares. */
async function leads(
  path: string,
  text: string,
  target: string,
  others: Record<string, string> = {},
): Promise<boolean> {
  const code = codeOf({ head: { [target]: "", ...others, [path]: text } });
  const modules = await ModuleGraph.of(code.head);
  return await modules.leadsTo((await openProbeSources(code).of(path))!, target);
}

describe("an import leads to a file of the repository", () => {
  cases<[string, string, string, string, boolean]>(
    "%s",
    async (_, path, text, target) => await leads(path, `${text}\n`, target),
    [
      ["a relative one", "src/a.ts", 'import { b } from "./b.ts";', "src/b.ts", true],
      ["without an ending", "src/a.ts", 'import { b } from "./b";', "src/b.ts", true],
      ["required", "src/a.js", 'const { b } = require("./b");', "src/b.js", true],
      ["of the same name elsewhere", "src/a.ts", 'import { b } from "./b";', "lib/b.ts", false],
      ["a module", "app/cli.py", "from app.client import fetch", "app/client.py", true],
      ["a module below a source folder", "src/app/cli.py", "import app.client", "src/app/client.py", true],
      ["a package's own file", "app/cli.py", "from app import client", "app/client.py", true],
      ["a sibling", "app/cli.py", "from .client import fetch", "app/client.py", true],
      ["a sibling by its name", "app/cli.py", "from . import client", "app/client.py", true],
      ["one further up", "app/x/cli.py", "from ..client import fetch", "app/client.py", true],
      ["a package", "app/cli.py", "from app.clients import fetch", "app/clients/__init__.py", true],
      ["a relative one of another folder", "app/cli.py", "from .client import fetch", "lib/client.py", false],
      ["a library of that name", "app/cli.py", "import requests", "app/client.py", false],
      [
        "a Go package",
        "cmd/main.go",
        'package main\n\nimport "example.com/shop/internal/store"\n',
        "internal/store/orders.go",
        true,
      ],
      [
        "another Go package",
        "cmd/main.go",
        'package main\n\nimport "example.com/shop/other"\n',
        "internal/store/orders.go",
        false,
      ],
      ["the same Go package", "store/a.go", "package store\n", "store/b.go", true],
      ["a Rust module", "src/main.rs", "use crate::store::find;\n", "src/store.rs", true],
      ["a Rust module's folder", "src/main.rs", "use crate::store::find;\n", "src/store/mod.rs", true],
      ["another Rust module", "src/main.rs", "use crate::other::find;\n", "src/store.rs", false],
      [
        "a Java class",
        "src/main/java/com/a/X.java",
        "package com.a;\nimport com.b.Store;\n",
        "src/main/java/com/b/Store.java",
        true,
      ],
      [
        "a static import",
        "src/com/a/X.java",
        "package com.a;\nimport static com.b.Store.find;\n",
        "src/com/b/Store.java",
        true,
      ],
      [
        "a Java class of the same name elsewhere",
        "src/com/a/X.java",
        "import com.c.Store;\n",
        "src/com/b/Store.java",
        false,
      ],
      ["the same Java package", "src/com/a/X.java", "package com.a;\n", "src/com/a/Y.java", true],
    ],
  );

  test("through a barrel", async () => {
    const barrel = { "src/index.ts": 'export { b } from "./b.ts";\n', "src/b.ts": "export const b = 1;\n" };
    expect(await leads("src/x/a.ts", 'import { b } from "../index.ts";\n', "src/b.ts", barrel)).toBe(true);
  });
});
