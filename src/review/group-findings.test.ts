// Tests which findings become one entry, and how entries are labelled.
import { describe, expect, test } from "vitest";
import type { JudgedFinding, Mark } from "../findings/finding.ts";
import { judgedOf, quoteOf, type FindingOf } from "../../test/support/finding-of.ts";
import { findingLabels, groupFindings, type FindingGroup, type FindingGroups } from "./group-findings.ts";

const offTheDiff: Mark = { by: "place", why: { kind: "not-commentable" }, outcome: "listed" };
const minor: Mark = { by: "editor", why: { kind: "not-pressing" }, outcome: "listed" };
const advisory: Mark = { by: "test", why: { kind: "unproven-check", check: "sums" }, outcome: "advisory" };

function one(id: string, overrides: FindingOf = {}, ...marks: Mark[]): JudgedFinding {
  return judgedOf({ id, title: `Title of ${id}`, ...overrides }, marks);
}

/** The label and the ids of each entry, the lead first. */
function entries(judged: readonly JudgedFinding[]): Record<keyof FindingGroups, string[][]> {
  const named = (groups: readonly FindingGroup[]) =>
    groups.map(({ label, lead, places, also }) => [
      label,
      ...[lead, ...places, ...also].map((each) => each.finding.id),
    ]);
  const { pressing, noticed, advisory: others } = groupFindings(judged);
  return { pressing: named(pressing), noticed: named(noticed), advisory: named(others) };
}

describe("entries", () => {
  test("three renames that leave 27 references behind are three entries", () => {
    const judged = ["a", "b", "c"].flatMap((name, declared) =>
      Array.from({ length: 9 }, (_, at) => {
        // A check words it differently for code and for text.
        const title = `\`${name}\` was removed, and this ${at % 2 === 0 ? "text" : "string"} still names it`;
        const evidence = [quoteOf(name, at + 1, "docs/a.md"), quoteOf(name, declared + 1, "src/a.ts", "base")] as const;
        return one(`${name}-${at}`, { title, path: "docs/a.md", line: at + 1, evidence: [...evidence] }, offTheDiff);
      }),
    );
    const { pressing } = groupFindings(judged);
    expect(pressing.map(({ label, places, also }) => [label, 1 + places.length + also.length])).toEqual([
      ["1", 9],
      ["2", 9],
      ["3", 9],
    ]);
  });

  test("what the editor put under a finding belongs to it, whatever comes first", () => {
    const under: Mark = { by: "editor", why: { kind: "same-cause", lead: "lead" }, outcome: "listed" };
    expect(entries([one("test", {}, under), one("lead"), one("other")]).pressing).toEqual([
      ["1", "lead", "test"],
      ["2", "other"],
    ]);
  });

  test("the same words of two checks stay apart", () => {
    const same = { title: "The same" };
    const judged = [one("a", same), one("b", { ...same, sources: ["PRESCAN:other"] })];
    expect(entries(judged).pressing).toHaveLength(2);
  });

  test("the gravest first; what is not pressing and not grave comes after, advisory ones apart", () => {
    const judged = [
      one("low"),
      one("note", { severity: "low" }, minor),
      one("grave", { severity: "high" }, minor),
      one("maybe", { severity: "critical" }, advisory),
      one("gone", {}, { ...advisory, outcome: "dropped" }),
    ];
    expect(entries(judged)).toEqual({
      pressing: [
        ["1", "grave"],
        ["2", "low"],
      ],
      noticed: [["3", "note"]],
      advisory: [["A", "maybe"]],
    });
    expect(Object.fromEntries(findingLabels(judged))).toEqual({ grave: "1", low: "2", note: "3", maybe: "A" });
  });
});
