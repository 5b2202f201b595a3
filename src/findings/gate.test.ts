import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Identity } from "../change/change.ts";
import type { RepositoryConfig, Suppression } from "../change/config.ts";
import type { ChangeOf } from "../../test/support/change-of.ts";
import { findingOf, gateFactsOf, quoteOf, type FindingOf } from "../../test/support/finding-of.ts";
import {
  reachesAuthor,
  categories,
  findingOutcomes,
  severities,
  type FindingOutcome,
  type Finding,
  type JudgedFinding,
  type Mark,
  type Severity,
} from "./finding.ts";
import { judge, applyMarks, type GateFacts } from "./gate.ts";
import type { Reason } from "./reason.ts";
import { cases } from "../../test/support/cases.ts";

const path = "src/app.ts";
const before = [
  "import { prices } from './prices';",
  "",
  "export function total() {",
  "  let sum = 0;",
  "  return sum;",
  "}",
  "",
];
const after = before.with(4, "  total += price;\n  return sum;");
const files = { base: { [path]: before.join("\n") }, head: { [path]: after.join("\n") } };

/** A finding on the one line that the change adds, line 5. */
function added(overrides: FindingOf = {}): Finding {
  return findingOf({ path, line: 5, text: "total += price;", ...overrides });
}

function judgeOne(finding: Finding, facts: GateFacts): JudgedFinding {
  const judged = judge([finding], facts);
  expect(judged).toHaveLength(1);
  return judged[0]!;
}

function kinds(judged: JudgedFinding): Reason["kind"][] {
  return judged.marks.map((mark) => mark.why.kind);
}

const strict = gateFactsOf({ ...files, config: { profile: "strict" } });

/** The strict profile, which holds nothing back, with something more in the repository's config. */
function withConfig(config: RepositoryConfig, more: ChangeOf = files): GateFacts {
  return gateFactsOf({ ...more, config: { profile: "strict", ...config } });
}

