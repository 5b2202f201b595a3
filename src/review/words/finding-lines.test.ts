import { describe, expect, test } from "vitest";
import type { Finding, JudgedFinding, Mark } from "../../findings/finding.ts";
import { acting, hostile, judgedOf } from "../../../test/support/finding-of.ts";
import {
  explanationOf,
  findingFacts,
  findingLocation,
  findingSources,
  suggestedAction,
  findingTitle,
  whyNotPosted,
} from "./finding-lines.ts";
import { cases } from "../../../test/support/cases.ts";

const unsure: Mark = { by: "confidence", why: { kind: "medium-confidence", confidence: 5 } };

describe("the place", () => {
  cases<[JudgedFinding, string]>("%#: %s", findingLocation, [
    [judgedOf({ path: "a.ts", line: 3 }), "a.ts:3"],
    [judgedOf({ path: "a.ts", line: 3, text: "x\ny" }), "a.ts:3-4"],
    [judgedOf({ path: "a.ts", line: 3, side: "base" }), "a.ts:3 (before)"],
  ]);
});

cases<[JudgedFinding, string]>("the line under the title: %s", findingFacts, [
  [judgedOf({ severity: "high" }), "high · confidence 9/10 · found by sums"],
  [judgedOf({ confidence: 5 }, [unsure]), "medium · confidence 5/10 (verify) · found by sums"],
  [
    judgedOf({ sources: ["PRESCAN:sums", "sums", "second-opinion"] }, [
      { by: "arbiter", why: { kind: "disputed", by: "a model", reason: "no" } },
    ]),
    "medium · confidence 9/10 · disputed between models · found by sums and second-opinion",
  ],
]);

describe("why it is not posted", () => {
  const held: Mark = { by: "test", why: { kind: "early-feedback" }, outcome: "held" };
  const suppressed: Mark = { by: "test", why: { kind: "dismissed" }, outcome: "suppressed" };

  test("lists the deciding marks only", () => {
    expect(whyNotPosted(judgedOf({}, [unsure, held, suppressed]))).toBe("dismissed in an earlier round");
    expect(whyNotPosted(judgedOf({}, [held, { ...held, why: { kind: "stopped" } }]))).toBe(
      "work in progress: style can wait; it was stopped",
    );
  });
});

test("includes what lowered its confidence", () => {
  const habit: Mark = { by: "baseline", why: { kind: "same-elsewhere-in-file", path: "a.ts", line: 3 }, confidence: 4 };
  const low: Mark = { by: "confidence", why: { kind: "low-confidence", confidence: 4 }, outcome: "advisory" };
  expect(whyNotPosted(judgedOf({}, [habit, low]))).toBe(
    "unchanged code in the same file already does this (line 3); low confidence (4/10)",
  );
});

test("sources by their names", () => {
  expect(findingSources(judgedOf({ sources: ["PRESCAN:sums", "code-reviewer"] }))).toBe("sums, code-reviewer");
});

cases<[Finding["root"], string]>("what to do about %s", (root) => suggestedAction(judgedOf({ root })), [
  ["CODE", "Check it, and post it if it is right"],
  ["DOC", "Update the document"],
  ["NEW", "Describe the pattern, or follow the old one"],
]);

test("no control characters get through", () => {
  const mark: Mark = { by: "x", why: { kind: "ignored-inline", check: "x", reason: hostile }, outcome: "suppressed" };
  const one = judgedOf({ path: hostile, title: hostile, explanation: hostile }, [mark]);
  for (const line of [findingLocation(one), findingTitle(one), explanationOf(one), whyNotPosted(one)]) {
    expect(line).toContain("gpj.exe");
    expect(line).not.toMatch(acting);
  }
});
