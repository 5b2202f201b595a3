// Tests which bracket tags a title or subject contains.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { knownTags, readTags } from "./tags.ts";
import { cases } from "../../test/support/cases.ts";

function tagsOf(title: string): string[] {
  return readTags(title, null).tags.map((tag) => tag.tag);
}

describe("tags in a title", () => {
  cases("%j", tagsOf, [
    ["[WIP] Fix bug", ["wip"]],
    ["Fix bug [wip]", ["wip"]],
    ["Fix [ Wip ] bug", ["wip"]],
    ["[WIP][no-review] x", ["wip", "no-review"]],
    ["[WIP] [wip] x", ["wip"]],
    ["[[wip]] x", ["wip"]],
    ["修复[WIP]", ["wip"]],
    ["feat(editor)[WIP]: x", ["wip"]],
    ["Fix bug[no-review]", ["no-review"]],
    ["Fix bug[no-reviw]", ["no-reviw"]],
    ["Fix a[i][strict-review]", ["strict-review"]],
    ["[foobar] x", ["foobar"]],
    ["[1/2] x", ["1/2"]],
    ["[UTF-8] x", ["utf-8"]],
  ]);

  test.each([
    ["a link", "[docs](https://example.org)"],
    ["an image", "![wip](wip.png)"],
    ["an empty pair", "x [] y"],
    ["a blank pair", "x [ ] y"],
    ["a ticked box", "[x] done [X]"],
    ["an index", "fix foo[0]"],
    ["two indexes", "fix a[i][j]"],
    ["an index of a result", "fix foo()[0] and bar?.[1]"],
    ["code", "document `[no-review]` and ``[wip]``"],
    ["half a pair", "x [wip"],
    ["the other half", "x wip] y"],
  ])("%s is none", (_, title) => expect(readTags(title, null)).toEqual({ tags: [], issues: [] }));

  test("an unclosed parenthesis makes no link", () => expect(tagsOf("[wip](and so on")).toEqual(["wip"]));

  test("a ticket is an issue, not an unknown tag", () => {
    expect(readTags("[ABC-123][#45] x [DEF-1, DEF-2] [ABC-123]", null)).toEqual({
      tags: [],
      issues: ["ABC-123", "#45", "DEF-1", "DEF-2"],
    });
  });
});

describe("tags that were not understood", () => {
  test.each([
    ["[strict-reveiw]", "strict-review"],
    ["[no review]", "no-review"],
    ["[noreview]", "no-review"],
    ["[no-reviw]", "no-review"],
    ["[strct-review]", "strict-review"],
    ["[drafts]", "draft"],
    ["[wipp]", "wip"],
    ["[foobar]", null],
    ["[ci]", null],
    ["[zip]", null],
    ["[raft]", null],
    ["[drift]", null],
    ["[code-review]", null],
  ])("%s: did you mean %j?", (title, suggestion) =>
    expect(readTags(title, null).tags).toMatchObject([{ recognised: false, suggestion }]),
  );

  test("known tags need no suggestion", () => {
    for (const tag of knownTags)
      expect(readTags(`[${tag}]`, null).tags).toMatchObject([{ recognised: true, suggestion: null }]);
  });
});

describe("tags in a commit", () => {
  test("carry its hash, and [no-review] states why it has no effect", () => {
    expect(readTags("[no-review] [wip] x", "abc1234").tags).toEqual([
      {
        tag: "no-review",
        recognised: true,
        source: "commit",
        sha: "abc1234",
        suggestion: null,
        ignored: "no-review-in-commit",
      },
      { tag: "wip", recognised: true, source: "commit", sha: "abc1234", suggestion: null, ignored: null },
    ]);
  });
});

describe("regardless of the surrounding text", () => {
  test("a known tag set off by blanks is found, in any case", () => {
    const words = fc.stringMatching(/^[a-z ,.]{0,20}$/);
    fc.assert(
      fc.property(words, words, fc.constantFrom(...knownTags), fc.boolean(), (before, after, tag, upper) => {
        expect(tagsOf(`${before} [${upper ? tag.toUpperCase() : tag}] ${after}`)).toEqual([tag]);
      }),
    );
  });
});
