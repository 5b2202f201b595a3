import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lessonId, lessonsFiles, parseLessons, withLesson, withoutLesson, withRuleChanged } from "./lessons-file.ts";

const from = { unit: "silent-failure", pull: 12 };
const rule = "Run `npm run generate` after changing `schemas/`.";
const own = ".crosscheck/lessons.md";

describe("reading", () => {
  test("every bullet of a lessons file is one, with where it came from", () => {
    const text = "# Review lessons\n\n- Use `Money`. (silent-failure, PR #12)\n* Never `eval`\n  in `src/`\n\nProse.\n";
    expect(parseLessons(text, own)).toMatchObject([
      { rule: "Use `Money`.", unit: "silent-failure", pull: 12, line: 3, path: own },
      { rule: "Never `eval` in `src/`", unit: null, pull: null, line: 4, named: { places: ["src/"] } },
    ]);
  });

  test("in a file about more, only the section of that name counts", () => {
    const text =
      "# Guide\n\n- Be nice\n\n## Review lessons\n\n- Use `Money`\n\n### More\n- Never `eval`\n\n## Style\n- Tabs\n";
    expect(parseLessons(text, "AGENTS.md").map((one) => one.rule)).toEqual(["Use `Money`", "Never `eval`"]);
  });

  test("code blocks contain no lessons, and a word in brackets is no source", () => {
    const text = "```md\n- Use `shown`\n```\n- Use `Money` (always)\n- Use `Cents` (PR #3)\n";
    expect(parseLessons(text, own).map((one) => [one.rule, one.pull])).toEqual([
      ["Use `Money` (always)", null],
      ["Use `Cents`", 3],
    ]);
  });

  test("the same rule has the same id, whatever its spacing", () => {
    expect(lessonId("Use  `Money`.")).toBe(lessonId("use `Money`"));
    expect(lessonId("Use `Cents`")).not.toBe(lessonId("Use `Money`"));
  });
});

describe("the smallest edit", () => {
  test.each<[string, string | null, string, string]>([
    ["no file yet", null, own, "# Review lessons\n\n- NEW\n"],
    [
      "after the last lesson",
      "# Review lessons\n\n- Use `a`\n\nEnd.\n",
      own,
      "# Review lessons\n\n- Use `a`\n- NEW\n\nEnd.\n",
    ],
    ["no newline at the end", "- Use `a`", own, "- Use `a`\n- NEW\n"],
    [
      "a guide without the section",
      "# Guide\n\nText.\n",
      "CLAUDE.md",
      "# Guide\n\nText.\n\n## Review lessons\n\n- NEW\n",
    ],
    [
      "an empty section",
      "## Review lessons\n\n## Style\n- Tabs\n",
      "AGENTS.md",
      "## Review lessons\n\n- NEW\n\n## Style\n- Tabs\n",
    ],
    ["line ends of Windows", "- Use `a`\r\n", own, "- Use `a`\r\n- NEW\r\n"],
  ])("%s", (_case, text, path, expected) => {
    const bullet = `${rule} (silent-failure, PR #12)`;
    expect(withLesson(text, path, rule, from)).toBe(expected.replace("NEW", bullet));
  });

  test("existing lessons are not written again", () => {
    const text = withLesson(null, own, rule, from)!;
    expect(withLesson(text, own, rule.toLowerCase(), { unit: null, pull: 99 })).toBe(text);
  });

  test("a file that ends in an open code block accepts none", () => {
    expect(withLesson("```\ncode\n", own, rule, from)).toBeNull();
  });

  test("a lesson is changed or removed without touching others", () => {
    const text = "# Review lessons\n\n- Use `a`\n  and more\n- Use `b`\n";
    const id = lessonId("Use `a` and more");
    expect(withRuleChanged(text, own, id, "Use `c`", from)).toBe(
      "# Review lessons\n\n- Use `c` (silent-failure, PR #12)\n- Use `b`\n",
    );
    expect(withoutLesson(text, own, id)).toBe("# Review lessons\n\n- Use `b`\n");
    expect(withoutLesson(text, own, "00000000")).toBe(text);
  });

  const line = fc.constantFrom(
    "- Use `x`",
    "  more",
    "# A",
    "## Review lessons",
    "### B",
    "```",
    "~~~",
    "",
    "text",
    "- ",
    "    - deep",
  );
  const document = fc.array(line, { maxLength: 30 }).map((lines) => lines.join("\n"));

  test("only adds lines, is read back, and is undone by taking it out", () => {
    fc.assert(
      fc.property(document, fc.constantFrom(...lessonsFiles), (text, path) => {
        const after = withLesson(text, path, rule, from);
        if (after === null) return;
        expect(parseLessons(after, path).filter((one) => one.id === lessonId(rule))).toHaveLength(1);
        expect(isWithin(text.split("\n"), after.split("\n"))).toBe(true);
        expect(after.split("\n").length - text.split("\n").length).toBeLessThanOrEqual(5);
        expect(withLesson(after, path, rule, from)).toBe(after);
        const before = parseLessons(text, path).map((one) => one.rule);
        const without = withoutLesson(after, path, lessonId(rule));
        expect(parseLessons(without, path).map((one) => one.rule)).toEqual(before);
      }),
    );
  });
});

/** Whether all lines stand in the other list, in their order. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const one of all)
    if (at < some.length && (one === some[at] || (some[at] === "" && at === some.length - 1))) at++;
  return at === some.length;
}
