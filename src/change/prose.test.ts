// Tests which parts of a Markdown body remain as prose.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { prose, proseWithCode, withoutCodeSpans } from "./prose.ts";

/** The remaining text on one line. */
function left(body: string): string {
  return prose(body).replace(/\s+/g, " ").trim();
}

describe("the author's own prose in a body", () => {
  test.each([
    ["a fence of backticks", "before\n```js\nhidden()\n```\nafter"],
    ["a fence of tildes", "before\n~~~\nhidden\n~~~\nafter"],
    ["a longer fence around a shorter one", "before\n````md\n```\nhidden\n```\nhidden\n````\nafter"],
    ["a fence in a list", "before\n- ```\n  hidden\n  ```\nafter"],
    ["a fence that holds the other mark", "before\n```\n~~~\nhidden\n```\nafter"],
    ["inline code", "before `hidden` after"],
    ["inline code with backticks in it", "before ``hidden ` hidden`` after"],
    ["inline code over a line end", "before `hidden\nhidden` after"],
    ["a quote", "before\n> hidden\nafter"],
    ["a quote in a list", "before\n- > hidden\n\nafter"],
    ["a quoted fence, which ends with the quote", "before\n> ```\n> hidden\nafter"],
    ["a comment", "before <!-- hidden --> after"],
    ["a comment over lines that look like others", "before <!--\n```\n> hidden\n\n`hidden -->after"],
    ["preformatted text", "before <pre>hidden\n\nhidden</pre> after"],
    ["preformatted text with attributes", "before <PRE lang=js>hidden</Pre > after"],
    ["a quote of HTML", "before\n<blockquote>\n\nhidden</blockquote>\nafter"],
    ["indented code", "before\n\n    hidden\n\n\thidden\n\nafter"],
    ["indented code at the start", "    hidden\nbefore after"],
    ["Windows line ends", "before\r\n```\r\nhidden\r\n```\r\nafter"],
  ])("%s is not", (_, body) => expect(left(body)).toBe("before after"));

  test.each([
    ["within a paragraph", "before\n    after"],
    ["within a list", "- before\n\n    after"],
    ["that is a list", "before\n\n    - after"],
  ])("an indented line %s is prose", (_, body) => expect(left(body)).toMatch(/before (- )?after$/));

  test("an unclosed fence or comment hides the rest", () => {
    expect(left("before\n```\nhidden\n\nhidden")).toBe("before");
    expect(left("before\n~~~ text\nhidden")).toBe("before");
    expect(left("before <!-- hidden\n\nhidden")).toBe("before");
  });

  test("a lone backtick hides nothing, and no code span leaves its paragraph", () => {
    expect(left("it`s one")).toBe("it`s one");
    expect(left("one ` two\n\nthree ` four")).toBe("one ` two three ` four");
    expect(left("one `` two ` three")).toBe("one `` two ` three");
  });

  test("code opens neither a comment nor a fence", () => {
    expect(left("write `<!--` to open, then text")).toBe("write to open, then text");
    expect(left("```not a fence``` then text")).toBe("then text");
    expect(left("```\n<!--\n```\nthen text")).toBe("then text");
  });

  test("a sentence can be shown with its code but without hidden text", () => {
    const text = proseWithCode("`load()` must not break <!-- hidden -->\n```\nhidden\n```\n");
    expect(text.replace(/\s+/g, " ").trim()).toBe("`load()` must not break");
  });

  test("text after a comment on its last line is text, whatever it looks like", () => {
    expect(left("before <!--\n\nhidden -->> after")).toBe("before > after");
    expect(left("before <!--\n\nhidden -->~~~\nafter")).toBe("before ~~~ after");
  });

  test("a title has inline code only", () => {
    expect(withoutCodeSpans("> use `[wip]` here")).toBe("> use         here");
  });
});

const pieces = [
  ..."` `` ``` ~~~ <!-- --> <pre> </pre> a é 😀".split(" "),
  "    ",
  "\t",
  "\n",
  "\r\n",
  "> ",
  "- ",
  "1. ",
  " ",
  "\ud800",
];
const markdown = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(""));

describe("whatever the text", () => {
  test("positions stay: same length, same line breaks, and the rest is unchanged", () => {
    fc.assert(
      fc.property(markdown, (body) => {
        for (const read of [prose(body), proseWithCode(body), withoutCodeSpans(body)]) {
          expect(read.length).toBe(body.length);
          expect([...read.split("").keys()].filter((at) => read[at] !== " " && read[at] !== body[at])).toEqual([]);
          expect(read.match(/[\r\n]/g)).toEqual(body.match(/[\r\n]/g));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("code spans are found as by looking for each closing run anew", () => {
    const line = fc
      .array(fc.constantFrom("`", "``", "```", "a", " "), { maxLength: 40 })
      .map((parts) => `a${parts.join("")}`);
    fc.assert(
      fc.property(line, (text) => {
        expect(withoutCodeSpans(text)).toBe(slowly(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe("how often the text is searched", () => {
  test("runs of backticks that nothing closes are each looked at a few times, however many there are", () => {
    const runs = 200;
    const text = Array.from({ length: runs }, (_, index) => "`".repeat(index + 1)).join("a");
    const searches = vi.spyOn(String.prototype, "indexOf");
    try {
      expect(withoutCodeSpans(text)).toBe(text);
      expect(searches.mock.calls.length).toBeGreaterThan(runs);
      expect(searches.mock.calls.length).toBeLessThan(5 * runs);
    } finally {
      searches.mockRestore();
    }
  });
});

/** A slow reference implementation of the rule. */
function slowly(text: string): string {
  const runs = [...text.matchAll(/`+/g)];
  let read = "";
  let at = 0;
  for (const [position, open] of runs.entries()) {
    if (open.index < at) continue;
    const close = runs.slice(position + 1).find((run) => run[0].length === open[0].length);
    if (!close) continue;
    const end = close.index + close[0].length;
    read += text.slice(at, open.index) + " ".repeat(end - open.index);
    at = end;
  }
  return read + text.slice(at);
}
