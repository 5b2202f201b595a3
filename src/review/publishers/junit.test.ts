import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { reachesAuthor, findingOutcomes, type JudgedFinding, type Mark } from "../../findings/finding.ts";
import type { Report } from "../../findings/report.ts";
import { changeOf } from "../../../test/support/change-of.ts";
import { acting, draftOf, findingOf, hostile, judgedOf, quoteOf, reportOf } from "../../../test/support/finding-of.ts";
import { junit } from "./junit.ts";

interface Case {
  "@_classname": string;
  "@_name": string;
  "@_file"?: string;
  "@_line"?: string;
  failure?: { "@_type": string; "@_message": string; "#text": string };
  error?: { "@_type": string; "@_message": string };
  skipped?: { "@_message": string };
}
type Counts = Record<"@_tests" | "@_failures" | "@_errors" | "@_skipped" | "@_time", string>;
interface Suite extends Counts {
  "@_name": string;
  testcase?: Case[];
}
interface Suites extends Counts {
  testsuite?: Suite[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => name === "testsuite" || name === "testcase",
});

function print(judged: readonly JudgedFinding[], reports: readonly Report[]): string {
  const draft = draftOf(changeOf({}), judged, reports);
  return junit.render(draft, { colour: true, width: 80, version: "1.2.3" });
}

function read(judged: readonly JudgedFinding[], reports: readonly Report[] = []): Suites {
  const text = print(judged, reports);
  expect(XMLValidator.validate(text)).toBe(true);
  return (parser.parse(text) as { testsuites: Suites }).testsuites;
}

function fated(outcome: Mark["outcome"] & string, overrides = {}): JudgedFinding {
  return judgedOf(overrides, [{ by: "x", why: { kind: "ignored-area", area: "style" }, outcome }]);
}

const ran = reportOf({ findings: [findingOf()], ms: 1234 });

describe("results for a build server", () => {
  test("a posted finding failed, at its place and with its quote", () => {
    const [suite] = read([judgedOf({ line: 4 })], [ran]).testsuite!;
    expect(suite).toMatchObject({ "@_name": "sums", "@_tests": "1", "@_failures": "1", "@_time": "1.234" });
    expect(suite!.testcase![0]).toMatchObject({
      "@_classname": "sums/wrong-sum",
      "@_name": "src/app.ts:4: The sum is wrong",
      "@_file": "src/app.ts",
      "@_line": "4",
      failure: { "@_type": "sums/wrong-sum", "@_message": "The sum is wrong" },
    });
    expect(suite!.testcase![0]!.failure!["#text"].split("\n").map((line) => line.trim())).toEqual([
      "src/app.ts:4: medium sums/wrong-sum: The sum is wrong",
      "total += price;",
      "Prices are added twice.",
      "Confidence 9/10",
    ]);
  });

  test("a check without findings passed", () => {
    const [suite] = read([], [reportOf({ unit: "clean" })]).testsuite!;
    expect(suite).toMatchObject({ "@_tests": "1", "@_failures": "0", "@_errors": "0", "@_skipped": "0" });
    expect(Object.keys(suite!.testcase![0]!).filter((key) => !key.startsWith("@"))).toEqual([]);
  });

  test("a check that did not run was skipped, and one that broke is an error", () => {
    const [off, slow] = read(
      [],
      [
        reportOf({ unit: "off", status: "skipped", why: { kind: "turned-off" } }),
        reportOf({ unit: "slow", status: "failed", why: { kind: "too-slow", limitMs: 5 } }),
      ],
    ).testsuite!;
    expect(off).toMatchObject({ "@_skipped": "1", "@_errors": "0" });
    expect(off!.testcase![0]!.skipped!["@_message"]).toBe("off did not run: turned off in .crosscheck.yml");
    expect(slow).toMatchObject({ "@_skipped": "0", "@_errors": "1" });
    expect(slow!.testcase![0]!.error).toEqual({
      "@_type": "too-slow",
      "@_message": "slow: it took longer than 5 ms and was stopped",
    });
  });

  test.each(findingOutcomes.filter((outcome) => !reachesAuthor({ outcome })))(
    "a finding that is %s fails nothing, with the reason",
    (outcome) => {
      const suites = read([fated(outcome)], [ran]);
      expect(suites).toMatchObject({ "@_tests": "1", "@_failures": "0", "@_skipped": "1" });
      expect(suites.testsuite![0]!.testcase![0]!.skipped!["@_message"]).toBe(
        `${outcome}: the area style is ignored for this change`,
      );
    },
  );

  test("a deleted line is named, without a link for editors", () => {
    const [one] = read([judgedOf({ line: 4, side: "base" })], [ran]).testsuite![0]!.testcase!;
    expect(one!["@_name"]).toContain("src/app.ts:4 (before)");
    expect(one).not.toHaveProperty("@_line");
  });

  test("a finding of several checks counts once, and the other check did not pass for it", () => {
    const both = judgedOf({ sources: ["PRESCAN:sums", "PRESCAN:totals"] });
    const suites = read([both], [ran, { ...ran, unit: "totals" }]);
    expect(suites.testsuite!.map((suite) => [suite["@_name"], suite["@_tests"]])).toEqual([
      ["sums", "1"],
      ["totals", "0"],
    ]);
  });

  test("an empty review is still a report", () => {
    expect(read([])).toMatchObject({ "@_tests": "0", "@_failures": "0", "@_time": "0.000" });
  });
});