describe("the claim decides which quotes are needed", () => {
  const here = quoteOf("total += price;", 5, path);
  const there = quoteOf("let sum = 0;", 4, path);
  const baseLine = quoteOf("return sum;", 5, path, "base");
  const nowhere = quoteOf("sum -= price;", 5, path);

  test.each<[Finding["claim"], string, Finding["evidence"], Reason | null]>([
    ["present", "its line", [here], null],
    ["present", "a line that is not there", [nowhere], { kind: "quote-not-found", path, line: 5 }],
    [
      "present",
      "one line that is there and one that is not",
      [here, nowhere],
      { kind: "quote-not-found", path, line: 5 },
    ],
    [
      "present",
      "a file that is not there",
      [quoteOf("x();", 1, "gone.ts")],
      { kind: "quote-not-found", path: "gone.ts", line: 1 },
    ],
    ["absent", "the place where it would live", [there], null],
    ["absent", "a place that is not there", [nowhere], { kind: "quote-not-found", path, line: 5 }],
    ["unreachable", "both sides", [here, there], null],
    ["unreachable", "one side", [here], { kind: "quote-missing", needs: "both-sides" }],
    ["unreachable", "one side twice", [here, here], { kind: "quote-missing", needs: "both-sides" }],
    ["mismatch", "both places", [here, there], null],
    ["mismatch", "one place", [here], { kind: "quote-missing", needs: "both-sides" }],
    ["introduced", "the line before and after", [here, baseLine], null],
    ["introduced", "the line after only", [here], { kind: "quote-missing", needs: "base-line" }],
    ["introduced", "a line that the base has too", [there, baseLine], { kind: "was-there-before", path, line: 4 }],
  ])("%s, quoting %s", (claim, _what, evidence, why) => {
    const judged = judgeOne(added({ claim, evidence, confidence: 9, proof: "argued" }), strict);
    const fails = why !== null;
    expect(judged).toMatchObject({ outcome: fails ? "advisory" : "inline", confidence: fails ? 4 : 9 });
    expect(judged.marks[0]).toEqual(fails ? { by: "quote", why, outcome: "advisory", confidence: 4 } : undefined);
  });

  test("introduced, in a new file", () => {
    const facts = gateFactsOf({ head: { [path]: after.join("\n") }, config: { profile: "strict" } });
    expect(judgeOne(added({ claim: "introduced" }), facts)).toMatchObject({ outcome: "inline", marks: [] });
  });

  test("introduced, in a renamed file: compared with the old name", () => {
    const facts = gateFactsOf({ base: { "src/old.ts": before.join("\n") }, head: { [path]: after.join("\n") } });
    const judged = judgeOne(added({ claim: "introduced", text: "let sum = 0;", line: 4 }), facts);
    expect(judged.marks[0]!.why).toEqual({ kind: "was-there-before", path: "src/old.ts", line: 4 });
  });

  test("a removed line is searched at the base", () => {
    const facts = gateFactsOf({ base: { [path]: "gone();\nkept();\n" }, head: { [path]: "kept();\n" } });
    expect(judgeOne(added({ side: "base", line: 1, text: "gone();" }), facts)).toMatchObject({ outcome: "inline" });
    expect(judgeOne(added({ side: "head", line: 1, text: "gone();" }), facts)).toMatchObject({ outcome: "advisory" });
  });

  test("a moved line is found again, noted and posted", () => {
    const judged = judgeOne(added({ line: 7 }), strict);
    expect(judged.outcome).toBe("inline");
    expect(judged.marks).toEqual([{ by: "quote", why: { kind: "quote-moved", from: 7, to: 5 } }]);
  });

  test("low confidence is not raised by a missing quote", () => {
    expect(judgeOne(added({ text: "nowhere();", confidence: 3 }), strict).confidence).toBe(3);
  });

  describe("names that a framework generates", () => {
    const model = [
      "class Order(Model):",
      "    total = Column(Integer)",
      "",
      "    def pay(self):",
      "        self.totl.save()",
    ];
    const facts = gateFactsOf({ head: { "order.py": model.join("\n") }, config: { profile: "strict" } });
    const use = quoteOf("self.totl.save()", 5, "order.py");
    const construct = quoteOf("total = Column(Integer)", 2, "order.py");
    const absent = (overrides: FindingOf) =>
      judgeOne(
        added({ path: "order.py", line: 5, claim: "absent", title: "Order has no property totl", ...overrides }),
        facts,
      );

    test("is not proven absent by a quote of its use", () => {
      const judged = absent({ proof: "argued", evidence: [use] });
      expect(judged).toMatchObject({ outcome: "advisory", confidence: 4 });
      expect(judged.marks[0]!.why).toEqual({ kind: "quote-missing", needs: "framework-construct" });
    });

    test("are confirmed by a quote of the construct that generates them", () => {
      expect(absent({ proof: "argued", evidence: [use, construct] })).toMatchObject({ outcome: "inline", marks: [] });
    });

    test("is, by a tool that shows it", () => {
      expect(absent({ proof: "proven", evidence: [use] })).toMatchObject({ outcome: "inline", marks: [] });
    });
  });

  test("comes first: one source's missing evidence does not weaken another's", () => {
    const shown = added({ sources: ["PRESCAN:sums"], confidence: 9 });
    const made = added({ id: "made-1", sources: ["code-reviewer"], confidence: 8, text: "never written();" });
    expect(
      judge([shown, made], strict).map(({ finding, outcome, confidence }) => [finding.id, outcome, confidence]),
    ).toEqual([
      ["sums-1", "inline", 9],
      ["made-1", "advisory", 4],
    ]);
  });
});

