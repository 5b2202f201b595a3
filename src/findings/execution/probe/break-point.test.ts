import { describe, expect, test } from "vitest";
import { changeOf, codeOf, type ChangeOf } from "../../../../test/support/change-of.ts";
import { findBreakPoint } from "./break-point.ts";
import { ModuleGraph } from "./module-graph.ts";
import { openProbeSources } from "./probe-sources.ts";
import { traceChange } from "./trace-change.ts";
import { cases } from "../../../../test/support/cases.ts";

async function around(story: ChangeOf) {
  const code = codeOf(story);
  return { code, sources: openProbeSources(code), modules: await ModuleGraph.of(code.head) };
}

async function found(story: ChangeOf): Promise<string | null> {
  const point = await findBreakPoint(changeOf(story), await around(story));
  return point && `${point.at.path}:${point.at.line} ${point.at.location?.declared?.name ?? "-"}`;
}

describe("the break-point", () => {
  const user = 'import { much } from "./b.ts";\nexport const one = () => much(1);\nexport const two = () => much(2);\n';
  const story: ChangeOf = {
    base: {
      "src/a.ts": "export const little = () => 1;\n",
      "src/b.ts": "export const much = (n) => n;\n",
      "src/c.ts": user,
    },
    head: {
      "src/a.ts": "export const little = () => 2;\n",
      "src/b.ts": "export const much = (n) => n + 1;\n",
      "src/c.ts": user,
    },
  };

  test("is where most callers are", async () => {
    expect(await found(story)).toBe("src/b.ts:1 much");
  });

  cases<[string, ChangeOf, string | null]>("%s", async (_, given) => await found(given), [
    [
      "the first where nobody calls any",
      {
        base: { "src/a.ts": "const a = 1;\n", "src/b.ts": "const b = 1;\n" },
        head: { "src/a.ts": "const a = 2;\n", "src/b.ts": "const b = 2;\n" },
      },
      "src/a.ts:1 a",
    ],
    [
      "never a test, a document or a lockfile",
      { base: {}, head: { "src/a.test.ts": "a();\n", "README.md": "a\n", "package-lock.json": "{}\n" } },
      null,
    ],
    [
      "never an import alone",
      { base: { "src/a.ts": 'import "./b.ts";\nf();\n' }, head: { "src/a.ts": 'import "./c.ts";\nf();\n' } },
      null,
    ],
    [
      "what stands where lines were taken away",
      {
        base: { "src/a.ts": "export function f() {\n  check();\n  go();\n}\n" },
        head: { "src/a.ts": "export function f() {\n  go();\n}\n" },
      },
      "src/a.ts:1 f",
    ],
    [
      "what stands where code became a comment",
      {
        base: { "src/a.ts": "export function f() {\n  go();\n  check();\n}\n" },
        head: { "src/a.ts": "export function f() {\n  go();\n  // check();\n}\n" },
      },
      "src/a.ts:2 f",
    ],
    ["nothing of a file that goes", { base: { "src/a.ts": "f();\n" }, head: {} }, null],
    [
      "code before CI",
      {
        base: { ".github/workflows/a.yml": "on: push\n", "src/a.ts": "f();\n" },
        head: { ".github/workflows/a.yml": "on: pull_request\n", "src/a.ts": "g();\n" },
      },
      "src/a.ts:1 -",
    ],
    [
      "a method that does something before the interface that names it",
      {
        base: {
          "src/a.ts":
            "export interface A {\n  go(n: string): void;\n}\nexport class B implements A {\n  go(n: string) {\n    f(n);\n  }\n}\n",
        },
        head: {
          "src/a.ts":
            "export interface A {\n  go(n: number): void;\n}\nexport class B implements A {\n  go(n: number) {\n    f(n);\n  }\n}\n",
        },
      },
      "src/a.ts:5 go",
    ],
    [
      "a language without a grammar",
      { base: { "src/a.kt": "fun a() = 1\n" }, head: { "src/a.kt": "fun a() = 2\n" } },
      "src/a.kt:1 -",
    ],
  ]);
});

