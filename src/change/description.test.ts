// Tests which paragraphs of a description are the author's, and in which section they stand.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDescription } from "./description.ts";

function textsOf(body: string): string[] {
  return readDescription(body).map(({ text }) => text);
}

describe("the sections of a description", () => {
  test.each([
    ["## Why\n\nCarts are slow.", "reason"],
    ["### Motivation and context\nCarts are slow.", "reason"],
    ["### What does this PR try to resolve?\n\nCarts are slow.", "reason"],
    ["**Problem:**\nCarts are slow.", "reason"],
    ["Background\n----------\nCarts are slow.", "reason"],
    ["Reason: Carts are slow.", "reason"],
    ["## 🎯 Goal\nCarts are slow.", "goal"],
    ["## Summary\nCarts are slow.", "summary"],
    ["## Test plan\nCarts are slow.", "other"],
    ["## Problem statement\nCarts are slow.", "reason"],
    ["## Background jobs\nCarts are slow.", "plain"],
    ["## Context menu\nCarts are slow.", "plain"],
    ["## Objectives changes\nCarts are slow.", "plain"],
    ["## The cart\nCarts are slow.", "plain"],
    ["Carts are slow.", "plain"],
  ])("%j", (body, section) => {
    expect(readDescription(body)).toEqual([{ section, isItem: false, text: "Carts are slow." }]);
  });

  test("a label is for its own paragraph, and a heading for all below it", () => {
    const body = "## Why\nRelated:\n- #1\n- see the forum\n\nCarts are slow.\n\nVery slow.\n\n## Testing\nBy hand.";
    expect(readDescription(body).map(({ section }) => section)).toEqual(["other", "reason", "reason", "other"]);
  });
});

describe("what the author did not write is left out", () => {
  test.each([
    ["comments, tables, images and rules", "<!-- why -->\n| a | b |\n|---|---|\n![shot](a.png)\n\n---\n"],
    ["trailers", "Signed-off-by: Ada <a@b.c>\nCo-authored-by: Bo <b@b.c>\nChange-Id: I0123\nCc: Cy"],
    ["references", "Fixes #12\nCloses: https://github.com/a/b/issues/3\nPart of ABC-12, see also acme/shop#4."],
    ["boxes", "- [ ] I have read the guide\n- [x] Tests added"],
    ["quotes, also those that go on without their mark", "> The tracker says\nthat carts are slow."],
    ["the notes of a dependency update", "Bumps [a](https://a.b) from 1 to 2.\n\nWhy: it was slow because of a bug."],
    [
      "the notes of an update of a version in a file",
      "Bumps `cartVersion` from 1 to 2.\n\nUpdates `a:cart` from 1 to 2",
    ],
    [
      "the log of a squash",
      `commit ${"0123456789".repeat(4)}\nAuthor: Ada <a@b.c>\nDate:   Wed\n\n    Carts were slow.`,
    ],
    ["the marks of tools", "🤖 Generated with a tool\n"],
  ])("%s", (_name, body) => expect(readDescription(body)).toEqual([]));

  test("but a reference that ends a wrapped sentence stays", () => {
    expect(textsOf("The flag is unused since its introduction in\nacme/shop#12.\n\nFixes #3")).toEqual([
      "The flag is unused since its introduction in acme/shop#12.",
    ]);
  });
});

test("a paragraph is one line with its code, without other markup", () => {
  const body = "The `a*b*` **cart** of [the\nShop](https://a.b) [is][1] <b>slow</b> in __DEV__, *really*.\nSee `<b>`.";
  expect(textsOf(body)).toEqual(["The `a*b*` cart of the Shop is slow in __DEV__, really. See `<b>`."]);
});

test("a tag that stands alone is a name", () => {
  expect(textsOf("A <div> in a <button> is not allowed here.<br>Use <b>spans</b>.")).toEqual([
    "A <div> in a <button> is not allowed here. Use spans.",
  ]);
});

test("lines that were not wrapped are paragraphs of their own", () => {
  expect(textsOf("Adds an index\nRemoves the cache\n- and one\n  item")).toEqual([
    "Adds an index",
    "Removes the cache",
    "and one item",
  ]);
});

test("a line that leaves room for the next word was not wrapped", () => {
  const [first, second] = [
    "Add a page that lists the carts of the shop by name",
    `The mail is next, ${"and so on ".repeat(9)}`,
  ];
  expect(textsOf(`${first}\n${second}`)).toEqual([first, second.trim()]);
});

test("a wrapped line starts no paragraph", () => {
  expect(textsOf("Sums of a cart that are kept for\nlater by the\nShop are wrong.")).toEqual([
    "Sums of a cart that are kept for later by the Shop are wrong.",
  ]);
});

describe("hostile text", () => {
  const pieces = [
    ..."# ** __ : ` [ ] ( ) < > | - * a A 1. https://a.b #1".split(" "),
    "\n",
    "\n\n",
    " ",
    "Why",
    "fixes",
  ];
  test("never makes it throw, and every block is one line", () => {
    const body = fc.array(fc.constantFrom(...pieces), { maxLength: 80 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(body, (text) => {
        for (const block of readDescription(text)) expect(block.text).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 500 },
    );
  });

  test.each([..."[ ( * ` < # | - :".split(" "), "[a](", "a: ", "#1 ", "**a", "<b ", "- [", "\n", "a\n\n"])(
    "a lot of %j is read to its end",
    (piece) => expect(() => readDescription(piece.repeat(Math.ceil(100_000 / piece.length)))).not.toThrow(),
  );
});
