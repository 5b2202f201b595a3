// Tests which imports and exports the scanner reads.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanImports } from "./scan-imports.ts";
import { cases } from "../../../test/support/cases.ts";

/** `name as local <- module`, with the kind of import and a marker for types. */
function imports(text: string, path = "a.ts"): string[] {
  return scanImports(path, text).imports.map(
    ({ name, local, from, how, typeOnly }) =>
      `${how} ${typeOnly ? "type " : ""}${name || "-"}${local === null || local === name ? "" : ` as ${local}`} <- ${from}`,
  );
}

function exports(text: string, path = "a.ts"): string[] {
  return scanImports(path, text).exports.map(
    ({ name, local, from, typeOnly }) =>
      `${typeOnly ? "type " : ""}${name}${local === name ? "" : ` = ${local}`}${from === null ? "" : ` <- ${from}`}`,
  );
}

describe("imports", () => {
  cases("%s", (_name, text) => imports(text), [
    ["for its effects", `import "./a.css"`, ["import - <- ./a.css"]],
    ["default", `import a from 'a'`, ["import default as a <- a"]],
    [
      "default and names",
      `import a, { b, c as d } from "a"`,
      ["import default as a <- a", "import b <- a", "import c as d <- a"],
    ],
    ["a namespace", `import * as n from "a"`, ["import * as n <- a"]],
    ["default and a namespace", `import a, * as n from "a"`, ["import default as a <- a", "import * as n <- a"]],
    ["types only", `import type { A, B as C } from "a"`, ["import type A <- a", "import type B as C <- a"]],
    [
      "one type among values",
      `import { type A, b, type as c } from "a"`,
      ["import type A <- a", "import b <- a", "import type as c <- a"],
    ],
    [
      "a default named type",
      `import type from "a"; import type, { b } from "b"`,
      ["import default as type <- a", "import default as type <- b", "import b <- b"],
    ],
    ["a type named from", `import type from from "a"`, ["import type default as from <- a"]],
    [
      "over several lines, with comments",
      `import {\n  a, // "no"\n  /* b, */\n  c,\n} from "a"`,
      ["import a <- a", "import c <- a"],
    ],
    ["a name that is a string", `import { "a-b" as c } from "a"`, ["import a-b as c <- a"]],
    ["no names at all", `import {} from "a"`, ["import - <- a"]],
    ["with attributes", `import a from "./a.json" with { type: "json" }`, ["import default as a <- ./a.json"]],
    [
      "deferred",
      `import defer * as n from "a"; import source s from "b"`,
      ["import * as n <- a", "import default as s <- b"],
    ],
    [
      "TypeScript's require",
      `import a = require("a"); import type b = require("b"); import c = d.e`,
      ["require * as a <- a", "require type * as b <- b"],
    ],
    ["require", `const a = require("a"), x = 1; require("b")`, ["require * as a <- a", "require * <- b"]],
    [
      "require, taken apart",
      `const { a, b: c, d = 1, ...e } = require("a")`,
      ["require a <- a", "require b as c <- a", "require d <- a", "require * as e <- a"],
    ],
    ["a member of require", `const a = require("a").b; require("c").d()`, ["require b as a <- a", "require d <- c"]],
    ["dynamic", "import('a'); await import(`b`)", ["dynamic * <- a", "dynamic * <- b"]],
    ["dynamic, with options", `import("./a.json", { with: { type: "json" } })`, ["dynamic * <- ./a.json"]],
    ["dynamic, taken apart", `const { a, b: c } = await import("a")`, ["dynamic a <- a", "dynamic b as c <- a"]],
    ["a member of what is awaited", `const x = (await import("a")).b`, ["dynamic b as x <- a"]],
    ["in then", `import("a").then(({ b }) => b())`, ["dynamic b <- a"]],
    [
      "as a type",
      `let a: import("a").B<C>; type D = typeof import("d")`,
      ["dynamic type B <- a", "dynamic type * <- d"],
    ],
    [
      "of mocks",
      `jest.mock("a"); vi.mock("./b", () => ({})); await vi.importActual("c")`,
      ["dynamic * <- a", "dynamic * <- ./b", "dynamic * <- c"],
    ],
    ["of a worker", `new Worker(new URL("./w.ts", import.meta.url))`, ["dynamic * <- ./w.ts"]],
    ["of resolve", `require.resolve("a"); import.meta.resolve("b")`, ["dynamic * <- a", "dynamic * <- b"]],
    [
      "in doc comments",
      `/** @type {import("a").B} */\n/** @import { C, D as E } from "c" */`,
      ["import type B <- a", "import type C <- c", "import type D as E <- c"],
    ],
    ["inside code that a template holds", "const a = `x ${require('a')} import('b')`", ["require * <- a"]],
    ["after a pattern with quotes", `const a = /["'/]/; import b from "b"`, ["import default as b <- b"]],
    ["after a division", `const a = b / c; import("d") / 2`, ["dynamic * <- d"]],
    ["after a template that nests", "const a = `${`${1}`}`; import b from 'b'", ["import default as b <- b"]],
    ["behind a first line for the shell", `#!/usr/bin/env node\nimport "a"`, ["import - <- a"]],
  ]);

  test.each([
    ["a comment", `// import a from "a"\n/* require("b") */`],
    ["a string", `const a = "import b from 'b'"; const c = 'require("d")'`],
    ["a template", "const a = `\nimport b from 'b'\n`"],
    ["a member of that name", `a.import("b"); a?.require("b"); class A { import() {} }`],
    ["a property of that name", `const a = { import: "b", require: "c", export: 1 }`],
    ["import.meta", `import.meta.env.X`],
    ["a module that is computed", `require(name); import(name)`],
    ["an unfinished one", `import { a, b`],
  ])("%s holds none", (_name, text) => {
    expect(imports(text)).toEqual([]);
  });

  test("every link has its line", () => {
    const text = `// one\nimport {\n  a,\n} from "a";\nexport function b() {\n  return require("c");\n}\nexport {\n  d,\n} from "d";\n`;
    const { imports: imported, exports: exported } = scanImports("a.ts", text);
    expect(imported.map(({ from, line }) => [from, line])).toEqual([
      ["a", 2],
      ["c", 6],
      ["d", 8],
    ]);
    expect(exported.map(({ name, line }) => [name, line])).toEqual([
      ["b", 5],
      ["d", 9],
    ]);
  });
});

