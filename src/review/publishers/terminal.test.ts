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
  readerOf,
  reportOf,
  type FindingOf,
} from "../../../test/support/finding-of.ts";
import type { Draft } from "../draft.ts";
import type { PublishOptions } from "./publisher.ts";
import { terminal } from "./terminal.ts";
import { fit, fitAround, fitPath, lengthOf, pad, wrap } from "./wrap.ts";

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

describe("what is shown", () => {
  const listed = (overrides: FindingOf) =>
    judgedOf(overrides, [{ by: "editor", why: { kind: "not-pressing" }, outcome: "listed" }]);

  test("of a finding: title, place, quote and consequence, then the verdict", () => {
    const text = render(draftOf(change, [withFate("inline", { severity: "high" })], [readerOf(change)]));
    expect(text).toBe(
      [
        "Reviewed base..head: 3 files, +3 −0 (fix(cart): reset the sum)",
        "",
        "1  high: A inline finding",
        "   src/cart.ts:2  sums",
        "   │ sum += price;",
        "   Prices are added twice.",
        "",
        "Needs changes: 1 high finding",
        "Not covered: 6 reviewers need a model; related tests were not run; 1 stated concern not verified",
        "More: --verbose for all that was checked",
        "",
      ].join("\n"),
    );
  });

  test("the gravest finding first, whether or not it is a comment on a line", () => {
    const low = withFate("inline", { id: "low", severity: "low", title: "Low" });
    const high = withFate("listed", { id: "high", severity: "high", title: "High" });
    const text = render(draftOf(change, [low, high]));
    expect(order(text, ["1  high: High", "2  low: Low"])).toEqual([2, 7]);
  });

  test("findings that say the same as one entry with their places", () => {
    const places = Array.from({ length: 9 }, (_, at) =>
      withFate("inline", { id: `s-${at}`, line: at + 1, title: "Old" }),
    );
    const text = render(draftOf(change, places), { width: 60 });
    expect(text).toContain(
      [
        "1  medium: Old",
        "   src/cart.ts:1  sums",
        "   │ sum += price;",
        "   Prices are added twice.",
        "   also at src/cart.ts:2,3,4,5,6 and 3 more",
        "",
        "Needs changes: 9 medium findings",
      ].join("\n"),
    );
  });

  test("what has the same cause under the finding that it belongs to", () => {
    const lead = withFate("inline", { id: "lead", title: "The total is wrong" });
    const under = judgedOf({ id: "test", path: "test/cart.ts", line: 9, title: "No test covers the total" }, [
      { by: "editor", why: { kind: "same-cause", lead: "lead" }, outcome: "listed" },
    ]);
    expect(render(draftOf(change, [lead, under]))).toContain("   also: test/cart.ts:9 No test covers the total\n");
  });

  test("what is not pressing in one line each", () => {
    const many = Array.from({ length: 12 }, (_, at) => listed({ id: `n-${at}`, severity: "low", title: `Note ${at}` }));
    const text = render(draftOf(change, many), { width: 60 });
    expect(text).toContain("Also noticed\n1  low: Note 0  src/app.ts:1\n2  low: Note 1  src/app.ts:1\n");
    expect(text).toContain("   and 2 more; --verbose lists all\n");
    expect(render(draftOf(change, many), { verbose: true })).toContain("12 low: Note 11  src/app.ts:1\n");
  });

  test("advisory findings by letter, with the quote and why in a few words", () => {
    const advisory = judgedOf({ title: "A debugging statement" }, [
      { by: "checks", why: { kind: "unproven-check", check: "sums" }, outcome: "advisory" },
    ]);
    const text = render(draftOf(change, [advisory]));
    expect(text).toContain(
      [
        "Advisory, not posted",
        "A  medium: A debugging statement",
        "   src/app.ts:1  sums: precision not proven yet",
        "   │ total += price;",
        "",
        "Only advisory findings",
      ].join("\n"),
    );
  });

  test("letters past Z and numbers past 99", () => {
    const many = (outcome: FindingOutcome) =>
      Array.from({ length: 110 }, (_, at) => withFate(outcome, { id: `${outcome}-${at}`, title: `Number ${at}` }));
    const text = render(draftOf(change, [...many("inline"), ...many("advisory")]), { verbose: true });
    expect(order(text, ["Z  medium", "AA medium", "AB medium", "99 medium", "100 medium"])).not.toContain(-1);
  });

  test("at most three lines of a title, and a sentence of the explanation", () => {
    const long = withFate("inline", { title: "many words ".repeat(60), explanation: "So it is. ".repeat(30) });
    const lines = render(draftOf(change, [long]), { width: 80 }).split("\n");
    const place = lines.findIndex((line) => line.includes("src/cart.ts:2"));
    expect(place).toBe(5);
    expect(lines[4]).toMatch(/…$/);
    expect(lines.slice(place + 2, place + 4)).toEqual([`   ${"So it is. ".repeat(7).trim()}`, ""]);
  });

  test("how to explain a finding, where the review is kept", () => {
    const one = draftOf(change, [withFate("advisory")]);
    expect(render(one, { explains: true })).toMatch(/\nMore: crosscheck explain A, or --verbose .*\n$/);
    expect(render(draftOf(change), { explains: true })).toMatch(/\nMore: --verbose .*\n$/);
  });

  test("nothing found in four lines, with what is not covered", () => {
    const submodules = Array.from({ length: 9 }, (_, at) => ({ kind: "submodule", path: `vendor/${at}` }) as const);
    const text = render(draftOf({ ...change, cuts: submodules }), { width: 80 });
    expect(text).toBe(
      [
        "Reviewed base..head: 3 files, +3 −0 (fix(cart): reset the sum)",
        "No findings",
        "Not covered: 6 reviewers need a model; 3 changed lines not read; and 11 more",
        "More: --verbose for all that was checked",
        "",
      ].join("\n"),
    );
  });

  test("a concern that is not met, and what was not run", () => {
    const reports = [
      reportOf({ unit: "goal-reviewer", by: "reviewer", concerns: [{ id: "V1", status: "failed", how: "it breaks" }] }),
      reportOf({ unit: "sums", status: "failed", why: { kind: "threw", message: "no grammar" } }),
    ];
    const text = render(draftOf(change, [], reports), { width: 120 });
    expect(text).toContain(
      "✗ Not met: This must not break the checkout. (it breaks)\nNeeds changes: 1 stated concern not met\n",
    );
    expect(text).toContain("sums did not finish (it failed: no grammar)");
  });

  test("a pull request by its number and title, with the event that would be posted", () => {
    const lines = render(draftOf(onPull(change))).split("\n");
    expect(lines.slice(0, 2)).toEqual([
      "Reviewed acme/shop#7: 3 files, +3 −0 (fix(cart): reset the sum)",
      "No findings (to be posted as COMMENT)",
    ]);
  });
});