describe("confidence", () => {
  /** What each confidence from 1 to 10 leads to. */
  const usual: readonly FindingOutcome[] = [
    "dropped",
    "dropped",
    "advisory",
    "advisory",
    ...Array<FindingOutcome>(6).fill("inline"),
  ];
  const table = severities.flatMap((severity) =>
    usual.map((outcome, index): [Severity, number, FindingOutcome] => [
      severity,
      index + 1,
      severity === "critical" && outcome === "dropped" ? "advisory" : outcome,
    ]),
  );

  test.each(table)("%s at %i/10 is %s", (severity, confidence, outcome) => {
    expect(judgeOne(added({ severity, confidence }), strict)).toMatchObject({ severity, confidence, outcome });
  });

  cases<[number, Severity, Reason["kind"][]]>(
    "at %i/10, %s is marked %j",
    (confidence, severity) => kinds(judgeOne(added({ severity, confidence }), strict)),
    [
      [7, "low", []],
      [6, "low", ["medium-confidence"]],
      [5, "critical", ["medium-confidence"]],
      [4, "critical", ["low-confidence"]],
      [2, "low", ["low-confidence"]],
      [2, "critical", ["critical-kept"]],
    ],
  );

  test("judges what the other gates left", () => {
    const judged = judgeOne(added({ text: "nowhere();", confidence: 10 }), strict);
    expect(kinds(judged)).toEqual(["quote-not-found", "low-confidence"]);
  });
});

describe("the same from two sources", () => {
  test("is one finding with the higher confidence, and says so", () => {
    const judged = judge([added({ confidence: 5 }), added({ confidence: 8, sources: ["code-reviewer"] })], strict);
    expect(judged).toMatchObject([
      { outcome: "inline", confidence: 8, finding: { sources: ["PRESCAN:sums", "code-reviewer"] } },
    ]);
    expect(kinds(judged[0]!)).toEqual(["merged"]);
  });
});

describe("existing habits of the code", () => {
  const habit = ["a = load(x, true);", "other();", ""];
  const facts = withConfig(
    {},
    { base: { [path]: habit.join("\n") }, head: { [path]: [...habit, "a = load(x, true);", ""].join("\n") } },
  );
  const again = (overrides: FindingOf = {}) =>
    judgeOne(added({ line: 4, text: "a = load(x, true);", ...overrides }), facts);

  test("a habit of the file is lowered to 4, with the line that has it", () => {
    expect(again()).toMatchObject({ outcome: "advisory", confidence: 4 });
    expect(again().marks[0]!.why).toEqual({ kind: "same-elsewhere-in-file", path, line: 1 });
  });

  test("a line that is wrong beside other new lines may be right where it was copied from", () => {
    const pasted = [...habit, "y = other(x);", "a = load(x, true);", ""].join("\n");
    const both = withConfig({}, { base: { [path]: habit.join("\n") }, head: { [path]: pasted } });
    const claim = findingOf({ path, line: 5, text: "a = load(x, true);" });
    const beside = (line: number, text: string) =>
      judgeOne({ ...claim, evidence: [...claim.evidence, quoteOf(text, line, path)] }, both).confidence;
    expect([beside(4, "y = other(x);"), beside(2, "other();")]).toEqual([9, 4]);
  });

  test("a lower confidence stays", () =>
    expect(again({ confidence: 2 })).toMatchObject({ outcome: "dropped", confidence: 2 }));

  test.each<[string, FindingOf]>([
    ["a security finding", { category: "security" }],
    ["what is missing", { claim: "absent" }],
  ])("%s is not lowered", (_name, overrides) =>
    expect(again(overrides)).toMatchObject({ outcome: "inline", confidence: 9 }),
  );

  test("a single occurrence is not lowered", () => expect(judgeOne(added(), strict).confidence).toBe(9));

  test("a finding on an unchanged line is no habit", () => {
    expect(judgeOne(added({ line: 3, text: "export function total() {" }), strict)).toMatchObject({
      outcome: "inline",
      marks: [],
    });
  });

  test("a lone bracket is no habit", () => {
    const short = withConfig({}, { base: { [path]: "});\n" }, head: { [path]: "});\nx();\n});\n" } });
    expect(judgeOne(added({ line: 3, text: "});" }), short).confidence).toBe(9);
  });

  describe("code that only moved", () => {
    const block = ["function pay( order ){", "  charge( order );", "  log( order );", "}"];
    const base = { "src/old.ts": [...block, "keep();", ""].join("\n"), "src/new.ts": "first();\n" };
    const head = { "src/old.ts": "keep();\n", "src/new.ts": ["first();", ...block, ""].join("\n") };
    const moved = (overrides: FindingOf, change: ChangeOf = { base, head }) =>
      judgeOne(
        findingOf({ path: "src/new.ts", line: 3, text: "  charge( order );", ...overrides }),
        withConfig({}, change),
      );

    test.each(["style", "docs"] as const)("style findings are held: %s", (category) => {
      const judged = moved({ category });
      expect(judged.outcome).toBe("held");
      expect(judged.marks).toEqual([
        { by: "baseline", why: { kind: "moved-unchanged", fromPath: "src/old.ts" }, outcome: "held" },
      ]);
    });

    test.each(categories.filter((category) => category !== "style" && category !== "docs"))(
      "is still judged for %s",
      (category) => {
        expect(moved({ category }).outcome).toBe("inline");
      },
    );

    test("counts as changed if one of its lines changed", () => {
      const changed = { ...head, "src/new.ts": head["src/new.ts"].replace("log( order )", "log( cart )") };
      expect(moved({ category: "style" }, { base, head: changed }).outcome).toBe("inline");
    });
  });
});

