import { describe, expect, test } from "vitest";
import { findingOutcomes, reachesAuthor, type JudgedFinding } from "../../findings/finding.ts";
import { changeOf } from "../../../test/support/change-of.ts";
import { acting, draftOf, hostile, judgedOf, quoteOf } from "../../../test/support/finding-of.ts";
import { rdjson, type DiagnosticResult } from "./rdjson.ts";

function print(...judged: JudgedFinding[]): string {
  return rdjson.render(draftOf(changeOf({}), judged), { colour: true, width: 80, version: "1.2.3" });
}

function read(...judged: JudgedFinding[]): DiagnosticResult {
  return JSON.parse(print(...judged)) as DiagnosticResult;
}

const at = { path: "src/app.ts", side: "head", start: 2, end: 3 } as const;

describe("a diagnostic", () => {
  test("has message, place, weight, rule and a line to print", () => {
    expect(read(judgedOf({ line: 4, text: "a\nb" })).diagnostics).toEqual([
      {
        message: "The sum is wrong.\n\nPrices are added twice.",
        location: { path: "src/app.ts", range: { start: { line: 4 }, end: { line: 5 } } },
        severity: "WARNING",
        code: { value: "sums/wrong-sum" },
        original_output: "src/app.ts:4-5: medium sums/wrong-sum: The sum is wrong\n  a\n  b",
      },
    ]);
  });

  test.each([
    ["critical", "ERROR"],
    ["high", "ERROR"],
    ["medium", "WARNING"],
    ["low", "INFO"],
    ["nit", "INFO"],
  ] as const)("%s is %s", (severity, name) => {
    expect(read(judgedOf({ severity })).diagnostics[0]!.severity).toBe(name);
  });

  test("before the change names only the file, and the old line in its text", () => {
    const [diagnostic] = read(judgedOf({ line: 4, side: "base" })).diagnostics;
    expect(diagnostic!.location).toEqual({ path: "src/app.ts" });
    expect(diagnostic!.message).toContain("line 4 of the file as it was before the change");
  });

  test("suggests an exact fix: whole lines or their removal, in its own file only", () => {
    const suggestions = (text: string, path = "src/app.ts") =>
      read(judgedOf({ fix: { at: { ...at, path }, text } })).diagnostics[0]!.suggestions;
    expect(suggestions("one\n")).toEqual([{ range: { start: { line: 2 }, end: { line: 3 } }, text: "one" }]);
    expect(suggestions("")).toEqual([
      { range: { start: { line: 2, column: 1 }, end: { line: 4, column: 1 } }, text: "" },
    ]);
    expect(suggestions("one", "src/other.ts")).toBe(undefined);
  });
});

test("has posted findings only, and the severity of the worst", () => {
  const judged = findingOutcomes.map((outcome) =>
    judgedOf({ title: outcome, severity: reachesAuthor({ outcome }) ? "low" : "critical" }, [
      { by: "x", why: { kind: "stopped" }, outcome },
    ]),
  );
  const result = read(...judged, judgedOf({ severity: "medium" }));
  expect(result).toMatchObject({ source: { name: "crosscheck" }, severity: "WARNING" });
  expect(result.diagnostics.map(({ message }) => message.split(".")[0])).toEqual([
    "inline",
    "listed",
    "The sum is wrong",
  ]);
  expect(read()).toEqual({ source: { name: "crosscheck" }, diagnostics: [] });
});

test("redacted text is never printed", () => {
  const quote = { ...quoteOf("TOKEN=hunter2", 2), masked: "TOKEN=…" };
  const printed = print(judgedOf({ evidence: [quote], fix: { at, text: "export TOKEN=hunter2" } }));
  expect(printed).toContain("TOKEN=…");
  expect(printed).not.toContain("hunter2");
});

test("hostile text has no mentions, links or control characters; the path stays exact", () => {
  const text = `${hostile} @team ![x](http://e.example) </details>`;
  const one = judgedOf({ path: hostile, title: text, explanation: text, text, kind: hostile, sources: [hostile] });
  expect(print(one).replaceAll("\n", "")).not.toMatch(acting);
  const [diagnostic] = read(one).diagnostics;
  expect(diagnostic!.message).toContain("@ team ![x] (http://e.example) < /details>");
  expect(diagnostic!.message.replaceAll("\n", "")).not.toMatch(acting);
  expect(diagnostic!.location.path).toBe(hostile);
});
