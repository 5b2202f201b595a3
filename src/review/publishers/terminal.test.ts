import fc from "fast-check";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import type { Change } from "../../change/change.ts";
import {
  findingOutcomes,
  severities,
  type FindingOutcome,
  type JudgedFinding,
  type Mark,
} from "../../findings/finding.ts";
import { changeOf } from "../../../test/support/change-of.ts";
import {
  acting,
  draftOf,
  hostile,
  judgedOf,
  onPull,
  quoteOf,
  reportOf,
  type FindingOf,
} from "../../../test/support/finding-of.ts";
import type { Draft } from "../draft.ts";
import type { PublishOptions } from "./publisher.ts";
import { terminal } from "./terminal.ts";
import { fit, fitPath, lengthOf, pad, wrap } from "./wrap.ts";

const options: PublishOptions = { colour: false, width: 100, version: "1.2.3" };

const change = changeOf({
  base: { "src/cart.ts": "let sum = 0;\n" },
  head: { "src/cart.ts": "let sum = 0;\nsum += price;\n", "yarn.lock": "a\n", "src/cart.test.ts": "test();\n" },
  title: "fix(cart): reset the sum",
  body: "It was kept because of a cache.\n\nThis must not break the checkout.",
});

function render(draft: Draft, overrides: Partial<PublishOptions> = {}): string {
  return terminal.render(draft, { ...options, ...overrides });
}

function withFate(outcome: FindingOutcome, overrides: FindingOf = {}): JudgedFinding {
  const marks: Mark[] = outcome === "inline" ? [] : [{ by: "test", why: { kind: "root", root: "DOC" }, outcome }];
  return judgedOf(
    { path: "src/cart.ts", line: 2, text: "sum += price;", title: `A ${outcome} finding`, ...overrides },
    marks,
  );
}

const everyFate = findingOutcomes.map((outcome) => withFate(outcome));
const fullPass: Change = { ...change, triage: { ...change.triage, fullPass: "flag" } };
const verdict = { pass: "security", says: "clean", evidence: "no secrets in 3 files" } as const;
const full = draftOf(fullPass, everyFate, [reportOf({ unit: "security-reviewer", verdicts: [verdict] })]);

/** The position of each heading; -1 where it is absent. */
function order(text: string, headings: readonly string[]): number[] {
  const lines = text.split("\n").map((line) => line.trim());
  return headings.map((heading) => lines.findIndex((line) => line.startsWith(heading)));
}

