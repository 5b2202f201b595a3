import { expect, test } from "vitest";
import { projectOf } from "../../../../../test/support/js-project.ts";
import { isNamedFor, relatedJsTests, testOfSnapshot } from "./related-tests.ts";
import { cases } from "../../../../../test/support/cases.ts";

cases("%s is named for %s: %s", isNamedFor, [
  ["src/foo.test.ts", "src/foo.ts", true],
  ["test/foo.test.ts", "src/foo.ts", true],
  ["src/__tests__/foo.ts", "src/foo.ts", true],
  ["src/__tests__/foo.test.tsx", "src/foo.tsx", true],
  ["spec/foo.spec.js", "lib/foo.js", true],
  ["tests/foo_test.js", "foo.js", true],
  ["test/test-foo.js", "lib/foo.js", true],
  ["tests/lib/rules/no-x.js", "lib/rules/no-x.js", true],
  ["test/rules/no-x.js", "packages/a/lib/rules/no-x.js", true],
  ["test/Button.test.js", "src/Button.vue", true],
  ["test/a/index.test.ts", "src/b/index.ts", false],
  ["test/a/index.test.ts", "src/a/index.ts", true],
  ["test/a/foo.test.ts", "src/b/foo.ts", false],
  ["test/bar.test.ts", "src/foo.ts", false],
]);

cases("a change of %s is one of %s", testOfSnapshot, [
  ["test/__snapshots__/a.test.js.snap", "test/a.test.js"],
  ["test/a.test.js.snapshot", "test/a.test.js"],
  ["src/a.js", "src/a.js"],
]);

test("tests that import the changed file, directly or indirectly, under any name", async () => {
  const files = {
    "package.json": '{"workspaces":["packages/*"]}',
    "packages/core/package.json": '{"name":"@x/core","main":"src/index.ts"}',
    "packages/core/src/index.ts": 'export * from "./price.ts";\n',
    "packages/core/src/price.ts": "export const price = 1;\n",
    "packages/shop/package.json": '{"name":"@x/shop"}',
    "packages/shop/src/cart.ts": 'import { price } from "@x/core";\nexport const cart = price;\n',
    "packages/shop/src/types.ts":
      'import type { price } from "../../core/src/price.ts";\nexport type P = typeof price;\n',
    "test/direct.test.ts": 'import "../packages/core/src/price.ts";\n',
    "test/through-barrel.test.ts": 'import { price } from "@x/core";\n',
    "test/two-steps-away.test.ts": 'import { cart } from "../packages/shop/src/cart.ts";\n',
    "test/by-require.test.js": 'const { price } = require("../packages/core/src/price");\n',
    "test/by-types.test.ts": 'import { P } from "../packages/shop/src/types.ts";\n',
    "test/price.test.ts": "// by its name\n",
    "test/other.test.ts": 'import "./nothing.ts";\nimport "node:fs";\n',
  };
  const project = projectOf(files);
  const tests = project.paths.filter((path) => path.startsWith("test/"));
  expect(await relatedJsTests(["packages/core/src/price.ts"], tests, project)).toEqual([
    "test/by-require.test.js",
    "test/direct.test.ts",
    "test/price.test.ts",
    "test/through-barrel.test.ts",
  ]);
  expect(await relatedJsTests(["packages/core/src/index.ts"], tests, project)).toEqual([
    "test/through-barrel.test.ts",
    "test/two-steps-away.test.ts",
  ]);
  expect(await relatedJsTests(["test/other.test.ts"], tests, project)).toEqual(["test/other.test.ts"]);
});

test("of very many tests, the nearest to the change are read", async () => {
  const files: Record<string, string> = { "far/a.ts": "", "near/z/b.ts": "" };
  for (let at = 0; at < 2100; at++) files[`far/${at}.test.ts`] = 'import "../near/z/b.ts";\n';
  files["near/z/last.test.ts"] = 'import "./b.ts";\n';
  let reads = 0;
  const project = {
    paths: Object.keys(files),
    read: async (path: string) => {
      reads++;
      return files[path] ?? null;
    },
  };
  const tests = project.paths.filter((path) => path.endsWith(".test.ts"));
  const found = await relatedJsTests(["near/z/b.ts"], tests, project);
  expect(found).toContain("near/z/last.test.ts");
  expect(found.length).toBe(2000);
  expect(reads).toBeLessThan(2100);
});
