import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgedOf, type FindingOf } from "../../test/support/finding-of.ts";
import { severities, severityRank, type FindingOutcome, type JudgedFinding } from "./finding.ts";
import {
  countRows,
  defaultCap,
  reconcileJudged,
  reconcileRows,
  reviewSides,
  roots,
  stances,
  type ReconcileOptions,
  type ReconcileRow,
} from "./reconcile.ts";
import { cases } from "../../test/support/cases.ts";

function row(text: string, more: Partial<ReconcileRow> = {}): ReconcileRow {
  const [side, stance, fingerprint] = text.split(" ") as [ReconcileRow["side"], ReconcileRow["stance"], string];
  return { side, stance, fingerprint, place: "a.ts:1", severity: "medium", root: "CODE", summary: "s", ...more };
}

const plain = { cap: defaultCap, prefix: "n-" };

function told(rows: readonly ReconcileRow[], options = plain): string[] {
  return reconcileRows(rows, options).map(({ id, bucket, arbitrate }) => `${id} ${bucket} ${arbitrate}`);
}

describe("rows: the bucket depends on who reported", () => {
  cases<[string, string[], string[]]>("%s", (_name, rows) => told(rows.map((text) => row(text))), [
    ["both flag it", ["first flag x", "second flag x"], ["n-1 agreement no", "n-1 agreement no"]],
    ["the first alone", ["first flag x"], ["n-1 first-only yes"]],
    ["the second alone", ["second flag x"], ["n-1 second-only yes"]],
    ["each something else", ["first flag x", "second flag y"], ["n-1 first-only yes", "n-2 second-only yes"]],
    [
      "one calls sound what the other flags",
      ["first flag x", "second ok x"],
      ["n-1 contradiction yes", "n-1 contradiction no"],
    ],
    ["the other way round", ["first ok x", "second flag x"], ["n-1 contradiction no", "n-1 contradiction yes"]],
    [
      "both flag it, and one calls it sound too",
      ["first flag x", "second flag x", "second ok x"],
      ["n-1 contradiction yes", "n-1 contradiction yes", "n-1 contradiction no"],
    ],
    ["a side only contradicts itself", ["first flag x", "first ok x"], ["n-1 first-only yes", "n-1 first-only no"]],
    ["sound, says one", ["first ok x"], ["n-1 first-only no"]],
    ["sound, say both", ["first ok x", "second ok x"], ["n-1 agreement no", "n-1 agreement no"]],
    [
      "the same thing twice from one side",
      ["first flag x", "first flag x"],
      ["n-1 first-only yes", "n-1 first-only yes"],
    ],
    ["nobody says anything", [], []],
  ]);

  test("only reported findings are counted, each once", () => {
    const rows = [
      "first flag a",
      "second flag a",
      "first flag b",
      "first flag b",
      "second ok c",
      "first flag d",
      "second ok d",
    ];
    expect(
      countRows(
        reconcileRows(
          rows.map((text) => row(text)),
          plain,
        ),
      ),
    ).toEqual({
      agreement: 1,
      "first-only": 1,
      "second-only": 0,
      contradiction: 1,
    });
  });
});

describe("rows: the conflict set", () => {
  test.each(severities.flatMap((severity) => roots.map((root) => [severity, root] as const)))(
    "an exclusive one that is %s and %s",
    (severity, root) => {
      const material = severityRank(severity) <= severityRank("medium") || root === "CODE";
      expect(told([row("second flag x", { severity, root })])).toEqual([`n-1 second-only ${material ? "yes" : "no"}`]);
      // What both say, and what they contradict each other in, does not go by weight.
      expect(told([row("second flag x", { severity, root }), row("first flag x")])[0]).toBe("n-1 agreement no");
      expect(told([row("second flag x", { severity, root }), row("first ok x")])[0]).toBe("n-1 contradiction yes");
    },
  );

  test("has the highest severity that either side gives", () => {
    const light = { severity: "low", root: "DOC" } as const;
    expect(told([row("first flag x", light), row("first flag x", { ...light, severity: "high" })])).toEqual([
      "n-1 first-only yes",
      "n-1 first-only yes",
    ]);
    expect(told([row("first flag x", light), row("first ok x", { severity: "critical" })])[0]).toBe(
      "n-1 first-only no",
    );
  });
});

