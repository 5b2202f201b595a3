// Tests which code is reported for what a change removes.
import { expect, test } from "vitest";
import { changeOf, codeOf } from "../../../../test/support/change-of.ts";
import { staleReference } from "../stale-reference.ts";

type Files = Record<string, string>;

async function places(base: Files, changed: Files): Promise<string[]> {
  const kept = Object.entries({ ...base, ...changed }).filter(([, text]) => text !== "");
  const head = Object.fromEntries(kept);
  const change = changeOf({ base, head });
  const { findings } = await staleReference.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000));
  return findings.map(({ at, kind }) => `${at.path}:${at.start} ${kind}`);
}

const price = "exports.net = 1;\nexports.gross = 2;\n";
const withoutGross = { "price.js": "exports.net = 1;\n" };

test.each<[string, string, string[]]>([
  ["taken apart", 'const { gross } = require("./price");\n', ["a.js:1 import-of-removed"]],
  ["at once", 'const total = require("./price").gross;\n', ["a.js:1 import-of-removed"]],
  [
    "through its module",
    'const price = require("./price");\nlog(price.net);\nlog(price.gross);\n',
    ["a.js:3 use-of-removed"],
  ],
  ["through a default import", 'import price from "./price.js";\nprice.gross();\n', ["a.js:2 use-of-removed"]],
  ["in a comment and a string", 'const price = require("./price");\n// price.gross\nlog("price.gross");\n', []],
  ["of another object", 'const price = require("./price");\nother.price.gross;\n', []],
])("an export of a CommonJS module that is used %s", async (_what, text, expected) => {
  expect(await places({ "price.js": price, "a.js": text }, withoutGross)).toEqual(expected);
});

test("nothing is missing if the module passes on all of another one", async () => {
  const user = { "a.js": 'const { gross } = require("./price");\n' };
  const other = { "price.js": 'exports.net = 1;\nObject.assign(exports, require("tax"));\n' };
  expect(await places({ "price.js": price, ...user }, other)).toEqual([]);
});

test("an export that a barrel passed on is missing where the barrel is imported", async () => {
  const base = {
    "src/price.ts": "export const net = 1;\nexport const gross = 2;\n",
    "src/index.ts": 'export * from "./price";\n',
    "src/a.ts": 'import { gross } from "./index";\n',
    "src/b.ts": 'import * as shop from ".";\n\nshop.gross;\n',
  };
  const head = { "src/price.ts": "export const net = 1;\n" };
  expect(await places(base, head)).toEqual(["src/a.ts:1 import-of-removed", "src/b.ts:3 use-of-removed"]);
});

test("each importer of a module with a common name is found", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 700 }, (_, at) => [`p${at}/a.ts`, 'import { x } from "./utils";\n']),
  );
  const others = Object.fromEntries(
    Object.keys(many).map((path) => [path.replace("a.ts", "utils.ts"), "export const x = 1;\n"]),
  );
  expect(await places({ ...many, ...others }, { "p699/utils.ts": "" })).toEqual(["p699/a.ts:1 import-of-removed"]);
});

test("a file that moves without its imports", async () => {
  const base = {
    "src/a.ts": 'import { net } from "./price";\nimport { tax } from "../tax";\n\nexport const total = net + tax;\n',
    "src/price.ts": "export const net = 1;\n",
    "tax.ts": "export const tax = 1;\n",
  };
  const head = { "src/a.ts": "", "src/cart/a.ts": base["src/a.ts"] };
  expect(await places(base, head)).toEqual(["src/cart/a.ts:1 import-of-removed", "src/cart/a.ts:2 import-of-removed"]);
});

test("a broken import in a folder named like a build's output", async () => {
  const user = { "src/out/a.ts": 'import { net } from "../price";\n' };
  expect(await places({ "src/price.ts": "export const net = 1;\n", ...user }, { "src/price.ts": "" })).toEqual([
    "src/out/a.ts:1 import-of-removed",
  ]);
});