describe("root", () => {
  test.each<[Finding["root"], FindingOutcome, Mark[]]>([
    ["CODE", "inline", []],
    ["DOC", "advisory", [{ by: "root", why: { kind: "root", root: "DOC" }, outcome: "advisory" }]],
    ["NEW", "advisory", [{ by: "root", why: { kind: "root", root: "NEW" }, outcome: "advisory" }]],
  ])("%s is %s", (root, outcome, marks) => expect(judgeOne(added({ root }), strict)).toMatchObject({ outcome, marks }));
});

describe("the profile's least severity", () => {
  test.each(
    severities.flatMap((floor, at) =>
      severities.map((severity, index) => [floor, severity, index <= at ? "inline" : "held"] as const),
    ),
  )("%s: a %s finding is %s", (minSeverity, severity, outcome) =>
    expect(judgeOne(added({ severity }), withConfig({ minSeverity })).outcome).toBe(outcome),
  );

  test("does not hold back focus areas of the repository", () => {
    const facts = withConfig({ minSeverity: "high", focusAreas: ["correctness"] });
    expect(judgeOne(added({ severity: "nit" }), facts).outcome).toBe("inline");
  });
});

describe("the order", () => {
  const many = (number: number, overrides: (index: number) => FindingOf = () => ({})) =>
    Array.from({ length: number }, (_, index) =>
      added({ id: `f${index}`, kind: `kind-${index}`, ...overrides(index) }),
    );
  test("is severity, then confidence, then place", () => {
    const findings = [
      added({ id: "nit", severity: "nit", kind: "a" }),
      added({ id: "low-7", severity: "low", confidence: 7, kind: "b" }),
      added({ id: "low-9", severity: "low", confidence: 9, kind: "c" }),
      added({ id: "critical", severity: "critical", confidence: 5, kind: "d" }),
      added({ id: "low-9-later", severity: "low", confidence: 9, kind: "e", line: 6 }),
    ];
    const judged = judge(findings, withConfig({}));
    expect(judged.map((one) => one.finding.id)).toEqual(["critical", "low-9", "low-9-later", "low-7", "nit"]);
  });

  test("begins with focus areas", () => {
    const findings = many(8, (index) => (index < 4 ? { category: "ci", severity: "low" } : { severity: "high" }));
    const judged = judge(findings, withConfig({ focusAreas: ["ci"] }));
    expect(judged.map((one) => one.finding.category)).toEqual([
      ...Array(4).fill("ci"),
      ...Array(4).fill("correctness"),
    ]);
  });
});

