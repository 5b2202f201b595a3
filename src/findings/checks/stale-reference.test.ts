// Tests what stale-reference ignores and what it reports, beyond its examples.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { staleReference } from "./stale-reference.ts";

type Files = Record<string, string>;

async function reported(base: Files, head: Files) {
  const change = changeOf({ base, head });
  if (staleReference.when(change) !== true) return [];
  const { findings } = await staleReference.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000));
  return findings;
}

/** Applies the gate's threshold: unsure findings are listed but not posted. */
async function posted(base: Files, head: Files): Promise<string[]> {
  const findings = await reported(base, head);
  return findings.filter(({ confidence }) => confidence >= 5).map(({ at, kind }) => `${at.path}:${at.start} ${kind}`);
}

async function places(base: Files, head: Files): Promise<string[]> {
  return (await reported(base, head)).map(({ at, kind }) => `${at.path}:${at.start} ${kind}`);
}

const page = "# A page\n\nWith a text of its own that stays.\n";

describe("a file that moved", () => {
  test("the finding says where it is now", async () => {
    const [finding] = await reported(
      { "docs/a.md": page, "README.md": "See docs/a.md\n" },
      { "guide/a.md": page, "README.md": "See docs/a.md\n" },
    );
    expect(finding?.title).toContain("docs/a.md");
    expect(finding?.explanation).toContain("guide/a.md");
    expect(finding?.evidence[0].text).toBe("See docs/a.md");
  });

  test.each([
    ["a line that tells of the move", "docs/a.md was renamed.\n", "README.md"],
    ["a release note", "See docs/a.md\n", "docs/release-notes/1.2.md"],
    ["a fixture", "See docs/a.md\n", "test/fixtures/input.md"],
    ["a translation", "See docs/a.md\n", "locales/de/help.md"],
    ["an entry for one commit", `${"0a".repeat(20)}:docs/a.md:key:1\n`, ".gitleaksignore"],
    ["git's own ignore list", "docs/a.md\n", ".gitignore"],
  ])("%s is left alone", async (_what, text, path) => {
    expect(await places({ "docs/a.md": page, [path]: text }, { "guide/a.md": page, [path]: text })).toEqual([]);
  });

  test.each(["v2-rewrite-temp/docs/notes.md", "docs/design/orders.md"])("%s is listed but not posted", async (path) => {
    const doc = { [path]: "See docs/a.md\n" };
    expect(await places({ "docs/a.md": page, ...doc }, { "guide/a.md": page, ...doc })).toHaveLength(1);
    expect(await posted({ "docs/a.md": page, ...doc }, { "guide/a.md": page, ...doc })).toEqual([]);
  });

  test("a made-up path in a test is not the file", async () => {
    const test1 = 'const files = { "a.js": 1 };\n';
    expect(await places({ "test/a.js": page, "test/x.test.js": test1 }, { "test/x.test.js": test1 })).toEqual([]);
  });
});

describe("a removed name", () => {
  const before = "export function parseOrder() {}\nexport const kept = 1;\n";
  const after = "export const kept = 1;\n";

  test("a comment that mentions it is reported once per file, with the other lines", async () => {
    const notes = "// parseOrder reads it\nexport const x = 1;\n// as parseOrder does\n";
    const references = await reported({ "a.ts": before, "b.ts": notes }, { "a.ts": after, "b.ts": notes });
    expect(references.map(({ at, kind }) => `${at.path}:${at.start} ${kind}`)).toEqual(["b.ts:1 name-in-docs"]);
    expect(references[0]?.explanation).toContain("Also on line 3");
    expect(references[0]?.evidence[1]).toMatchObject({ path: "a.ts", side: "base", start: 1 });
  });

  test("nothing is reported if other code uses the name", async () => {
    const other = "def parseOrder(): pass\n";
    const doc = "Call parseOrder first.\n";
    const files = { "c.py": other, "README.md": doc };
    expect(await places({ "a.ts": before, ...files }, { "a.ts": after, ...files })).toEqual([]);
  });

  test("nothing is reported if a line declares the name, even if it looks like a comment", async () => {
    const rest = { "b.ts": "/* the rest of the file\nexport const parseOrder = 1;\n*/\n" };
    expect(await places({ "a.ts": before, ...rest }, { "a.ts": after, ...rest })).toEqual([]);
  });

  test("nothing is reported if code that the change adds gives it by its name", async () => {
    const doc = { "docs/api.md": "Call parse_order first.\n" };
    const base = { "shop/orders.py": "def parse_order(): pass\n", "shop/__init__.py": "x = 1\n", ...doc };
    const head = {
      "shop/orders.py": "def _parse_order(): pass\n",
      "shop/__init__.py": 'x = 1\ndef __getattr__(name):\n    if name == "parse_order":\n        return x\n',
      ...doc,
    };
    expect(await places(base, head)).toEqual([]);
    expect(await places(base, { ...head, "shop/__init__.py": "x = 1\n" })).toEqual(["docs/api.md:1 name-in-docs"]);
  });

  test("plain words are not names", async () => {
    const doc = "We parse every order.\n";
    const base = { "a.ts": "export function order() {}\n", "README.md": doc };
    expect(await places(base, { "a.ts": "\n", "README.md": doc })).toEqual([]);
  });

  test("a string that occurs in many places is a value", async () => {
    const uses = Object.fromEntries(["b", "c", "d"].map((name) => [`${name}.ts`, 'export default "parseOrder";\n']));
    expect(await places({ "a.ts": before, ...uses }, { "a.ts": after, ...uses })).toEqual([]);
  });
});

