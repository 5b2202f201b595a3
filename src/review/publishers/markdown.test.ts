import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change } from "../../change/change.ts";
import {
  findingOutcomes,
  type FindingOutcome,
  type JudgedFinding,
  type Mark,
  type Severity,
} from "../../findings/finding.ts";
import { changeOf } from "../../../test/support/change-of.ts";
import {
  acting,
  draftOf,
  hostile,
  judgedOf,
  onPull,
  reportOf,
  type FindingOf,
} from "../../../test/support/finding-of.ts";
import { liveIn } from "../../../test/support/live-in.ts";
import type { Draft } from "../draft.ts";
import { findingLabels } from "../group-findings.ts";
import { markdownPublisher } from "./markdown.ts";

const change = changeOf({
  base: { "src/cart.ts": "let sum = 0;\n" },
  head: { "src/cart.ts": "let sum = 0;\nsum += price;\n" },
  title: "fix(cart): reset the sum",
  body: "It was kept because of a cache.\n\nThis must not break the checkout.",
});
const fullPass: Change = { ...change, triage: { ...change.triage, fullPass: "flag" } };
const verdict = { pass: "security", says: "clean", evidence: "no secrets" } as const;

const sections = [
  "## Findings",
  "## Also noticed",
  "## Advisory (not posted)",
  "## What this changes",
  "## Verification matrix",
  "## Pass coverage",
  "## Details",
];

function render(draft: Draft): string {
  return markdownPublisher.render(draft, { colour: false, width: 80, version: "1.2.3" });
}

function withFate(outcome: FindingOutcome, overrides: FindingOf = {}): JudgedFinding {
  const marks: Mark[] = outcome === "inline" ? [] : [{ by: "test", why: { kind: "root", root: "DOC" }, outcome }];
  return judgedOf(
    { path: "src/cart.ts", line: 2, text: "sum += price;", title: `A ${outcome} finding`, ...overrides },
    marks,
  );
}

