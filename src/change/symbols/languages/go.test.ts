// Tests which places in Go mean a removed package, name or member.
import { expect, test } from "vitest";
import { changedReferences } from "../../../../test/support/references-of.ts";

const shop = {
  "go.mod": "module example.com/store\n\ngo 1.22\n",
  "shop/cart.go":
    "package shop\n\ntype Cart struct {\n\tItemCount int\n\tSize int\n}\n\nfunc Total() int { return 1 }\n\nfunc (c *Cart) AddItem() {}\n\nfunc helper() {}\n\nconst (\n\tSmall = iota\n\tLarge\n)\n",
};

const using = (body: string, imports = '"example.com/store/shop"') => `package main\n\nimport ${imports}\n\n${body}\n`;

test.each<[string, Record<string, string>, string[]]>([
  ["a call", { "main.go": using("var x = shop.Total()") }, ["main.go:5 use shop.Total"]],
  [
    "another name of the package",
    { "main.go": using("var x = s.Total", '(\n\t"fmt"\n\ts "example.com/store/shop"\n)') },
    ["main.go:8 use s.Total"],
  ],
  ["a dot import", { "main.go": using("var x = Total()", '. "example.com/store/shop"') }, ["main.go:5 use Total"]],
  [
    "its own package and its tests",
    {
      "shop/a.go": "package shop\n\nvar x = Total()\n",
      "shop/a_test.go": 'package shop_test\n\nimport "example.com/store/shop"\n\nvar y = shop.Total()\n',
    },
    ["shop/a.go:3 use Total", "shop/a_test.go:5 use shop.Total"],
  ],
  [
    "another module of a workspace",
    {
      "go.work": "go 1.22\n\nuse (\n\t.\n\t./tool // the tool\n)\n",
      "tool/go.mod": "module example.com/tool\n",
      "tool/main.go": using("var x = shop.Total()"),
    },
    ["tool/main.go:5 use shop.Total"],
  ],
  [
    "a module that replaces this one by the folder",
    {
      "tool/go.mod":
        "module example.com/tool\n\nrequire example.com/store v1.0.0\n\nreplace example.com/store => ../\n",
      "tool/main.go": using("var x = shop.Total()"),
    },
    ["tool/main.go:5 use shop.Total"],
  ],
  [
    "a key of a map, and a case",
    {
      "shop/a.go":
        "package shop\n\nvar names = map[func() int]string{\n\tTotal: `a`,\n}\n\nfunc f(x any) {\n\tswitch x {\n\tcase Total, 2:\n\t}\n}\n",
    },
    ["shop/a.go:4 use Total", "shop/a.go:9 use Total"],
  ],
  [
    "a module that pins a version of this one",
    {
      "tool/go.mod": "module example.com/tool\n\nrequire example.com/store v1.0.0\n",
      "tool/main.go": using("var x = shop.Total()"),
    },
    [],
  ],
  ["a comment and a string", { "main.go": using('// shop.Total\nvar x = "shop.Total" + `shop.Total`') }, []],
  ["another package of that name", { "main.go": using("var x = shop.Total()", '"example.com/other/shop"') }, []],
  ["a variable instead of the package", { "main.go": using("func f(shop Shop) {\n\tshop.Total()\n}") }, []],
  [
    "parameters, fields and keys of that name",
    {
      "shop/a.go":
        "package shop\n\ntype Sum struct {\n\tTotal int\n}\n\ntype Adder interface {\n\tTotal() int\n}\n\nfunc f(Total int) Sum {\n\treturn Sum{Total: Total}\n}\n\nfunc g(s Sum) int { return s.Total }\n",
    },
    [],
  ],
  [
    "a local name, from where it is declared",
    {
      "shop/a.go":
        "package shop\n\nfunc f() {\n\tx := Total()\n\tTotal := x +\n\t\tTotal()\n\tprintln(Total)\n}\n\nfunc g() { Total() }\n",
    },
    ["shop/a.go:4 use Total", "shop/a.go:6 use Total", "shop/a.go:10 use Total"],
  ],
])("a function by %s", async (_what, files, expected) => {
  expect(await changedReferences({ ...shop, ...files }, { path: "shop/cart.go", name: "Total" })).toEqual(expected);
});

test("a constant of a group, and a function that only its package sees", async () => {
  const files = {
    ...shop,
    "main.go": using("var x = shop.Large\nvar y = shop.helper"),
    "shop/a.go": "package shop\n\nfunc f() { helper(); other.helper() }\n",
    "other/a.go": "package other\n\nfunc f() { helper() }\n",
  };
  expect(await changedReferences(files, { path: "shop/cart.go", name: "Large" })).toEqual(["main.go:5 use shop.Large"]);
  expect((await changedReferences(files, { path: "shop/cart.go", name: "helper" })).slice(-1)).toEqual([
    "shop/a.go:3 use helper",
  ]);
});

test.each<[string, string, string[]]>([
  ["a parameter", "func f(c *shop.Cart) { c.AddItem() }", ["main.go:5 use c.AddItem"]],
  ["a variable with a literal", "func f() {\n\tc := &shop.Cart{}\n\tc.AddItem()\n}", ["main.go:7 use c.AddItem"]],
  [
    "a declared variable",
    "var c shop.Cart\n\nfunc f() {\n\tvar c shop.Cart\n\tc.AddItem()\n}",
    ["main.go:9 use c.AddItem"],
  ],
  ["a method as a function", "var f = shop.Cart.AddItem", ["main.go:5 use Cart.AddItem"]],
  ["an unknown type", "func f() { made().AddItem() }", ["main.go:5 use AddItem"]],
  ["another type", "func f(c *Crate) { c.AddItem() }", []],
  ["another package", "func f() { fmt.AddItem() }", []],
])("a method on %s", async (what, body, expected) => {
  const imports = what === "another package" ? '(\n\t"example.com/store/shop"\n\t"fmt"\n)' : '"example.com/store/shop"';
  const files = { ...shop, "main.go": using(body, imports) };
  expect(await changedReferences(files, { path: "shop/cart.go", name: "AddItem", within: "Cart" })).toEqual(expected);
});

test("a field is found as the key of a literal of its type", async () => {
  const files = {
    ...shop,
    "main.go": using(
      "var a = shop.Cart{ItemCount: 1}\nvar b = []*shop.Cart{\n\t{ItemCount: 2},\n}\nvar c = Crate{ItemCount: 3}",
    ),
  };
  expect(await changedReferences(files, { path: "shop/cart.go", name: "ItemCount", within: "Cart" })).toEqual([
    "main.go:5 use shop.Cart.ItemCount",
    "main.go:7 use shop.Cart.ItemCount",
  ]);
});

test("a removed package breaks its imports", async () => {
  const files = {
    ...shop,
    "main.go": using("var x = shop.Total()"),
    "b/b.go": 'package b\n\nimport (\n\t_ "example.com/store/shop"\n\t"example.com/store/shop/inner"\n)\n',
    "vendored/go.mod": "module example.com/vendored\n",
    "vendored/a.go": using("var x = shop.Total()"),
  };
  expect(await changedReferences(files, { path: "shop/cart.go", name: "*" })).toEqual([
    "b/b.go:4 import example.com/store/shop",
    "main.go:3 import example.com/store/shop",
  ]);
});