describe("suppressions in the config", () => {
  const suppress = (...suppressions: Suppression[]) => withConfig({ suppressions });
  const reason = "known since spring";

  test.each<[string, Omit<Suppression, "reason">, FindingOutcome]>([
    ["of this check", { check: "sums" }, "suppressed"],
    ["of another check", { check: "taxes" }, "inline"],
    ["of this path", { path: "src/**" }, "suppressed"],
    ["of another path", { path: "lib/**" }, "inline"],
    ["of words in the title", { pattern: "sum is wrong" }, "suppressed"],
    ["of words in the quoted line", { pattern: "+= price" }, "suppressed"],
    ["of words in neither", { pattern: "Prices are" }, "inline"],
    ["of the check, elsewhere", { check: "sums", path: "lib/**" }, "inline"],
    ["of all three", { check: "sums", path: "src/*.ts", pattern: "total" }, "suppressed"],
    ["that holds until today", { check: "sums", expires: "2025-06-01" }, "suppressed"],
    ["that held until yesterday", { check: "sums", expires: "2025-05-31" }, "inline"],
  ])("%s", (_name, suppression, outcome) => {
    expect(judgeOne(added(), suppress({ ...suppression, reason })).outcome).toBe(outcome);
  });

  test("the reason and the place in the config are kept", () => {
    const facts = suppress({ check: "taxes", reason: "no" }, { check: "sums", reason });
    expect(judgeOne(added(), facts).marks).toEqual([
      { by: "suppression", why: { kind: "suppressed-by-config", reason, index: 1 }, outcome: "suppressed" },
    ]);
  });

  test("an expired suppression is reported and not applied", () => {
    const judged = judgeOne(added(), suppress({ check: "sums", reason, expires: "2025-05-31" }));
    expect(judged.marks).toEqual([
      { by: "suppression", why: { kind: "suppression-expired", reason, expired: "2025-05-31" } },
    ]);
  });

  test("a path with a dot in front is matched too", () => {
    const dotted = { base: {}, head: { ".github/x.yml": "a: b\n" } };
    const facts = withConfig({ suppressions: [{ path: ".github/**", reason }] }, dotted);
    expect(judgeOne(findingOf({ path: ".github/x.yml", text: "a: b" }), facts).outcome).toBe("suppressed");
  });
});

describe("settings of a check", () => {
  test.each<[string, RepositoryConfig["checks"], FindingOutcome]>([
    ["on", { sums: "on" }, "inline"],
    ["advisory", { sums: "advisory" }, "advisory"],
    ["limited to this path", { sums: { mode: "on", paths: ["lib/**", "src/**"] } }, "inline"],
    ["limited to other paths", { sums: { mode: "on", paths: ["lib/**"] } }, "suppressed"],
    ["another check's", { taxes: "advisory" }, "inline"],
  ])("%s", (_name, checks, outcome) =>
    expect(judgeOne(added(), withConfig({ checks: checks! })).outcome).toBe(outcome),
  );

  test.each<[string, RepositoryConfig["checks"], string]>([
    ["nothing is set", {}, "advisory"],
    ["it is turned on", { sums: "on" }, "inline"],
  ])("an unproven check is advisory unless enabled: %s", (_name, checks, outcome) => {
    const facts = { ...withConfig({ checks: checks! }), unproven: new Set(["sums"]) };
    expect(judgeOne(added(), facts).outcome).toBe(outcome);
  });

  test.each<[string, string, RepositoryConfig["checks"], string]>([
    ["the kind is named", added().kind, {}, "advisory"],
    ["another kind is named", "another-kind", {}, "inline"],
    ["the check is turned on", added().kind, { sums: "on" }, "inline"],
  ])("a check may be unproven in some of its kinds alone: %s", (_name, kind, checks, outcome) => {
    const facts = { ...withConfig({ checks: checks! }), unproven: new Set([`sums/${kind}`]) };
    expect(judgeOne(added(), facts).outcome).toBe(outcome);
  });

  test.each<[string, RepositoryConfig["checks"]]>([
    ["advisory", { sums: "advisory" }],
    ["limited to other paths", { sums: { mode: "on", paths: ["lib/**"] } }],
  ])("do not silence another source of the same finding: %s", (_name, checks) => {
    const judged = judge([added(), added({ sources: ["code-reviewer"] })], withConfig({ checks: checks! }));
    expect(judged).toMatchObject([{ outcome: "inline" }]);
  });
});

