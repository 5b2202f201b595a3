// Tests which places in Python mean a removed module, name or member.
import { expect, test } from "vitest";
import { changedReferences } from "../../../../test/support/references-of.ts";

const shop = {
  "shop/__init__.py": "from .cart import Cart\n",
  "shop/cart.py": "class Cart:\n    LIMIT = 3\n\n\ndef total():\n    return 1\n",
};

test.each([
  ["a relative import", { "shop/a.py": "from .cart import total\n" }, ["shop/a.py:1 import .cart.total"]],
  [
    "an import over several lines",
    { "a.py": "from shop.cart import (\n    Cart,\n    total as t,\n)\n" },
    ["a.py:3 import shop.cart.total"],
  ],
  [
    "a module under its full name",
    { "a.py": "import shop.cart\n\nshop.cart.total()\n" },
    ["a.py:3 use shop.cart.total"],
  ],
  ["a module under another name", { "a.py": "import shop.cart as c\n\nx = c.total\n" }, ["a.py:3 use c.total"]],
  ["an f-string", { "a.py": 'from shop import cart\n\nprint(f"{cart.total()}")\n' }, ["a.py:3 use cart.total"]],
  ["a decorator", { "a.py": "from shop import cart\n\n@cart.total\ndef f(): ...\n" }, ["a.py:3 use cart.total"]],
  ["a star import", { "a.py": "from shop.cart import *\n\ntotal()\n" }, ["a.py:3 use total"]],
  [
    "a package in a folder of sources",
    { "src/lib.py": "", "src/b/c.py": "import shop.cart as c\nc.total()\n" },
    ["src/b/c.py:2 use c.total"],
  ],
  ["a comment and a string", { "a.py": 'from shop import cart\n# cart.total\nx = "cart.total"\n' }, []],
  ["another module's name", { "a.py": "from bank.cart import total\n" }, []],
  ["a local name", { "a.py": "from shop.cart import *\n\ndef f(total):\n    return total\n" }, []],
  ["a variable instead of the module", { "a.py": "from shop import cart\n\ncart = 1\ncart.total\n" }, []],
  [
    "an import that may fail",
    { "a.py": "try:\n    from shop.cart import total\nexcept ImportError:\n    total = None\n" },
    [],
  ],
])("%s", async (_what, files, expected) => {
  expect(await changedReferences({ ...shop, ...files }, { path: "shop/cart.py", name: "total" })).toEqual(expected);
});

test("members are found behind their class, wherever it is imported from directly", async () => {
  const files = {
    ...shop,
    "a.py": "from shop.cart import Cart as C\nfrom shop import cart\n\nC.LIMIT\ncart.Cart.LIMIT\nD.LIMIT\n",
  };
  expect(await changedReferences(files, { path: "shop/cart.py", name: "LIMIT", within: "Cart" })).toEqual([
    "a.py:4 use C.LIMIT",
    "a.py:5 use cart.Cart.LIMIT",
  ]);
});

test("a member is sure behind `self` in its class, and told by its name elsewhere", async () => {
  const files = {
    "cart.py":
      "class Cart:\n    def item_count(self):\n        return 1\n\n    def f(self):\n        return self.item_count()\n",
    "a.py": "import cart\n\nx.item_count()\ncart.item_count()\nitem_count()\n",
  };
  expect(await changedReferences(files, { path: "cart.py", name: "item_count", within: "Cart" })).toEqual([
    "a.py:3 use item_count",
    "cart.py:6 use self.item_count",
  ]);
});

test("a removed module breaks every kind of import of it", async () => {
  const files = {
    ...shop,
    "a.py": "import shop.cart\n",
    "b.py": "from shop import cart\n",
    "shop/c.py": "from . import cart\nfrom ..shop.cart import Cart\n",
    "d.py": "import cart\n",
  };
  expect(await changedReferences(files, { path: "shop/cart.py", name: "*" })).toEqual([
    "a.py:1 import shop.cart",
    "b.py:1 import shop.cart",
    "shop/__init__.py:1 import .cart",
    "shop/c.py:1 import .cart",
    "shop/c.py:2 import ..shop.cart",
  ]);
});
