// Tests which places in C# mean a removed type or member.
import { expect, test } from "vitest";
import { changedReferences, type ChangedTarget } from "../../../../test/support/references-of.ts";

const shop = {
  "Shop/Orders/Cart.cs":
    "namespace Shop.Orders;\n\npublic class Cart\n{\n    public const int Limit = 3;\n    public int ItemTotal { get; set; }\n}\n",
  "Shop/Shop.csproj": "<Project></Project>\n",
};
const cart: ChangedTarget = { path: "Shop/Orders/Cart.cs", name: "Cart", kind: "class" };
const limit: ChangedTarget = { path: "Shop/Orders/Cart.cs", name: "Limit", within: "Cart", kind: "constant" };
const total: ChangedTarget = { path: "Shop/Orders/Cart.cs", name: "ItemTotal", within: "Cart", kind: "field" };

test.each<[string, ChangedTarget, Record<string, string>, string[]]>([
  ["a using", cart, { "A.cs": "using Shop.Orders;\nclass A\n{\n  Cart cart;\n}\n" }, ["A.cs:4 use Cart"]],
  ["no using", cart, { "A.cs": "using Shop;\nclass A { Cart cart; }\n" }, []],
  ["a namespace inside it", cart, { "A.cs": "namespace Shop.Orders.Api { class A : Cart {} }\n" }, ["A.cs:1 use Cart"]],
  [
    "a part of the full name",
    cart,
    { "A.cs": "namespace Shop.Api;\nclass A {\n  Orders.Cart cart;\n}\n" },
    ["A.cs:3 use Orders.Cart"],
  ],
  [
    "the full name",
    cart,
    { "A.cs": "class A {\n  global::Shop.Orders.Cart cart;\n}\n" },
    ["A.cs:2 use Shop.Orders.Cart"],
  ],
  [
    "an alias",
    cart,
    { "A.cs": "using C = Shop.Orders.Cart;\nclass A { C cart; }\n" },
    ["A.cs:1 import Shop.Orders.Cart"],
  ],
  [
    "a global using of the project",
    cart,
    {
      "Shop/Usings.cs": "global using Shop.Orders;\n",
      "Shop/A.cs": "class A {\n  List<Cart> carts;\n}\n",
      "B.cs": "class B { Cart cart; }\n",
    },
    ["Shop/A.cs:2 use Cart"],
  ],
  [
    "a nearer type of that name",
    cart,
    {
      "Shop/Api/Cart.cs": "namespace Shop.Api;\nclass Cart {}\n",
      "A.cs": "using Shop.Orders;\nnamespace Shop.Api;\nclass A { Cart cart; }\n",
    },
    [],
  ],
  [
    "a property of that name",
    cart,
    { "A.cs": "using Shop.Orders;\nclass A : Page { int X() => Cart.Sum() + Use(Cart); }\n" },
    [],
  ],
  [
    "a comment, a string and a directive",
    cart,
    { "A.cs": 'using Shop.Orders;\n#region Cart\n// Cart\nclass A { string s = @"\\"; string t = "Cart x"; }\n' },
    [],
  ],
  [
    "a constant behind its type",
    limit,
    { "A.cs": "using Shop.Orders;\nclass A\n{\n  int x = Cart.Limit;\n}\n" },
    ["A.cs:4 use Cart.Limit"],
  ],
  [
    "a static using",
    limit,
    { "A.cs": "using static Shop.Orders.Cart;\nclass A\n{\n  int x = Limit;\n}\n" },
    ["A.cs:4 use Limit"],
  ],
  [
    "a property of a declared variable and of a new object",
    total,
    {
      "A.cs":
        "using Shop.Orders;\nclass A\n{\n  int X(Cart cart, Bill bill) => bill.ItemTotal +\n    cart.ItemTotal;\n  Cart y = new Cart {\n    ItemTotal = 1 };\n}\n",
    },
    ["A.cs:5 use cart.ItemTotal", "A.cs:7 use Cart.ItemTotal"],
  ],
])("%s", async (_what, target, files, expected) => {
  expect(await changedReferences({ ...shop, ...files }, target)).toEqual(expected);
});
