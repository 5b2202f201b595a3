// Tests which statements announce a breaking change.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findBreaking } from "./breaking.ts";

function inBody(body: string): boolean {
  return findBreaking("A title", body, []).length > 0;
}

describe("a body that announces a breaking change", () => {
  test.each([
    "BREAKING CHANGE: the flag is gone",
    "BREAKING-CHANGE: the flag is gone",
    "BREAKING CHANGE the flag is gone",
    "BREAKING CHANGES:\n- one",
    "This is a breaking change.",
    "This breaks older clients",
    "**Breaking** change",
    "this is a breaking\nchange",
    "## Breaking changes\n\n- the flag is gone",
    "## Breaking changes\n```diff\n- flag\n```\n## Testing",
    "- [x] Breaking change",
    "Is this a breaking change? Yes, a small one.",
    "## Does this introduce a breaking change?\n- [x] Yes\n- [ ] No",
    "Breaking change: no longer reads the old file",
    "Breaking changes: none of the old flags work",
    "This is not only a breaking change, it is a large one",
    "It no longer reads the old file, a breaking change",
    "It does not compile and is a breaking change",
    "This is not a non-breaking change",
    "No new flags.\n\nBreaking change in the client",
    "Docs: no\nBreaking change: yes",
    "No tests\nThis is a breaking change",
    "These are breaking changes\nNo migration is needed",
    "<pre>a</pre> BREAKING CHANGE: the flag is gone",
    "- An item\n\n    This is a breaking change",
    "This change\n    is a breaking change",
    "*Breaking* _change_",
    "There is no way back. This is technically a breaking change.",
    "Since the field is gone, this is a small breaking change",
    "I'm making a breaking change here: the field is gone",
    "- breaking change for old clients: the field is gone",
  ])("%j", (body) => expect(inBody(body)).toBe(true));

  test.each([
    "no breaking changes",
    "No known breaking changes",
    "There are no API or breaking changes",
    "a non-breaking change",
    "a non breaking change",
    "a nonbreaking change",
    "This is not a breaking change",
    "It is not expected to be a breaking change",
    "This isn't a breaking change",
    "This isn’t a breaking change",
    "does not introduce any breaking changes",
    "without breaking changes",
    "it makes no\nbreaking changes",
    "never a breaking change",
    "no **breaking** changes",
    "It is no longer a breaking change",
    "renamed to avoid breaking changes",
    "NO BREAKING CHANGES",
    "Breaking changes: none",
    "Breaking changes: None.",
    "Breaking changes: no",
    "Breaking change: N/A",
    "**Breaking changes:** none",
    "| Breaking change | No |",
    "## Breaking changes\n\nNone",
    "## Breaking changes\n<!-- list them here, with the way to migrate -->\n\nN/A\n\n## Testing",
    "## Breaking changes\n\n## Testing\n\nran it",
    "### Breaking changes",
    "BREAKING CHANGE: none",
    "- [ ] Breaking change",
    "* [ ] Breaking change (a fix that makes existing code fail)",
    "- [x] No breaking changes",
    "Does this introduce a breaking change?\n\n- [ ] Yes\n- [x] No",
    "Is this a breaking change? No.",
    "Is this a breaking change?",
    "this breaks nothing",
    "this breaks no client",
    "groundbreaking change",
    "breaking changeset format",
    "a breaking-change label",
    "`BREAKING CHANGE`",
    "> BREAKING CHANGE: quoted",
    "<!-- BREAKING CHANGE: describe it -->",
    "```\nBREAKING CHANGE: x\n```",
    "~~~\nthis breaks",
    "See BREAKING_CHANGES.md for the list",
    "Check the breaking changes document first",
    "Explains how to format breaking changes",
    "It hurts when we make breaking changes",
    "Treat it as a module (reverts the previous breaking change)",
    "Adds the missing breaking change note",
    "The guide mentions 'breaking changes'",
    "Bumps [a](https://a.b) from 1 to 2.\n\nBREAKING CHANGE: the dependency drops Node 20",
    "Renames breaking_change to is_breaking",
    "I will call out potentially breaking changes in comments",
    "The alternative would be to drop the field, which is a breaking change",
    "Once this lands, we can merge breaking changes",
    "Carts 2.0 had a breaking change that lost the tax",
    "The document lists\nbreaking changes in the client",
    "https://a.b/carts/1 renames the field. This is a breaking change, so pin the version.",
    "See the [breaking changes].\n\n[breaking changes]: https://a.b",
    "The lock is never freed. This breaks the nightly build.",
    "Documented in docs/Breaking Changes.md",
    "<pre>\nBREAKING CHANGE: x\n</pre>",
    "<PRE lang='txt'>this is a breaking change",
    "<blockquote>\n<h2>2.0</h2>\nThis is a breaking change\n</blockquote>",
    "The log says:\n\n    BREAKING CHANGE: x\n\n    BREAKING CHANGE: y\n",
    "\tBREAKING CHANGE: x",
    "",
  ])("not in %j", (body) => expect(inBody(body)).toBe(false));

  test("a negation does not hide a later mention", () => {
    expect(inBody("No breaking changes in the client. This is a breaking change in the server.")).toBe(true);
    expect(inBody("- [ ] Breaking change\n- [x] Fix\n\nBREAKING CHANGE: the flag is gone")).toBe(true);
  });
});

