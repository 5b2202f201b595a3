// Tests which places in C and C++ mean a removed header, function, type or macro.
import { expect, test } from "vitest";
import { changedReferences } from "../../../../test/support/references-of.ts";

const shop = {
  "src/cart.h":
    "#ifndef CART_H\n#define CART_H\n#define LIMIT 3\nstruct cart { int size; };\nint total(struct cart *c);\nenum mode { FAST, SLOW };\n#endif\n",
  "src/cart.c": '#include "cart.h"\nint total(struct cart *c) {\n  return c->size;\n}\n',
};

test.each<[string, Record<string, string>, string[]]>([
  ["a file beside it", { "src/a.c": '#include "cart.h"\n' }, ["src/a.c:1 import cart.h", "src/cart.c:1 import cart.h"]],
  [
    "a path from a folder of sources",
    { "app/a.cpp": "#include <cart.h>\n" },
    ["app/a.cpp:1 import cart.h", "src/cart.c:1 import cart.h"],
  ],
  [
    "a path upwards",
    { "src/x/a.c": '#  include "../cart.h"\n' },
    ["src/cart.c:1 import cart.h", "src/x/a.c:1 import ../cart.h"],
  ],
  ["another header nearby", { "src/x/a.c": '#include "cart.h"\n', "src/x/cart.h": "" }, ["src/cart.c:1 import cart.h"]],
  ["a comment", { "a.c": '/*\n#include "src/cart.h"\n*/\nint x;\n' }, ["src/cart.c:1 import cart.h"]],
  [
    "a file that may be missing",
    { "src/a.c": '#if __has_include("cart.h")\n#include "cart.h"\n#endif\n' },
    ["src/cart.c:1 import cart.h"],
  ],
])("an include by %s", async (_what, files, expected) => {
  expect(await changedReferences({ ...shop, ...files }, { path: "src/cart.h", name: "*" })).toEqual(expected);
});

test.each<[string, string, Record<string, string>, string[]]>([
  ["a call", "total", { "src/a.c": '#include "cart.h"\nint f(void) { return total(0); }\n' }, ["src/a.c:2 use total"]],
  [
    "a call through another header",
    "total",
    { "src/all.h": '#include "cart.h"\n', "src/a.c": '#include "all.h"\nint f(void) { return total(0); }\n' },
    ["src/a.c:2 use total"],
  ],
  ["a call without the header", "total", { "src/a.c": "int f(void) { return total(0); }\n" }, []],
  [
    "a member and a comment",
    "total",
    { "src/a.c": '#include "cart.h"\nint f(void) { return x.total(0); } // total(0)\n' },
    [],
  ],
  ["a local variable", "total", { "src/a.c": '#include "cart.h"\nint f(int total) { return total; }\n' }, []],
  [
    "a macro in a macro",
    "LIMIT",
    { "src/a.c": '#include "cart.h"\n#ifdef LIMIT\n#define MOST (LIMIT + 1)\n#endif\n' },
    ["src/a.c:3 use LIMIT"],
  ],
  [
    "a type",
    "cart",
    { "src/a.cpp": '#include "cart.h"\nstruct cart one;\n' },
    ["src/a.cpp:2 use cart", "src/cart.c:2 use cart", "src/cart.h:5 use cart"],
  ],
])("%s", async (_what, name, files, expected) => {
  expect(await changedReferences({ ...shop, ...files }, { path: "src/cart.h", name })).toEqual(expected);
});
