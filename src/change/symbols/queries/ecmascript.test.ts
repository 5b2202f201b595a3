// Tests which symbols are read from JavaScript and TypeScript.
import { describe, expect, test } from "vitest";
import { declaredIn, exportsIn, importsIn, symbolsOf } from "../../../../test/support/symbols-of.ts";

describe("declarations of a TypeScript module", () => {
  test.each<[string, string[]]>([
    ["export function f<T>(a: T, b = 1): string { return ''; }", ["+ function f | function f<T>(a: T, b = 1): string"]],
    ["async function* g() {}", ["- function g | async function* g()"]],
    [
      "function f(a: string): void;\nfunction f(a) {}",
      ["- function f | function f(a: string): void", "- function f | function f(a)"],
    ],
    [
      "export const A: number = 1, { b, c: d } = q;",
      ["+ constant A | const A: number", "+ constant b | const { b, c: d }", "+ constant d | const { b, c: d }"],
    ],
    ["let a = 1; var b;", ["- variable a | let a", "- variable b | var b"]],
    [
      "const f = async (a: string): Promise<void> => {};",
      ["- function f | const f = async (a: string): Promise<void>"],
    ],
    ["const C = class { m() {} }", ["- class C | const C = class", "- method C.m | m()"]],
    ["function a() {}\nconst b = 1;\nexport { a, b as c };", ["+ function a | function a()", "+ constant b | const b"]],
    ["class A { m() {} }\nexport default A;", ["+ class A | class A", "+ method A.m | m()"]],
    ["export default function () {}", ["+ function default | function ()"]],
    ["export default class extends B { m() {} }", ["+ class default | class extends B", "+ method default.m | m()"]],
    ["export type T = 'a' | 'b';", ["+ type T | type T = 'a' | 'b'"]],
    [
      "type T = { a: string; b?(): void };",
      ["- type T | type T = { a: string; b?(): void }", "- field T.a | a: string", "- method T.b | b?(): void"],
    ],
    [
      "export interface I extends J { a?: string; m(): void; readonly 'x-y': 1 }",
      [
        "+ type I | interface I extends J",
        "+ field I.a | a?: string",
        "+ method I.m | m(): void",
        "+ field I.x-y | readonly 'x-y': 1",
      ],
    ],
    [
      "export enum E { A, B = 2, 'c' }",
      ["+ type E | enum E", "+ enum-member E.A | A", "+ enum-member E.B | B = 2", "+ enum-member E.c | 'c'"],
    ],
    [
      "namespace N.M { export const a = 1; const b = 1; }\nexport namespace O { export const c = 1; const d = 1; }",
      [
        "- module N.M | namespace N.M",
        "- constant N.M.a | const a",
        "- constant N.M.b | const b",
        "+ module O | namespace O",
        "+ constant O.c | const c",
        "- constant O.d | const d",
      ],
    ],
    ["declare module 'x' { function f(): void }", ["+ module x | module 'x'", "+ function x.f | function f(): void"]],
    ["declare global { interface W { a: 1 } }", ["+ type global.W | interface W", "+ field global.W.a | a: 1"]],
    ["export declare const a: string;", ["+ constant a | const a: string"]],
  ])("%s", async (text, expected) => {
    expect(await declaredIn("a.ts", text)).toEqual(expected);
  });

  test("members of a class, as others may use them", async () => {
    const text = `@Dec() export abstract class C<T> extends D implements E {
  private static readonly a: number = 1;
  #p = 2;
  constructor(private x: number, readonly y = 1, z: string) { super(); }
  get g() { return 1; }
  protected abstract m(): void;
  @Dec()
  async n(
    a?: string, // the a
    b: number /* the b */,
  ) {}
  arrow = (a: string) => 1;
  [Symbol.iterator]() {}
}`;
    expect(await declaredIn("a.ts", text)).toEqual([
      "+ class C | abstract class C<T> extends D implements E",
      "- field C.a | private static readonly a: number",
      "- field C.#p | #p",
      "+ method C.constructor | constructor(private x: number, readonly y = 1, z: string)",
      "- field C.x | private x: number",
      "+ field C.y | readonly y",
      "+ method C.g | get g()",
      "+ method C.m | protected abstract m(): void",
      "+ method C.n | async n(a?: string, b: number)",
      "+ method C.arrow | arrow = (a: string)",
      "+ method C.[Symbol.iterator] | [Symbol.iterator]()",
    ]);
  });

  test("the lines of the name and of the whole, decorators and `export` included", async () => {
    const { declared } = await symbolsOf(
      "a.ts",
      "@Dec()\nexport class A {\n  @X()\n  f = 1;\n}\n\nexport const b =\n  1;\n",
    );
    expect(declared.map(({ name, line, start, end }) => [name, line, start, end])).toEqual([
      ["A", 2, 1, 5],
      ["f", 4, 3, 4],
      ["b", 7, 7, 8],
    ]);
  });

  test("a signature does not depend on how its lines are broken", async () => {
    const [one] = await declaredIn("a.ts", "function f(a: string, b: number): void {}");
    const [other] = await declaredIn("a.ts", "function f(\n  a: string,\n  b: number,\n): void {\n}");
    expect(other).toBe(one);
  });

  test("everything in a declaration file that is not a module", async () => {
    expect(await declaredIn("a.d.ts", "declare const a: string;\ninterface B {}")).toEqual([
      "+ constant a | const a: string",
      "+ type B | interface B",
    ]);
    expect(await declaredIn("b.d.ts", "declare const a: string;\nexport {};")).toEqual([
      "- constant a | const a: string",
    ]);
  });

  test("JSX is parsed where it is allowed", async () => {
    const expected = ["+ function A | function A()"];
    expect(await declaredIn("a.tsx", "export function A() { return <a b={1}>x</a>; }")).toEqual(expected);
    expect(await declaredIn("a.jsx", "export function A() { return <a b={1}>x</a>; }")).toEqual(expected);
  });
});

