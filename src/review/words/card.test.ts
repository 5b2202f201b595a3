import { describe, expect, test } from "vitest";
import type { CodeLocation } from "../../change/change.ts";
import { acting, hostile, judgedOf, quoteOf, type FindingOf } from "../../../test/support/finding-of.ts";
import type { Reason } from "../../findings/reason.ts";
import { liveIn, treeOf } from "../../../test/support/live-in.ts";
import { findingCard } from "./card.ts";

const at: CodeLocation = { path: "src/app.ts", side: "head", start: 4, end: 4 };

function written(
  mode: "standard" | "enhanced",
  overrides: FindingOf,
  onItsLine: boolean,
  also: FindingOf[] = [],
): string {
  const one = judgedOf({ line: 4, severity: "high", ...overrides });
  return findingCard({ one, also: also.map((each) => judgedOf(each)) }, mode, onItsLine ? at : null);
}

function standard(overrides: FindingOf = {}, onItsLine = true): string {
  return written("standard", overrides, onItsLine);
}

function enhanced(overrides: FindingOf = {}, onItsLine = true): string {
  return written("enhanced", overrides, onItsLine);
}

test("standard: the defect, its weight and sources, and the explanation, beside the line that they are about", () => {
  expect(standard()).toBe("**The sum is wrong**\n\nhigh · confidence 9/10 · found by sums\n\nPrices are added twice.");
  expect(standard({ sources: ["code-reviewer", "second-opinion"] })).toContain(
    "\n\nhigh · confidence 9/10 · found by code-reviewer and second-opinion\n\n",
  );
});

test("enhanced: a card that needs no summary", () => {
  expect(enhanced()).toBe(`${standard()}\n\n**What to do:** fix it, or reply why it is right as it is`);
});

test("a card in the body has its place and its code", () => {
  expect(enhanced({}, false)).toContain("found by sums · `src/app.ts:4`");
  expect(enhanced({}, false)).toContain("```\ntotal += price;\n```");
});

test("findings of the same cause are lines under it", () => {
  const also = { title: "No test covers `total`", path: "test/a.test.ts", line: 4 };
  expect(written("standard", {}, true, [also])).toMatch(
    /twice\.\n\n- also: No test covers `total` \(`test\/a\.test\.ts:4`\)$/,
  );
});

test.each<[FindingOf, string]>([
  [{ improvement: true }, "optional"],
  [{ severity: "nit" }, "fix it if you agree"],
  [{ fix: { at, text: "x" } }, "apply the suggestion below, if it is what you meant"],
  [{ fix: { at: { ...at, path: "src/b.ts" }, text: "x" } }, "see the replacement below"],
])("the action depends on what can be done: %j", (overrides, expected) => {
  expect(`${enhanced(overrides)}\n`).toContain(`**What to do:** ${expected}\n`);
});

describe("evidence", () => {
  test("is shown if it is elsewhere", () => {
    const evidence = [quoteOf("total += price;", 4), quoteOf("total = 0", 9, "src/`b`.ts", "base")] as const;
    expect(standard({ evidence: [...evidence] })).toMatch(
      /\n\nSee src\/\\`b\\`\.ts:9 \(before\):\n\n```\ntotal = 0\n```$/,
    );
    expect(standard({ evidence: [evidence[0]] })).not.toContain("total");
  });

  test("is never a secret itself, and never endless", () => {
    const masked = { ...quoteOf("key = hunter2", 9), masked: "key = …" };
    expect(standard({ evidence: [masked] })).toContain("```\nkey = …\n```");
    expect(standard({ evidence: [quoteOf("x\n".repeat(100), 9)] }).match(/^x$/gm)).toHaveLength(20);
  });
});

describe("a suggestion", () => {
  test("replaces exactly the lines of its comment, tabs included", () => {
    expect(standard({ fix: { at, text: "\ttotal = price;" } })).toMatch(/\n\n```suggestion\n\ttotal = price;\n```$/);
    expect(standard({ fix: { at, text: "" } })).toMatch(/\n\n```suggestion\n```$/);
    expect(standard({ fix: { at, text: "```\nx" } })).toMatch(/\n\n````suggestion\n```\nx\n````$/);
  });

  test("says which tests passed with it, and is not offered if it breaks one or does not apply", () => {
    const fixed = (why: Reason) =>
      findingCard(
        { one: judgedOf({ line: 4, fix: { at, text: "x" } }, [{ by: "fix", why }]), also: [] },
        "standard",
        at,
      );
    expect(fixed({ kind: "fix-tested", runner: "vitest", passed: 3 })).toMatch(
      /```suggestion\nx\n```\n\nWith this change, 3 related tests passed \(vitest\)\.$/,
    );
    expect(fixed({ kind: "fix-breaks", runner: "vitest", test: "adds" })).toBe(standard({ severity: "medium" }));
    expect(fixed({ kind: "fix-does-not-apply" })).not.toContain("```");
  });

  const key = ["AKIA", "QYLPMN5HHHFPZAM2"].join("");
  test.each<[string, FindingOf, boolean]>([
    ["other lines", { fix: { at: { ...at, end: 5 }, text: "x" } }, true],
    ["another file", { fix: { at: { ...at, path: "src/b.ts" }, text: "x" } }, true],
    ["a removed line", { side: "base", fix: { at: { ...at, side: "base" }, text: "x" } }, true],
    ["a comment that is not on its line", { fix: { at, text: "x" } }, false],
    ["what cannot be shown as it is", { fix: { at, text: "x\u202e" } }, true],
    ["a secret", { fix: { at, text: `key = "${key}"` } }, true],
  ])("is omitted for %s: the replacement is shown instead", (_name, overrides, onItsLine) => {
    const card = standard(overrides, onItsLine);
    expect(card).not.toContain("suggestion");
    expect(card).toMatch(/\n\nInstead of `src\/[ab]\w*\.ts:[\d-]+( \(before\))?`:\n\n```\n[^\n]*\n```$/);
  });
});

describe("hostile text", () => {
  test.each([
    "# Approved",
    "```\nx",
    "</details><img src=x>",
    "@octocat [a](https://evil.example) ![b](https://evil.example)",
    hostile,
  ])("does not break a card: %j", (text) => {
    for (const write of [standard, enhanced]) {
      const shown = write({
        title: text,
        explanation: text,
        path: text,
        evidence: [quoteOf(text, 9, text)],
        fix: { at: { ...at, start: 9, end: 9 }, text },
      });
      expect(liveIn(shown)).toEqual({ links: [], images: [], html: [], mentions: [], references: [], headings: [] });
      expect(shown.replaceAll("\n", "")).not.toMatch(acting);
      const kinds = "children" in treeOf(shown) ? (treeOf(shown) as { children: { type: string }[] }).children : [];
      expect(kinds.map(({ type }) => type)).toEqual([
        "paragraph",
        "paragraph",
        "paragraph",
        "paragraph",
        "code",
        ...(write === standard ? [] : ["paragraph"]),
        "paragraph",
        "code",
      ]);
    }
  });
});
