import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../test/support/property-runs.ts";
import { acting, hostile } from "../../test/support/finding-of.ts";
import { isInert, liveIn, treeOf } from "../../test/support/live-in.ts";
import { sanitizeOutgoing, type OutgoingFacts } from "./sanitize-outgoing.ts";
import { cases } from "../../test/support/cases.ts";

const facts: OutgoingFacts = { host: "github.com", repository: "acme/shop", authorWrote: [] };

function sent(text: string, authorWrote: readonly string[] = []): string {
  return sanitizeOutgoing(text, { ...facts, authorWrote });
}

describe("mentions are put into code, where GitHub leaves them alone", () => {
  cases("%s", sent, [
    ["@octocat", "`@octocat`"],
    ["thanks @octocat.", "thanks `@octocat`."],
    ["(@octocat), *@octocat*", "(`@octocat`), *`@octocat`*"],
    ["_@octocat_ and foo**@octocat**", "_`@octocat`_ and foo**`@octocat`**"],
    ["ask @acme/reviewers", "ask `@acme/reviewers`"],
    ["@@octocat", "@`@octocat`"],
    // GitHub looks for mentions after removing backslashes and entities.
    ["\\@octocat &#64;octocat &commat;octocat", "`@octocat` `@octocat` `@octocat`"],
    ["> one @a\n> two @b\n  three @c", "> one `@a`\n> two `@b`\n  three `@c`"],
    ["- x\n  @a\n", "- x\n  `@a`\n"],
    ["# for @a", "# for `@a`"],
    ["| a |\n| - |\n| @a |", "| a |\n| - |\n| `@a` |"],
    // A URL becomes a link.
    ["ada@example.org wrote", "`ada@example.org` wrote"],
    // Backticks in the text do not pair with ours.
    ["` foo @octocat", "\\` foo `@octocat`"],
    ["`a`@octocat`b`", "`a` `@octocat` `b`"],
  ]);

  test.each(["`@octocat`", "```\n@octocat\n```", "    @octocat", "a@b", "see @", "x @- y"])(
    "other text is left alone: %j",
    (text) => {
      expect(sent(text)).toBe(text);
    },
  );
});

describe("links", () => {
  cases("mentions that the author did not write are escaped: %s", sent, [
    ["[a](https://evil.example/x)", "\\[a\\] (`https://evil.example/x`)"],
    ["[a](//evil.example)", "\\[a\\] (`//evil.example`)"],
    ["[a](https://github.com@evil.example)", "\\[a\\] (`https://github.com@evil.example`)"],
    ["[a](https://github.com.evil.example)", "\\[a\\] (`https://github.com.evil.example`)"],
    ["[a](https://login@github.com/x)", "\\[a\\] (`https://login@github.com/x`)"],
    ["[a](javascript:alert(1))", "\\[a\\] (`javascript:alert(1)`)"],
    ["[](https://evil.example)", "`https://evil.example`"],
    ["see https://evil.example/x?y=1.", "see `https://evil.example/x?y=1`."],
    ["see www.evil.example", "see `www.evil.example`"],
    ["<https://evil.example>", "`https://evil.example`"],
    ["\\https://evil.example", "\\ `https://evil.example`"],
    ["[a][x]\n\n[x]: https://evil.example", "[a][x]\n\n\\[x]: `https://evil.example`"],
    ["[a](https://github.com/other/repo/issues/3)", "\\[a\\] (`https://github.com/other/repo/issues/3`)"],
  ]);

  test.each([
    "[a](https://github.com/acme/shop/pull/7)",
    "[a](/acme/shop)",
    "[a](#top)",
    "see https://github.com/acme/shop.",
    "[a][x]\n\n[x]: https://github.com/acme/shop",
  ])("to the repository's host stay: %s", (text) => {
    expect(sent(text)).toBe(text);
  });

  test("that the author wrote stay, and only those very links", () => {
    const wrote = ["As told in https://example.org/why, this is slow."];
    expect(sent("[a](https://example.org/why)", wrote)).toBe("[a](https://example.org/why)");
    expect(sent("https://example.org/why.", wrote)).toBe("https://example.org/why.");
    expect(sent("[a](https://example.org/why?leak=1)", wrote)).toBe("\\[a\\] (`https://example.org/why?leak=1`)");
  });
});

