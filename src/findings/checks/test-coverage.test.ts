// Tests which test files belong to a source file.
import { describe, expect, test } from "vitest";
import { createTestIndex } from "./test-coverage/test-index.ts";

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
