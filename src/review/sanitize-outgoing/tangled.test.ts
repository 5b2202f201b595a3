import { describe, expect, test } from "vitest";
import { sanitizeOutgoing } from "../sanitize-outgoing.ts";
import { isTangled } from "./tangled.ts";

describe("a paragraph that no parser should be given", () => {
  test.each(["a]", "`a ", "<!-- ", "<?a "])("is one with thousands of %j", (mark) => {
    expect(isTangled(mark.repeat(5000))).toBe(true);
    expect(isTangled(`${mark.repeat(100)}\n`.repeat(50))).toBe(true);
  });

  test("becomes one block of code, and stays so", () => {
    const sent = sanitizeOutgoing("a]".repeat(5000), { host: "github.com", repository: null, authorWrote: [] });
    expect(sent.startsWith("```text\n")).toBe(true);
    expect(isTangled(sent)).toBe(false);
  });
});

describe("ordinary text and our own tables are not tangled", () => {
  test.each([
    ["many paragraphs", "see [a] and `b` <!-- c -->\n\n".repeat(3000)],
    ["a long list", "- `a` in [b]\n".repeat(3000)],
    ["a long table", `| a | b |\n| --- | --- |\n${"| `a` | \\[b\\] |\n".repeat(3000)}`],
    ["escaped brackets", "\\[a\\] ".repeat(3000)],
    ["code", `\`\`\`html\n${"<!-- a --> [b] `c`\n".repeat(3000)}\`\`\`\n`],
  ])("%s", (_, text) => expect(isTangled(text)).toBe(false));

  test("but a paragraph that only looks like a table is", () => {
    expect(isTangled(`| ${"a]".repeat(100)}\n`.repeat(50))).toBe(true);
  });
});