const color = "export enum Color {\n  Red,\n  Blue,\n}\n";
const cart = "export class Cart {\n  static make() {}\n  addItem() {}\n  close() {}\n}\n";
const sizes = "export const sizes = {\n  small: 1,\n  large: 2,\n} as const;\n";

test.each<[string, Files, Files, string[]]>([
  [
    "a constant of an enum",
    { "c.ts": color, "a.ts": 'import { Color as C } from "./c";\nC.Blue;\nC.Red;\n' },
    { "c.ts": color.replace("  Blue,\n", "") },
    ["a.ts:2 use-of-removed"],
  ],
  [
    "a constant of an enum through a barrel and a namespace",
    { "c.ts": color, "index.ts": 'export * from "./c";\n', "a.ts": 'import * as c from ".";\nc.Color["Blue"];\n' },
    { "c.ts": color.replace("Blue", "Navy") },
    ["a.ts:2 use-of-removed"],
  ],
  [
    "a constant of another enum of that name",
    { "c.ts": color, "d.ts": color, "a.ts": 'import { Color } from "./d";\nColor.Blue;\n' },
    { "c.ts": color.replace("Blue", "Navy") },
    [],
  ],
  [
    "a static method",
    { "c.ts": cart, "a.ts": 'import { Cart } from "./c";\nCart.make();\n' },
    { "c.ts": cart.replace("make", "create") },
    ["a.ts:2 use-of-removed"],
  ],
  [
    "a method in a file that imports the class",
    { "c.ts": cart, "a.ts": 'import { Cart } from "./c";\nnew Cart().addItem();\n' },
    { "c.ts": cart.replace("addItem", "add") },
    ["a.ts:2 use-of-removed"],
  ],
  [
    "a method in a file that does not",
    { "c.ts": cart, "a.ts": "export const f = (cart) => cart.addItem();\n" },
    { "c.ts": cart.replace("addItem", "add") },
    ["a.ts:1 member-of-removed"],
  ],
  [
    "a method that another class has too",
    { "c.ts": cart, "b.ts": "class List {\n  addItem() {}\n}\n", "a.ts": 'import "./c";\nx.addItem();\n' },
    { "c.ts": cart.replace("addItem", "add") },
    [],
  ],
  [
    "a method that a parent may have",
    {
      "c.ts": cart.replace("Cart", "Cart extends Base"),
      "b.ts": "export class Base {\n  static make() {}\n}\n",
      "a.ts": 'import { Cart } from "./c";\nCart.make();\n',
    },
    { "c.ts": cart.replace("Cart", "Cart extends Base").replace("make", "create") },
    [],
  ],
  [
    "a key of a constant object",
    { "s.ts": sizes, "a.ts": 'import { sizes } from "./s";\nsizes.large;\n' },
    { "s.ts": sizes.replace("  large: 2,\n", "") },
    ["a.ts:2 use-of-removed"],
  ],
  [
    "a key that another object may bring",
    { "s.ts": sizes, "a.ts": 'import { sizes } from "./s";\nsizes.large;\n' },
    { "s.ts": sizes.replace("large: 2", "...more") },
    [],
  ],
])("a removed member: %s", async (_what, base, changed, expected) => {
  expect(await places(base, changed)).toEqual(expected);
});

const format = "namespace Shop.Display;\nstatic class Casing { public static int Upper(int x) => x; }\n";
const kinds = "#[derive(Debug, Custom)]\npub enum Kind {\n    Small,\n    Large,\n}\n";