describe("rows: the cap", () => {
  const graded = (["low", "critical", "medium", "high", "medium"] as const).map((severity, index) =>
    row(`${index % 2 ? "first" : "second"} flag f${index}`, { severity }),
  );

  cases<[number, string[]]>(
    "a limit of %i takes the most severe first, from either side",
    (cap) => reconcileRows(graded, { ...plain, cap }).map(({ arbitrate }) => arbitrate),
    [
      [0, ["no-overcap", "no-overcap", "no-overcap", "no-overcap", "no-overcap"]],
      [2, ["no-overcap", "yes", "no-overcap", "yes", "no-overcap"]],
      // Of equals, the one that was said first.
      [3, ["no-overcap", "yes", "yes", "yes", "no-overcap"]],
      [5, ["yes", "yes", "yes", "yes", "yes"]],
    ],
  );

  test("limits exclusive findings; contradictions do not count toward the limit", () => {
    const contradictions = ["first flag c", "second ok c", "second flag d", "first ok d"].map((text) => row(text));
    expect(told([...contradictions, ...graded.slice(1, 3)], { ...plain, cap: 1 })).toEqual([
      "n-1 contradiction yes",
      "n-1 contradiction no",
      "n-2 contradiction yes",
      "n-2 contradiction no",
      "n-3 first-only yes",
      "n-4 second-only no-overcap",
    ]);
  });
});

const anyRow = fc.record<ReconcileRow>({
  side: fc.constantFrom(...reviewSides),
  stance: fc.constantFrom(...stances),
  fingerprint: fc.constantFrom("a", "b", "c", "d", "e", "f", "__proto__"),
  place: fc.constant("a.ts:1"),
  severity: fc.constantFrom(...severities),
  root: fc.constantFrom(...roots),
  summary: fc.string(),
});

test("every row comes back as it was, contradictions are always sent, and no more exclusive ones than the cap", () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 20 }), fc.nat(4), (rows, cap) => {
      const out = reconcileRows(rows, { cap, prefix: "p" });
      expect(out.map(({ id: _id, bucket: _bucket, arbitrate: _arbitrate, ...rest }) => rest)).toEqual(rows);
      const claims = out.filter(({ stance }) => stance === "flag");
      const sent = claims.filter(({ arbitrate }) => arbitrate === "yes");
      expect(claims.filter(({ bucket }) => bucket === "contradiction").every((one) => sent.includes(one))).toBe(true);
      const idsOf = (bucketed: typeof out) => new Set(bucketed.map(({ id }) => id)).size;
      expect(idsOf(sent.filter(({ bucket }) => bucket !== "contradiction"))).toBeLessThanOrEqual(cap);
      if (claims.some(({ arbitrate }) => arbitrate === "no-overcap"))
        expect(idsOf(sent.filter(({ bucket }) => bucket !== "contradiction"))).toBe(cap);
      expect(idsOf(out)).toBe(new Set(rows.map(({ fingerprint }) => fingerprint)).size);
    }),
  );
});

const options: ReconcileOptions = { second: "second-opinion", cap: 10, prefix: "n-" };
const byFirst: FindingOf["sources"] = ["code-reviewer"];
const bySecond: FindingOf["sources"] = ["second-opinion"];

function judged(id: string, finding: FindingOf, outcome?: FindingOutcome): JudgedFinding {
  return judgedOf({ id, proof: "argued", ...finding }, outcome ? [{ by: "t", why: { kind: "stopped" }, outcome }] : []);
}