test("the description of a revert is about the commit that it reverts", () => {
  expect(findBreaking('Revert "Drop the old cart"', "This breaks older clients. BREAKING CHANGE: x", [])).toEqual([]);
});

describe("the excerpt", () => {
  test("one row for the title, one for the body, one for each commit", () => {
    const rows = findBreaking("feat!: breaking change", "BREAKING CHANGE: a is gone, this is a breaking change", [
      { sha: "1", subject: "feat(a)!: this breaks" },
      { sha: "2", subject: "fix: mend" },
      { sha: "3", subject: "BREAKING CHANGE of b" },
    ]);
    expect(rows).toEqual([
      { source: "title", sha: null, excerpt: "feat!: breaking change" },
      { source: "body", sha: null, excerpt: "BREAKING CHANGE: a is gone, this is a breaking change" },
      { source: "commit", sha: "1", excerpt: "feat(a)!: this breaks" },
      { source: "commit", sha: "3", excerpt: "BREAKING CHANGE of b" },
    ]);
  });

  test.each<[string, string, string]>([
    [
      "from the marker to the end of the paragraph",
      "Adds a cart.\n\nBREAKING CHANGE: Carts 2.7.1 or later\nare required. `old()` is gone.\n\nCloses #1",
      "BREAKING CHANGE: Carts 2.7.1 or later are required. `old()` is gone.",
    ],
    [
      "without the trailers below it",
      "BREAKING CHANGE: the flag is gone\nSigned-off-by: Ada",
      "BREAKING CHANGE: the flag is gone",
    ],
    [
      "with the list that it introduces",
      "BREAKING CHANGE: These are gone:\r\n\r\n  - `a`\r\n  - `b`.\r\n\r\nMore.",
      "BREAKING CHANGE: These are gone: `a`; `b`",
    ],
    ["a heading with its list", "## Breaking changes\n\n- No flag\n- No `a`", "Breaking changes: No flag; No `a`"],
    ["one item of a list", "- Adds a cart\n- BREAKING CHANGE: no flag\n- Fixes", "BREAKING CHANGE: no flag"],
    ["the checked answer", "## Breaking change?\n- [x] Yes\n- [ ] No", "Breaking change? Yes"],
    [
      "the whole sentence of a phrase",
      "Adds a cart. While this is a breaking change for `h(a, { ... })`,\nfew use it. More.",
      "While this is a breaking change for `h(a, { ... })`, few use it.",
    ],
    [
      "a phrase with the sentence it refers to",
      "Adds a cart. The flag is gone. This is a breaking change.",
      "The flag is gone. This is a breaking change.",
    ],
    [
      "a phrase with its explanation",
      "This is a breaking change. The flag is gone.",
      "This is a breaking change. The flag is gone.",
    ],
    [
      "whole sentences of a long text",
      `BREAKING CHANGE: the flag is gone. ${"Aa ".repeat(200)}`,
      "BREAKING CHANGE: the flag is gone.",
    ],
  ])("is %s", (_name, body, excerpt) => expect(findBreaking("x", body, [])[0]!.excerpt).toBe(excerpt));

  test("of a long title ends with a word", () => {
    const [row] = findBreaking(`feat!: ${"word ".repeat(100)}`, "", []);
    expect(row!.excerpt).toMatch(/^feat!: word .{200,290} word…$/);
  });

  test("a mark in a title's code is none", () =>
    expect(findBreaking("docs: explain `BREAKING CHANGE`", "", [])).toEqual([]));

  test("for any text: one line, at most 300 characters, no split surrogate pair", () => {
    const around = fc.string({ unit: fc.constantFrom("😀", "é", "x", "\n", " "), maxLength: 40 });
    fc.assert(
      fc.property(around, around, (before, after) => {
        const rows = findBreaking(`a!: ${after}${before}`, `${before}\nBREAKING CHANGE: ${after}`, []);
        for (const { excerpt } of rows) {
          expect(excerpt.length).toBeLessThanOrEqual(300);
          expect(excerpt).not.toMatch(/[\r\n]/);
          expect(excerpt.isWellFormed()).toBe(true);
        }
        expect(rows.map((row) => row.source)).toContain("body");
      }),
    );
  });
});
