// Tests which places in Java mean a removed type or member.
import { expect, test } from "vitest";
import { changedReferences, type ChangedTarget } from "../../../../test/support/references-of.ts";

const shop = {
  "src/shop/Cart.java":
    "package shop;\n\npublic class Cart {\n    public static final int LIMIT = 3;\n    public int itemTotal() { return 1; }\n    public class Line {}\n}\n",
};
const cart: ChangedTarget = { path: "src/shop/Cart.java", name: "Cart", kind: "class" };
const limit: ChangedTarget = { path: "src/shop/Cart.java", name: "LIMIT", within: "Cart", kind: "constant" };
const total: ChangedTarget = { path: "src/shop/Cart.java", name: "itemTotal", within: "Cart", kind: "method" };

test.each<[string, ChangedTarget, Record<string, string>, string[]]>([
  [
    "an import",
    cart,
    { "A.java": "package a;\nimport shop.Cart;\nclass A { Cart cart; }\n" },
    ["A.java:2 import shop.Cart"],
  ],
  ["the same package", cart, { "A.java": "package shop;\nclass A {\n  Cart cart;\n}\n" }, ["A.java:3 use Cart"]],
  [
    "a star import",
    cart,
    { "A.java": "package a;\nimport shop.*;\nclass A {\n  Cart cart;\n}\n" },
    ["A.java:4 use Cart"],
  ],
  ["the full name", cart, { "A.java": "package a;\nclass A {\n  shop.Cart cart;\n}\n" }, ["A.java:3 use shop.Cart"]],
  ["an annotation", cart, { "A.java": "package shop;\n@Cart\nclass A {}\n" }, ["A.java:2 use Cart"]],
  ["a class of another package", cart, { "A.java": "package shop;\nimport bank.Cart;\nclass A { Cart cart; }\n" }, []],
  ["a package below", cart, { "A.java": "package shop.a;\nclass A { Cart cart; }\n" }, []],
  ["an inner class of that name", cart, { "A.java": "package shop;\nclass A { Cart cart; class Cart {} }\n" }, []],
  ["a type parameter", cart, { "A.java": "package shop;\nclass A<Cart> { Cart cart; }\n" }, []],
  ["a comment and a string", cart, { "A.java": 'package shop;\nclass A { /* Cart */ String s = "Cart"; }\n' }, []],
  [
    "a static import",
    limit,
    { "A.java": "package a;\nimport static shop.Cart.LIMIT;\n" },
    ["A.java:2 import shop.Cart.LIMIT"],
  ],
  [
    "a constant behind its type",
    limit,
    { "A.java": "package shop;\nclass A {\n  int x = Cart.LIMIT;\n}\n" },
    ["A.java:3 use Cart.LIMIT"],
  ],
  ["a constant of another type", limit, { "A.java": "package shop;\nclass A { int x = Other.LIMIT; }\n" }, []],
  [
    "a method of a declared variable",
    total,
    {
      "A.java":
        "package a;\nimport shop.Cart;\nclass A {\n  int x(Cart cart, Bill bill) {\n    bill.itemTotal();\n    return cart.itemTotal();\n  }\n}\n",
    },
    ["A.java:6 use cart.itemTotal"],
  ],
  [
    "a method that a subclass calls",
    total,
    {
      "A.java":
        "package shop;\nclass A extends Cart {\n  int x = itemTotal();\n}\nclass B {\n  int x = itemTotal();\n}\n",
    },
    ["A.java:3 use itemTotal"],
  ],
  [
    "an inner class behind its outer one",
    { path: "src/shop/Cart.java", name: "Line", within: "Cart", kind: "class" },
    { "A.java": "package shop;\nclass A {\n  Cart.Line line;\n  Line other;\n}\n" },
    ["A.java:3 use Cart.Line"],
  ],
])("%s", async (_what, target, files, expected) => {
  expect(await changedReferences({ ...shop, ...files }, target)).toEqual(expected);
});

test("an inner type that moved inside its file is not missed there", async () => {
  const files = { "Cart.java": "package shop;\nclass Basket {\n  Line line;\n  class Line {}\n}\n" };
  expect(await changedReferences(files, { path: "Cart.java", name: "Line", within: "Cart", kind: "class" })).toEqual(
    [],
  );
});

test("a value whose type is not declared is found by the member's name", async () => {
  const files = { ...shop, "A.java": "package shop;\nclass A {\n  int x = find().itemTotal();\n}\n" };
  expect(await changedReferences(files, total)).toEqual(["A.java:3 use itemTotal"]);
});