describe("findings: the sources of each merged one decide", () => {
  test("found by both sides, or by one", () => {
    const reconciled = reconcileJudged(
      [
        judged("both", { sources: ["code-reviewer", "second-opinion"] }),
        judged("mine", { sources: ["PRESCAN:sums", "code-reviewer"], line: 7, explanation: "" }),
        judged("theirs", { sources: bySecond, severity: "high", confidence: 5 }),
        judged("light", { sources: bySecond, severity: "low", root: "DOC" }),
      ],
      options,
    );
    expect(reconciled).toMatchObject({
      counts: { agreement: 1, "first-only": 1, "second-only": 2, contradiction: 0 },
      apart: 0,
      cap: 10,
    });
    expect(reconciled?.disputes).toEqual([
      {
        id: "n-1",
        finding: "mine",
        bucket: "first-only",
        arbitrate: "yes",
        place: "src/app.ts:7",
        severity: "medium",
        flaggedBy: ["sums", "code-reviewer"],
        claim: "The sum is wrong",
        before: { confidence: 9 },
      },
      {
        id: "n-2",
        finding: "theirs",
        bucket: "second-only",
        arbitrate: "yes",
        place: "src/app.ts:1",
        severity: "high",
        flaggedBy: ["second-opinion"],
        claim: "The sum is wrong: Prices are added twice.",
        before: { confidence: 5 },
      },
    ]);
  });

  test("a check of the repository that calls itself the second side is the first one still", () => {
    expect(reconcileJudged([judged("own", { sources: ["PRESCAN:second-opinion"] })], options)).toBeNull();
  });

  test("nothing is reconciled if the second side found nothing", () => {
    expect(reconcileJudged([], options)).toBeNull();
    expect(reconcileJudged([judged("mine", { sources: byFirst })], options)).toBeNull();
  });

  test("what the code contradicts is a dispute without a second side too, and the rest is not", () => {
    const doubted = { ...options, doubted: new Set(["odd"]) };
    const reconciled = reconcileJudged(
      [judged("odd", { sources: byFirst }, "advisory"), judged("mine", { sources: byFirst })],
      doubted,
    );
    expect(reconciled?.counts).toEqual({ agreement: 0, "first-only": 0, "second-only": 0, contradiction: 1 });
    expect(reconciled?.disputes).toMatchObject([{ finding: "odd", bucket: "contradiction", arbitrate: "yes" }]);
  });

  test("dropped and suppressed findings are excluded, and counted", () => {
    const gone = [judged("a", { sources: bySecond }, "dropped"), judged("b", { sources: byFirst }, "suppressed")];
    expect(reconcileJudged(gone, options)).toEqual({
      counts: { agreement: 0, "first-only": 0, "second-only": 0, contradiction: 0 },
      disputes: [],
      apart: 2,
      cap: 10,
    });
    const shown = [judged("c", { sources: bySecond }, "advisory"), judged("d", { sources: byFirst }, "held")];
    expect(reconcileJudged([...gone, ...shown], options)?.disputes.map(({ finding }) => finding)).toEqual(["c", "d"]);
  });

  test("findings that a check proved are counted, and not disputed", () => {
    const proven = judged("p", { proof: "proven", severity: "high", sources: byFirst });
    const reconciled = reconcileJudged([proven, judged("s", { sources: bySecond })], options);
    expect(reconciled?.counts).toMatchObject({ "first-only": 1, "second-only": 1 });
    expect(reconciled?.disputes.map(({ finding }) => finding)).toEqual(["s"]);
  });

  test("over the cap they are disputes still", () => {
    const many = Array.from({ length: 4 }, (_, at) => judged(`f${at}`, { sources: bySecond }));
    expect(reconcileJudged(many, { ...options, cap: 3 })?.disputes.map(({ arbitrate }) => arbitrate)).toEqual([
      "yes",
      "yes",
      "yes",
      "no-overcap",
    ]);
  });

  test("a place that the other side calls correct is a contradiction; a neighbouring one is not", () => {
    const at = { path: "src/app.ts", side: "head", start: 4, end: 6 } as const;
    const sound = [{ side: "first", at } as const];
    const bucket = (line: number, sources = bySecond) =>
      reconcileJudged([judged("x", { sources, line }), judged("z", { path: "z.ts", sources: bySecond })], {
        ...options,
        cap: 0,
        sound,
      })?.disputes.map((one) => `${one.bucket} ${one.arbitrate}`)[0];
    expect(bucket(5)).toBe("contradiction yes");
    expect(bucket(7)).toBe("second-only no-overcap");
    expect(bucket(5, byFirst)).toBe("first-only no-overcap");
  });
});
