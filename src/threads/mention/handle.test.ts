import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAddressed, handlesOf, neutralise } from "./handle.ts";
import { outsideCode } from "./outside-code.ts";
import { cases } from "../../../test/support/cases.ts";

const handles = handlesOf("cross-check");

describe("who is mentioned", () => {
  test.each([
    ["@cross-check why?", "handle", "why?"],
    ["@Cross-Check, why?", "handle", "why?"],
    ["Why, @CROSS-CHECK?", "handle", "Why, ?"],
    ["@cross-check[bot] why", "handle", "why"],
    ["@cross-check: review", "handle", "review"],
    ["(@cross-check) why", "handle", "() why"],
    ["Please see this, @cross-check.", "handle", "Please see this, ."],
    ["@cross-check- really?", "handle", "- really?"],
    ["@cross-check--really", "handle", "--really"],
    ["@claude why", "alias", "why"],
    ["@claude or @cross-check", "handle", "or"],
    ["\\@cross-check why", "handle", "\\why"],
    ["> said he\n@cross-check why?", "handle", "> said he\nwhy?"],
    ["    @cross-check in a first line that is indented", "not", "@cross-check in a first line that is indented"],
    ["text\n    @cross-check goes on", "handle", "text\n    goes on"],
    ["`a` @cross-check `b`", "handle", "`a` `b`"],
    ["one tick ` and @cross-check why", "handle", "one tick ` and why"],
    ["\\`@cross-check\\`", "handle", "\\`\\`"],
    ["```\ncode\n```\n@cross-check why", "handle", "```\ncode\n```\nwhy"],
    ["a ` in one paragraph\n\n@cross-check why ` there", "handle", "a ` in one paragraph\n\nwhy ` there"],
  ] as const)("%j", (text, called, rest) => {
    expect(parseAddressed(text, handles)).toMatchObject({ called, text: rest });
  });

  test.each([
    "cross-check why",
    "@cross-check-fan why",
    "@cross-checker",
    "@cross-check_x",
    "@cross-check/team",
    "@cross-check.example",
    "me@cross-check",
    "@cross -check",
    "@claude-code",
    "`@cross-check`",
    "``a ` @cross-check``",
    "`over\n@cross-check\nlines`",
    "```\n@cross-check\n```",
    "~~~ @x\n@cross-check\n```\n@cross-check\n~~~",
    "- ```\n  @cross-check\n  ```",
    "````\n```\n@cross-check\n````",
    "```\n@cross-check, in a fence that nobody closes",
    "> @cross-check",
    "  > @cross-check",
    "text\n\n    @cross-check",
    "text\n\n\t@cross-check\n\n\t@cross-check",
    "<!-- @cross-check -->",
    "<!-- @cross-check",
    "<pre>@cross-check</pre>",
    "<code>@cross-check</code>",
    "<blockquote>\n@cross-check</blockquote>",
  ])("%j mentions nobody", (text) => {
    expect(parseAddressed(text, handles).called).toBe("not");
  });

  test("an App that is called like its alias has one name", () => {
    expect(parseAddressed("@claude why", handlesOf("Claude"))).toMatchObject({ called: "handle", text: "why" });
  });
});

describe("what a mention is followed by, and which line a reply quotes", () => {
  test.each([
    ["Thanks, fixed. @cross-check review", ["review"], "Thanks, fixed. review"],
    ["Looks good.\n\n@cross-check, is it bounded?\nReally?", ["is it bounded?\nReally?"], "is it bounded?"],
    ["Why is it so? @cross-check", [], "Why is it so?"],
    ["Looks good.\n@cross-check\n\nWhy?", ["Why?"], "Why?"],
    ["@cross-check resolve\n@cross-check: review", ["resolve", "review"], "resolve"],
    ["You can use @cross-check resolve here", [], "You can use resolve here"],
    ["`@cross-check review` does it", [], ""],
  ] as const)("%j", (text, calls, line) => {
    expect(parseAddressed(text, handles)).toMatchObject({ calls, line });
  });
});

describe("our own text", () => {
  cases("%j becomes %j", (text) => neutralise(text, handles), [
    ["@cross-check", "cross-check"],
    ["`@Cross-Check` and @@claude", "`Cross-Check` and claude"],
    ["```\n@cross-check[bot]\n```", "```\ncross-check[bot]\n```"],
    ["@ada asked @cross-check-fan and me@claude.ai", "@ada asked @cross-check-fan and me@claude.ai"],
    ["@claude/team @claude.", "@claude/team claude."],
  ]);

  const pieces = fc.array(
    fc.constantFrom("@", "cross-check", "claude", "[bot]", "-", ".", "/", " ", "`", "\n", ">", "x", "\\", "é", "_"),
    { maxLength: 30 },
  );

  test("never mentions us, and a second pass changes nothing", () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const said = neutralise(parts.join(""), handles);
        expect(parseAddressed(said, handles).called).toBe("not");
        expect(parseAddressed(said.replaceAll(/[`>]/g, " "), handles).called).toBe("not");
        expect(neutralise(said, handles)).toBe(said);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("quoted text and code", () => {
  test("keeps every position, and changes only what it blanks", () => {
    const text = fc.array(fc.constantFrom("`", "``", "```", "~~~", "\n", "> ", "    ", "a", "<!--", "-->", "<pre>"), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, (parts) => {
        const given = parts.join("");
        const shown = outsideCode(given);
        expect(shown).toHaveLength(given.length);
        expect(shown.split("").every((character, at) => character === "\0" || character === given[at])).toBe(true);
      }),
    );
  });

  test.each([["`".repeat(60_000)], ["` `` ".repeat(12_000)], ["<!--".repeat(16_000)], ["\n    x".repeat(10_000)]])(
    "reads a long comment (%#)",
    (text) => {
      expect(outsideCode(text)).toHaveLength(text.length);
    },
  );
});
