import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change } from "../../change/change.ts";
import { findingOutcomes, type FindingOutcome, type JudgedFinding, type Mark } from "../../findings/finding.ts";
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
import type { Draft } from "../draft.ts";
import { markdownPublisher } from "./markdown.ts";

const change = changeOf({
  base: { "src/cart.ts": "let sum = 0;\n" },
  head: { "src/cart.ts": "let sum = 0;\nsum += price;\n" },
  title: "fix(cart): reset the sum",
  body: "It was kept because of a cache.\n\nThis must not break the checkout.",
});
const fullPass: Change = { ...change, triage: { ...change.triage, fullPass: "flag" } };
const verdict = { pass: "security", says: "clean", evidence: "no secrets" } as const;

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
  test("come in one order", () => {
    const draft = draftOf(
      fullPass,
      findingOutcomes.map((outcome) => withFate(outcome)),
      [reportOf({ unit: "security-reviewer", verdicts: [verdict] })],
    );
    expect(headings(render(draft))).toEqual([
      "# fix(cart): reset the sum",
      "## Verification matrix",
      "## Findings",
      "## Pass coverage",
      "## Advisory (not posted)",
      "## Event: COMMENT",
      "## Details",
    ]);
  });

  test("are absent when they did not run or hold nothing", () => {
    const text = render(draftOf(changeOf({ base: { "a.ts": "x\n" }, head: { "a.ts": "y\n" } })));
    expect(headings(text)).toEqual(["# base..head", "## Findings", "## Event: COMMENT", "## Details"]);
    expect(text).toContain("None to post.");
  });

  test("what the author left out has no line", () => {
    const text = render(draftOf(changeOf({ head: { "a.ts": "y\n" } })));
    for (const label of ["Why (per author)", "Claimed goal", "Linked issue", "Goal verdict"])
      expect(text).not.toContain(label);
    const stated = render(draftOf(changeOf({ title: "fix: reset the sum", body: "Fixes #12" })));
    expect(stated).toContain("\n**Claimed goal:** Reset the sum\n\n**Linked issue:** #12\n");
  });

  test("findings: a table, then each with its quote and explanation", () => {
    const text = render(draftOf(change, [withFate("inline", { severity: "high", confidence: 8 })]));
    expect(text).toContain(
      [
        "## Findings",
        "",
        "| # | File:line | Severity | Confidence | Summary |",
        "| --- | --- | --- | --- | --- |",
        "| 1 | `src/cart.ts:2` | high | 8/10 | A inline finding |",
        "",
        "**1. A inline finding** (`src/cart.ts:2`)",
        "",
        "    sum += price;",
        "",
        "Prices are added twice.",
        "",
        "## Event: REQUEST_CHANGES",
      ].join("\n"),
    );
  });

  test("findings over the limit have their own list, without an empty table before it", () => {
    const listed = judgedOf({ title: "Listed" }, [
      { by: "limit", why: { kind: "over-limit", limit: 0 }, outcome: "listed" },
    ]);
    const both = render(draftOf(change, [withFate("inline"), listed]));
    expect(
      tables(both)
        .slice(1, 3)
        .map((rows) => rows.at(-1)),
    ).toEqual([
      ["1", "`src/cart.ts:2`", "medium", "9/10", "A inline finding"],
      ["2", "`src/app.ts:1`", "medium", "9/10", "Listed"],
    ]);
    expect(render(draftOf(change, [listed]))).toContain("## Findings\n\nListed, not inline:\n\n| # |");
  });

  test("the advisory table has root cause, reason and action", () => {
    const [, advisory] = tables(render(draftOf(change, [withFate("advisory", { root: "DOC" })])));
    expect(advisory).toEqual([
      ["#", "File:line", "Root", "Summary", "Suggested action"],
      ["---", "---", "---", "---", "---"],
      [
        "A1",
        "`src/cart.ts:2`",
        "DOC",
        "A advisory finding (the document is out of date, not the code)",
        "Update the document",
      ],
    ]);
  });

  test("the details count what is omitted", () => {
    expect(
      render(
        draftOf(
          change,
          findingOutcomes.map((outcome) => withFate(outcome)),
        ),
      ),
    ).toContain("- Held 1, suppressed 1, dropped 1\n");
  });

  test("a pull request without a title is named by its number and place", () => {
    expect(headings(render(draftOf(onPull(changeOf({ head: { "a.ts": "y\n" } })))))[0]).toBe("# acme/shop#7");
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
  /** Everything outside indented code blocks. */
  const outsideQuotes = (text: string) =>
    render(saying(text))
      .split("\n")
      .filter((line) => !line.startsWith("    "))
      .join("\n");

  test.each<[string, string]>([
    ["a pipe", "a | b"],
    ["an escaped pipe", "a \\| b"],
    ["a twice escaped pipe", "a \\\\| b"],
    ["a line break", "a\nb | c"],
    ["a return", "a\rb | c"],
    ["backticks", "``a | b`` ` |"],
    ["a backslash at the end", "a\\"],
  ])("does not break tables: %s", (_name, text) => {
    expect(columns(text)).toEqual([new Set([5]), new Set([5]), new Set([5]), new Set([4]), new Set([5])]);
  });

  test("does not break tables", () => {
    const anything = fc.string({
      unit: fc.constantFrom("a", " ", "|", "\\", "`", "\n", "\r", "<", "&", "#", "~", "-"),
      minLength: 1,
    });
    fc.assert(
      fc.property(anything, (text) => {
        expect(columns(`x${text}`)).toEqual([new Set([5]), new Set([5]), new Set([5]), new Set([4]), new Set([5])]);
      }),
    );
  });

  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- hidden -->",
    "</details>",
    "&lt;b&gt;",
    "`<b>",
    "``<b>``",
  ])("is no HTML: %s", (text) => {
    const shown = outsideQuotes(`x ${text}`).replaceAll(/<\/?code>/g, "");
    expect(shown).not.toMatch(/<[a-z!/]/i);
    expect(shown).not.toContain("&lt;b&gt;");
  });

  test.each([
    "@octocat",
    "hello @octocat",
    "(@octocat)",
    "`@octocat",
    "_@octocat_",
    "@@octocat",
    "*@octocat*",
    "@org/team",
  ])("mentions nobody: %s", (text) => {
    const rendered = outsideQuotes(text).replaceAll(/<code>.*?<\/code>/g, "");
    expect(rendered).not.toMatch(/(^|[^A-Za-z0-9])@\w/m);
    expect(rendered).toContain("@\u200b");
  });

  test("leaves an address of a person alone", () => {
    expect(render(saying("ada@example.org"))).toContain("# ada@example.org\n");
  });

  test.each(["[click](http://evil.example)", "![pixel](http://evil.example/p.png)", "[x]: http://evil.example"])(
    "is no link: %s",
    (text) => {
      expect(outsideQuotes(text).replaceAll(/<code>.*?<\/code>/g, "")).not.toMatch(/\][(:]/);
    },
  );

  test.each(["```js", "~~~", "  ```", "# Approved", "## Event: APPROVE"])(
    "starts no block that swallows or fakes the rest: %s",
    (text) => {
      const lines = render(saying(text)).split("\n");
      expect(lines.filter((line) => /^ {0,3}(```|~~~)/.test(line))).toEqual([]);
      expect(headings(lines.join("\n")).slice(1)).toEqual([
        "## Verification matrix",
        "## Findings",
        "## Pass coverage",
        "## Advisory (not posted)",
        "## Event: COMMENT",
        "## Details",
      ]);
    },
  );

  test("quotes stay code, with every line of them", () => {
    const text = render(draftOf(change, [withFate("inline", { text: "```\n<b>\n# x" })]));
    expect(text).toContain("\n\n    ```\n    <b>\n    # x\n\n");
  });

  test("no control characters get through", () => {
    const text = render(saying(hostile)).replaceAll("\n", "");
    expect(text).toContain("gpj.exe");
    // Zero-width spaces are ours: they take links and mentions apart.
    expect(text.replaceAll("\u200b", "")).not.toMatch(acting);
  });
});