test.each<[string, Files, Files, string[]]>([
  [
    "a C# type in a namespace that the file sees, too",
    {
      "Display/Casing.cs": format,
      "A.cs": "using Shop.Text;\nnamespace Shop.Display;\nclass A { int X = Casing.Upper(1); }\n",
    },
    { "Display/Casing.cs": "", "Text/Casing.cs": format.replace("Display", "Text") },
    [],
  ],
  [
    "a C# type in a namespace that the file does not see",
    { "Display/Casing.cs": format, "A.cs": "namespace Shop.Display;\nclass A { int X = Casing.Upper(1); }\n" },
    { "Display/Casing.cs": "", "Text/Casing.cs": format.replace("Display", "Text") },
    ["A.cs:2 use-of-removed"],
  ],
  [
    "a C# type that a library provides, whose namespace the file now imports",
    {
      "Display/Casing.cs": format,
      "A.cs": "namespace Shop.Display;\nusing Shop.Pages;\nclass A { int X = Casing.Upper(1); }\n",
    },
    {
      "Display/Casing.cs": "",
      "A.cs":
        "namespace Shop.Display;\nusing Vendor.Casings;\nusing Shop.Pages;\nclass A { int X = Casing.Upper(1); }\n",
    },
    [],
  ],
  [
    "a C# type that the framework has by now",
    {
      "Mark.cs": "namespace System.Text;\nclass MarkAttribute {}\n",
      "A.cs": "using System.Text;\n[Mark] class A {}\n",
    },
    { "Mark.cs": "" },
    [],
  ],
  [
    "a C# property with the name of a removed type",
    {
      "Logger.cs": "namespace Shop;\nclass Logger { void Write() {} }\n",
      "A.cs": "namespace Shop;\nclass A {\n  ILogger Logger { get; }\n  void F() => Logger.Write();\n}\n",
    },
    { "Logger.cs": "" },
    [],
  ],
  [
    "a C# constructor without the new name of its type",
    { "Cart.cs": "namespace Shop;\npublic class Cart\n{\n    public Cart(int x) {}\n}\n" },
    { "Cart.cs": "namespace Shop;\npublic class Basket\n{\n    public Cart(int x) {}\n}\n" },
    ["Cart.cs:4 use-of-removed"],
  ],
  [
    "a C# member behind a static using that leaves out the namespace around it",
    {
      "T.cs": "namespace Shop.Inner;\nstatic class Tools\n{\n    public static int SumOfAll() => 1;\n}\n",
      "A.cs": "namespace Shop.Api;\nusing static Inner.Tools;\nclass A {\n  int X = SumOfAll();\n}\n",
    },
    { "T.cs": "namespace Shop.Inner;\nstatic class Tools\n{\n}\n" },
    ["A.cs:4 use-of-removed"],
  ],
  [
    "a Python name that newer versions have",
    { "a.py": "class FileNotFoundError(OSError):\n    pass\n\n\ndef f():\n    raise FileNotFoundError\n" },
    { "a.py": "def f():\n    raise FileNotFoundError\n" },
    [],
  ],
  [
    "a C# type that is inside a part of another one now",
    {
      "Limit.cs": "namespace Shop;\nclass Limit\n{\n    public Limit(int x) {}\n}\n",
      "Cart.cs": "namespace Shop;\npartial class Cart\n{\n    object F() => new Limit(1);\n}\n",
    },
    {
      "Limit.cs":
        "namespace Shop;\npartial class Cart\n{\n    class Limit\n    {\n        public Limit(int x) {}\n    }\n}\n",
    },
    [],
  ],
  [
    "a Python name that the language owns, and a page of the name",
    {
      "a.py": "class A:\n    def __ixor__(self):\n        pass\n\n\ndef shop_install():\n    pass\n",
      "docs/index.md": "# Pages\n\n`__ixor__` is called by Python.\n\n- shop_install\n",
      "docs/shop_install.md": "# Install\n",
    },
    { "a.py": "class A:\n    pass\n" },
    [],
  ],
  [
    "a Python attribute that replaces what a class declared",
    {
      "a.py":
        "class A:\n    flags: int\n\n    def tag(self):\n        return 1\n\n    def use(self):\n        self.tag()\n",
    },
    {
      "a.py":
        "class A:\n    def __init__(self):\n        self.flags = 1\n        self.name, self.tag = pair\n\n    def use(self):\n        self.tag()\n",
    },
    [],
  ],
  [
    "a Kotlin member that is an extension now",
    {
      "Config.kt": "package shop\n\ninterface Config {\n  fun valueOrDefault(key: String): Int\n}\n",
      "A.kt": "package shop\n\nfun f(config: Config) = config.valueOrDefault(1)\n",
    },
    {
      "Config.kt":
        "package shop\n\ninterface Config {\n}\n\ninline fun <reified T : Any> Config.valueOrDefault(key: String): Int = 1\n",
    },
    [],
  ],
  [
    "a Kotlin constant behind a template of several lines",
    {
      "Tasks.kt": "package shop\n\nclass Tasks {\n  companion object {\n    const val NAME = 1\n  }\n}\n",
      "A.kt": "package a\nimport shop.Tasks.Companion.NAME\n",
    },
    {
      "Tasks.kt":
        'package shop\n\nclass Tasks {\n  val s = "${base}${name.map {\n    it.upper("x")\n  }}Set"\n  companion object {\n    const val NAME = 1\n  }\n}\n',
    },
    [],
  ],
  [
    "a Java method that is imported now",
    {
      "src/shop/A.java": "package shop;\nclass A {\n  int total() { return 1; }\n  int x() { return total(); }\n}\n",
      "src/shop/B.java": "package shop;\nclass B {\n  static int total() { return 1; }\n}\n",
    },
    { "src/shop/A.java": "package shop;\nimport static shop.B.total;\nclass A {\n  int x() { return total(); }\n}\n" },
    [],
  ],
  [
    "a Java type that another build uses as it was published",
    {
      "settings.gradle": "include(1)\n",
      "src/shop/Cart.java": "package shop;\npublic class Cart {}\n",
      "sample/settings.gradle": "include(2)\n",
      "sample/src/A.java": "import shop.Cart;\n",
      "src/B.java": "import shop.Cart;\n",
    },
    { "src/shop/Cart.java": "" },
    ["src/B.java:1 import-of-removed"],
  ],
  [
    "a Kotlin property that is an extension now",
    {
      "Note.kt": "package shop\n\nclass Note(val isError: Boolean)\n",
      "A.kt": "package shop\n\nval x = list.filter(Note::isError)\n",
    },
    {
      "Note.kt":
        "package shop\n\nclass Note(val level: Int)\n\nprivate val Note.isError: Boolean\n  get() = level > 1\n",
    },
    [],
  ],
  [
    "a C macro that replaces another definition, by its name only",
    { "util.c": "#undef SIG_ERR\n#define SIG_ERR 1\nint x = SIG_ERR;\n" },
    { "util.c": "int x = SIG_ERR;\n" },
    ["util.c:1 member-of-removed"],
  ],
  [
    "a variant of a Rust enum with a macro",
    { "Cargo.toml": '[package]\nname = "shop"\n', "src/lib.rs": `${kinds}pub fn f() -> Kind {\n    Kind::Large\n}\n` },
    { "src/lib.rs": `${kinds.replace("    Large,\n", "")}pub fn f() -> Kind {\n    Kind::Large\n}\n` },
    ["src/lib.rs:6 use-of-removed"],
  ],
  [
    "a word of a Rust comment that holds a glob",
    {
      "Cargo.toml": '[package]\nname = "shop"\n',
      "src/lib.rs": "/*!\n`src/**/a.rs`\n\nAn example follows.\n*/\nfn example() {}\n",
    },
    { "src/lib.rs": "/*!\n`src/**/a.rs`\n\nAn example follows.\n*/\n" },
    [],
  ],
])("%s", async (_what, base, changed, expected) => {
  expect(await places(base, changed)).toEqual(expected);
});