test("the counts add up: of the suites, of the cases, and with the draft", () => {
  const anyJudged = fc
    .record({
      outcome: fc.constantFrom(...findingOutcomes),
      source: fc.constantFrom("PRESCAN:sums", "PRESCAN:totals", "model"),
    })
    .map(({ outcome, source }) => fated(outcome, { sources: [source] }));
  const anyReport = fc
    .record({ unit: fc.constantFrom("sums", "totals", "other"), status: fc.constantFrom("ran", "failed", "skipped") })
    .map((some) => reportOf(some as Partial<Report>));
  const distinct = { selector: ({ unit }: Report) => unit };
  fc.assert(
    fc.property(fc.array(anyJudged), fc.uniqueArray(anyReport, distinct), (judged, reports) => {
      const all = read(judged, reports);
      const suites = all.testsuite ?? [];
      const cases = suites.flatMap((suite) => suite.testcase ?? []);
      for (const key of ["@_tests", "@_failures", "@_errors", "@_skipped"] as const)
        expect(Number(all[key])).toBe(suites.reduce((sum, suite) => sum + Number(suite[key]), 0));
      expect(cases).toHaveLength(Number(all["@_tests"]));
      expect(cases.filter((one) => one.failure)).toHaveLength(Number(all["@_failures"]));
      expect(cases.filter((one) => one.skipped)).toHaveLength(Number(all["@_skipped"]));
      expect(cases).toHaveLength(judged.length + reports.length);
      expect(Number(all["@_failures"])).toBe(judged.filter(reachesAuthor).length);
    }),
    { numRuns: 50 },
  );
});

test("redacted text is never printed", () => {
  const quote = { ...quoteOf("TOKEN=hunter2"), masked: "TOKEN=…" };
  const printed = print(
    findingOutcomes.map((outcome) => fated(outcome, { evidence: [quote] })),
    [ran],
  );
  expect(printed).toContain("TOKEN=…");
  expect(printed).not.toContain("hunter2");
});

test("hostile text stays text, visibly", () => {
  const text = `${hostile}\u0000\ud800 ]]></failure><testcase name="forged"/> & "`;
  const one = judgedOf({ path: text, title: text, explanation: text, text, kind: text, sources: [text] });
  const failed = reportOf({ unit: text, status: "failed", why: { kind: "threw", message: text } });
  const printed = print([one], [failed]);
  expect(printed.replaceAll("\n", "")).not.toMatch(acting);
  expect(printed.isWellFormed()).toBe(true);
  const cases = read([one], [failed]).testsuite!.flatMap((suite) => suite.testcase!);
  expect(cases).toHaveLength(2);
  expect(cases[1]!.failure!["@_message"]).toContain('<U+0000><U+D800> ]]></failure><testcase name="forged"/> & "');
});