describe("a record of a moment", () => {
  const before = "export function parseOrder() {}\nexport const kept = 1;\n";
  const gone = (doc: string) =>
    [
      { "a.ts": before, "docs/guide.md": doc },
      { "a.ts": "export const kept = 1;\n", "docs/guide.md": doc },
    ] as const;

  test.each([
    ["a list of what was done", "# Orders\n\n- [x] write `parseOrder`\n- [ ] test it\n"],
    ["a section about a version", "# Orders\n\n## [1.4.0] - 2024-05-01\n\n`parseOrder` is quicker.\n"],
    ["a note of Sphinx about a version", "Orders\n======\n\n.. versionchanged:: 1.2\n   `parseOrder` takes a list.\n"],
  ])("%s is left alone", async (_what, doc) => expect(await places(...gone(doc))).toEqual([]));

  test.each([
    ["a plan", "# Plan: orders\n\n## Steps\n\nWe call `parseOrder` twice.\n"],
    ["breaking changes", "# Orders\n\n## Summary of breaking changes\n\n### Parsing\n\n`parseOrder` needs a list.\n"],
    ["a decision with its status", "# Parsing\n\nStatus: accepted\n\nWe use `parseOrder`.\n"],
    ["a dated record", "# Parsing\n\n**Date**: 2024-05-01\n\nWe use `parseOrder`.\n"],
    ["a design", "# Orders\n\n## Detailed design\n\n`parseOrder` does it.\n"],
  ])("%s is listed but not posted", async (_what, doc) => {
    expect(await posted(...gone(doc))).toEqual([]);
    expect(await places(...gone(doc))).toHaveLength(1);
  });

  test.each([
    ["a numbered section", "# Orders\n\n## 1.2 Read it\n\nCall `parseOrder`.\n"],
    ["a section beside the plan", "# Orders\n\n## Plan\n\nSoon.\n\n## Use\n\nCall `parseOrder`.\n"],
    ["what is still a draft", "# Orders\n\n> **Status: draft model of orders.** Call `parseOrder`.\n"],
    ["how to change it", "# Making changes\n\nCall `parseOrder`.\n"],
    ["a heading that only a fence shows", "# Use\n\n```md\n# Plan\n```\n\nCall `parseOrder`.\n"],
  ])("%s is as live as ever", async (_what, doc) => expect(await posted(...gone(doc))).toHaveLength(1));

  test("a link is checked even in a record", async () => {
    const doc = { "README.md": "# Shop\n\n## Breaking changes\n\nSee [it](docs/a.md).\n" };
    expect(await posted({ "docs/a.md": page, ...doc }, { "guide/a.md": page, ...doc })).toEqual([
      "README.md:5 path-in-docs",
    ]);
  });
});

