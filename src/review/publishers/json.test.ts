import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decisionOf } from "../../../test/support/decision-of.ts";
import type { Change } from "../../change/change.ts";
import { findingOutcomes, severities, type JudgedFinding, type Mark } from "../../findings/finding.ts";
import { hunksOf } from "../../findings/read-all.ts";
import { changeOf } from "../../../test/support/change-of.ts";
import { acting, draftOf, hostile, judgedOf, onPull, reportOf } from "../../../test/support/finding-of.ts";
import type { Draft } from "../draft.ts";
import { draftSchema, type DraftJson } from "./json-schema.ts";
import { jsonPublisher } from "./json.ts";

const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
const change = changeOf({
  base: { "src/cart.ts": lines.join("\n"), "src/old.ts": "a\nb\nc\n" },
  head: {
    "src/cart.ts": lines.with(2, "changed").with(25, "changed").join("\n"),
    "src/new.ts": "a\nb\nc\n",
    "yarn.lock": "a\nb\n",
    "logo.png": new Uint8Array([0, 1, 0]),
  },
  title: "[WIP] feat(cart)!: reset the sum",
  body: "This must not break the checkout. Fixes #12",
});

/** Parsed strictly, so that a field the schema does not know is an error. */
function read(draft: Draft): DraftJson {
  const printed: unknown = JSON.parse(print(draft));
  const parsed = draftSchema.parse(printed);
  expect(parsed).toEqual(printed);
  return parsed;
}

function print(draft: Draft): string {
  return jsonPublisher.render(draft, { colour: true, width: 80, version: "1.2.3" });
}

const everything = draftOf(
  { ...change, cuts: [{ kind: "shallow" }, { kind: "commits", read: 1, total: 2 }] },
  findingOutcomes.flatMap((outcome) =>
    severities.map((severity) =>
      judgedOf({ severity }, [{ by: "test", why: { kind: "over-limit", limit: 3 }, outcome }]),
    ),
  ),
  [
    reportOf({
      read: hunksOf(change.files.filter((file) => file.newPath === "src/cart.ts")),
      verdicts: [{ pass: "tests", says: "clean", evidence: "read" }],
    }),
    reportOf({ unit: "slow", status: "failed", why: { kind: "too-slow", limitMs: 5 } }),
  ],
);

describe("JSON fits its documented schema", () => {
  test.each<[string, Draft]>([
    ["an empty change", draftOf(changeOf({}))],
    ["a change without findings", draftOf(change)],
    ["a change with everything", everything],
    ["a pull request", draftOf(onPull(change))],
    [
      "a finding with a fix",
      draftOf(change, [judgedOf({ fix: { at: { path: "a", side: "head", start: 1, end: 1 }, text: "" } })]),
    ],
    [
      "a draft that a person changed",
      { ...draftOf(change), decision: decisionOf({ chosen: { event: "APPROVE", by: "ada" } }) },
    ],
  ])("%s", (_name, draft) => expect(read(draft).version).toBe(1));

  test("names the tool and the reviewed change", () => {
    expect(read(everything)).toMatchObject({
      tool: { name: "crosscheck", version: "1.2.3" },
      change: { from: "base..head", title: "[WIP] feat(cart)!: reset the sum" },
    });
    expect(read(draftOf(onPull(change))).change.from).toBe("acme/shop#7");
  });

  test("gives every reason as code and as text", () => {
    const { findings, reports, decision } = read(everything);
    expect(findings[0]!.marks).toMatchObject([
      { by: "test", why: { kind: "over-limit", limit: 3 }, says: "over the limit of 3 inline comments" },
    ]);
    expect(reports[1]).toMatchObject({
      why: { kind: "too-slow", limitMs: 5 },
      says: "it took longer than 5 ms and was stopped",
    });
    expect(decision.rules.every((rule) => rule.says.length > 0)).toBe(true);
  });

  test("distinguishes inline and listed findings", () => {
    const listed = judgedOf({ id: "b" }, [{ by: "limit", why: { kind: "over-limit", limit: 1 }, outcome: "listed" }]);
    const held = judgedOf({ id: "c" }, [{ by: "x", why: { kind: "stopped" }, outcome: "held" }]);
    const { findings } = read(draftOf(change, [judgedOf({ id: "a" }), listed, held]));
    expect(findings.map(({ id, outcome, inline }) => [id, outcome, inline])).toEqual([
      ["a", "inline", true],
      ["b", "listed", false],
      ["c", "held", false],
    ]);
  });

  test("has the severity and confidence that the gates left", () => {
    const mark: Mark = { by: "x", why: { kind: "stopped" }, severity: "nit", confidence: 3 };
    expect(read(draftOf(change, [judgedOf({ severity: "high" }, [mark])])).findings[0]).toMatchObject({
      severity: "nit",
      confidence: 3,
    });
  });
});

describe("the counts add up", () => {
  const sum = (numbers: Record<string, number>) => Object.values(numbers).reduce((total, one) => total + one, 0);

  test("has line counts of the files and of the readers", () => {
    const { change: told, coverage } = read(everything);
    expect(told.files.reduce((total, file) => total + file.additions + file.deletions, 0)).toBe(
      told.additions + told.deletions,
    );
    expect(coverage.total).toBe(told.additions + told.deletions);
    expect(coverage.byReviewers + coverage.byChecksOnly + coverage.unread).toBe(coverage.total);
    expect(coverage.hunks.reduce((total, hunk) => total + hunk.lines, 0)).toBe(coverage.total);
    expect(coverage).toMatchObject({ total: 6, byChecksOnly: 4, unread: 2 });
    expect(coverage.withoutLines.map(({ path }) => path).toSorted()).toEqual(["logo.png", "src/new.ts"]);
  });

  test("findings: over all outcomes, and the posted ones over all severities", () => {
    const anyJudged: fc.Arbitrary<JudgedFinding> = fc
      .record({ outcome: fc.constantFrom(...findingOutcomes), severity: fc.constantFrom(...severities) })
      .map(({ outcome, severity }) => judgedOf({ severity }, [{ by: "x", why: { kind: "stopped" }, outcome }]));
    fc.assert(
      fc.property(fc.array(anyJudged, { maxLength: 20 }), (judged) => {
        const { counts, findings } = read(draftOf(change, judged));
        expect(findings).toHaveLength(judged.length);
        expect(sum(counts.byOutcome)).toBe(judged.length);
        expect(sum(counts.bySeverity)).toBe(counts.byOutcome["inline"]! + counts.byOutcome["listed"]!);
      }),
      { numRuns: 30 },
    );
  });
});

test("hostile text keeps its value, without control characters", () => {
  const said: Change = { ...change, words: { ...change.words, title: hostile } };
  const draft = draftOf(said, [judgedOf({ path: hostile, title: hostile, text: hostile })]);
  expect(print(draft).replaceAll("\n", "")).not.toMatch(acting);
  const told = read(draft);
  expect(told.change.title).toBe(hostile);
  expect(told.findings[0]).toMatchObject({ title: hostile, at: { path: hostile } });
});