test("JavaScript with types in it is read as well", async () => {
  const text =
    "// @flow\nimport type { A } from './a';\nexport type B = {a: string, b: ?A};\nexport function f(a: B): string { return a.a; }\n";
  expect(await symbolsOf("a.js", text)).toMatchObject({ language: "javascript", by: "grammar" });
  expect(await declaredIn("a.js", text)).toContain("+ function f | function f(a: B): string");
  expect(await importsIn("a.js", text)).toEqual(["import A as A from ./a (type)"]);
});

test("CommonJS declares by assigning", async () => {
  const text = `module.exports = { a, b: c, d() {}, e: (x) => 1 };
exports.x = function (q) {};
exports.y = a;
function a() {}
function c() {}
class K {}
K.prototype.m = function (a) {};`;
  expect(await declaredIn("a.js", text)).toEqual([
    "+ function d | d()",
    "+ function e | e: (x)",
    "+ function x | exports.x = function (q)",
    "+ function a | function a()",
    "+ function c | function c()",
    "- class K | class K",
    "- method K.m | K.prototype.m = function (a)",
  ]);
  expect(await exportsIn("a.js", text)).toEqual(["a as a", "c as b", "d as d", "e as e", "x as x", "a as y"]);
});

describe("exports of a module", () => {
  test.each<[string, string[]]>([
    ["export * from 'm';", ["* as * from m"]],
    ["export * as n from 'm';", ["* as n from m"]],
    [
      "export { a as b, default as c, type D } from 'm';",
      ["a as b from m", "default as c from m", "D as D from m (type)"],
    ],
    ["export type { z } from 'm';", ["z as z from m (type)"]],
    ["export { a as default, b as 'a name' };", ["a as default", "b as a name"]],
    ["export const a = 1, [b, { c }] = d;", ["a as a", "b as b", "c as c"]],
    ["export interface I {}\nexport type T = 1;\nexport enum E {}", ["I as I (type)", "T as T (type)", "E as E"]],
    ["export default f(a);", ["default as default"]],
    ["export default a;", ["a as default"]],
    ["export default async function f() {}", ["f as default"]],
    ["export = a;", ["a as default"]],
    ["module.exports = a;", ["a as default"]],
    ["module.exports = exports = class A {};", ["A as default"]],
    ["module.exports.a = 1;", ["a as a"]],
    ["module.exports = { ...a, ['b']: 1, 'c-d': 2 };", ["c-d as c-d"]],
    ["foo.exports = 1; const a = 1;", []],
  ])("%s", async (text, expected) => {
    expect(await exportsIn("a.ts", text)).toEqual(expected);
  });
});

describe("imports of a module", () => {
  test.each<[string, string[]]>([
    [
      "import a, { b as c, type D } from 'm';",
      ["import default as a from m", "import b as c from m", "import D as D from m (type)"],
    ],
    ["import type { a } from 'm';", ["import a as a from m (type)"]],
    ["import * as n from 'm';", ["import * as n from m"]],
    ["import 'm';", ["import nothing as - from m"]],
    ["import a = require('m');", ["require * as a from m"]],
    ["export { a as b } from 'm'; export * from 'n';", ["re-export a as - from m", "re-export * as - from n"]],
    [
      "const a = require('m'), { b, c: d } = require('n');",
      ["require * as a from m", "require b as b from n", "require c as d from n"],
    ],
    ["const a = require('m').b;", ["require b as a from m"]],
    ["require('m'); f(require('n'));", ["require nothing as - from m", "require * as - from n"]],
    ["const { a, ...rest } = require('m');", ["require * as - from m"]],
    ["async () => { const { a, b: c } = await import('m'); }", ["dynamic a as a from m", "dynamic b as c from m"]],
    ["(await import('m')).a();", ["dynamic a as - from m"]],
    ["import('m').then((m) => m.a); import(`n`);", ["dynamic * as - from m", "dynamic * as - from n"]],
    [
      "let a: import('m').A; type B = typeof import('n');",
      ["dynamic A as - from m (type)", "dynamic * as - from n (type)"],
    ],
    ["import(`./${name}.js`); require(name);", []],
    ["// require('m')\nconst a = \"require('m')\"; b.require('m');", []],
  ])("%s", async (text, expected) => {
    expect(await importsIn("a.ts", text)).toEqual(expected);
  });

  test("on the line of each name", async () => {
    const { imports } = await symbolsOf("a.ts", "import {\n  a,\n  b,\n} from 'm';\n");
    expect(imports.map(({ name, line }) => [name, line])).toEqual([
      ["a", 2],
      ["b", 3],
    ]);
  });
});