describe("a word that means something else", () => {
  test("a product's name is not the variable that had it", async () => {
    const rest = { "src/b.js": "// For renderers like ShopNative, which are slow.\nexport const b = 1;\n" };
    const base = { "src/shim.js": "let ShopNative;\nexport { ShopNative };\n", ...rest };
    expect(await places(base, { "src/shim.js": "export const c = 1;\n", ...rest })).toEqual([]);
  });

  test("a word that file names still contain refers to them, unless it is written as code", async () => {
    const living = Object.fromEntries(["Clock", "Store", "Timer"].map((name) => [`src/ShopOrder${name}.ts`, "\n"]));
    const doc = { "docs/a.md": "A ShopOrder is what people ask for.\n", "docs/b.md": "Make a `ShopOrder` first.\n" };
    const base = { "src/a.ts": "export class ShopOrder {}\nexport const a = 1;\n", ...living, ...doc };
    expect(await places(base, { "src/a.ts": "export const a = 1;\n", ...living, ...doc })).toEqual([
      "docs/b.md:1 name-in-docs",
    ]);
  });

  test("an existing module is not its removed function", async () => {
    const doc = { "docs/a.rst": "shop.read_orders\n" };
    const base = { "shop/read_orders.py": "def read_orders():\n    pass\n\ndef other():\n    pass\n", ...doc };
    expect(await places(base, { "shop/read_orders.py": "def other():\n    pass\n", ...doc })).toEqual([]);
  });

  test.each<[string, Record<string, string>, string[]]>([
    [
      "moved up to a base class of the file",
      { "app/shop.py": "class Base:\n    def run_task(): ...\n\nclass Shop(Base):\n    x = 1\n" },
      [],
    ],
    [
      "moved up to an imported base class",
      {
        "app/base.py": "class Base:\n    def run_task(): ...\n",
        "app/shop.py": "from .base import Base\n\nclass Shop(Base):\n    x = 1\n",
      },
      [],
    ],
    [
      "perhaps inherited from a library",
      { "app/shop.py": "from lib import Base\n\nclass Shop(Base):\n    x = 1\n" },
      [],
    ],
    [
      "of a class whose bases lack it",
      {
        "app/shop.py":
          "from abc import ABC\n\nclass Base(ABC):\n    y = 1\n\nclass Shop(Base, metaclass=M):\n    x = 1\n",
      },
      ["a.py:3 use-of-removed"],
    ],
  ])("a member in Python that is %s", async (_what, head, expected) => {
    const use = { "a.py": "from app.shop import Shop\n\nShop.run_task()\n", "app/__init__.py": "" };
    const base = { "app/shop.py": "class Shop:\n    def run_task(): ...\n    x = 1\n", ...use };
    expect(await places(base, { ...head, ...use })).toEqual(expected);
  });

  test("a method name of two plain words may belong to another class, unless it is qualified", async () => {
    const doc = { "docs/a.md": "Use `agent.run_task` for it.\n", "docs/b.md": "Use `Shop.run_task` for it.\n" };
    const base = { "app/shop.py": "class Shop:\n    def run_task(self):\n        pass\n\n    x = 1\n", ...doc };
    const head = { "app/shop.py": "class Shop:\n    x = 1\n", ...doc };
    expect(await posted(base, head)).toEqual(["docs/b.md:1 name-in-docs"]);
    expect(await places(base, head)).toHaveLength(2);
  });

  test("a two-word type in distant prose may mean the concept: listed but not posted", async () => {
    const rest = {
      "ui/b.ts": "// Shown as a LineSeries.\nexport const b = 1;\n",
      "src/c.ts": "// See LineSeries.\nexport {};\n",
    };
    const base = { "src/a.ts": "export class LineSeries {}\nexport const a = 1;\n", ...rest };
    const head = { "src/a.ts": "export const a = 1;\n", ...rest };
    expect(await posted(base, head)).toEqual(["src/c.ts:1 name-in-docs"]);
    expect(await places(base, head)).toHaveLength(2);
  });

  test.each([
    ["near it", "// calls findOrders twice\nawait findOrdersInBatches();\n"],
    ["far from its twin", `// findOrders only reads\n${"run();\n".repeat(60)}await findOrdersAsync();\n`],
  ])("a comment at what has the name with an ending means that: %s", async (_what, text) => {
    const living = "export async function findOrdersAsync() {}\n";
    const use = { "b.ts": text };
    const base = { "a.ts": `export function findOrders() {}\n${living}`, ...use };
    expect(await places(base, { "a.ts": living, ...use })).toEqual([]);
  });

  test("a comment that begins with the old name documents the new one wrongly", async () => {
    const head = { "a.go": "package a\n\n// ReadOrders reads them.\nfunc ReadOrdersFast() {}\n" };
    expect(await posted({ "a.go": "package a\n\n// ReadOrders reads them.\nfunc ReadOrders() {}\n" }, head)).toEqual([
      "a.go:3 name-in-docs",
    ]);
  });
});