describe("the trace", () => {
  const lines = (many: number, line: (n: number) => string) => Array.from({ length: many }, (_, n) => line(n)).join("");

  test("stops at its depth limit, and says so", async () => {
    const base = {
      "src/a.ts": `export function f0() {\n  return 1;\n}\n${lines(20, (n) => `export function f${n + 1}() {\n  return f${n}();\n}\n`)}`,
    };
    const story: ChangeOf = { base, head: { "src/a.ts": base["src/a.ts"].replace("return 1", "return 2") } };
    const needs = await around(story);
    const point = await findBreakPoint(changeOf(story), needs);
    const traced = await traceChange(point!.at.location!, needs, new AbortController().signal);
    expect([traced.entry, traced.cut]).toEqual([null, true]);
  });

  test("stops at recursive calls and at too many callers", async () => {
    const ring = "export function a(n) {\n  return n + b(n);\n}\nexport function b(n) {\n  return a(n);\n}\n";
    const many = lines(3000, (n) => `export const x${n} = () => a(${n});\n`);
    const story: ChangeOf = {
      base: { "src/a.ts": ring, "src/b.ts": `import { a } from "./a.ts";\n${many}` },
      head: { "src/a.ts": ring.replace("n +", "n -"), "src/b.ts": `import { a } from "./a.ts";\n${many}` },
    };
    const needs = await around(story);
    const point = await findBreakPoint(changeOf(story), needs);
    const traced = await traceChange(point!.at.location!, needs, new AbortController().signal);
    expect([traced.entry, traced.cut, traced.externals]).toEqual([null, true, []]);
  });

  test("follows dependency injection: an interface and its class", async () => {
    const files = (text: string) => ({
      "src/users.ts": `import type { Users } from "./store.ts";\n\nexport class Service {\n  private users: Users;\n  find(id: string) {\n    return this.users.byId(${text});\n  }\n}\n`,
      "src/store.ts": "export interface Users {\n  byId(id: string): unknown;\n}\n",
      "src/store.mongo.ts":
        'import type { Users } from "./store.ts";\nimport { Collection } from "mongodb";\n\nexport class MongoUsers implements Users {\n  byId(id: string) {\n    return this.collection.findOne({ id });\n  }\n}\n',
    });
    const story: ChangeOf = { base: files("id"), head: files("id.trim()") };
    const needs = await around(story);
    const point = await findBreakPoint(changeOf(story), needs);
    const traced = await traceChange(point!.at.location!, needs, new AbortController().signal);
    expect(
      traced.externals.map(({ path, call, through }) => [
        path,
        call.line,
        call.system,
        through.map(({ declared }) => declared!.within),
      ]),
    ).toEqual([["src/store.mongo.ts", 6, "MongoDB", ["MongoUsers"]]]);
  });

  test("does not mistake a bare word for a method call", async () => {
    const files = (value: number) => ({
      "a/a.go": `package a\n\ntype S struct{}\n\nfunc (s *S) close() int {\n\treturn ${value}\n}\n`,
      "a/b.go": "package a\n\nfunc main() {\n\tclose(channel)\n}\n",
    });
    const story: ChangeOf = { base: files(1), head: files(2) };
    const needs = await around(story);
    const point = await findBreakPoint(changeOf(story), needs);
    expect((await traceChange(point!.at.location!, needs, new AbortController().signal)).entry).toBeNull();
  });

  test("prefers an entry point with a route", async () => {
    const files = (value: number) => ({
      "src/price.ts": `export const price = () => ${value};\n`,
      "src/index.ts": 'export { price } from "./price.ts";\n',
      "src/routes/shop.ts":
        'import { price } from "../price.ts";\n\nrouter.get("/price", (q, r) => r.send(price()));\n',
    });
    const story: ChangeOf = { base: files(1), head: files(2) };
    const needs = await around(story);
    const point = await findBreakPoint(changeOf(story), needs);
    const traced = await traceChange(point!.at.location!, needs, new AbortController().signal);
    expect(traced.entry).toMatchObject({ kind: "route", name: "GET /price", path: "src/routes/shop.ts", line: 3 });
  });
});