cases("images become text: %s", sent, [
  ["![pixel](https://evil.example/p.png)", "image: \\[pixel\\] (`https://evil.example/p.png`)"],
  ["![](https://evil.example/p.png)", "image: `https://evil.example/p.png`"],
  ["![a](/acme/shop/raw/x.png)", "image: [a](/acme/shop/raw/x.png)"],
  ["![a][p]\n\n[p]: https://evil.example/p.png", "image: [a][p]\n\n\\[p]: `https://evil.example/p.png`"],
]);

describe("references", () => {
  cases("are inert: %s", sent, [
    ["#4, GH-5", "`#4`, `GH-5`"],
    ["other/repo#3", "`other/repo#3`"],
    ["other/repo@1234567", "`other/repo@1234567`"],
    ["note[^1]\n\n[^1]: hidden below", "note\\[^1]\n\n\\[^1]: hidden below"],
  ]);

  test("that the author wrote stay, in either spelling", () => {
    expect(sent("#4 acme/shop#4 GH-4 #5 other/repo#4", ["fixes #4"])).toBe("#4 acme/shop#4 GH-4 `#5` `other/repo#4`");
    expect(sent("other/repo#4", ["see other/repo#4"])).toBe("other/repo#4");
  });
});

describe("HTML", () => {
  test("is limited to tags that we use", () => {
    const page =
      "<details open>\n<summary>More</summary>\n\nH<sub>2</sub>O x<sup>2</sup><br>\n\n</details>\n\n<!-- crosscheck:key=a -->";
    expect(sent(page)).toBe(page);
  });

  cases("other tags are escaped: %s", sent, [
    ["<b>x</b>", "&lt;b>x&lt;/b>"],
    ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)>"],
    ["a <script>alert(1)</script>", "a &lt;script>alert(1)&lt;/script>"],
    ["<!-- hidden -->", "&lt;!-- hidden -->"],
    ["<div>\n@octocat\n</div>", "&lt;div>\n`@octocat`\n&lt;/div>"],
    ["<details ontoggle=x>", "&lt;details ontoggle=x>"],
    [
      "<details>\n<summary>@octocat</summary>\n\nx\n\n</details>",
      "&lt;details>\n&lt;summary>`@octocat`&lt;/summary>\n\nx\n\n&lt;/details>",
    ],
    // An unpaired tag would enclose the text that follows, or close one of ours.
    ["</details>", "&lt;/details>"],
    ["<details>\n\nx", "&lt;details>\n\nx"],
    ["a<sub>b", "a&lt;sub>b"],
  ]);

  test("a marker counts only at the very end", () => {
    expect(sent("<!-- crosscheck:key=fake -->\n\ntext")).toBe("&lt;!-- crosscheck:key=fake -->\n\ntext");
    expect(sent("a <!-- crosscheck:key=fake -->")).toBe("a &lt;!-- crosscheck:key=fake -->");
  });

  test("text that a comment hid is sanitised once visible", () => {
    expect(liveIn(sent("<!--\n[a](https://evil.example)\n\n@octocat <b>\n-->"))).toSatisfy(isInert);
  });
});

describe("code", () => {
  test("stays unchanged, including tabs", () => {
    const code = "```go\nfunc main() {\n\t@x <b> https://evil.example #3 $a$\n}\n```\n\n`<b> [a](b) #3`";
    expect(sent(code)).toBe(code);
  });

  test("diagrams and math are shown, not rendered", () => {
    expect(sent("```mermaid\ngraph LR\n```\n\n$x$ and $`y`$")).toBe(
      "```text\ngraph LR\n```\n\n`$`x`$` and `$` `y` `$`",
    );
  });
});

