import fc from "fast-check";
import type { Nodes } from "mdast";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../test/support/property-runs.ts";
import type { JudgedFinding, Mark } from "../findings/finding.ts";
import { changeOf } from "../../test/support/change-of.ts";
import { judgedOf } from "../../test/support/finding-of.ts";
import { treeOf } from "../../test/support/live-in.ts";
import { commentLimit, fitComment, placeFindings, splitComment } from "./comment-limits.ts";

const link = "https://github.com/acme/shop/runs/1";

function items(number: number, width = 20): string {
  return Array.from({ length: number }, (_, index) => `- item ${index + 1} ${"x".repeat(width)}`).join("\n");
}

function rows(number: number): string {
  return [
    "| a | b |",
    "| --- | --- |",
    ...Array.from({ length: number }, (_, index) => `| row ${index + 1} | y |`),
  ].join("\n");
}

describe("a comment that is too long", () => {
  test("is left alone while it fits, to the last character", () => {
    const text = "x".repeat(commentLimit);
    expect(fitComment(text)).toBe(text);
    expect(splitComment(text)).toEqual([text]);
    expect(fitComment(`${text}x`).length).toBeLessThanOrEqual(commentLimit);
  });

  test("keeps the start of its list, says how much was removed, and links to the rest", () => {
    const text = `## Findings\n\n${items(40)}\n\n## Verdict\n\nFine.`;
    const fitted = fitComment(text, 700, link);
    const kept = fitted.match(/^- item/gm)!.length;
    expect(fitted).toBe(
      `## Findings\n\n${items(kept)}\n\n## Verdict\n\nFine.\n\n` +
        `Left out to stay within the size limit of a comment: ${40 - kept} list items (from Findings). [All of it](${link})`,
    );
    expect(fitted.length).toBeLessThanOrEqual(700);
  });

  test("keeps tables, fences and folds intact, with fewer entries", () => {
    const text = `<details>\n<summary>Passes</summary>\n\n${rows(80)}\n\n</details>\n\n\`\`\`js\n${"call();\n".repeat(80)}\`\`\`\n\nEnd.`;
    const fitted = fitComment(text, 600);
    expect(fitted).toMatch(
      /^<details>\n<summary>Passes<\/summary>\n\n\| a \| b \|\n\| --- \| --- \|\n\| row 1 \| y \|\n/,
    );
    expect(fitted).toMatch(/\n<\/details>\n\n```js\ncall\(\);\n```\n\nEnd\.\n\nLeft out [^\n]*$/);
    expect(fitted).toContain("79 lines of code");
    expect(fitted).toMatch(/\d+ table rows/);
  });

  test("closes an open fence", () => {
    const fitted = fitComment(`\`\`\`\n${"call();\n".repeat(200)}`, 500);
    expect(fitted).toMatch(/^```\ncall\(\);\n(.|\n)*\n```\n\nLeft out [^\n]*$/);
  });

  test("drops whole blocks from the end as a last resort", () => {
    const text = `# One\n\n${"long,".repeat(100)}\n\n# Two\n\n${"long,".repeat(100)}`;
    expect(fitComment(text, 700)).toBe(
      `# One\n\n${"long,".repeat(100)}\n\n# Two\n\nLeft out to stay within the size limit of a comment: 1 paragraph (from Two).`,
    );
    expect(fitComment("x".repeat(5000), 400)).toBe("Left out to stay within the size limit of a comment: 1 paragraph.");
  });
});

