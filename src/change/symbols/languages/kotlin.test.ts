// Tests which places in Kotlin, and in Java beside it, mean a removed type, function or member.
import { expect, test } from "vitest";
import { kotlin } from "./kotlin.ts";
import { changedReferences, type ChangedTarget } from "../../../../test/support/references-of.ts";

const shop = {
  "src/shop/Cart.kt":
    "package shop\n\nclass Cart(val size: Int) {\n  fun itemTotal() = 1\n  companion object {\n    const val LIMIT = 3\n  }\n}\n\nfun netPrice(x: Int) = x\n\nfun Any.isEmptyCart() = true\n",
};
const cart: ChangedTarget = { path: "src/shop/Cart.kt", name: "Cart", kind: "class" };
const limit: ChangedTarget = { path: "src/shop/Cart.kt", name: "LIMIT", within: "Cart", kind: "field" };
const size: ChangedTarget = { path: "src/shop/Cart.kt", name: "size", within: "Cart", kind: "field" };
const net: ChangedTarget = { path: "src/shop/Cart.kt", name: "netPrice", kind: "function" };
const empty: ChangedTarget = { path: "src/shop/Cart.kt", name: "isEmptyCart", kind: "function" };

test.each<[string, ChangedTarget, Record<string, string>, string[]]>([
  [
    "an import under another name",
    cart,
    { "A.kt": "package a\nimport shop.Cart as C\nval x = C(1)\n" },
    ["A.kt:2 import shop.Cart"],
  ],
  ["the same package", cart, { "A.kt": "package shop\n\nval x = Cart(1)\n" }, ["A.kt:3 use Cart"]],
  ["a Java file", cart, { "A.java": "package a;\nimport shop.Cart;\n" }, ["A.java:2 import shop.Cart"]],
  ["a string with code", cart, { "A.kt": 'package shop\n\nval x = "is ${Cart(1)}"\n' }, ["A.kt:3 use Cart"]],
  ["another package", cart, { "A.kt": "package a\n\nval x = Cart(1)\n" }, []],
  ["an import of a function", net, { "A.kt": "package a\nimport shop.netPrice\n" }, ["A.kt:2 import shop.netPrice"]],
  ["a function of the package", net, { "A.kt": "package shop\n\nval x = netPrice(1)\n" }, ["A.kt:3 use netPrice"]],
  [
    "a function of that name in the file",
    net,
    { "A.kt": "package shop\n\nfun netPrice(s: String) = 1\nval x = netPrice(1)\n" },
    [],
  ],
  [
    "a function that Java calls",
    net,
    { "A.java": "package shop;\nclass A {\n  int x = CartKt.netPrice(1);\n}\n" },
    ["A.java:3 use CartKt.netPrice"],
  ],
  ["an extension", empty, { "A.kt": "package shop\n\nfun f(x: Any) = x.isEmptyCart()\n" }, ["A.kt:3 use isEmptyCart"]],
  [
    "an extension without a receiver",
    empty,
    { "A.kt": "package shop\n\nfun Any.f() {\n  isEmptyCart()\n  isEmptyCart = true\n}\n" },
    ["A.kt:4 use isEmptyCart"],
  ],
  [
    "a function behind a string that ends in four marks",
    net,
    { "A.kt": 'package shop\n\nval s = """"\\s""""\nfun netPrice(s: String) = 1\nval x = netPrice(1)\n' },
    [],
  ],
  ["a constructor as a value", cart, { "A.kt": "package shop\n\nval x = list.map(::Cart)\n" }, ["A.kt:3 use Cart"]],
  [
    "a constant of a companion",
    limit,
    {
      "A.kt": "package shop\n\nval x = Cart.LIMIT\nval y = Cart.Companion.LIMIT\n",
      "B.kt": "import shop.Cart.Companion.LIMIT\n",
    },
    ["A.kt:3 use Cart.LIMIT", "A.kt:4 use Cart.LIMIT", "B.kt:1 import shop.Cart.Companion.LIMIT"],
  ],
  [
    "a property that Java reads",
    size,
    { "A.java": "package shop;\nclass A {\n  int x(Cart cart) { return cart.getSize(); }\n}\n" },
    ["A.java:3 use cart.getSize"],
  ],
  [
    "a property of a declared variable",
    size,
    { "A.kt": "package shop\n\nfun f(cart: Cart, o: Other) = cart.size +\n  o.size\n" },
    ["A.kt:3 use cart.size"],
  ],
])("%s", async (_what, target, files, expected) => {
  expect(await changedReferences({ ...shop, ...files }, target)).toEqual(expected);
});

test("annotations of the next class are none of a class without a body", () => {
  const text =
    'annotation class Fast\n\n@Target(a = 1)\n@Level.Two("x" + "y")\nclass Slow @Inject internal constructor(val a: Int)\n';
  const declared = kotlin.declared!({ path: "Marks.kt", text, tokens: kotlin.tokens(text) });
  expect(declared.map(({ name, within }) => [within, name].join("."))).toEqual([".Fast", ".Slow", "Slow.a"]);
});