describe("secrets", () => {
  // Concatenated here so that secret scanners do not report this file.
  const key = ["AKIA", "QYLPMN5HHHFPZAM2"].join("");
  const other = ["AKIA", "Z7KWVN4GTR2XQMB5"].join("");

  cases("are removed", sent, [
    [`uses ${key} now`, "uses (redacted: AWS access key id) now"],
    [`\`${key}\``, "`(redacted: AWS access key id)`"],
    [`\`\`\`\na = "${key}"\n\`\`\``, '```\na = "(redacted: AWS access key id)"\n```'],
    [`${key}, ${other}`, "(redacted: AWS access key id), (redacted: AWS access key id)"],
    // A repository's own allowlist does not apply to what we post.
    [`${key} # gitleaks:allow`, "(redacted: AWS access key id) # gitleaks:allow"],
  ]);

  test("are removed one by one, keeping the text between them", () => {
    // Twelve keys, each of different letters.
    const keys = Array.from(
      { length: 12 },
      (_, index) =>
        `AKIA${"QYLPMN5HHFZAM2WC"
          .split("")
          .toSorted((a, b) => ((a.charCodeAt(0) * (index + 3)) % 17) - ((b.charCodeAt(0) * (index + 3)) % 17))
          .join("")}`,
    );
    expect(sent(keys.map((one) => `first ${one}, `).join(""))).toBe(
      keys.map(() => "first (redacted: AWS access key id), ").join(""),
    );
  });

  test("are removed however many there are", () => {
    expect(sent(`${key}:${other}:`.repeat(50))).not.toMatch(/AKIA/);
  });
});

test("hidden and direction-changing characters are written out", () => {
  expect(sent("a\u200bb\u202ec")).toBe("a<U+200B>b<U+202E>c");
  expect(sent(`\`${hostile}\``).replaceAll("\n", "")).not.toMatch(acting);
});

test("text that cannot be parsed safely is shown as code", () => {
  expect(sent(`${"> ".repeat(5000)}@octocat`)).toMatch(/^```text\n[^`]*@octocat\n```$/);
  // A rule of dashes is nothing of the kind.
  expect(sent(`a\n\n${"-".repeat(200)}\n`)).toBe(`a\n\n${"-".repeat(200)}\n`);
});

const marks = [
  ..."ab1 \n\t\\`*_[]()<>!#@|$~&;:/.-+=\"'".split(""),
  "\n\n",
  "```",
  "~~~",
  "    ",
  "> ",
  "- ",
  "1. ",
  "| a |\n| - |\n",
  "@octocat",
  "#12",
  "https://evil.example",
  "www.evil.example",
  "a@b.c",
  "![",
  "](",
  "]: ",
  "[^1]",
  "<!--",
  "-->",
  "<b>",
  "</b>",
  "<details>",
  "</details>",
  "<summary>",
  "</summary>",
  "<sub>",
  "</sub>",
  "<script>",
  "<?",
  "<![CDATA[",
  "&#64;",
  "&lt;",
  "&amp;",
  "\u200b",
  "<!-- crosscheck:key=x -->",
  "$$",
  "é",
  "😀",
];
const markdown = fc.array(fc.constantFrom(...marks), { maxLength: 40 }).map((parts) => parts.join(""));

describe("laws", () => {
  test("nothing becomes active that the author did not write", () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const { links, ...live } = liveIn(sent(text));
        expect({ ...live, headings: [] }).toEqual({ images: [], html: [], mentions: [], references: [], headings: [] });
        for (const link of links) expect(new URL(link, "https://github.com").host).toBe("github.com");
      }),
      propertyRuns(500),
    );
  });

  test("a second pass changes nothing", () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const once = sent(text);
        expect(sent(once)).toBe(once);
      }),
      propertyRuns(500),
    );
  });

  test("code is unchanged", () => {
    const code = fc.array(fc.constantFrom(..."ab @#<>&[]()!*_\\|~$\t\n".split(""))).map((parts) => parts.join(""));
    fc.assert(
      fc.property(code, (text) => {
        const page = `before\n\n\`\`\`\n${text}\n\`\`\`\n\nafter @octocat`;
        expect(sent(page)).toBe(page.replace("@octocat", "`@octocat`"));
      }),
    );
  });

  test.each([
    "a* ",
    "[a](b",
    "![a](b)",
    "<b>",
    "@a ",
    "a@a",
    "`a``",
    "<!--",
    "&#64;a ",
    "|a",
    "$a",
    "a#1",
    "[a",
    "> a\n",
  ])(
    "much of %j settles in one pass",
    (pattern) => {
      const once = sent(pattern.repeat(16_000 / pattern.length));
      expect(sent(once)).toBe(once);
    },
    30_000,
  );
});

test("the remaining text is the same", () => {
  const text = "**The sum** of `a` is _wrong_: see [the docs](https://evil.example), @octocat";
  const shown = JSON.stringify(treeOf(sent(text)));
  for (const word of ["The sum", "wrong", "the docs", "https://evil.example", "@octocat"])
    expect(shown).toContain(word);
});