describe("mentions that do not refer to the file", () => {
  test.each([
    [
      "a tool's file that readers have",
      ".pre-commit-config.yaml",
      "docs/guide.md",
      "Write a `.pre-commit-config.yaml`.\n",
    ],
    ["a package's own list", "MANIFEST.in", "docs/tutorial.rst", "└── MANIFEST.in\n"],
    ["a setting of the reader's editor", ".vscode/settings.json", "docs/guide.md", "Edit `.vscode/settings.json`.\n"],
    ["a pattern", "src/.DS_Store", "src/conf.json", '{ "**/.DS_Store": true }\n'],
    [
      "a sentence about the past in data",
      "codecov.yml",
      "limits.json",
      '{ "note": "this list comes from the retired codecov.yml file" }\n',
    ],
    [
      "a list that a tool writes",
      "src/order/check.py",
      "src/.test_durations",
      '{ "src/order/check.py::test_a": 0.1 }\n',
    ],
  ])("%s", async (_what, path, from, text) => {
    expect(await places({ [path]: page, [from]: text }, { [from]: text })).toEqual([]);
  });

  test("an import that was commented out", async () => {
    const from = { "src/pay.js": '// import order from "../order/check.js";\nexport const pay = 1;\n' };
    expect(await places({ "order/check.js": page, ...from }, from)).toEqual([]);
  });

  test("a link to a file of the same name in another repository", async () => {
    const link = (repository: string) => ({
      "package.json": '{ "repository": "https://github.com/acme/shop" }\n',
      "docs/guide.md": `See [how](https://github.com/${repository}/blob/main/test/order.test.js).\n`,
    });
    const there = { "test/order.test.js": page };
    expect(await places({ ...there, ...link("acme/till") }, link("acme/till"))).toEqual([]);
    expect(await places({ ...there, ...link("acme/shop") }, link("acme/shop"))).toHaveLength(1);
  });

  test("data that is too long to be written by hand", async () => {
    const row = '  "src/order/check.py": 1,\n';
    const data = (rows: number) => ({ "conf/times.json": `{\n${row}${'  "a": 1,\n'.repeat(rows)}  "b": 2\n}\n` });
    expect(await places({ "src/order/check.py": page, ...data(4000) }, data(4000))).toEqual([]);
    expect(await places({ "src/order/check.py": page, ...data(10) }, data(10))).toHaveLength(1);
  });
});

describe("an import of something that was removed", () => {
  test("a barrel that re-exports it is reported, its importers are not", async () => {
    const rest = {
      "src/index.ts": 'export { gone } from "./a.js";\n',
      "src/use.ts": 'import { gone } from "./index.js";\nexport const x = gone;\n',
    };
    const base = { "src/a.ts": "export const gone = 1;\nexport const kept = 2;\n", ...rest };
    expect(await places(base, { "src/a.ts": "export const kept = 2;\n", ...rest })).toEqual([
      "src/index.ts:1 import-of-removed",
    ]);
  });

  test("a module that still provides it through export * is not reported", async () => {
    const use = { "src/use.ts": 'import { gone } from "./a.js";\nexport const x = gone;\n' };
    const base = { "src/a.ts": "export const gone = 1;\n", ...use };
    const head = { "src/a.ts": 'export * from "./b.js";\n', "src/b.ts": "export const gone = 1;\n", ...use };
    expect(await places(base, head)).toEqual([]);
  });

  test("a module that moved is reported where it is imported by its old path", async () => {
    const body = "export const one = 1;\nexport const two = 2;\nexport const three = 3;\n";
    const use = { "src/use.ts": 'import { one } from "./a";\nexport const x = one;\n' };
    expect(await places({ "src/a.ts": body, ...use }, { "src/lib/a.ts": body, ...use })).toEqual([
      "src/use.ts:1 import-of-removed",
    ]);
  });
});

