import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evilStrings } from "../../../test/support/evil-strings.ts";
import { markdownToHtml } from "./markdown.ts";
import { cases } from "../../../test/support/cases.ts";

describe("Markdown of a comment", () => {
  cases("%j", (text) => markdownToHtml(text).toString(), [
    [
      "**bold**, _soft_, ~~gone~~ and `a < b`",
      "<p><strong>bold</strong>, <em>soft</em>, <del>gone</del> and <code>a &lt; b</code></p>",
    ],
    ["# Title", "<h4>Title</h4>"],
    ["- [x] done\n- [ ] not", "<ul><li>☑ <p>done</p></li><li>☐ <p>not</p></li></ul>"],
    [
      "[here](https://example.com/a)",
      '<p><a href="https://example.com/a" rel="noreferrer noopener nofollow">here</a></p>',
    ],
    ["[here](javascript:alert(1))", "<p>here</p>"],
    [
      "![x](https://example.com/a.png)",
      '<p><a href="https://example.com/a.png" rel="noreferrer noopener nofollow">x</a></p>',
    ],
    [":white_check_mark: fine :shrug:", "<p>✅ fine :shrug:</p>"],
    ["a\n\n<!-- hidden -->", "<p>a</p>"],
    ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
    [
      "<details>\n<summary>More</summary>\n\ninside\n\n</details>\n\nafter",
      "<details><summary>More</summary><p>inside</p></details><p>after</p>",
    ],
    ["<details>\n\nnever closed", "<details><summary>…</summary><p>never closed</p></details>"],
    ["<details open ontoggle=x>\n\na", "&lt;details open ontoggle=x&gt;<p>a</p>"],
    ["`<details>` stays", "<p><code>&lt;details&gt;</code> stays</p>"],
    [
      "<sub>[small](https://example.com/)</sub>",
      '<p><small><a href="https://example.com/" rel="noreferrer noopener nofollow">small</a></small></p>',
    ],
  ]);

  test("nested <details> are closed correctly", () => {
    const fold = (name: string, inner: string) => `<details>\n<summary>${name}</summary>\n\n${inner}\n\n</details>`;
    expect(markdownToHtml(`${fold("a", fold("b", "x"))}\n\ny`).toString()).toBe(
      "<details><summary>a</summary><details><summary>b</summary><p>x</p></details></details><p>y</p>",
    );
  });

  const tags =
    /^<\/?(?:p|h4|h5|blockquote|ul|ol(?: start="\d+")?|li|pre(?: class="(?:suggested)?")?|code|hr|strong|em|del|br|small|details|summary|div class=scroll tabindex=0|div|table class=plain|table|thead|tbody|tr|th|td|p class=quiet|a href="https?:[^"<>]*" rel="noreferrer noopener nofollow"|a)>$/;

  test("any input renders only allowed tags", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...evilStrings,
        "<details>\n",
        "</details>\n",
        "<sub>",
        "</sub>",
        "\n\n",
        "> ",
        "- ",
        "| a | b |\n|-|-|\n",
        "```\n",
        "[x](javascript:alert(1))",
        "[x](data:text/html,x)",
        '<https://example.com/">',
      ),
      fc.string({ unit: "binary", maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const written = markdownToHtml(pieces.join("")).toString();
        const wrong = (written.match(/<[^>]*>?/g) ?? []).filter((tag) => !tags.test(tag));
        expect(wrong).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
