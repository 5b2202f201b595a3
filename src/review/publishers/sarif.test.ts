import fc from "fast-check";
import type { Log, Result, Run } from "sarif";
import { describe, expect, test } from "vitest";
import { checks } from "../../findings/checks/index.ts";
import { reachesAuthor, findingOutcomes, severities, type JudgedFinding, type Mark } from "../../findings/finding.ts";
import { changeOf } from "../../../test/support/change-of.ts";
import { acting, draftOf, hostile, judgedOf, onPull, quoteOf, reportOf } from "../../../test/support/finding-of.ts";
import type { Draft } from "../draft.ts";
import { sarif } from "./sarif.ts";

const change = changeOf({ base: { "src/app.ts": "a\n" }, head: { "src/app.ts": "b\n" } });

function print(draft: Draft): string {
  return sarif.render(draft, { colour: true, width: 80, version: "1.2.3" });
}

function runOf(draft: Draft): Run {
  const log = JSON.parse(print(draft)) as Log;
  expect([log.version, log.runs.length]).toEqual(["2.1.0", 1]);
  return log.runs[0]!;
}

function resultsOf(...judged: JudgedFinding[]): Result[] {
  return runOf(draftOf(change, judged)).results!;
}

function notPostedOf(...judged: JudgedFinding[]): Result[] {
  return runOf(draftOf(change, judged)).properties!["notPosted"] as Result[];
}

function fated(outcome: Mark["outcome"] & string, overrides = {}): JudgedFinding {
  return judgedOf(overrides, [{ by: "x", why: { kind: "ignored-area", area: "style" }, outcome }]);
}

const secret = "TOKEN=hunter2 npm start";
const masking = { ...quoteOf(secret, 4), masked: "TOKEN=… npm start" };

describe("the tool", () => {
  const { driver } = runOf(draftOf(change)).tool;

  test("names the tool, without an address that does not exist", () => {
    expect(driver).toMatchObject({ name: "Crosscheck", version: "1.2.3" });
    expect(driver.informationUri).toBe(undefined);
  });

  test("lists every kind of every check as a rule", () => {
    expect(driver.rules!.map((rule) => rule.id)).toEqual(
      checks.flatMap((check) => Object.keys(check.kinds).map((kind) => `${check.id}/${kind}`)),
    );
    for (const rule of driver.rules!) {
      expect(rule.name).toMatch(/^[A-Z][A-Za-z0-9]+$/);
      // GitHub truncates descriptions at 1,024 characters.
      for (const text of [rule.shortDescription!.text, rule.fullDescription!.text])
        expect(text.length).toBeLessThan(1024);
      expect(rule.help!.markdown).toMatch(/`crosscheck-ignore [\w-]+: why`$/);
    }
  });

  test("weighs rules, and security ones by number too", () => {
    const rule = (id: string) => driver.rules!.find((one) => one.id === id);
    expect(rule("non-code/secret")).toMatchObject({
      defaultConfiguration: { level: "error" },
      properties: { tags: ["security"], "security-severity": "8.0" },
    });
    expect(rule("comment-hygiene/focused-test")!.properties).not.toHaveProperty("security-severity");
  });
});

describe("a result", () => {
  test("prints the phase, the reason and the next command", () => {
    const judged = checks.flatMap((check) =>
      Object.keys(check.kinds).map((kind) => judgedOf({ kind, sources: [`PRESCAN:${check.id}`] })),
    );
    const run = runOf(
      draftOf(change, [judgedOf({ kind: "race", sources: ["async-reviewer"] }), ...judged.toReversed()]),
    );
    const rules = run.tool.driver.rules!;
    expect(run.results!.map((result) => rules[result.ruleIndex!]!.id)).toEqual(
      run.results!.map(({ ruleId }) => ruleId),
    );
    expect(run.results![0]).toMatchObject({ ruleId: "async-reviewer/race", ruleIndex: judged.length });
  });

  test.each([
    ["critical", "error"],
    ["high", "error"],
    ["medium", "warning"],
    ["low", "note"],
    ["nit", "note"],
  ] as const)("%s is of level %s", (severity, level) => {
    expect(resultsOf(judgedOf({ severity }))[0]).toMatchObject({ level, kind: "fail" });
  });

  test("has its place, quote, identity and evidence", () => {
    expect(resultsOf(judgedOf({ line: 4, text: "a\nb" }))[0]).toMatchObject({
      message: { text: "The sum is wrong. Prices are added twice." },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "src/app.ts", uriBaseId: "SRCROOT" },
            region: { startLine: 4, endLine: 5, snippet: { text: "a\nb" } },
          },
        },
      ],
      partialFingerprints: { "crosscheck/v1": "1d" },
      properties: { outcome: "inline", confidence: 9, root: "CODE", proof: "proven", sources: ["PRESCAN:sums"] },
    });
  });

  test("before the change names only the file, and the old line in its text", () => {
    const [result] = resultsOf(judgedOf({ line: 4, side: "base" }));
    expect(result!.locations![0]!.physicalLocation).not.toHaveProperty("region");
    expect(result!.message.text).toContain("line 4 of the file as it was before the change");
  });

  test("lists further quotes as related places", () => {
    const evidence = [quoteOf("a", 1), quoteOf("b", 2, "src/b.ts")] as const;
    expect(resultsOf(judgedOf({ evidence: [...evidence] }))[0]!.relatedLocations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: "src/b.ts", uriBaseId: "SRCROOT" },
          region: { startLine: 2, endLine: 2, snippet: { text: "b" } },
        },
      },
    ]);
  });

  test("a path that is not UTF-8 is the URI of its bytes", () => {
    const [result] = resultsOf(judgedOf({ path: '"caf\\351 1.js"' }));
    expect(result!.locations![0]!.physicalLocation!.artifactLocation!.uri).toBe("caf%E9%201.js");
  });

  test("includes an exact fix: whole lines, or none", () => {
    const at = { path: "src/app.ts", side: "head", start: 2, end: 3 } as const;
    const change1 = resultsOf(judgedOf({ fix: { at, text: "one\n" } }))[0]!.fixes![0]!.artifactChanges[0]!;
    expect(change1.replacements).toEqual([
      { deletedRegion: { startLine: 2, endLine: 3 }, insertedContent: { text: "one" } },
    ]);
    const gone = resultsOf(judgedOf({ fix: { at, text: "" } }))[0]!.fixes![0]!.artifactChanges[0]!;
    expect(gone.replacements).toEqual([{ deletedRegion: { startLine: 2, startColumn: 1, endLine: 4, endColumn: 1 } }]);
  });
});

