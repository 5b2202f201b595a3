// The highlighter with its real thread and grammars.
import { afterAll, expect, test } from "vitest";
import { openHighlighter } from "../../app/dashboard/open-highlighter.ts";

const highlighter = openHighlighter();
afterAll(async () => await highlighter.close());

/** As `kind:text`, without what is plain. */
async function tokensOf(path: string, lines: readonly string[]): Promise<string[][] | null> {
  const found = await highlighter.tokens(path, lines);
  return (
    found?.map((tokens, at) =>
      tokens.flatMap(([start, kind], index) =>
        kind === null ? [] : [`${kind}:${lines[at]!.slice(start, tokens[index + 1]?.[0]).trim()}`],
      ),
    ) ?? null
  );
}

test("tells keywords, strings, comments, numbers, functions and types, over several lines", async () => {
  expect(await tokensOf("src/a.ts", ["/* one", "two */ export const a: Money = of(1, 'x'); // three"])).toEqual([
    ["c:/* one"],
    ["c:two */", "k:export const", "t:Money", "f:of", "n:1", "s:'x'", "c:// three"],
  ]);
  expect(await tokensOf("a.php", ["<?php function f() { return 'x'; }"])).toEqual([
    ["n:php", "k:function", "f:f", "k:return", "s:'x'"],
  ]);
  expect(await tokensOf("deploy/Dockerfile", ["FROM node:24"])).toEqual([["k:FROM"]]);
});

test("leaves alone what it has no grammar for, and text with strange line breaks in its place", async () => {
  expect(await highlighter.tokens("notes.unknown", ["a"])).toBeNull();
  expect(await tokensOf("a.py", ["x = 1\r", "y\n = 2", "# z"])).toEqual([["n:1"], ["n:2"], ["c:# z"]]);
});

test("hostile text costs its colours at most, and the next file has them again", async () => {
  await highlighter.tokens(
    "a.md",
    Array.from({ length: 50 }, () => "[".repeat(990)),
  );
  expect(await tokensOf("b.py", ["# fine"])).toEqual([["c:# fine"]]);
}, 30_000);
