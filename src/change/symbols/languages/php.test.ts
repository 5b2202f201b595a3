// Tests which places in PHP mean a removed type, function, constant, member or file.
import { expect, test } from "vitest";
import { changedReferences } from "../../../../test/support/references-of.ts";

const shop = {
  "src/Cart.php":
    "<?php\nnamespace Shop;\n\nclass Cart\n{\n    const LIMIT = 3;\n    public static $last;\n    public static function total() {}\n    public function addItem() {}\n}\n",
  "src/functions.php": "<?php\nnamespace Shop;\n\nfunction price() {}\nconst VAT = 1;\n",
  "src/Size.php": "<?php\nnamespace Shop;\n\nenum Size: string\n{\n    case Small = 's';\n    case Large = 'l';\n}\n",
};

test.each([
  ["an import", "use Shop\\Cart;", ["a.php:2 import Shop\\Cart"]],
  ["an import under another name", "use Shop\\Cart as C;\nC::x();", ["a.php:2 import Shop\\Cart", "a.php:3 use C"]],
  ["a group", "use Shop\\{\n  Cart,\n  Size as S,\n};", ["a.php:3 import Shop\\Cart"]],
  ["an imported namespace", "use Shop;\n$x = new Shop\\Cart();", ["a.php:3 use Shop\\Cart"]],
  ["a full name", "$x = \\Shop\\Cart::class;", ["a.php:2 use \\Shop\\Cart"]],
  ["the same namespace", "namespace Shop;\nfunction f(?Cart $c): Cart {}", ["a.php:3 use Cart"]],
  ["an attribute", "namespace Shop;\n#[A, Cart(1)]\nclass B {}", ["a.php:3 use Cart"]],
  ["a parent", "namespace Shop;\nclass B extends Cart {}", ["a.php:3 use Cart"]],
  ["a trait", "namespace Shop;\nclass B {\n  use Cart;\n}", ["a.php:4 use Cart"]],
  ["a catch", "namespace Shop;\ntry {} catch (A | Cart $e) {}", ["a.php:3 use Cart"]],
  ["another namespace", "namespace Bank;\n$x = new Cart();", []],
  ["another import of that name", "namespace Shop;\nuse Bank\\Cart;\n$x = new Cart();", []],
  ["a function, a method and a constant", "namespace Shop;\nCart();\n$a->Cart();\nconst Cart = 1;", []],
  ["text outside of the code", "?>\n<p>Shop\\Cart isn't here</p>\n<?php\n$x = 1;", []],
  ["comments and strings", "namespace Shop;\n// new Cart()\n# new Cart()\n$x = 'new Cart()';", []],
  ["a heredoc", "namespace Shop;\n$x = <<<SQL\n  new Cart()\n  SQL;\n", []],
  ["a class that may be missing", "if (class_exists(\\Shop\\Cart::class)) {\n  new \\Shop\\Cart();\n}", []],
])("a class: %s", async (_what, code, expected) => {
  const files = { ...shop, "a.php": `<?php\n${code}\n` };
  expect(await changedReferences(files, { path: "src/Cart.php", name: "Cart", kind: "class" })).toEqual(expected);
});

test.each([
  [
    "an imported function",
    "price",
    "use function Shop\\price;\nprice();",
    ["a.php:2 import Shop\\price", "a.php:3 use price"],
  ],
  ["a function of the same namespace", "price", "namespace Shop;\nprice();", ["a.php:3 use price"]],
  ["a function of another namespace", "price", "price();\n$a->price();", []],
  ["a full name", "price", "\\Shop\\price();", ["a.php:2 use \\Shop\\price"]],
])("%s", async (_what, name, code, expected) => {
  const files = { ...shop, "a.php": `<?php\n${code}\n` };
  expect(await changedReferences(files, { path: "src/functions.php", name, kind: "function" })).toEqual(expected);
});

test.each([
  ["LIMIT", "constant", "use Shop\\Cart;\n$x = Cart::LIMIT;\n$y = Other::LIMIT;", ["a.php:3 use Cart::LIMIT"]],
  ["last", "field", "use Shop\\Cart;\n$x = Cart::$last;\n$y = $z->last;", ["a.php:3 use Cart::$last"]],
  [
    "total",
    "method",
    "use Shop\\Cart;\nCart::total();\n$x = [Cart::class, 'total'];",
    ["a.php:3 use Cart::total", "a.php:4 use Cart::total"],
  ],
  ["addItem", "method", "$x->addItem();", ["a.php:2 use addItem"]],
  ["total", "method", "$x->total();", []],
  [
    "total",
    "method",
    "class B extends \\Shop\\Cart {\n  function f() { parent::total(); $this->total(); }\n}",
    ["a.php:3 use parent::total"],
  ],
] as const)("the member %s as a %s", async (name, kind, code, expected) => {
  const files = { ...shop, "a.php": `<?php\n${code}\n` };
  expect(await changedReferences(files, { path: "src/Cart.php", name, within: "Cart", kind })).toEqual(expected);
});

test("a removed case of an enum", async () => {
  const files = { ...shop, "a.php": "<?php\nuse Shop\\Size;\n$x = Size::Small;\n$y = Size::Large;\n" };
  const target = { path: "src/Size.php", name: "Small", within: "Size", kind: "enum-member" } as const;
  expect(await changedReferences(files, target)).toEqual(["a.php:3 use Size::Small"]);
});

test("a template uses full names", async () => {
  const files = { ...shop, "views/a.blade.php": "<p>Don't</p>\n{{ \\Shop\\Cart::total() }}\n" };
  expect(await changedReferences(files, { path: "src/Cart.php", name: "Cart", kind: "class" })).toEqual([
    "views/a.blade.php:2 use \\Shop\\Cart",
  ]);
});

test("a removed file breaks what includes it by a path that can be read", async () => {
  const files = {
    ...shop,
    "a.php":
      "<?php\nrequire __DIR__ . '/src/functions.php';\nrequire_once('src/functions.php');\ninclude $x . '/functions.php';\n",
    "src/b.php": "<?php\ninclude dirname(__DIR__) . '/src/functions.php';\n",
    "c.php": "<?php\nif (file_exists('src/functions.php')) {\n  include 'src/functions.php';\n}\n",
  };
  expect(await changedReferences(files, { path: "src/functions.php", name: "*" })).toEqual([
    "a.php:2 import /src/functions.php",
    "a.php:3 import src/functions.php",
    "src/b.php:2 import /src/functions.php",
  ]);
});