describe("the sections", () => {
  const headings = [
    "Crosscheck base..head",
    "Changes",
    "To verify",
    "2 findings",
    "Passes",
    "Advisory, not posted (1)",
    "Not shown to the author (3)",
    "COMMENT",
    "Covered",
  ];

  test("come in one order", () => {
    const places = order(render(full), headings);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test("are absent when they did not run or hold nothing", () => {
    const bare = draftOf(changeOf({ base: { "a.ts": "x\n" }, head: { "a.ts": "y\n" } }));
    const places = order(render(bare), headings);
    expect(headings.filter((_, index) => places[index] === -1)).toEqual([
      "To verify",
      "2 findings",
      "Passes",
      "Advisory, not posted (1)",
      "Not shown to the author (3)",
    ]);
    expect(render(bare)).toContain("No findings to post");
  });

  test("say of a finding where, how bad, how sure, who, what and why", () => {
    const text = render(draftOf(change, [withFate("inline", { severity: "high", confidence: 8 })]));
    expect(text).toContain(
      [
        "1 finding",
        "  1  src/cart.ts:2  high     8/10 sums",
        "     A inline finding",
        "     │ sum += price;",
        "     Prices are added twice.",
      ].join("\n"),
    );
  });

  test("say what is listed and not inline", () => {
    const listed = judgedOf({}, [{ by: "limit", why: { kind: "over-limit", limit: 5 }, outcome: "listed" }]);
    expect(render(draftOf(change, [listed]))).toContain("sums (listed, not inline)");
  });

  test("show all of an advisory finding's title, with why and what to do", () => {
    const title =
      "A title of so many words that one line of a narrow screen is not wide enough to hold all of them at once";
    const text = render(draftOf(change, [withFate("advisory", { root: "DOC", title })]), { width: 60 });
    const flat = text.replaceAll(/\s+/g, " ");
    expect(flat).toContain(title);
    expect(flat).toContain("DOC · the document is out of date, not the code · Update the document");
    expect(order(text, ["A  src/cart.ts:2"])).not.toContain(-1);
  });

  test("count what is too much to show", () => {
    const many = Array.from({ length: 23 }, () => withFate("suppressed"));
    expect(render(draftOf(change, many))).toContain("and 3 more; --format json lists all");
  });

  test("letter advisory findings past Z", () => {
    const many = Array.from({ length: 28 }, () => withFate("advisory"));
    expect(order(render(draftOf(change, many)), ["Z  src", "AA src", "AB src"])).not.toContain(-1);
  });

  test("leave a gap after the number of the hundredth finding", () => {
    const many = Array.from({ length: 100 }, () => withFate("inline"));
    expect(render(draftOf(change, many))).toContain("\n  100 src/cart.ts:2");
  });

  test("set a concern's words apart from its status", () => {
    const concern = { ...change.concerns[0]!, status: "verified" as const };
    const text = render(draftOf({ ...change, concerns: [concern] }));
    expect(text).toContain("  V1 verified This must not break the checkout. (body)");
  });

  test("name what did not run, and why, but not what had nothing to do", () => {
    const reports = [
      reportOf({ unit: "sums", status: "failed", why: { kind: "threw", message: "no grammar" } }),
      reportOf({ unit: "taxes", status: "skipped", why: { kind: "nothing-to-check", what: "no taxes" } }),
    ];
    const text = render(draftOf(change, [], reports));
    expect(text).toContain("Not run   sums: it failed: no grammar");
    expect(text).not.toContain("taxes");
  });

  test("name a pull request by its number", () => {
    expect(render(draftOf(onPull(change))).split("\n", 1)[0]).toMatch(/^Crosscheck acme\/shop#7 {2}3 files, \+3 −0$/);
  });
});

describe("the screen", () => {
  const long = "averyverylongwordwithoutanyblanksinit".repeat(8);
  const wide = "大きさ漢字".repeat(30);
  const worst = (text: string): Draft => ({
    ...draftOf(
      {
        ...fullPass,
        from: { kind: "local", shown: text, why: text },
        words: { ...change.words, title: text, body: `because ${text}` },
        concerns: [{ id: "V12", text, source: "request", status: "verified", how: null }],
        cuts: [{ kind: "submodule", path: text }],
      },
      findingOutcomes.flatMap((outcome) =>
        severities.map((severity) =>
          withFate(outcome, {
            severity,
            path: `${text}.ts`,
            title: text,
            explanation: text,
            text,
            sources: ["PRESCAN:sums", long],
          }),
        ),
      ),
      [
        reportOf({ unit: "security-reviewer", verdicts: [{ ...verdict, evidence: text }] }),
        reportOf({ status: "failed", why: { kind: "threw", message: text } }),
      ],
    ),
  });

  test.each([40, 60, 80, 100, 120])("is never wider than %i columns", (width) => {
    for (const text of [long, wide, "short", "many words ".repeat(40), hostile, "😀".repeat(100)]) {
      const tooWide = render(worst(text), { width })
        .split("\n")
        .filter((line) => lengthOf(line) > width);
      expect(tooWide).toEqual([]);
    }
  });

  test("is not filled beyond 120 columns, nor squeezed below 40", () => {
    const widest = (width: number) =>
      Math.max(
        ...render(worst("many words ".repeat(40)), { width })
          .split("\n")
          .map(lengthOf),
      );
    expect(widest(400)).toBeLessThanOrEqual(120);
    expect(widest(10)).toBeLessThanOrEqual(40);
  });

  test("shows nothing that acts on it, whatever the author wrote", () => {
    const text = render(worst(hostile)).replaceAll("\n", "");
    expect(text).toContain("gpj.exe");
    expect(text).not.toMatch(acting);
  });

  test("has colours only when asked for, and says the same with them", () => {
    const coloured = render(full, { colour: true });
    expect(render(full)).not.toContain("\u001b");
    expect(coloured).toContain("\u001b[");
    expect(stripVTControlCharacters(coloured)).toBe(render(full));
  });
});

describe("lines that fit", () => {
  const anyText = fc.string({ unit: fc.constantFrom("a", "b", " ", "大", "😀", "\u0301", "-") });
  const anyWidth = fc.integer({ min: 2, max: 30 });

  test("wrapping keeps every character and no line is too wide", () => {
    fc.assert(
      fc.property(anyText, anyWidth, (text, width) => {
        const lines = wrap(text, width);
        for (const line of lines) expect(lengthOf(line)).toBeLessThanOrEqual(width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
    );
  });

  test("what is cut fits, and says that it was cut", () => {
    fc.assert(
      fc.property(anyText, anyWidth, (text, width) => {
        for (const cut of [fit(text, width), fitPath(text, width)]) {
          expect(lengthOf(cut)).toBeLessThanOrEqual(width);
          expect(cut.includes("…")).toBe(lengthOf(text) > width);
          expect(cut === text).toBe(lengthOf(text) <= width);
        }
      }),
    );
  });

  test("a path keeps its end, a text its beginning", () => {
    expect(fitPath("src/review/cart.ts", 10)).toBe("…w/cart.ts");
    expect(fit("src/review/cart.ts", 10)).toBe("src/revie…");
  });

  test("columns are counted as people see them", () => {
    expect(["abc", "大き", "😀", "e\u0301", "✅", "𠮷", ""].map(lengthOf)).toEqual([3, 4, 2, 1, 2, 2, 0]);
    expect(pad("大", 4)).toBe("大  ");
  });

  test("words stay together where they can", () => {
    expect(wrap("one two three", 8)).toEqual(["one two", "three"]);
    expect(wrap("one averylongword two", 6)).toEqual(["one", "averyl", "ongwor", "d two"]);
  });
});

test("at most two quotes are shown, each cut to the screen", () => {
  const evidence = [quoteOf("x".repeat(300), 1), quoteOf("second();\nthird();", 2), quoteOf("fourth();", 4)] as const;
  const text = render(draftOf(change, [judgedOf({ evidence: [...evidence] })]), { width: 60 });
  const quotes = text.split("\n").filter((line) => line.includes("│"));
  expect(quotes).toEqual([`     │ ${"x".repeat(52)}…`, "     │ second();"]);
});
