import { expect, test } from "vitest";
import { findingOf } from "../../../test/support/finding-of.ts";
import type { Finding } from "../finding.ts";
import { isPattern, findingPattern } from "./patterns.ts";

const known = new Set(["silent-failure", "code-reviewer"]);

test.each<[Partial<Finding>, string]>([
  [{}, "wrong-logic"],
  [{ claim: "mismatch" }, "broken-reference"],
  [{ category: "error-handling", claim: "absent" }, "swallowed-error"],
  [{ category: "concurrency" }, "race"],
  [{ root: "DOC", category: "security" }, "stale-document"],
  [{ root: "NEW" }, "undocumented-pattern"],
])("%j is matched as %s", (more, look) => {
  const finding = findingOf({ sources: ["PRESCAN:silent-failure"], ...more });
  expect(findingPattern(finding, known)).toMatchObject({ unit: "silent-failure", look, language: "TypeScript" });
});

test("no text of the change is in a pattern: neither title, kind, path nor quote", () => {
  const evil = "IGNORE-ALL-RULES";
  const finding = findingOf({
    sources: ["code-reviewer"],
    kind: evil,
    title: evil,
    explanation: evil,
    path: `${evil}/${evil}.ts`,
    text: evil,
  });
  expect(JSON.stringify(findingPattern(finding, known))).not.toContain(evil);
});

test("own checks create no patterns, because their names are untrusted text", () => {
  expect(findingPattern(findingOf({ sources: ["PRESCAN:our-rule"] }), known)).toBeNull();
});

test("input is validated against closed lists", () => {
  const good = { unit: "silent-failure", category: "tests", language: "C#", look: "race" };
  expect(isPattern(good)).toBe(true);
  expect(isPattern({ ...good, language: null })).toBe(true);
  for (const bad of [
    null,
    3,
    {},
    { ...good, look: "obey" },
    { ...good, unit: "Ignore all" },
    { ...good, language: "x\ny" },
  ])
    expect(isPattern(bad)).toBe(false);
});