describe("an ignore in the code", () => {
  const mark = "// crosscheck-ignore sums: the total is net";
  const line = "total += price;";
  const judgeIn = (base: string[], head: string[], at: number, overrides: FindingOf = {}) => {
    const facts = withConfig({}, { base: { [path]: base.join("\n") }, head: { [path]: head.join("\n") } });
    return judgeOne(added({ line: at, text: head[at - 1]!, ...overrides }), facts);
  };

  test.each<[string, string[], number, FindingOutcome]>([
    ["on the line", [`${line} ${mark}`], 1, "suppressed"],
    ["on the line above", [mark, line], 2, "suppressed"],
    ["two lines above", [mark, "", line], 3, "inline"],
    ["on the line below", [line, mark], 1, "inline"],
    ["for another check", [mark.replace("sums", "taxes"), line], 2, "inline"],
    ["without a reason", ["// crosscheck-ignore sums:", line], 2, "inline"],
    ["in a comment of another language", ["<!-- crosscheck-ignore sums: fine -->", line], 2, "suppressed"],
  ])("%s", (_name, head, at, outcome) => expect(judgeIn(["first();"], head, at).outcome).toBe(outcome));

  test("is counted with its reason", () => {
    const why = { kind: "ignored-inline", check: "sums", reason: "the total is net" };
    expect(judgeIn([], [mark, line], 2).marks).toEqual([{ by: "inline", why, outcome: "suppressed" }]);
  });

  test.each<[string, FindingOf]>([
    ["a security finding", { category: "security" }],
    ["a critical finding", { severity: "critical" }],
  ])("cannot silence %s in the change that adds it", (_name, overrides) => {
    expect(judgeIn(["first();"], [mark, line], 2, overrides).outcome).toBe("inline");
    expect(judgeIn(["first();"], [`${line} ${mark}`], 1, overrides).outcome).toBe("inline");
  });

  test("silences a security finding that existed before", () => {
    expect(judgeIn([mark, "old();"], [mark, line], 2, { category: "security" }).outcome).toBe("suppressed");
  });
});

describe("ignored areas", () => {
  const facts = withConfig({ ignoredAreas: [...categories] });

  test.each(categories)("%s is suppressed, except security findings", (category) => {
    expect(judgeOne(added({ category }), facts).outcome).toBe(category === "security" ? "inline" : "suppressed");
  });

  test.each(categories)("%s is never suppressed when critical", (category) => {
    expect(judgeOne(added({ category, severity: "critical" }), facts).outcome).toBe("inline");
  });

  test("[style-ok] in the title ignores style", () => {
    const judged = judgeOne(
      added({ category: "style" }),
      gateFactsOf({ ...files, title: "[style-ok] Sum up", config: { profile: "strict" } }),
    );
    expect(judged).toMatchObject({ outcome: "suppressed", marks: [{ why: { kind: "ignored-area", area: "style" } }] });
  });
});

describe("dismissed findings", () => {
  const facts = gateFactsOf(
    { ...files, config: { profile: "strict" } },
    {
      past: {
        rounds: [],
        findings: [{ identity: "1d" as Identity, state: "dismissed", about: null, comment: null, thread: null }],
      },
    },
  );

  test.each(severities)("a %s finding comes back only if critical", (severity) => {
    expect(judgeOne(added({ severity }), facts).outcome).toBe(severity === "critical" ? "inline" : "suppressed");
  });

  test("other findings are not affected", () => {
    expect(judgeOne(added({ identity: "2d" as Identity }), facts).outcome).toBe("inline");
  });
});

describe("work in progress", () => {
  const wip = gateFactsOf({ ...files, title: "[WIP] Sum up", config: { profile: "strict" } });

  test.each(categories)("%s: only style can wait", (category) => {
    expect(judgeOne(added({ category }), wip).outcome).toBe(category === "style" ? "held" : "inline");
  });
});

