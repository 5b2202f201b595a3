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
    "a few Breaking Changes to the client",
    "This breaks older clients",
    "a breaking API update",
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
    "There is no way back. Breaking change ahead.",
    "We cannot avoid a breaking change",
    "This is not a non-breaking change",
    "No new flags.\n\nBreaking change in the client",
    "Docs: no\nBreaking change: yes",
    "No tests\nThis is a breaking change",
    "These are breaking changes\nNo migration is needed",
    "<pre>a</pre> BREAKING CHANGE: the flag is gone",
    "- An item\n\n    This is a breaking change",
    "A wrapped line\n    is a breaking change",
    "*Breaking* _change_",
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
    "Documented in docs/Breaking Changes.md",
    "<pre>\nBREAKING CHANGE: x\n</pre>",
    "<PRE lang='txt'>this is a breaking change",
    "<blockquote>\n<h2>2.0</h2>\nThis is a breaking change\n</blockquote>",
    "The log says:\n\n    BREAKING CHANGE: x\n\n    BREAKING CHANGE: y\n",
    "\tBREAKING CHANGE: x",
    "",
  ])("not in %j", (body) => expect(inBody(body)).toBe(false));

  test("a negation does not hide a later mention", () => {
    expect(inBody("No breaking changes in the client. The server has a breaking change.")).toBe(true);
    expect(inBody("- [ ] Breaking change\n- [x] Fix\n\nBREAKING CHANGE: the flag is gone")).toBe(true);
  });
});

describe("the excerpt", () => {
  test("one row for the title, one for the body, one for each commit", () => {
    const rows = findBreaking("feat!: breaking change", "this breaks a, a breaking change", [
      { sha: "1", subject: "feat(a)!: this breaks" },
      { sha: "2", subject: "fix: mend" },
      { sha: "3", subject: "BREAKING CHANGE of b" },
    ]);
    expect(rows).toEqual([
      { source: "title", sha: null, excerpt: "feat!: breaking change" },
      { source: "body", sha: null, excerpt: "this breaks a, a breaking change".slice(0, 31) },
      { source: "commit", sha: "1", excerpt: "feat(a)!: this breaks" },
      { source: "commit", sha: "3", excerpt: "BREAKING CHANGE of b" },
    ]);
  });

  test("the match in the body and twenty characters on either side, including code", () => {
    const [row] = findBreaking("x", `${"a".repeat(30)} BREAKING CHANGE: \`load\` ${"b".repeat(30)}`, []);
    expect(row!.excerpt).toBe(`${"a".repeat(19)} BREAKING CHANGE: \`load\` ${"b".repeat(11)}`);
  });

  test("of a title the first eighty characters", () => {
    const [row] = findBreaking(`feat!: ${"a".repeat(200)}`, "", []);
    expect(row!.excerpt.length).toBe(80);
  });

  test("a mark in a title's code is none", () =>
    expect(findBreaking("docs: explain `BREAKING CHANGE`", "", [])).toEqual([]));

  test("for any text: one line, at most eighty characters, no split surrogate pair", () => {
    const around = fc.string({ unit: fc.constantFrom("😀", "é", "x", "\n", " "), maxLength: 40 });
    fc.assert(
      fc.property(around, around, (before, after) => {
        const rows = findBreaking(`a!: ${after}${before}`, `${before}\nBREAKING CHANGE: ${after}`, []);
        for (const { excerpt } of rows) {
          expect(excerpt.length).toBeLessThanOrEqual(80);
          expect(excerpt).not.toMatch(/[\r\n]/);
          expect(excerpt.isWellFormed()).toBe(true);
        }
        expect(rows.map((row) => row.source)).toContain("body");
      }),
    );
  });
});
