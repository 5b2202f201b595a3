// Tests the parser thread, including hostile files.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openReviewGrammars as open } from "../../app/review/open-grammars.ts";
import type { Grammars, GrammarsOptions } from "./grammars.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** On a busy machine an honest file, too, can take seconds. */
function openGrammars(options: Pick<GrammarsOptions, "milliseconds"> = { milliseconds: 60_000 }): Grammars {
  const grammars = open(options);
  onTestFinished(async () => await grammars.close());
  return grammars;
}

describe("a file is parsed", () => {
  test("by the grammar of its language", async () => {
    const symbols = await openGrammars().symbols("src/a.ts", bytes("export const a = 1;\n"));
    expect(symbols).toMatchObject({ language: "typescript", by: "grammar", broken: false });
    expect(symbols?.declared.map(({ name }) => name)).toEqual(["a"]);
  });

  test("not at all if its language has no grammar", async () => {
    const grammars = openGrammars();
    expect(await grammars.symbols("README.md", bytes("# Hello\n"))).toBeNull();
    expect(await grammars.symbols("Makefile", bytes("all:\n"))).toBeNull();
  });

  test("as far as possible if a part of it is not valid code", async () => {
    const symbols = await openGrammars().symbols(
      "a.ts",
      bytes("export function good() {}\n\n<<<<<<< ours\nconst (((\n"),
    );
    expect(symbols).toMatchObject({ by: "grammar", broken: true });
    expect(symbols?.declared.map(({ name }) => name)).toContain("good");
  });

  test("once for the same bytes, at any path", async () => {
    const grammars = openGrammars();
    const first = await grammars.symbols("a.py", bytes("def f(): pass\n"));
    expect(await grammars.symbols("b/c.py", bytes("def f(): pass\n"))).toBe(first);
    expect(await grammars.symbols("a.py", bytes("def g(): pass\n"))).not.toBe(first);
  });

  test("concurrently with others, each with its own result", async () => {
    const grammars = openGrammars();
    const names = Array.from({ length: 40 }, (_, index) => `name${index}`);
    const read = await Promise.all(
      names.map(async (name) => await grammars.symbols("a.go", bytes(`package p\nvar ${name} int\n`))),
    );
    expect(read.map((symbols) => symbols?.declared[0]?.name)).toEqual(names);
  });

  test("with 10,000 exports", async () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `export const a${index} = ${index};\n`).join("");
    const symbols = await openGrammars().symbols("a.ts", bytes(text));
    expect([symbols?.by, symbols?.declared.length, symbols?.exports.length]).toEqual(["grammar", 10_000, 10_000]);
  });

  test("no longer after the grammars are closed, without an error", async () => {
    const grammars = openGrammars();
    await grammars.close();
    expect(await grammars.symbols("a.ts", bytes("let a;"))).toMatchObject({ by: "words", declared: [] });
  });
});

describe("a file that is too large is indexed by words only", () => {
  test.each([
    ["over a megabyte", "let a = 1;\n".repeat(100_000)],
    ["a line of 5 MB", "x".repeat(5_000_000)],
    ["a line of 100,001 characters in a small file", `let a;\n${"x".repeat(100_001)}\n`],
    ["binary data", "let a\0b;"],
  ])("%s", async (_, text) => {
    expect(await openGrammars().symbols("a.ts", bytes(text))).toMatchObject({
      by: "words",
      broken: true,
      declared: [],
    });
  });
});

describe("a hostile file at worst ends the thread, and the next file is parsed normally", () => {
  const opening = {
    ts: "namespace a {\n",
    tsx: "<a>{\n",
    js: "class a { b = \n",
    py: "(lambda: \n",
    go: "func a() {\n",
    rs: "mod a {\n",
    java: "class A {\n",
    cs: "namespace A {\n",
    rb: "module A\n",
    php: "<?php if (1) {\n",
    cpp: "namespace a {\n",
    c: "struct a {\n",
    sh: "if true; then\n",
  };

  let grammars: Grammars;
  beforeAll(() => {
    grammars = open({ milliseconds: 1_000 });
  });
  afterAll(async () => await grammars.close());

  test.each(Object.entries(opening))("100,000 open parentheses and deep nesting in .%s", async (extension, nested) => {
    const start = extension === "php" ? "<?php\n" : "";
    const deep = await grammars.symbols(`a.${extension}`, bytes(`${start}x = ${"(\n".repeat(100_000)}`));
    const nesting = await grammars.symbols(`b.${extension}`, bytes(nested.repeat(5_000)));
    for (const symbols of [deep, nesting]) expect(symbols?.broken).toBe(true);
  });

  test("a file that exceeds the time limit", async () => {
    const slow = Array.from({ length: 30_000 }, (_, index) => `const a${index} = require("x");\n`).join("");
    expect(await grammars.symbols("slow.js", bytes(slow))).toMatchObject({ by: "words", declared: [] });
    expect(await grammars.symbols("a.ts", bytes("let a;"))).toMatchObject({ by: "grammar" });
  });
});

test("if the worker cannot start, every file is indexed by words", async () => {
  const { startGrammars: openRaw } = await import("./grammars.ts");
  const grammars = openRaw({ worker: new URL("file:///no/such/program.js"), languageOf: () => "typescript" });
  onTestFinished(async () => await grammars.close());
  expect(await grammars.symbols("a.ts", bytes("let a;"))).toMatchObject({ by: "words" });
});