describe("a text in several comments", () => {
  test("numbers the parts", () => {
    const parts = splitComment(items(100), 1000);
    expect(parts.length).toBeGreaterThan(2);
    for (const [index, part] of parts.entries())
      expect(part.split("\n\n")[0]).toBe(`Part ${index + 1} of ${parts.length}`);
  });

  test("moves a table, a fence or a fold to the next part rather than cut it", () => {
    const table = rows(20);
    const fence = `\`\`\`js\n${"call();\n".repeat(30)}\`\`\``;
    const fold = `<details>\n<summary>More</summary>\n\n${items(8)}\n\n</details>`;
    const parts = splitComment([items(10), table, fence, fold].join("\n\n"), 500);
    for (const whole of [table, fence, fold]) expect(parts.filter((part) => part.includes(whole))).toHaveLength(1);
  });

  test("splits an oversized block into blocks of the same kind", () => {
    const [, second] = splitComment(rows(200), 1000);
    expect(second).toMatch(/^Part 2 of \d+\n\n\| a \| b \|\n\| --- \| --- \|\n\| row \d+ \| y \|/);
    const fold = splitComment(`<details>\n<summary>More</summary>\n\n${items(80)}\n\n</details>`, 1000);
    for (const part of fold)
      expect(part).toMatch(/^Part \d+ of \d+\n\n<details>\n<summary>More<\/summary>\n\n- item(.|\n)*\n\n<\/details>$/);
    const fence = splitComment(`~~~js\n${"call();\n".repeat(300)}~~~`, 1000);
    for (const part of fence) expect(part).toMatch(/^Part \d+ of \d+\n\n~~~js\ncall\(\);(.|\n)*\n~~~$/);
  });

  test("never cuts through a character", () => {
    for (const part of splitComment("😀".repeat(2000), 999)) expect(part.isWellFormed()).toBe(true);
  });
});

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "😀", "é"), minLength: 1, maxLength: 30 });
let serial = 0;
/** Each block contains a number that occurs nowhere else. */
const block: fc.Arbitrary<(mark: () => string) => string> = fc.oneof(
  word.map((text) => (mark: () => string) => `${mark()} ${text}`),
  word.map((text) => (mark: () => string) => `## ${mark()} ${text}`),
  fc
    .array(word, { minLength: 1, maxLength: 12 })
    .map((list) => (mark: () => string) => list.map((text) => `- ${mark()} ${text}`).join("\n")),
  fc
    .array(word, { minLength: 1, maxLength: 12 })
    .map(
      (list) => (mark: () => string) => ["| a |", "| - |", ...list.map((text) => `| ${mark()} ${text} |`)].join("\n"),
    ),
  fc
    .array(word, { minLength: 1, maxLength: 12 })
    .map((list) => (mark: () => string) => ["```", ...list.map((text) => `${mark()} ${text}`), "```"].join("\n")),
  word.map((text) => (mark: () => string) => `> ${mark()} ${text}`),
);
const fold = fc
  .array(block, { minLength: 1, maxLength: 5 })
  .map(
    (blocks) => (mark: () => string) =>
      ["<details>\n<summary>More</summary>", ...blocks.map((one) => one(mark)), "</details>"].join("\n\n"),
  );
const page = fc
  .array(fc.oneof({ weight: 4, arbitrary: block }, { weight: 1, arbitrary: fold }), { minLength: 1, maxLength: 25 })
  .map((blocks) => {
    const marks: string[] = [];
    const mark = () => {
      marks.push(`m${++serial}m`);
      return marks.at(-1)!;
    };
    return { text: blocks.map((one) => one(mark)).join("\n\n"), marks };
  });

/** The path of each numbered unit from the page down. */
function shapes(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const look = (node: Nodes, above: string) => {
    if ("value" in node) for (const [mark] of node.value.matchAll(/m\d+m/g)) found.set(mark, `${above}/${node.type}`);
    if ("children" in node) for (const child of node.children) look(child, `${above}/${node.type}`);
  };
  look(treeOf(text), "");
  return found;
}

function expectSameShapes(text: string, before: Map<string, string>): void {
  for (const [mark, shape] of shapes(text)) expect([mark, shape]).toEqual([mark, before.get(mark)]);
}

function isClosed(text: string): boolean {
  const opened = text.match(/<details>/g)?.length ?? 0;
  const fences = text.split("\n").filter((line) => line.startsWith("```")).length;
  return opened === (text.match(/<\/details>/g)?.length ?? 0) && fences % 2 === 0;
}

