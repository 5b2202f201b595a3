import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";
import { expect, test } from "vitest";
import { tricky } from "../../../test/support/summaries.ts";
import { markdownProse, markdownText } from "./markdown-text.ts";
import { oneLine } from "./text.ts";
import { cases } from "../../../test/support/cases.ts";

/** As GitHub renders it, complete. */
function read(markdown: string): Nodes {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

function typesOf(node: Nodes): string[] {
  return [node.type, ...("children" in node ? node.children.flatMap(typesOf) : [])];
}

cases<[string, string]>("%j is written %j", markdownText, [
  ["src/__init__.py", "src/\\_\\_init\\_\\_.py"],
  ["Ask @bob about https://a.b/c", "Ask `@bob` about `https://a.b/c`"],
  ["# Big <b>words</b>", "\\# Big &lt;b&gt;words&lt;/b&gt;"],
  ["1. first", "1\\. first"],
  ["(1) first", "\\(1) first"],
  ["Reviewed: tests", "Reviewed\\: tests"],
  ["a | b", "a \\| b"],
  ["two\nlines", "two lines"],
  ["`a_b`", "\\`a\\_b\\`"],
]);

cases<[string, string]>("%j with its code is written %j", markdownProse, [
  ["`a_b` of `@ops` in `<b>`", "`a_b` of `@ops` in `<b>`"],
  ["``two``, `a|b` and `", "\\`\\`two\\`\\`, \\`a\\|b\\` and \\`"],
  ["`a``b`", "\\`a\\`\\`b\\`"],
  ["see https://a.b/`c`", "see `https://a.b/` `c`"],
]);

const text = fc
  .array(fc.oneof(fc.constantFrom(...tricky), fc.string({ unit: "grapheme", maxLength: 12 })), { maxLength: 5 })
  .chain((parts) => fc.constantFrom("", " ", "\n").map((between) => parts.join(between)));

test.each([
  ["plain text", markdownText],
  ["code", markdownProse],
])("any text is one paragraph of text and code, and complete, where backquotes mean %s", (_name, write) => {
  const blankless = (shown: string) => shown.replaceAll(write === markdownText ? /\s+/g : /[\s`]+/g, "");
  fc.assert(
    fc.property(text, (given) => {
      const written = write(given);
      for (const [around, depth] of [
        ["", 1],
        ["a title\n", 1],
        ["- ", 3],
      ] as const) {
        const tree = read(`${around}${written}`);
        const types = typesOf(tree).slice(1);
        if (written === "") continue;
        expect(types.slice(0, depth)).toEqual(depth === 1 ? ["paragraph"] : ["list", "listItem", "paragraph"]);
        expect(types.slice(depth).filter((type) => type !== "text" && type !== "inlineCode")).toEqual([]);
        expect(blankless(toString(tree))).toBe(blankless(`${around.replace("- ", "")}${oneLine(given)}`));
      }
    }),
    { numRuns: 1500 },
  );
});
