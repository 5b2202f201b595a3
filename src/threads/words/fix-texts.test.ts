// Tests that every rule and rejection has its sentence, and that untrusted text stays on one line.
import { expect, test } from "vitest";
import type { PayloadRefusal } from "../plan-fixes.ts";
import type { CheckTrouble, PolicyRule, PolicyRuleName } from "../policy.ts";
import { cannotResolve, fixLine, refusalText, policyRuleText } from "./fix-texts.ts";

const rules: Record<PolicyRuleName, PolicyRule> = {
  allowed: { rule: "allowed", by: "person" },
  "not-asked": { rule: "not-asked" },
  "already-resolved": { rule: "already-resolved" },
  "resolved-before": { rule: "resolved-before" },
  "already-answered": { rule: "already-answered" },
  "nothing-to-answer": { rule: "nothing-to-answer" },
  gone: { rule: "gone" },
  "needs-human": { rule: "needs-human" },
  "triage-needs-human": { rule: "triage-needs-human" },
  "no-triage": { rule: "no-triage" },
  "other-class": { rule: "other-class", triage: "stale", payload: "valid" },
  "new-head": { rule: "new-head", read: "d".repeat(40) },
  "later-comment": { rule: "later-comment" },
  reopened: { rule: "reopened" },
  "another-human": { rule: "another-human" },
  "cannot-reply": { rule: "cannot-reply" },
  "cannot-resolve": { rule: "cannot-resolve" },
  missing: { rule: "missing", what: ["fixSummary", "verification"] },
  "verification-elsewhere": { rule: "verification-elsewhere" },
  "verification-result": { rule: "verification-result", command: "npm\ntest \u202E", result: "timed-out" },
  "commit-not-reachable": { rule: "commit-not-reachable", commit: "c".repeat(40) },
  "commit-before-comment": { rule: "commit-before-comment", commit: "c".repeat(40) },
  "code-unchanged": { rule: "code-unchanged" },
  "code-unknown": { rule: "code-unknown" },
  unexplained: { rule: "unexplained" },
  "class-not-allowed": { rule: "class-not-allowed", class: "stale" },
  "invalid-not-allowed": { rule: "invalid-not-allowed" },
  "not-outdated": { rule: "not-outdated" },
  checks: { rule: "checks", trouble: { why: "no-evidence" } },
  "empty-reply": { rule: "empty-reply" },
  "says-resolved": { rule: "says-resolved" },
};
const troubles: Record<CheckTrouble["why"], CheckTrouble> = {
  "check-elsewhere": { why: "check-elsewhere", head: "c".repeat(40) },
  "check-dirty": { why: "check-dirty" },
  "check-result": { why: "check-result", result: "failed" },
  "payload-result": { why: "payload-result", result: "unknown" },
  "no-evidence": { why: "no-evidence" },
  "payload-elsewhere": { why: "payload-elsewhere" },
  "watch-elsewhere": { why: "watch-elsewhere", head: "c".repeat(40) },
  "watch-result": { why: "watch-result", result: "pending" },
};
const refusals: Record<PayloadRefusal["why"], PayloadRefusal> = {
  disabled: { why: "disabled" },
  "other-number": { why: "other-number", asked: 1, payload: 2 },
  "no-scan": { why: "no-scan" },
  "scan-of-another-pull": { why: "scan-of-another-pull", number: 3 },
  "incomplete-scan": { why: "incomplete-scan" },
  "failed-scan": { why: "failed-scan", what: "it\nbroke" },
  "not-scanned": { why: "not-scanned", threads: Array.from({ length: 30 }, (_, at) => `T${at}`) },
  "too-many-threads": { why: "too-many-threads", seen: 1000 },
  "not-on-pull": { why: "not-on-pull", threads: ["T1"] },
};

test("each rule has a different one-line text", () => {
  const said = [
    ...Object.values(rules),
    ...Object.values(troubles).map((trouble): PolicyRule => ({ rule: "checks", trouble })),
  ];
  const sentences = said.map(policyRuleText);
  // "no-evidence" is in both lists.
  expect(new Set(sentences).size).toBe(said.length - 1);
  for (const sentence of sentences) expect(sentence).toMatch(/^[^\n\u202E]{8,250}$/);
  expect(policyRuleText(rules.missing)).toBe("the payload lacks a fixSummary and a verification");
  expect(policyRuleText(rules["verification-result"])).toBe('the verification "npm test <U+202E>" took too long');
});

test("each refusal has a remedy", () => {
  for (const refusal of Object.values(refusals)) {
    const [sentence, remedy] = refusalText(refusal);
    expect(sentence).toMatch(/^[^\n]{20,}$/);
    expect(remedy).toMatch(/^[A-Z][^\n]{15,}$/);
  }
  expect(refusalText(refusals["not-scanned"])[0]).toMatch(/T19 and 10 more$/);
});

test("a token without permission to resolve gets the reason", () => {
  expect(cannotResolve("No\nway")).toBe(
    "GitHub refused to resolve it (No way): resolving needs a token that may write contents (contents: write), and does not work with fine-grained personal tokens",
  );
});

test("a line for people", () => {
  const row = { threadId: "T1", path: "a\nb.ts", line: null, classification: "already_fixed" } as unknown as Parameters<
    typeof fixLine
  >[0];
  expect(fixLine(row, { is: "posted", why: "" }, { is: "blocked", why: "so" })).toEqual({
    place: "a b.ts",
    threadId: "T1",
    classification: "already fixed",
    parts: [
      { what: "reply", is: "posted", says: "Reply: posted" },
      { what: "resolution", is: "blocked", says: "Resolution: blocked (so)" },
    ],
  });
});
