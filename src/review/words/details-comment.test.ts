import { describe, expect, test } from "vitest";
import type { Change, Identity, PastFinding } from "../../change/change.ts";
import { findingOutcomes, type FindingOutcome, type JudgedFinding, type Mark } from "../../findings/finding.ts";
import { changeOf } from "../../../test/support/change-of.ts";
import {
  draftOf,
  hostile,
  judgedOf,
  onPull,
  poisoned,
  reportOf,
  type FindingOf,
} from "../../../test/support/finding-of.ts";
import { liveIn } from "../../../test/support/live-in.ts";
import { detailsComment, type DetailsFacts } from "./details-comment.ts";

const facts: DetailsFacts = { version: "1.2.3", advisory: false };
const change = onPull(
  changeOf({
    base: { "src/cart.ts": "let sum = 0;\n", "yarn.lock": "a\n" },
    head: { "src/cart.ts": "let sum = 0;\nsum += price;\n", "yarn.lock": "b\n" },
    title: "fix(cart): [WIP] [foobar] reset the sum",
    body: "This must not break the checkout.",
  }),
);

function withFate(outcome: FindingOutcome, overrides: FindingOf = {}): JudgedFinding {
  return judgedOf(
    { path: "src/cart.ts", line: 2, title: `A ${outcome} finding`, ...overrides },
    outcome === "inline"
      ? []
      : [{ by: "test", why: { kind: "suppressed-by-config", reason: "known", index: 0 }, outcome }],
  );
}

const lines = (text: string) =>
  Object.fromEntries([...text.matchAll(/^- \*\*(.+?):\*\* (.*)$/gm)].map(([, label, says]) => [label, says]));
/** The folds within the comment's own. */
const folds = (text: string) => [...text.matchAll(/<summary>(.*)<\/summary>/g)].map(([, name]) => name).slice(1);

test("has the facts of the review, one line each", () => {
  const judged = [
    ...findingOutcomes.map((outcome) => withFate(outcome)),
    withFate("inline", { severity: "high", category: "security" }),
  ];
  const reports = [
    reportOf({
      read: [{ hunk: "src/cart.ts#1", depth: "full" }],
      ms: 1200,
      cost: { tokensIn: 1000, cacheReads: 2500, cacheWrites: 500, tokensOut: 500, money: 0.12 },
    }),
    reportOf({ unit: "broken", status: "failed", why: { kind: "threw", message: "no such file" } }),
    reportOf({ unit: "docs", status: "skipped", why: { kind: "turned-off" } }),
  ];
  const withCut: Change = { ...change, cuts: [{ kind: "shallow" }] };
  expect(lines(detailsComment(draftOf(withCut, judged, reports), facts))).toEqual({
    Coverage: "3 changed lines: 1 read by checks only, 2 by nobody",
    "Not reviewed": expect.stringMatching(
      /^\d reviewers need a model; broken did not finish \(it failed: no such file\)$/,
    ) as string,
    Findings: "1 high, 2 medium (security 1, correctness 2)",
    "Not posted": "1 advisory, 1 held, 1 suppressed, 1 dropped",
    Signals: "type fix (cart); \\[wip\\] in title; ignored \\[foobar\\]",
    Triage: "Lite: 1 line to review in 1 file; bugfix (by its title)",
    "Security-sensitive": "dependency manifest (yarn.lock)",
    Checks: "1 ran",
    "Not run": "docs (turned off in .crosscheck.yml)",
    Time: "1.2 s for all checks and reviewers together",
    Cost: "5k tokens (3k cached), 0.12 dollars",
    Note: "this is a shallow clone: history before its edge is not known",
    Version: "Crosscheck 1.2.3",
  });
});

test("omits unknown and empty facts", () => {
  const bare = onPull(changeOf({ base: { "a.ts": "x\n" }, head: { "a.ts": "y\n" } }));
  const text = detailsComment(draftOf(bare), { ...facts, version: null });
  expect(Object.keys(lines(text))).toEqual(["Coverage", "Not reviewed", "Triage"]);
  expect(folds(text)).toEqual([]);
});

test("is folded under the commit, and says nothing of what had nothing to do", () => {
  const idle = reportOf({ status: "skipped", why: { kind: "nothing-to-check", what: "no workflow changed" } });
  const text = detailsComment(draftOf(change, [], [idle]), facts);
  expect(text).toMatch(/^<details>\n<summary>Crosscheck details for head<\/summary>\n[^]*\n<\/details>$/);
  expect(text).not.toContain("nothing to check");
});

