// Tests which places in Rust mean a removed module, item, member or macro.
import { expect, test } from "vitest";
import { changedReferences } from "../../../../test/support/references-of.ts";

const store = {
  "Cargo.toml": '[workspace]\nmembers = ["store", "tool"]\n',
  "store/Cargo.toml": '[package]\nname = "my-store"\n',
  "store/src/lib.rs": "pub mod cart;\nmod other;\npub use cart::Cart;\n",
  "store/src/cart.rs":
    "pub struct Cart { pub item_count: u32 }\nimpl Cart {\n    pub fn add_item(&self) {}\n}\npub enum Kind { Small, Large(u32) }\npub fn total() -> u32 { 1 }\nmacro_rules! shown { () => {} }\n",
  "store/src/other.rs": "",
};
const target = (name: string, within: string | null = null) => ({ path: "store/src/cart.rs", name, within });

test.each<[string, Record<string, string>, string[]]>([
  [
    "a path",
    { "store/src/other.rs": "fn f() { crate::cart::total(); }\n" },
    ["store/src/other.rs:1 use crate::cart::total"],
  ],
  [
    "a tree of imports",
    {
      "store/src/other.rs":
        "use crate::{\n    cart::{self, total as t},\n    other,\n};\nfn f() { cart::total(); t(); }\n",
    },
    ["store/src/other.rs:2 import crate::cart::total", "store/src/other.rs:5 use cart::total"],
  ],
  [
    "a glob, in a module of tests too",
    {
      "store/src/other.rs":
        "use super::cart::*;\nfn f() { total(); }\n#[cfg(test)]\nmod tests {\n    use super::*;\n    fn g() { total(); }\n}\n",
    },
    ["store/src/other.rs:2 use total", "store/src/other.rs:6 use total"],
  ],
  [
    "another crate of the workspace, and its own tests",
    {
      "tool/Cargo.toml": '[package]\nname = "tool"\n\n[dependencies]\nmy-store = { path = "../store" }\n',
      "tool/src/main.rs": "use my_store::cart;\nfn main() { cart::total(); }\n",
      "store/tests/all.rs": "use my_store::cart::total;\n",
    },
    ["store/tests/all.rs:1 import my_store::cart::total", "tool/src/main.rs:2 use cart::total"],
  ],
  [
    "a re-export",
    {
      "store/src/lib.rs": "mod cart;\nmod other;\npub use cart::total as sum;\npub use cart::*;\n",
      "store/src/other.rs": "fn f() { crate::total(); }\n",
    },
    ["store/src/lib.rs:3 import cart::total", "store/src/other.rs:1 use crate::total"],
  ],
  [
    "a module in a macro and with a path",
    {
      "store/src/lib.rs": 'cfg_store! {\n    pub mod cart;\n}\n#[path = "elsewhere/strange.rs"]\nmod other;\n',
      "store/src/elsewhere/strange.rs": "",
      "store/src/inner.rs": "fn f() { crate::cart::total(); }\n",
    },
    [],
  ],
  [
    "a comment, a string and a lifetime",
    { "store/src/other.rs": '// crate::cart::total\nconst A: &\'static str = "crate::cart::total";\n' },
    [],
  ],
  [
    "a function inside another",
    { "store/src/other.rs": "use super::cart::*;\nfn f() {\n    fn total() {}\n    total();\n}\n" },
    [],
  ],
  ["another crate", { "store/src/other.rs": "use rand::cart::total;\nfn f() { total(); }\n" }, []],
  [
    "another module's name",
    { "store/src/other.rs": "mod cart { pub fn total() {} }\nfn f() { cart::total(); }\n" },
    [],
  ],
])("a function by %s", async (_what, files, expected) => {
  expect(await changedReferences({ ...store, ...files }, target("total"))).toEqual(expected);
});

test("a variant and an associated function are found behind their type", async () => {
  const files = {
    ...store,
    "store/src/other.rs":
      "use crate::cart::Kind;\nfn f(k: Kind) {\n    match k {\n        Kind::Small => {}\n        Other::Small => {}\n    }\n    crate::Cart::add_item(&c);\n    c.add_item();\n}\n",
  };
  expect(await changedReferences(files, target("Small", "Kind"))).toEqual(["store/src/other.rs:4 use Kind::Small"]);
  expect(await changedReferences(files, target("add_item", "Cart"))).toEqual([
    "store/src/other.rs:7 use crate::Cart::add_item",
  ]);
});

test("a removed module breaks its declaration and the paths through it", async () => {
  const files = {
    ...store,
    "store/src/other.rs": "use super::cart;\nfn f() { crate::cart::total(); crate::other::g(); }\n",
  };
  expect(await changedReferences(files, target("*"))).toEqual([
    "store/src/lib.rs:1 import mod cart",
    "store/src/lib.rs:3 import cart::Cart",
    "store/src/other.rs:1 import super::cart",
    "store/src/other.rs:2 use crate::cart::total",
  ]);
});
