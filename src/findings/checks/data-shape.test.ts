// Tests which block removals data-shape reports, beyond its examples.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { languageFor } from "../text/languages.ts";
import { scan } from "../text/scan.ts";
import { dataShape } from "./data-shape.ts";
import { findLeadingHeading } from "./data-shape/leading-heading.ts";
import { findBlockRemoval } from "./data-shape/block-removals.ts";
import { cases } from "../../../test/support/cases.ts";

type Files = Record<string, string>;

async function findingsIn(head: Files, base: Files = {}) {
  const change = changeOf({ base, head });
  if (dataShape.when(change) !== true) return [];
  return (await dataShape.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000))).findings;
}

const on = (path: string, line: string) => findBlockRemoval(scan(line, languageFor(path)!), 1);

describe("calls that remove a block", () => {
  test.each([
    ["a.ts", "text.replace(/```json[\\s\\S]*?```/g, '')", "```json", "text"],
    ["a.ts", "message.content.replace(/<thinking>[\\s\\S]*?<\\/thinking>/g, '')", "<thinking", "content"],
    ["a.py", 're.sub(r"```yaml.*?```", "", answer, flags=re.S)', "```yaml", "answer"],
    ["a.rb", "body.gsub(/<details>.*?<\\/details>/m, '')", "<details", "body"],
  ])("%s: %s", (path, line, marker, from) => {
    expect(on(path, line)).toMatchObject({ marker, from });
  });

  test.each([
    ["only the marks", "a.ts", "text.replace(/```json/g, '')"],
    ["another text", "a.ts", "text.replace(/a.*b/g, '')"],
    ["what a sanitiser cuts", "a.ts", "html.replace(/<script>[\\s\\S]*?<\\/script>/g, '')"],
    ["a comment", "a.ts", "// text.replace(/```json[\\s\\S]*?```/g, '')"],
    ["a string", "a.ts", "'text.replace(/```json[\\\\s\\\\S]*?```/g)'"],
  ])("not: %s", (_name, path, line) => {
    expect(on(path, line)).toBeNull();
  });
});

describe("headings", () => {
  cases(
    "%s",
    (_name, lines, line) => findLeadingHeading(lines, { line, text: lines[line - 1]! }, "```json")?.text ?? null,
    [
      ["on the line before", ["## Findings", "```json"], 2, "## Findings"],
      ["past a blank line", ["## Findings", "", "```json"], 3, "## Findings"],
      ["in the same string", ['"## Findings\\n\\n```json\\n[]"'], 1, "## Findings"],
      ["none", ["Here:", "```json"], 2, null],
    ],
  );
});

test("both kinds are advisory, and the heading is quoted", async () => {
  const strip = "export const rest = (answer: string) => answer.replace(/```json[\\s\\S]*?```/g, '');\n";
  const [unknown] = await findingsIn({ "src/a.ts": strip });
  expect(unknown).toMatchObject({ kind: "shape-unknown", confidence: 4 });
  expect(unknown?.explanation).toContain("No test, fixture or prompt");
  const fixture = { "test/fixtures/a.md": "# Report\n```json\n{}\n```\n" };
  const [orphan] = await findingsIn({ "src/a.ts": strip, ...fixture }, fixture);
  expect(orphan?.evidence[1]).toMatchObject({ path: "test/fixtures/a.md", start: 1, text: "# Report" });
});

test("a pattern that also removes the heading is not reported", async () => {
  const fixture = { "test/fixtures/a.md": "# Report\n```json\n{}\n```\n" };
  const strip = "export const rest = (answer: string) => answer.replace(/# Report\\n```json[\\s\\S]*?```/g, '');\n";
  expect(await findingsIn({ "src/a.ts": strip, ...fixture }, fixture)).toEqual([]);
});
