// Tests which places in Ruby mean a removed class, constant, method or file.
import { expect, test } from "vitest";
import { changedReferences } from "../../../../test/support/references-of.ts";

const shop = {
  "lib/shop/cart.rb":
    "module Shop\n  class Cart\n    LIMIT = 3\n\n    def self.make_empty\n    end\n\n    def item_count\n    end\n\n    def full?\n    end\n  end\nend\n",
};

test.each([
  ["a full name", "Shop::Cart.new", ["app/a.rb:1 use Shop::Cart"]],
  ["an absolute name", "::Shop::Cart", ["app/a.rb:1 use Shop::Cart"]],
  ["a name in its module", "module Shop\n  Cart.new\nend", ["app/a.rb:2 use Cart"]],
  ["a name in a class of its module", "module Shop\n  class Order < Cart\n  end\nend", ["app/a.rb:2 use Cart"]],
  ["a name below it", "Shop::Cart::LIMIT", ["app/a.rb:1 use Shop::Cart::LIMIT"]],
  ["a string with code", 'puts "#{Shop::Cart.new}"', ["app/a.rb:1 use Shop::Cart"]],
  ["a heredoc with code", "x = <<~SQL\n  Shop::Cart\n  #{Shop::Cart}\nSQL", ["app/a.rb:3 use Shop::Cart"]],
  ["a name after its module ended", "module Shop\nend\nCart.new", []],
  ["another module's class", "module Bank\n  Cart.new\nend\nBank::Cart", []],
  ["a nearer class of that name", "module Shop\n  class Order\n    class Cart\n    end\n    Cart.new\n  end\nend", []],
  ["comments, strings, symbols and keys", "# Shop::Cart\nx = 'Shop::Cart'\n:Cart\n{ Cart: 1 }\n%w[Shop::Cart]", []],
  ["a class that may be missing", "Shop::Cart.new if defined?(Shop::Cart)", []],
])("a class: %s", async (_what, code, expected) => {
  const files = { ...shop, "app/a.rb": `${code}\n` };
  const target = { path: "lib/shop/cart.rb", name: "Cart", within: "Shop", kind: "class" } as const;
  expect(await changedReferences(files, target)).toEqual(expected);
});

test("a file at the place of a nearer constant is meant first", async () => {
  const files = {
    "app/models/cart.rb": "class Cart\nend\n",
    "app/models/bank/cart.rb": "",
    "app/models/bank/a.rb": "module Bank\n  Cart.new\nend\n",
    "app/models/b.rb": "module Shop\n  Cart.new\nend\n",
  };
  expect(await changedReferences(files, { path: "app/models/cart.rb", name: "Cart", kind: "class" })).toEqual([
    "app/models/b.rb:2 use Cart",
  ]);
});

test("a template names constants in its code", async () => {
  const files = { ...shop, "app/a.html.erb": "<p>Shop::Cart isn't it</p>\n<%= Shop::Cart.new %>\n" };
  const target = { path: "lib/shop/cart.rb", name: "Cart", within: "Shop", kind: "class" } as const;
  expect(await changedReferences(files, target)).toEqual(["app/a.html.erb:2 use Shop::Cart"]);
});

test("what a repository adds to a library's class is not the class", async () => {
  const files = { "lib/core/string.rb": "class String\nend\n", "a.rb": "String.new\n" };
  expect(await changedReferences(files, { path: "lib/core/string.rb", name: "String", kind: "class" })).toEqual([]);
});

test.each([
  ["make_empty", "method", "Shop::Cart.make_empty\nOther.make_empty\n", ["a.rb:1 use Shop::Cart.make_empty"]],
  ["item_count", "method", "x&.item_count\nitem_count = 1\n", ["a.rb:1 use item_count"]],
  ["full?", "method", "Shop::Cart.full?\nShop::Cart.full\n", ["a.rb:1 use Shop::Cart.full?"]],
  ["LIMIT", "constant", "Shop::Cart::LIMIT\nLIMIT\n", ["a.rb:1 use Shop::Cart::LIMIT"]],
] as const)("the member %s as a %s", async (name, kind, code, expected) => {
  const files = { ...shop, "a.rb": code };
  const target = { path: "lib/shop/cart.rb", name, within: "Shop.Cart", kind };
  expect(await changedReferences(files, target)).toEqual(expected);
});

test("a removed file breaks what requires it", async () => {
  const files = {
    ...shop,
    "lib/shop.rb": 'require "shop/cart"\nautoload :Cart, "shop/cart"\n',
    "lib/shop/order.rb": "require_relative 'cart'\nrequire_relative \"../shop/cart\"\n",
    "a.rb": 'require "cart"\nbegin\n  require "shop/cart"\nrescue LoadError\nend\n',
  };
  expect(await changedReferences(files, { path: "lib/shop/cart.rb", name: "*" })).toEqual([
    "lib/shop.rb:1 import shop/cart",
    "lib/shop.rb:2 import shop/cart",
    "lib/shop/order.rb:1 import cart",
    "lib/shop/order.rb:2 import ../shop/cart",
  ]);
});