describe("findings that are not posted", () => {
  test("are no results, because GitHub opens an alert for each; but none is lost", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...findingOutcomes), fc.constantFrom(...severities))), (kinds) => {
        const run = runOf(
          draftOf(
            change,
            kinds.map(([outcome, severity]) => fated(outcome, { severity })),
          ),
        );
        const posted = kinds.filter(([outcome]) => reachesAuthor({ outcome })).length;
        expect(run.results).toHaveLength(posted);
        expect(run.properties!["notPosted"]).toHaveLength(kinds.length - posted);
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ["advisory", "review", "none"],
    ["held", "informational", "none"],
    ["suppressed", "fail", "warning"],
    ["dropped", "open", "none"],
  ] as const)("%s is of kind %s and level %s, with its reason", (outcome, kind, level) => {
    expect(notPostedOf(fated(outcome))[0]).toMatchObject({
      kind,
      level,
      properties: { outcome, why: "the area style is ignored for this change" },
    });
  });

  test("suppressed findings name who suppressed them and why", () => {
    const why = { kind: "ignored-inline", check: "sums", reason: "known" } as const;
    const inline = judgedOf({}, [{ by: "inline", why, outcome: "suppressed" }]);
    expect(notPostedOf(inline)[0]!.suppressions).toEqual([
      { kind: "inSource", status: "accepted", justification: "crosscheck-ignore on the line: known" },
    ]);
    expect(notPostedOf(fated("suppressed"))[0]!.suppressions![0]!.kind).toBe("external");
    expect(notPostedOf(fated("held"))[0]).not.toHaveProperty("suppressions");
  });
});

describe("the run", () => {
  test("reports failures, skipped units and truncation", () => {
    const reports = [
      reportOf(),
      reportOf({ unit: "slow", status: "failed", why: { kind: "too-slow", limitMs: 5 } }),
      reportOf({ unit: "off", status: "skipped", why: { kind: "turned-off" } }),
    ];
    const [invocation] = runOf(draftOf({ ...change, cuts: [{ kind: "shallow" }] }, [], reports)).invocations!;
    expect(invocation!.executionSuccessful).toBe(false);
    expect(invocation!.toolExecutionNotifications!.map(({ level, message }) => `${level} ${message.text}`)).toEqual([
      "error slow: it took longer than 5 ms and was stopped",
      "note off did not run: turned off in .crosscheck.yml",
      "note this is a shallow clone: history before its edge is not known",
    ]);
  });

  test("succeeds if nothing failed", () => {
    const skipped = reportOf({ status: "skipped", why: { kind: "turned-off" } });
    expect(runOf(draftOf(change, [], [skipped])).invocations![0]!.executionSuccessful).toBe(true);
  });

  test("knows the repository of a pull request, and guesses at no other", () => {
    expect(runOf(draftOf(change)).versionControlProvenance).toBe(undefined);
    expect(runOf(draftOf(onPull(change))).versionControlProvenance).toEqual([
      { repositoryUri: "https://github.com/acme/shop", revisionId: "head", mappedTo: { uriBaseId: "SRCROOT" } },
    ]);
  });
});

test("redacted text is never printed: not as a snippet, related location or fix", () => {
  const evidence: [typeof masking, typeof masking] = [masking, { ...masking, start: 9, end: 9 }];
  const { text: _, masked: __, ...at } = masking;
  const overrides = { at, evidence, fix: { at, text: secret } };
  const printed = print(
    draftOf(
      change,
      findingOutcomes.map((outcome) => fated(outcome, overrides)),
    ),
  );
  expect(printed).toContain("TOKEN=… npm start");
  expect(printed).not.toContain("hunter2");
});

test("hostile text is inert: no control characters, links or tags", () => {
  const text = `${hostile} [click](http://e.example) <img src=x>`;
  const draft = draftOf(change, [judgedOf({ path: hostile, title: text, explanation: text, text, kind: hostile })]);
  expect(print(draft).replaceAll("\n", "")).not.toMatch(acting);
  const result = runOf(draft).results![0]!;
  expect(result.message.text).toContain("<U+001B>[31mred");
  expect(result.message.text).toContain("[click] (http://e.example) < img");
  expect(result.locations![0]!.physicalLocation!.artifactLocation!.uri).toMatch(/^%1B%5B31mred[\w%.-]+$/);
  expect(result.locations![0]!.physicalLocation!.region!.snippet!.text).toBe(text);
});