describe("a removed package script", () => {
  const scripts = (names: string[]) =>
    JSON.stringify({ scripts: Object.fromEntries(names.map((name) => [name, "x"])) });

  test("nothing is reported if another package has the script", async () => {
    const rest = {
      "b/package.json": '{\n  "scripts": {\n    "gen:api": "x"\n  }\n}\n',
      "README.md": "Run npm run gen:api\n",
    };
    expect(
      await places({ "package.json": scripts(["gen:api"]), ...rest }, { "package.json": scripts([]), ...rest }),
    ).toEqual([]);
  });

  test("the same words without a runner are not a command", async () => {
    const rest = { "README.md": "The gen:api step is slow.\n" };
    expect(
      await places({ "package.json": scripts(["gen:api"]), ...rest }, { "package.json": scripts([]), ...rest }),
    ).toEqual([]);
  });

  const manifest = (names: string[], rest: object = {}) =>
    `${JSON.stringify({ ...rest, scripts: Object.fromEntries(names.map((name) => [name, "run it"])) }, null, 2)}\n`;
  const workflow = (command: string) => `jobs:\n  a:\n    steps:\n      - run: ${command}\n`;

  test.each([
    ["runs a program that is installed", "pnpm tsc", "tsc", []],
    ["runs a dependency's program", "yarn shopper", "shopper", []],
    [
      "runs it by npm, which knows scripts alone",
      "npm run shopper",
      "shopper",
      [".github/workflows/ci.yml:4 script-in-code"],
    ],
    ["runs what no program is called", "pnpm gen:api", "gen:api", [".github/workflows/ci.yml:4 script-in-code"]],
  ])("a command that %s", async (_what, command, script, expected) => {
    const rest = { ".github/workflows/ci.yml": workflow(command) };
    const deps = { devDependencies: { shopper: "1" } };
    const base = { "package.json": manifest([script], deps), ...rest };
    expect(await places(base, { "package.json": manifest([], deps), ...rest })).toEqual(expected);
  });

  test.each([
    ["in a folder with a package of its own", "examples/a/.github/workflows/ci.yml", "npm run gen:api", 0],
    ["that picks another package", ".github/workflows/ci.yml", "pnpm --filter other gen:api", 0],
    ["that picks the package by name", ".github/workflows/ci.yml", "pnpm --filter @shop/web gen:api", 1],
    ["that picks it by folder", ".github/workflows/ci.yml", "npm run gen:api --prefix web", 1],
    ["that goes to its folder", ".github/workflows/ci.yml", "cd web && npm run gen:api", 1],
    ["at the root, which never had it", ".github/workflows/ci.yml", "npm run gen:api", 0],
    ["of yarn for the package", ".github/workflows/ci.yml", "yarn workspace @shop/web gen:api", 1],
  ])("a command %s", async (_what, path, command, count) => {
    const rest = { "package.json": manifest([]), "examples/a/package.json": manifest([]), [path]: workflow(command) };
    const base = { "web/package.json": manifest(["gen:api"], { name: "@shop/web" }), ...rest };
    const head = { "web/package.json": manifest([], { name: "@shop/web" }), ...rest };
    expect(await posted(base, head)).toHaveLength(count);
  });

  test("a step's own folder", async () => {
    const rest = {
      ".github/workflows/ci.yml":
        "jobs:\n  a:\n    steps:\n      - run: npm run gen:api\n        working-directory: ./web\n",
      "package.json": manifest([]),
    };
    const base = { "web/package.json": manifest(["gen:api"]), ...rest };
    expect(await posted(base, { "web/package.json": manifest([]), ...rest })).toHaveLength(1);
  });

  test("docs of another folder may mean it: listed but not posted", async () => {
    const rest = { "docs/package.json": manifest([]), "docs/README.md": "At the root: `npm run gen:api`\n" };
    const base = { "package.json": manifest(["gen:api"]), ...rest };
    const head = { "package.json": manifest([]), ...rest };
    expect(await posted(base, head)).toEqual([]);
    expect(await places(base, head)).toEqual(["docs/README.md:1 script-in-docs"]);
  });
});