describe("with --verbose", () => {
  const headings = [
    "Reviewed base..head",
    "1  medium: A inline finding",
    "Advisory, not posted",
    "Not shown to the author (3)",
    "fix(cart): reset the sum",
    "Changes",
    "To verify",
    "Passes",
    "Covered",
    "Event     COMMENT",
    "Needs changes: 2 medium findings",
  ];

  test("everything else stands between the findings and the verdict", () => {
    const places = order(render(full, { verbose: true }), headings);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test("a section that holds nothing is absent", () => {
    const bare = draftOf(changeOf({ base: { "a.ts": "x\n" }, head: { "a.ts": "y\n" } }));
    const text = render(bare, { verbose: true });
    expect(order(text, ["To verify", "Passes", "Advisory", "Not shown", "Checks", "Cost"])).toEqual(Array(6).fill(-1));
  });

  test("a concern's words are set apart from its status", () => {
    const concern = { ...change.concerns[0]!, status: "verified" as const };
    const text = render(draftOf({ ...change, concerns: [concern] }), { verbose: true });
    expect(text).toContain("  V1 verified This must not break the checkout. (body)");
  });

  test("it names what did not run, and why, but not what had nothing to do", () => {
    const reports = [
      reportOf({ unit: "sums", status: "failed", why: { kind: "threw", message: "no grammar" } }),
      reportOf({ unit: "taxes", status: "skipped", why: { kind: "nothing-to-check", what: "no taxes" } }),
    ];
    const text = render(draftOf(change, [], reports), { verbose: true });
    expect(text).toContain("Not run   sums: it failed: no grammar");
    expect(text).not.toContain("taxes");
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
      for (const verbose of [false, true]) {
        const lines = render(worst(text), { width, verbose, explains: true }).split("\n");
        expect(lines.filter((line) => lengthOf(line) > width)).toEqual([]);
      }
    }
  });

  test("is not filled beyond 120 columns, nor squeezed below 40", () => {
    const widest = (width: number) =>
      Math.max(
        ...render(worst("many words ".repeat(40)), { width, verbose: true })
          .split("\n")
          .map(lengthOf),
      );
    expect(widest(400)).toBeLessThanOrEqual(120);
    expect(widest(10)).toBeLessThanOrEqual(40);
  });

  test("shows nothing that acts on it, whatever the author wrote", () => {
    const text = render(worst(hostile), { verbose: true }).replaceAll("\n", "");
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
        for (const cut of [fit(text, width), fitPath(text, width), fitAround(text, [text.slice(-3)], width)]) {
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

  test("a long line is cut where the name that it is about stays", () => {
    const line = "See the guide at https://example.com/blob/main/docs/cart.md and its appendix";
    expect(fitAround(line, ["cart.md"], 24)).toBe("…in/docs/cart.md and it…");
    expect(fitAround(line, ["guide"], 24)).toBe("See the guide at https:…");
    expect(fitAround(line, ["orders.md"], 24)).toBe("See the guide at https:…");
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

test("the first line of the first quote is shown, cut to the screen", () => {
  const evidence = [quoteOf(`${"x".repeat(300)}\nsecond();`, 1), quoteOf("third();", 3)] as const;
  const text = render(draftOf(change, [judgedOf({ evidence: [...evidence] })]), { width: 60 });
  expect(text.split("\n").filter((line) => line.includes("│"))).toEqual([`   │ ${"x".repeat(54)}…`]);
});