describe("folded below", () => {
  const fullPass: Change = { ...change, triage: { ...change.triage, fullPass: "flag" } };
  const unsure = judgedOf({ path: "src/cart.ts", line: 2, confidence: 3, title: "Perhaps" }, [
    { by: "confidence", why: { kind: "low-confidence", confidence: 3 }, outcome: "advisory" },
  ]);

  test("the lists, in one order; advisory findings only when they were chosen", () => {
    const draft = draftOf(fullPass, [...findingOutcomes.map((outcome) => withFate(outcome)), unsure]);
    const all = ["Verification matrix", "Pass Coverage", "Files left out of the review", "Suppressed findings"];
    expect(folds(detailsComment(draft, facts))).toEqual([...all, "Low-confidence findings"]);
    expect(folds(detailsComment(draft, { ...facts, advisory: true }))).toEqual([...all, "Advisory"]);
    expect(detailsComment(draft, facts)).not.toContain("Perhaps");
  });

  test("an advisory finding that holds up approval is named, unless it is too uncertain to repeat", () => {
    const held: Mark[] = [{ by: "mode", why: { kind: "unproven-check", check: "non-code" }, outcome: "advisory" }];
    const grave = { path: "package.json", severity: "high", title: "Installing runs a command" } as const;
    const text = (marks: readonly Mark[]) => detailsComment(draftOf(change, [judgedOf(grave, marks)]), facts);
    expect(text(held)).toContain("Installing runs a command");
    expect(text(unsure.marks)).not.toContain("Installing runs a command");
    expect(
      text([...held, { by: "answer", why: { kind: "refuted", by: "code-reviewer", reason: "it prints" } }]),
    ).not.toContain("Installing runs a command");
  });

  test("each with its details", () => {
    const text = detailsComment(
      draftOf(fullPass, [withFate("suppressed"), withFate("advisory", { root: "DOC" }), unsure]),
      { ...facts, advisory: true },
    );
    for (const row of [
      "| V1 | This must not break the checkout. | body | open |  |",
      "| security | **gap** |  |",
      "| `yarn.lock` | lockfile | 2 |",
      "| `src/cart.ts:2` | correctness | suppressed in .crosscheck.yml: known |",
      "| A | `src/cart.ts:2` | DOC | A advisory finding. Not posted: suppressed in .crosscheck.yml: known. | Update the document |",
    ])
      expect(text.split("\n")).toContain(row);
  });

  test("without a summary: the findings that the body has no room for", () => {
    const enhanced: Change = { ...change, config: { ...change.config, mode: "enhanced" } };
    const elsewhere = withFate("inline", { line: 99 });
    const many = Array.from({ length: 900 }, () => elsewhere);
    expect(folds(detailsComment(draftOf(enhanced, many), facts))).toContain("More findings");
    expect(folds(detailsComment(draftOf(enhanced, [elsewhere]), facts))).not.toContain("More findings");
  });

  test("what the summary has no room for", () => {
    const many = Array.from({ length: 900 }, (_, index) =>
      withFate("inline", { title: `Finding number ${index} ${"x".repeat(150)}` }),
    );
    const text = detailsComment(draftOf(change, many), facts);
    expect(folds(text)).toContain("More findings");
    expect(text).toContain("Finding number 899");
  });
});

test("a later round lists what is new, fixed and still open", () => {
  const past: PastFinding = {
    identity: "1d" as Identity,
    state: "open",
    about: { check: "sums", kind: "wrong-sum", path: "src/cart.ts", line: 2, quote: "sum += price;" },
    comment: null,
    thread: null,
  };
  const later: Change = { ...change, past: { rounds: [], findings: [past] } };
  const known = judgedOf({ path: "src/cart.ts", line: 2 }, [
    { by: "past", why: { kind: "already-posted" }, outcome: "suppressed" },
  ]);
  const text = detailsComment(draftOf(later, [known, withFate("inline", { identity: "2d" as Identity })]), facts);
  expect(text).toMatch(/^Since the last review: 1 new, 1 still open\.\n\n<details>/);
  expect(folds(text)).toContain("Findings of earlier reviews");
  expect(folds(text)).not.toContain("Suppressed findings");
});

test("hostile text cannot change it", () => {
  const text = `x | y \\| # </details> <img src=x> @octocat [a](https://evil.example) ${hostile}`;
  const draft = draftOf(
    {
      ...change,
      concerns: [{ id: "V1", text, source: "body", status: "open", how: text }],
      cuts: [{ kind: "submodule", path: text }],
    },
    findingOutcomes.map((outcome) =>
      poisoned(withFate(outcome, { path: text, title: text }), [
        "outcome",
        "severity",
        "side",
        "kind",
        "category",
        "root",
        "by",
        "proof",
        "claim",
        "pass",
      ]),
    ),
    [reportOf({ status: "failed", why: { kind: "threw", message: text } })],
  );
  const shown = detailsComment(draft, { ...facts, advisory: true });
  const clean = detailsComment(
    draftOf(
      change,
      findingOutcomes.map((outcome) => withFate(outcome)),
    ),
    { ...facts, advisory: true },
  );
  expect(liveIn(shown)).toEqual({
    links: [],
    images: [],
    html: [],
    mentions: [],
    references: [],
    headings: [],
  });
  expect(folds(shown)).toEqual(folds(clean));
});