describe("laws", () => {
  test("shortened: every item is present or counted, and the result is valid", () => {
    fc.assert(
      fc.property(page, fc.integer({ min: 300, max: 2000 }), ({ text, marks }, limit) => {
        const fitted = fitComment(text, limit);
        expect(fitted.length).toBeLessThanOrEqual(limit);
        expect(isClosed(fitted)).toBe(true);
        expectSameShapes(fitted.replace(/Left out [^\n]*$/, ""), shapes(text));
        const note = /\n?Left out [^:]*: ([^\n]*)$/.exec(fitted)?.[1] ?? "";
        const counted = [...note.replace(/ \(from .*/, "").matchAll(/\d+/g)].reduce(
          (sum, [number]) => sum + Number(number),
          0,
        );
        expect(marks.filter((mark) => fitted.replace(/Left out [^\n]*$/, "").includes(mark)).length + counted).toBe(
          marks.length,
        );
      }),
      propertyRuns(500),
    );
  });

  test("split: every item is in some part, and each part is valid", () => {
    fc.assert(
      fc.property(page, fc.integer({ min: 300, max: 2000 }), ({ text, marks }, limit) => {
        const parts = splitComment(text, limit);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(limit);
          expect(isClosed(part)).toBe(true);
          expectSameShapes(part, shapes(text));
        }
        for (const mark of marks) expect(parts.filter((part) => part.includes(mark))).toHaveLength(1);
      }),
      propertyRuns(500),
    );
  });

  test("split: text without blocks is complete", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."ab `~|<>-\n".split(""), "😀"), minLength: 600, maxLength: 3000 }),
        (text) => {
          const parts = splitComment(text, 500);
          for (const part of parts) expect(part.length).toBeLessThanOrEqual(500);
          const letters = (one: string) => one.replaceAll(/[^ab😀]/gu, "");
          const said = parts.length === 1 ? parts : parts.map((part) => part.replace(/^Part \d+ of \d+\n\n/, ""));
          expect(letters(said.join("").replaceAll("```text", "")).length).toBeGreaterThanOrEqual(letters(text).length);
        },
      ),
      propertyRuns(300),
    );
  });
});

describe("findings", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
  const change = changeOf({
    base: { "src/app.ts": lines.join("\n") },
    head: { "src/app.ts": lines.with(9, "changed").with(29, "changed").join("\n") },
  });
  const noLine: Mark = { by: "place", why: { kind: "not-commentable" }, outcome: "listed" };
  const overLimit: Mark = { by: "limit", why: { kind: "over-limit", limit: 1 }, outcome: "listed" };

  test.each<[string, JudgedFinding, "inline" | "in the body" | "listed" | "nowhere"]>([
    ["on a changed line", judgedOf({ line: 10 }), "inline"],
    ["on a line around it", judgedOf({ line: 12 }), "inline"],
    ["on a removed line", judgedOf({ line: 10, side: "base" }), "inline"],
    ["between the hunks", judgedOf({ line: 20 }), "in the body"],
    ["from one hunk into the next", judgedOf({ line: 10, text: lines.slice(9, 30).join("\n") }), "inline"],
    ["in a file that did not change", judgedOf({ line: 10, path: "src/other.ts" }), "in the body"],
    ["low, and over the limit", judgedOf({ line: 10, severity: "low" }, [overLimit]), "listed"],
    ["over the limit, but to be fixed", judgedOf({ line: 10 }, [overLimit]), "in the body"],
    ["low, and not commentable", judgedOf({ line: 20, severity: "low" }, [noLine]), "listed"],
    ["not posted", judgedOf({ line: 10 }, [{ by: "t", why: { kind: "stopped" }, outcome: "held" }]), "nowhere"],
  ])("%s", (_name, one, expected) => {
    const { inline, inBody, listed } = placeFindings([one], change);
    const places = { inline, "in the body": inBody, listed, nowhere: [] };
    expect([inline, inBody, listed].map(({ length }) => length)).toEqual(
      [inline, inBody, listed].map((place) => (place === places[expected] ? 1 : 0)),
    );
  });
});
