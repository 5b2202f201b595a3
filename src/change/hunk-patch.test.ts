// Tests which lines of a change an earlier round has reviewed.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import type { Change, Oid, Round } from "./change.ts";
import { hunkPatch, patchesOf, seenBy } from "./hunk-patch.ts";

type Files = Record<string, string>;
const numbers = Array.from({ length: 30 }, (_, index) => `const line${index} = ${index};`);
const text = (lines: readonly string[]) => `${lines.join("\n")}\n`;

function patches(base: Files, head: Files): string[] {
  return patchesOf(changeOf({ base, head }).files).toSorted();
}

function roundOf(change: Change): Round {
  return { base: change.base, head: change.head, hunks: patchesOf(change.files) };
}

describe("the same change has the same text", () => {
  const change = (lines: readonly string[]) => {
    const at = lines.indexOf("const line10 = 10;");
    return lines.with(at, "const line10 = ten();").toSpliced(at + 4, 0, "const added = true;");
  };
  const original = patches({ "a.ts": text(numbers) }, { "a.ts": text(change(numbers)) });

  test.each<[string, readonly string[]]>([
    ["when lines arrive above it", ["// one", "// two", ...numbers]],
    ["when the base takes the lines away between which git split its runs", numbers.toSpliced(11, 2)],
    [
      "when the base puts so many lines between them that git makes two hunks of one",
      numbers.toSpliced(12, 0, ...Array.from({ length: 20 }, (_, index) => `// ${index}`)),
    ],
  ])("%s", (_name, base) => {
    expect(patches({ "a.ts": text(base) }, { "a.ts": text(change(base)) })).toEqual(original);
  });

  test("when the file is renamed by the change, and when its indentation changes", () => {
    expect(patches({ "a.ts": text(numbers) }, { "b.ts": text(change(numbers)) })).toEqual(original);
    const indented = change(numbers).map((line) => (numbers.includes(line) ? line : `\t${line}`));
    expect(patches({ "a.ts": text(numbers) }, { "a.ts": text(indented) })).toEqual(original);
  });

  test("however its lines lie in it: one text each, and equal ones counted", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a();", "b();", "", "}"), { maxLength: 12 }), (lines) => {
        const [file] = changeOf({ head: { "a.ts": text(lines) } }).files;
        const each = file!.hunks.flatMap((hunk) => hunkPatch(file!, hunk));
        expect(each).toHaveLength(lines.filter((line) => line !== "").length);
        const kept = patchesOf([file!]);
        expect(kept).toHaveLength(new Set(each).size);
        expect(kept.every((patch) => patch.length <= 64)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

test("another file, another side and another line are other texts", () => {
  const all = [
    patches({}, { "a.ts": "one();\n" }),
    patches({}, { "b.ts": "one();\n" }),
    patches({}, { "a.ts": "two();\n" }),
    patches({ "a.ts": "one();\n" }, {}),
  ].flat();
  expect(new Set(all).size).toBe(4);
});

describe("lines that an earlier round has seen", () => {
  const first = changeOf({ head: { "a.ts": "begin(first);\nstopHere();\nfinish(first);\n" } });
  const rounds = [roundOf(first)];

  test("is seen again among new lines, which are not", () => {
    const now = changeOf({ head: { "a.ts": "begin(first);\nstopHere();\nfinish(first);\nmore(second);\n" } });
    const seen = seenBy(rounds, now);
    expect([1, 2, 3, 4, 5].map((line) => seen.line("a.ts", "head", line))).toEqual([true, true, true, false, null]);
    expect(seen.nothingNew).toBe(false);
    expect(seenBy(rounds, first).nothingNew).toBe(true);
  });

  test("is not the same on another base, whose context may be new", () => {
    expect(seenBy(rounds, { ...first, base: "moved" as Oid }).nothingNew).toBe(false);
  });

  test("is known under another name of its file, which no round had before", () => {
    const now = changeOf({ head: { "b.ts": "begin(first);\nstopHere();\nfinish(first);\n" } });
    expect(seenBy(rounds, now).line("b.ts", "head", 2)).toBe(true);
  });

  test.each([
    ["one more of a kind makes all of the kind new", "begin(first);\nstopHere();\nfinish(first);\nstopHere();\n", 2],
    [
      "a line that was written again beside new ones is new",
      "begin(second);\nother(second);\nstopHere();\nfinish(second);\n",
      3,
    ],
  ])("%s", (_name, head, line) => {
    expect(seenBy(rounds, changeOf({ head: { "a.ts": head } })).line("a.ts", "head", line)).toBe(false);
  });

  test("is nothing where no round has kept anything", () => {
    expect(seenBy([{ ...rounds[0]!, hunks: [] }], first)).toMatchObject({ known: false, nothingNew: false });
  });
});