describe("standing", () => {
  const anyMark: fc.Arbitrary<Mark> = fc
    .record({
      outcome: fc.option(fc.constantFrom(...findingOutcomes)),
      confidence: fc.option(fc.integer({ min: 1, max: 10 })),
      severity: fc.option(fc.constantFrom(...severities)),
    })
    .map(({ outcome, confidence, severity }) => ({
      by: "test",
      why: { kind: "stopped" },
      ...(outcome !== null && { outcome }),
      ...(confidence !== null && { confidence }),
      ...(severity !== null && { severity }),
    }));

  test("is a fold: marks never change the finding, and only harder outcomes count", () => {
    fc.assert(
      fc.property(fc.array(anyMark), fc.array(anyMark), (first, second) => {
        const finding = added();
        const copy = structuredClone(finding);
        const judged = applyMarks(finding, [...first, ...second]);
        expect(finding).toEqual(copy);
        expect(judged.finding).toBe(finding);
        expect(judged.marks).toEqual([...first, ...second]);
        const hardness = (marks: readonly Mark[]) => findingOutcomes.indexOf(applyMarks(finding, marks).outcome);
        expect(findingOutcomes.indexOf(judged.outcome)).toBe(Math.max(hardness(first), hardness(second)));
        const afterFirst = applyMarks(finding, first);
        const folded = applyMarks(
          { ...finding, confidence: afterFirst.confidence, severity: afterFirst.severity },
          second,
        );
        expect([judged.confidence, judged.severity]).toEqual([folded.confidence, folded.severity]);
      }),
    );
  });

  test("without marks is posted as found", () => {
    expect(applyMarks(added(), [])).toMatchObject({ outcome: "inline", confidence: 9, severity: "medium", marks: [] });
  });
});

describe("judging", () => {
  const anyFinding: fc.Arbitrary<Finding> = fc
    .record({
      id: fc.uuid(),
      line: fc.integer({ min: 1, max: 9 }),
      text: fc.constantFrom("total += price;", "let sum = 0;", "nowhere();", "}"),
      claim: fc.constantFrom("present", "absent", "unreachable", "introduced", "mismatch"),
      severity: fc.constantFrom(...severities),
      category: fc.constantFrom(...categories),
      confidence: fc.integer({ min: 1, max: 10 }),
      root: fc.constantFrom("CODE", "DOC", "NEW"),
    })
    .map((overrides) => added({ ...overrides, kind: overrides.id }));
  const facts = withConfig({
    maxComments: 3,
    minSeverity: "low",
    ignoredAreas: ["docs"],
    focusAreas: ["ci"],
    suppressions: [{ pattern: "nowhere", reason: "x" }],
    checks: { sums: { mode: "on", paths: ["src/**"] } },
  });

  test("loses and changes no finding: outcomes add up", () => {
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 15 }), (findings) => {
        const copies = structuredClone(findings);
        const judged = judge(findings, facts);
        expect(findings).toEqual(copies);
        expect(new Set(judged.map((one) => one.finding))).toEqual(new Set(findings));
        const counts = findingOutcomes.map((outcome) => judged.filter((one) => one.outcome === outcome).length);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(findings.length);
        for (const one of judged) expect(one).toEqual(applyMarks(one.finding, one.marks));
        const unexplained = judged.filter(
          (one) => !reachesAuthor(one) && !one.marks.some((mark) => mark.outcome === one.outcome),
        );
        expect(unexplained).toEqual([]);
      }),
    );
  });

  test("does not depend on the order in which findings arrive", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyFinding, { maxLength: 8, selector: (one) => one.id }), (findings) => {
        const fatesOf = (list: readonly Finding[]) =>
          new Map(judge(list, facts).map((one) => [one.finding.id, one.outcome]));
        expect(fatesOf(findings.toReversed())).toEqual(fatesOf(findings));
      }),
    );
  });
});

describe("where a finding can be posted", () => {
  const elsewhere = "export const prices = { tea: 2 };";
  const facts = gateFactsOf({
    base: { ...files.base, "src/prices.ts": elsewhere },
    head: { ...files.head, "src/prices.ts": elsewhere },
  });

  test("on a line that the diff does not show: posted, in the body's list", () => {
    const judged = judgeOne(findingOf({ path: "src/prices.ts", line: 1, text: elsewhere, claim: "absent" }), facts);
    expect([judged.outcome, kinds(judged)]).toEqual(["listed", ["not-commentable"]]);
  });
});