function headings(text: string): string[] {
  return text.split("\n").filter((line) => /^#+ /.test(line));
}

/** The cells of a table row, split strictly: a backslash escapes the next character. */
function cells(row: string): string[] {
  const parts = [""];
  for (const [part] of row.matchAll(/\\[\\|]|[^]/g)) {
    if (part === "|") parts.push("");
    else parts[parts.length - 1] += part;
  }
  return parts.slice(1, -1).map((part) => part.trim());
}

function tables(text: string): string[][][] {
  const rows = text.split("\n").map((line) => (line.startsWith("|") ? line : null));
  const found: string[][][] = [];
  for (const [index, row] of rows.entries()) {
    if (row === null) continue;
    if ((rows[index - 1] ?? null) === null) found.push([]);
    found.at(-1)!.push(cells(row));
  }
  return found;
}

describe("the sections", () => {
  test("come in one order, findings first", () => {
    const draft = draftOf(
      fullPass,
      findingOutcomes.map((outcome) => withFate(outcome)),
      [reportOf({ unit: "security-reviewer", verdicts: [verdict] })],
    );
    expect(headings(render(draft))).toEqual(["# fix(cart): reset the sum", ...sections]);
  });

  test("are absent when they did not run or hold nothing", () => {
    const text = render(draftOf(changeOf({ base: { "a.ts": "x\n" }, head: { "a.ts": "y\n" } })));
    expect(headings(text)).toEqual(["# base..head", "## What this changes", "## Details"]);
    expect(text).toContain("\n\n**Comment**: not everything was reviewed\n\nNo findings to post. ");
    for (const empty of ["Signals", "Not posted", "Cost", "Held"]) expect(text).not.toContain(empty);
  });

  test("what the author left out has no line", () => {
    const text = render(draftOf(changeOf({ head: { "a.ts": "y\n" } })));
    for (const label of ["Why (per author)", "Claimed goal", "Linked issue", "Goal verdict"])
      expect(text).not.toContain(label);
    const stated = render(
      draftOf(changeOf({ title: "fix: reset the sum", body: "Carts keep the old sum.\n\nFixes #12" })),
    );
    expect(stated).toContain("\n**From the description:** Carts keep the old sum.\n\n**Linked issue:** `#12`\n");
  });

  test("findings: a table, then each with its quote, explanation and what has the same cause", () => {
    const also = judgedOf({ id: "t-1", title: "No test", path: "test/a.ts", line: 4 }, [
      { by: "editor", why: { kind: "same-cause", lead: "sums-1" }, outcome: "listed" },
    ]);
    const text = render(draftOf(change, [withFate("inline", { severity: "high", confidence: 8 }), also]));
    expect(text).toContain(
      [
        "## Findings",
        "",
        "| # | File:line | Severity | Confidence | Summary |",
        "| --- | --- | --- | --- | --- |",
        "| 1 | `src/cart.ts:2` | high | 8/10 | A inline finding |",
        "",
        "**1. A inline finding** (`src/cart.ts:2`, high · confidence 8/10 · found by sums)",
        "",
        "    sum += price;",
        "",
        "Prices are added twice.",
        "",
        "- also: No test (`test/a.ts:4`)",
        "",
        "## What this changes",
      ].join("\n"),
    );
  });

  test("the worst finding comes first, and numbers go on below", () => {
    const listed = (id: string, why: Mark["why"]) =>
      judgedOf({ id, title: id }, [{ by: "limit", why, outcome: "listed" }]);
    const inline = (id: string, severity: Severity, confidence: number) =>
      judgedOf({ id, title: id, severity, confidence });
    const draft = draftOf(change, [
      inline("unsure", "medium", 7),
      listed("minor", { kind: "not-pressing" }),
      listed("too many", { kind: "over-limit", limit: 3 }),
      inline("sure", "medium", 9),
      inline("worst", "critical", 7),
    ]);
    const rows = tables(render(draft)).slice(0, 2);
    const numbers = rows.map((table) => table.slice(2).map(([number, , , , title]) => `${number} ${title}`));
    expect(numbers).toEqual([["1 worst", "2 sure", "3 unsure", "4 too many"], ["5 minor"]]);
    // A number means the same finding everywhere.
    const labels = findingLabels(draft.judged);
    expect(numbers.flat().toSorted()).toEqual([...labels].map(([id, label]) => `${label} ${id}`).toSorted());
  });

  test("advisory findings have root cause and action, their quote, explanation and the reason", () => {
    const text = render(draftOf(change, [withFate("advisory", { root: "DOC" })]));
    expect(tables(text)[0]).toEqual([
      ["#", "File:line", "Root", "Summary", "Suggested action"],
      ["---", "---", "---", "---", "---"],
      ["A", "`src/cart.ts:2`", "DOC", "A advisory finding", "Update the document"],
    ]);
    expect(text).toContain("1 finding not posted: see below.");
    expect(text).toContain(
      "\n    sum += price;\n\nPrices are added twice.\n\nNot posted: the document is out of date, not the code\n",
    );
  });

  test("the details count what is omitted", () => {
    const text = render(
      draftOf(
        change,
        findingOutcomes.map((outcome) => withFate(outcome)),
      ),
    );
    expect(text).toContain("- Not posted: 1 advisory, 1 held, 1 suppressed, 1 dropped\n");
  });

  test("a pull request without a title is named by its number and place", () => {
    expect(headings(render(draftOf(onPull(changeOf({ head: { "a.ts": "y\n" } })))))[0]).toBe("# `acme/shop#7`");
  });
});

/** A draft that contains one text wherever the author or a reviewer can put one. */
function saying(text: string): Draft {
  const said: Change = {
    ...fullPass,
    from: { kind: "local", shown: text, why: text },
    words: { ...change.words, title: text, body: `because ${text}` },
    concerns: [{ id: "V1", text, source: "body", status: "verified", how: text }],
    cuts: [{ kind: "submodule", path: text }],
  };
  const findings = findingOutcomes.map((outcome) =>
    withFate(outcome, { path: text, title: text, explanation: text, text }),
  );
  const reports = [
    reportOf({ unit: "security-reviewer", verdicts: [{ ...verdict, evidence: text }] }),
    reportOf({ status: "failed", why: { kind: "threw", message: text } }),
  ];
  return draftOf(said, findings, reports);
}

describe("hostile text", () => {
  const columns = (text: string) => tables(render(saying(text))).map((rows) => new Set(rows.map((row) => row.length)));

  test.each<[string, string]>([
    ["a pipe", "a | b"],
    ["an escaped pipe", "a \\| b"],
    ["a twice escaped pipe", "a \\\\| b"],
    ["a line break", "a\nb | c"],
    ["a return", "a\rb | c"],
    ["backticks", "``a | b`` ` |"],
    ["a backslash at the end", "a\\"],
  ])("does not break tables: %s", (_name, text) => {
    expect(columns(text)).toEqual([5, 5, 5, 5, 4].map((number) => new Set([number])));
  });

  test("does not break tables", () => {
    const anything = fc.string({
      unit: fc.constantFrom("a", " ", "|", "\\", "`", "\n", "\r", "<", "&", "#", "~", "-"),
      minLength: 1,
    });
    fc.assert(
      fc.property(anything, (text) => {
        expect(columns(`x${text}`)).toEqual([5, 5, 5, 5, 4].map((number) => new Set([number])));
      }),
    );
  });

  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- hidden -->",
    "</details>",
    "``<b>``",
    "@octocat",
    "_@octocat_",
    "*@org/team*",
    "see https://evil.example/x or www.evil.example",
    "ada@example.org",
    "acme/shop#7",
    "[click](http://evil.example)",
    "![pixel](http://evil.example/p.png)",
    "[x]: http://evil.example",
    "```js",
    "~~~",
    "# Approved",
    "## Event: APPROVE",
  ])("is inert, and starts no block: %s", (text) => {
    const { headings: shown, ...live } = liveIn(render(saying(text)));
    expect(live).toEqual({ links: [], images: [], html: [], mentions: [], references: [] });
    expect(shown.slice(1).map((name) => `## ${name}`)).toEqual(sections);
  });

  test("quotes stay code, with every line of them", () => {
    const text = render(draftOf(change, [withFate("inline", { text: "```\n<b>\n# x" })]));
    expect(text).toContain("\n\n    ```\n    <b>\n    # x\n\n");
  });

  test("no control characters get through", () => {
    const text = render(saying(hostile)).replaceAll("\n", "");
    expect(text).toContain("gpj.exe");
    expect(text).not.toMatch(acting);
  });
});
