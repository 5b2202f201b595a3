// Tests what is said of a file without a changed test, and which tests belong to a file.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { testCoverage } from "./test-coverage.ts";
import { createTestIndex } from "./test-coverage/test-index.ts";

test.each([
  ["a branch that is added", "run();\n", "if (ready) run();\n", "This file gets a new branch, and no test changed"],
  [
    "a branch that is reworded",
    "if (a == 1) run();\n",
    "if (a === 1) run();\n",
    "This file changes, and no test changed",
  ],
])("%s", async (_what, before, after, title) => {
  const tested = { "src/cart.test.ts": "test();\n" };
  const files = { base: { "src/cart.ts": before, ...tested }, head: { "src/cart.ts": after, ...tested } };
  const { findings } = await testCoverage.run(changeOf(files), { code: codeOf(files) }, AbortSignal.timeout(20_000));
  expect(findings.map((finding) => finding.title)).toEqual([title]);
});

describe("the tests of a file", () => {
  test.each([
    ["src/cart.ts", "src/cart.test.ts"],
    ["src/cart.ts", "src/__tests__/cart.spec.tsx"],
    ["src/cart-item.ts", "test/cart_item.test.js"],
    ["shop/cart.py", "tests/test_cart.py"],
    ["pkg/cart/total.go", "pkg/cart/total_test.go"],
    ["src/main/java/shop/Cart.java", "src/test/java/shop/CartTest.java"],
    ["lib/shop/cart.rb", "spec/shop/cart_spec.rb"],
    ["packages/a/src/cart.ts", "packages/a/test/cart.test.ts"],
  ])("%s has %s", (path, expected) => {
    expect(createTestIndex([path, expected, "README.md"]).of(path)).toEqual([expected]);
  });

  test.each([
    ["a name that every folder has", "src/index.ts", "test/index.test.ts"],
    ["another language", "src/cart.ts", "tests/test_cart.py"],
    ["another package", "packages/a/src/cart.ts", "packages/b/src/cart.test.ts"],
    ["no test at all", "src/cart.ts", "src/carts.ts"],
  ])("%s is not it", (_what, path, other) => {
    expect(createTestIndex([path, other]).of(path)).toEqual([]);
  });
});
