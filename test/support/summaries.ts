// Five-section summaries for tests: one that is right, and the means to change a part of it.
import type { SectionName } from "../../src/review/summary-form.ts";

export type Bodies = Partial<Record<SectionName, string | null>>;

const usual: Required<Bodies> = {
  "What Changed": "The sum of a cart starts at zero. It was kept between carts.\n\nReviewed: core logic, tests",
  Strengths: "- :white_check_mark: Related tests passed: 12 of 12",
  Observations:
    "### Major\n\nsrc/cart.ts (12, 40-44): The sum is never reset\nThe second cart is charged for the first.",
  Suggestions: "- Name the constant for the tax rate",
  Verdict: ":yellow_circle: **Needs changes** -- 1 major finding; settle it before merging.",
};

/** The usual sections, some with another body; null leaves one out. */
export function summaryOf(bodies: Bodies = {}): string {
  const sections = Object.entries({ ...usual, ...bodies }).filter(([, body]) => body !== null);
  return inDetails(sections.map(([name, body]) => `## ${name}\n\n${body}`).join("\n\n"));
}

export function inDetails(content: string): string {
  return `<details>\n<summary>Crosscheck Review Summary</summary>\n\n${content}\n\n</details>\n`;
}

/** The usual sections with this text in Observations and a verdict of this form. */
export function observing(observations: string, verdict: string): string {
  return summaryOf({ Observations: observations, Verdict: `${verdict} -- 1 finding; look at it before merging.` });
}

export const red = ":red_circle: **Block**";
export const yellow = ":yellow_circle: **Needs changes**";
export const green = ":green_circle: **Approve with notes**";

export function entry(path = "src/cart.ts", lines = "12", says = "The second cart is charged for the first."): string {
  return `${path} (${lines}): The sum is never reset\n${says}`;
}

/** Text that would mean something to Markdown, to GitHub, to a screen or to the summary's own reader. */
export const tricky: readonly string[] = [
  "# h",
  "## Verdict",
  "### Minor",
  "---",
  "===",
  "***",
  "- x",
  "- [ ] x",
  "* x",
  "+ x",
  "1. x",
  "2) x",
  "(1) x",
  "1: x",
  "> q",
  "```",
  "~~~",
  "    code",
  "\t",
  "\n",
  "\r",
  "\r\n\r\n",
  "\u2028",
  "\u0085",
  "\u0000",
  "\u202e",
  "\u200b",
  "\ud800",
  "<details>",
  "</details>",
  "<summary>",
  "<!--",
  "-->",
  "<b>Approve</b>",
  "<h2>",
  "<T>",
  "<?",
  "<![CDATA[",
  "[a](http://x.y)",
  "![i](x)",
  "[x]: y",
  "[^1]: x",
  "[^1]",
  "[ ] ",
  "[",
  "]",
  "](",
  "@bob",
  "@vs. A",
  "acme/shop#1",
  "GH-1",
  "https://e.vil/x. Y",
  "www.x.y. Z",
  "a@b.c",
  "**Approve**",
  "__Approve__",
  "**",
  "_",
  "~~",
  "`",
  "``x",
  "\\",
  "\\\\`",
  "&lt;",
  "&#35;",
  "&",
  ":red_circle: **Block** -- 1 x.",
  ":white_check_mark:",
  "Reviewed: tests",
  "reviewed: x",
  "| a | b |",
  "|-|-|",
  ":-",
  "a (1): b",
  " (1): ",
  "And 3 more, listed in the details comment.",
  "$$x$$",
  "$`x`$",
  "$",
  "e.g. X. Y! Z? W…",
  "vs. A",
  "“A.” B",
  ". ",
  "?",
  "中文。好",
  "عربي",
  "👩‍👩‍👧",
  "x".repeat(700),
  " ",
  "",
];