describe("a removed class", () => {
  const before = ".price-tag { color: red; }\n";
  const after = ".price-label { color: red; }\n";
  const cart = '<p class="price-tag">1</p>\n';
  const renamed = (files: Files, sheet = "web/shop.css") =>
    places({ [sheet]: before, ...files }, { [sheet]: after, ...files });

  test.each(["a.html", "a.tsx", "a.vue", "a.svelte", "a.erb", "a.blade.php"])("%s is read", async (path) => {
    expect(await renamed({ [path]: cart })).toEqual([`${path}:1 class-in-markup`]);
  });

  test.each([
    'const a = <p className="big price-tag">1</p>;\n',
    "const a = <p className='price-tag'>1</p>;\n",
    'const a = <p class = "price-tag">1</p>;\n',
  ])("%s", async (line) => {
    expect(await renamed({ "a.jsx": line })).toEqual(["a.jsx:1 class-in-markup"]);
  });

  test("it is listed with the removed rule, but not posted", async () => {
    const [base, head] = [{ "shop.css": before }, { "shop.css": after }].map((one) => ({ ...one, "a.html": cart }));
    const [finding] = await reported(base!, head!);
    expect(finding).toMatchObject({ kind: "class-in-markup", severity: "medium", confidence: 4 });
    expect(finding?.evidence[1]).toMatchObject({ path: "shop.css", side: "base", start: 1, text: before.trim() });
    expect(await posted(base!, head!)).toEqual([]);
  });

  test("a deleted stylesheet removes all its classes", async () => {
    const files = { "a.html": cart };
    expect(await places({ "shop.less": before, ...files }, files)).toEqual(["a.html:1 class-in-markup"]);
  });

  test("the styles of a component are for its own markup", async () => {
    const component = (style: string) => `<template><p class="price-tag">1</p></template>\n<style>\n${style}</style>\n`;
    const other = { "b.vue": cart };
    expect(await places({ "a.vue": component(before), ...other }, { "a.vue": component(after), ...other })).toEqual([
      "a.vue:1 class-in-markup",
    ]);
  });

  test.each<[string, Files]>([
    ["another stylesheet has it", { "b.css": ".x > .price-tag:hover{}\n" }],
    ["a vendored stylesheet has it", { "vendor/b.css": ".price-tag{}\n" }],
    ["it is put together", { "b.scss": ".price { @media print { &-tag { top: 0; } } }\n" }],
    ["it is made of a variable", { "b.scss": ".#{$name}-tag { top: 0; }\n" }],
    ["its parts are matched", { "b.css": '[class^="price-"] { top: 0; }\n' }],
    ["a script looks for it", { "b.js": 'find(".price-tag");\n' }],
    ["a script sets it", { "b.js": 'node.classList.add("price-tag");\n' }],
    ["there are stylesheets that are not read", { "b.sass": ".price\n  top: 0\n" }],
    ["tailwind has a config", { "tailwind.config.js": "export default {};\n" }],
    ["a framework is a dependency", { "package.json": '{ "dependencies": { "bootstrap": "5.3.0" } }\n' }],
    ["a framework is imported", { "b.css": '@import "tailwindcss";\n' }],
  ])("nothing is said where %s", async (_what, files) => {
    expect(await renamed({ "a.html": cart, ...files })).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["a longer name", "a.html", '<p class="price-tag-old">1</p>\n'],
    ["a comment", "a.html", '<!-- <p class="price-tag">1</p> -->\n'],
    ["a document", "a.md", cart],
    ["a fixture", "test/fixtures/a.html", cart],
    ["a bound attribute", "a.vue", '<p :class="price-tag">1</p>\n'],
    ["the page's own style", "a.html", `${cart}<style>.price-tag { top: 0; }</style>\n`],
    ["a stylesheet from elsewhere", "a.html", `<link rel="stylesheet" href="https://example.com/a.css">\n${cart}`],
  ])("nothing is said of %s", async (_what, path, text) => {
    expect(await renamed({ [path]: text })).toEqual([]);
  });

  test("classes of a CSS module are used through its import", async () => {
    expect(await renamed({ "a.html": cart }, "web/shop.module.css")).toEqual([]);
  });

  test.each(["total", "btn-large", "fa-home", "js-toggle"])("%s is too common to report", async (name) => {
    const files = { "a.html": `<p class="${name}">1</p>\n` };
    expect(await places({ "a.css": `.${name} { top: 0; }\n`, ...files }, { "a.css": "", ...files })).toEqual([]);
  });
});

test("names the code whose references it cannot follow", async () => {
  const base = { "lib/shop.ex": "def total, do: 1\n", "src/a.ts": "export const a = 1;\n", "b.lua": "x = 1\n" };
  const head = { "src/a.ts": "", "b.lua": "x = 1\ny = 2\n" };
  const change = changeOf({ base, head });
  const { notCovered } = await staleReference.run(
    change,
    { code: codeOf({ base, head }) },
    AbortSignal.timeout(20_000),
  );
  expect(notCovered).toEqual([{ what: "references", paths: ["lib/shop.ex"] }]);
});