describe("markup in code", () => {
  test.each([
    ["text with quotes", `const a = <p>don't "do" it // now</p>;\nimport b from "b";`],
    ["siblings and fragments", "const a = <><A/><B x='}' y={1}/>{c}<D>`</D></>;\nimport b from 'b';"],
    [
      "markup inside code inside markup",
      `const a = <A b={<C d="{"/>}>{e ? <F>{"}"}</F> : null}</A>;\nimport b from "b";`,
    ],
    ["attributes with type arguments and comments", `const a = <A<B> /* > */ c="d">x</A>;\nimport b from "b";`],
    ["a generic function", `const a = <T,>(b: T) => b; const c = <T extends D>(e: T) => e;\nimport b from "b";`],
    ["a generic type of a function", `type A = <T>(a: T) => T;\nimport b from "b";`],
    ["comparisons", `const a = b < c && d > (e);\nimport b from "b";`],
  ])("%s does not hide what follows", (_name, text) => {
    expect(imports(text, "a.tsx")).toEqual(["import default as b <- b"]);
  });

  test("code in markup is read", () => {
    expect(imports(`const a = <A b={() => import("c")}>import("d") {require("e")}</A>`, "a.jsx")).toEqual([
      "dynamic * <- c",
      "require * <- e",
    ]);
  });

  test("without markup an angle is a cast", () => {
    expect(imports(`const a = <any>b; import c from "c"`, "a.ts")).toEqual(["import default as c <- c"]);
  });
});

describe("exports", () => {
  cases("%s", (_name, text) => exports(text), [
    ["functions", `export function a() {} export async function b() {} export function* c() {}`, ["a", "b", "c"]],
    [
      "classes",
      `export class A {} export abstract class B {} export @d() class C {} @e export class D {}`,
      ["A", "B", "C", "D"],
    ],
    ["several values", `export const a = 1, b = [1, 2], c = f<X, Y>(1, 2);`, ["a", "b", "c"]],
    ["values with types", `export let a: Map<string, number>, b!: () => void, c;`, ["a", "b", "c"]],
    [
      "values without semicolons",
      `export const a = 1\nexport const b = () => {\n  f(1, x = 2)\n}\nlet c = 1, d = 2`,
      ["a", "b"],
    ],
    ["a generic function", `export const a = <T, U = string>(x: T, y: U) => x`, ["a"]],
    [
      "patterns",
      `export const { a, b: c, d: { e, f: [g] }, h = i(), ...j } = k, [l, , m = 1] = n`,
      ["a", "c", "e", "g", "h", "j", "l", "m"],
    ],
    [
      "types",
      `export type A = 1; export interface B {} export declare const c: 1; export const enum D {}`,
      ["type A", "type B", "type c", "type D"],
    ],
    ["enums and namespaces", `export enum A {} export namespace B { export const c = 1 }`, ["A", "B"]],
    ["lists", `export { a, b as c, type D }`, ["a", "c = b", "type D"]],
    [
      "lists of another module",
      `export { a, b as c, default as d } from "e"`,
      ["a <- e", "c = b <- e", "d = default <- e"],
    ],
    [
      "all of another module",
      `export * from "a"; export * as b from "c"; export type * from "d"`,
      ["* <- a", "b = * <- c", "type * <- d"],
    ],
    ["types of another module", `export type { A } from "a"`, ["type A <- a"]],
    ["defaults", `export default function a() {}`, ["default = a"]],
    ["a default without a name", `export default () => 1`, ["default"]],
    ["a default that is a name", `export default a;`, ["default = a"]],
    ["a default that is a value of more", `export default a.b`, ["default"]],
    ["a default type", `export default interface A {}`, ["type default = A"]],
    [
      "overloads once",
      `export function a(b: string): void; export function a(b: number): void; export function a(b: any) {}`,
      ["a"],
    ],
    ["TypeScript's own", `export = a; export import b = c.d; export as namespace E`, ["default = a", "b"]],
  ]);

  test("a re-export is an import too", () => {
    expect(imports(`export { a as b } from "c"; export * from "d"`)).toEqual(["re-export a <- c", "re-export * <- d"]);
  });

  test("an ambient module's exports are not the file's", () => {
    expect(exports(`declare module "a" { export const b: 1; import c from "d"; }`)).toEqual([]);
  });
});

describe("components and pages", () => {
  test("a Vue component: its scripts are read, its template is not", () => {
    const text = `<template>don't {{ import("x") }}</template>\n<script setup lang="ts">\nimport a from "./a.vue";\n</script>\n`;
    expect(scanImports("b.vue", text).imports.map(({ from, line }) => [from, line])).toEqual([["./a.vue", 3]]);
    expect(exports(text, "b.vue")).toEqual(["default"]);
  });

  test("a Svelte component exports the names of its module script, not its properties", () => {
    const text = `<script module>export const a = 1;</script><script>export let b; import "c";</script>`;
    expect(exports(text, "a.svelte")).toEqual(["a", "default"]);
    expect(imports(text, "a.svelte")).toEqual(["import - <- c"]);
  });

  test("Astro's front matter, and MDX between its prose", () => {
    expect(imports(`---\nimport a from "a";\n---\n<p>don't</p>\n`, "a.astro")).toEqual(["import default as a <- a"]);
    expect(imports(`It's\n\nimport A from "./A"\nimport b from "b"\n\nimport is a word, isn't it\n`, "a.mdx")).toEqual([
      "import default as A <- ./A",
      "import default as b <- b",
    ]);
  });

  test("a file of another kind has no links", () => {
    expect(scanImports("a.py", "import a")).toEqual({ imports: [], exports: [], commonJs: false, globs: [] });
  });
});

describe("exports of CommonJS", () => {
  cases("%s", (_name, text) => exports(text, "a.js"), [
    ["one by one", "exports.a = 1;\nmodule.exports.b = c;\n", ["a", "b = c"]],
    [
      "an object",
      "module.exports = { a, b: c, d() {}, async *e() {}, 'f-g': 1, get h() {} };",
      ["a", "b = c", "d", "e", "f-g", "h"],
    ],
    ["both at once", "exports = module.exports = { a };\nexports.b = exports.c = void 0;", ["a", "b", "c"]],
    [
      "defined properties",
      'Object.defineProperty(exports, "__esModule", {});\nObject.defineProperty(exports, "a", {});',
      ["a"],
    ],
    ["all of another module", 'module.exports = require("./b");', ["* <- ./b"]],
    ["all of another module and more", 'module.exports = { ...require("./b"), a };', ["* <- ./b", "a"]],
    ["what only running it tells", "module.exports = make();", ["* <- "]],
    ["what another function adds", 'exports.a = 1;\n__exportStar(require("./b"), exports);', ["a", "* <- "]],
    ["comparisons and keys", "if (typeof exports === 'object') a({ exports: 1 });\nmodule.hot.accept();", []],
    ["a variable of that name in a module", 'import a from "a";\nconst exports = {};\nexports.b = 1;', []],
  ]);
});

test("patterns of files are kept as patterns", () => {
  const text =
    'import.meta.glob(["./a/*.ts", "!./a/x.ts"]); require.context("./b", true); import(`./c/${d}.js`); import("./e/" + f)';
  expect(scanImports("a.ts", text)).toEqual({
    imports: [],
    exports: [],
    commonJs: false,
    globs: ["./a/*.ts", "!./a/x.ts", "./b/**", "./c/**", "./e/**"],
  });
});

const piece = fc.constantFrom(
  ...'import export from { } ( ) [ ] < > </a> <a> /> / \' " ` ${ } \\ \n // /* */ type * as a , ; = => . const require require( import( "m" @d #! <T,> ?. ++ ! enum default'.split(
    " ",
  ),
);

test("any text is read to its end, and statements after a closed one are found", () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.constantFrom("a.ts", "a.tsx", "a.vue", "a.mdx"),
      (parts, path) => {
        const text = parts.join(" ");
        const { imports: imported, exports: exported } = scanImports(path, text);
        const lines = text.split("\n").length;
        for (const { line } of [...imported, ...exported]) expect(line >= 1 && line <= lines).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test("comments and strings around a module do not change its links", () => {
  const filler = fc.constantFrom(
    "// import x from 'x'\n",
    "/* export const x */",
    "const s = \"require('x')\";\n",
    "f(`import('x')`);\n",
    "r = /'\"`/;\n",
  );
  const module = `import a from "a";\nexport const b = 1;\n`;
  fc.assert(
    fc.property(fc.array(filler, { maxLength: 8 }), fc.array(filler, { maxLength: 8 }), (before, after) => {
      const text = `${before.join("")}\n${module}${after.join("")}`;
      expect(imports(text)).toEqual(["import default as a <- a"]);
      expect(exports(text)).toEqual(["b"]);
    }),
  );
});
