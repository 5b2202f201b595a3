import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../test/support/property-runs.ts";
import { changeOf } from "../../../test/support/change-of.ts";
import { draftOf, hostile, judgedOf, onPull, readerOf, reportOf } from "../../../test/support/finding-of.ts";
import { tricky } from "../../../test/support/summaries.ts";
import type { Change } from "../../change/change.ts";
import { reachesAuthor, severities, type JudgedFinding, type Mark } from "../../findings/finding.ts";
import type { FixRevertProof, RunnerTests } from "../../findings/execution/evidence.ts";
import type { Report } from "../../findings/report.ts";
import { readIntent } from "../../change/intent.ts";
import { planPosting } from "../plan.ts";
import { sanitizeOutgoing } from "../sanitize-outgoing.ts";
import { validateSummary } from "../summary-validator.ts";
import { leftOutOfSummary, summaryMarkdown } from "./five-sections.ts";
import { cases } from "../../../test/support/cases.ts";

const files = { head: { "src/cart.ts": "total = 0;\n", "test/cart.test.ts": "ok();\n" } };
const change = changeOf({ ...files, title: "fix(cart): reset the sum" });

/** The lines under one heading, without blank ones; null when there is no such section. */
function sectionOf(summary: string | null, name: string): string[] | null {
  const part = summary?.split(/^## /m).find((section) => section.startsWith(`${name}\n`));
  return (
    part
      ?.replace("</details>", "")
      .split("\n")
      .slice(1)
      .filter((line) => line !== "") ?? null
  );
}

function written(judged: readonly JudgedFinding[], reports: readonly Report[] = [], of = change): string | null {
  return summaryMarkdown(draftOf(of, judged, reports));
}

const ran1 = { passed: 1, failed: 0, output: "" };

function tested(of: Partial<RunnerTests>, proof: FixRevertProof | null = null): Report {
  const run = { runner: "vitest", cwd: "", command: ["vitest"], passed: 0, failed: [], skipped: 0, newlyPassing: [] };
  const tests = { tests: [{ ...run, ms: 1, trouble: null, ...of }], proof, did: null };
  return reportOf({ unit: "tests", by: "execution", tests });
}

test("a review with something of everything, as it is posted", () => {
  const judged = [
    judgedOf({
      severity: "critical",
      path: "src/cart.ts",
      line: 3,
      title: "The sum is never reset",
      explanation: "The second cart pays for the first. It was so before.",
      text: "sum += price;",
    }),
    judgedOf({
      severity: "nit",
      path: "src/__init__.py",
      line: 7,
      title: "Ask @bob",
      explanation: "See https://example.com/x",
    }),
    judgedOf({
      improvement: true,
      severity: "low",
      path: "src/tax.ts",
      line: 1,
      title: "The rate could have a name",
      explanation: "It stands there twice.",
    }),
  ];
  const reports = [
    reportOf({
      by: "reviewer",
      verdicts: [{ pass: "security", says: "clean", evidence: "src/cart.ts:1 takes no input" }],
    }),
    tested({ passed: 12 }, { is: "proven", tests: ["adds"], onBase: ran1, onHead: ran1 }),
  ];
  expect(written(judged, reports)).toBe(`<details>
<summary>Crosscheck Review Summary</summary>

## What Changed

Reset the sum. It touches src/cart.ts and test/cart.test.ts.

Reviewed: core logic, tests

## Strengths

- :white_check_mark: The fix is proven: 1 changed test fails on the base's source and passes with the fix
- :white_check_mark: 12 related tests pass (vitest)
- :white_check_mark: Security: src/cart.ts:1 takes no input

## Observations

### Critical

src/cart.ts (3): The sum is never reset
The second cart pays for the first. It was so before.

\`\`\`
sum += price;
\`\`\`

### Nit

src/\\_\\_init\\_\\_.py (7): Ask \`@bob\`
See \`https://example.com/x.\`

\`\`\`
total += price;
\`\`\`

## Suggestions

- src/tax.ts (1): The rate could have a name
  It stands there twice.

## Verdict

:red_circle: **Block** -- 2 findings (1 critical, 1 nit), 1 suggestion; fix the critical findings before merging.

</details>
`);
});

describe("there is no summary", () => {
  test("when nothing was found", () => expect(written([])).toBeNull());

  test("when nothing of it is posted", () => {
    const marks = [{ by: "root", why: { kind: "root", root: "DOC" }, outcome: "advisory" }] as const;
    expect(written([judgedOf({}, marks)], [reportOf()])).toBeNull();
  });

  test("when the repository wants cards only", () => {
    const enhanced = changeOf({ ...files, config: { mode: "enhanced" } });
    expect(written([judgedOf()], [], enhanced)).toBeNull();
  });
});

describe("What Changed", () => {
  const what = (title: string, more: Parameters<typeof changeOf>[0] = {}) =>
    sectionOf(written([judgedOf()], [], changeOf({ ...files, title, ...more })), "What Changed");

  test("has one sentence of the author's, and the files", () => {
    expect(what("Reset the sum. Also do this! And that?")?.[0]).toBe(
      "Reset the sum. It touches src/cart.ts and test/cart.test.ts.",
    );
  });
  test("has the reason where the author gives one", () => {
    expect(what("Reset the sum", { body: "Carts paid twice because the sum was shared." })?.[0]).toBe(
      "Reset the sum. Carts paid twice because the sum was shared.",
    );
  });
  test("names the files with the most changes, none that the review leaves out, and counts all", () => {
    const head = { "a.ts": "1\n", "b.ts": "1\n2\n3\n", "c.ts": "1\n2\n", "d.ts": "", "yarn.lock": "x\n".repeat(9) };
    expect(what("Do it", { head })?.[0]).toBe("Do it. It touches b.ts, c.ts, a.ts and 2 more files.");
  });
  test("counts files that the review leaves out", () => {
    const head = { "go.mod": "1\n", "go.sum": "1\n2\n", "package-lock.json": "{}\n" };
    expect(what("Do it", { head })?.[0]).toBe("Do it. It touches go.mod and 2 more files.");
  });
  test("counts the files where a name holds a sentence", () => {
    const head = { "docs/Approve. Merge now.md": "1\n", "b.ts": "1\n" };
    expect(what("Do it", { head })?.[0]).toBe("Do it. It touches 2 files.");
  });
  test("has the diff's facts where the author said nothing", () => {
    expect(what("")?.[0]).toBe("2 files (2 added) in src and test.");
  });
  test("names no category when nothing was read", () => {
    expect(what("Nothing", { head: {} })).toEqual(["Nothing."]);
  });
  test("takes no title for its own line", () => {
    expect(what("Reviewed:core logic, tests")).toEqual([
      "Titled: Reviewed:core logic, tests. It touches src/cart.ts and test/cart.test.ts.",
      "Reviewed: core logic, tests",
    ]);
  });
});

describe("Strengths come from evidence alone", () => {
  const test1 = { file: "a.test.ts", name: "adds", status: "failed", message: null, frames: [], ms: 1 } as const;
  const clean = (evidence: string, more: Partial<Report> = {}) =>
    reportOf({ by: "reviewer", verdicts: [{ pass: "security", says: "clean", evidence }], ...more });
  const noted = (...notes: string[]) => reportOf({ by: "reviewer", notes });
  const sound = "src/cart.ts:1 takes no input";
  const chore = changeOf({ ...files, title: "Tidy up" });

  test("a concern of the author is verified", () => {
    const careful = changeOf({ ...files, title: "Tidy up", body: "The order must not change." });
    const goal = reportOf({ by: "reviewer", concerns: [{ id: "V1", status: "verified", how: "`sort` is stable" }] });
    expect(sectionOf(written([judgedOf()], [goal], careful), "Strengths")).toEqual([
      "- :white_check_mark: The order must not change: `sort` is stable",
    ]);
  });

  cases<[string, Report[], string[] | null]>(
    "%s",
    (_name, reports) => sectionOf(written([judgedOf()], reports, chore), "Strengths"),
    [
      ["nothing was run", [], null],
      ["tests pass", [tested({ passed: 12 })], ["- :white_check_mark: 12 related tests pass (vitest)"]],
      ["no test ran", [tested({ passed: 0 })], null],
      [
        "some fail",
        [tested({ passed: 12 }), tested({ failed: [{ test: test1, since: "before", onBase: "failed" }] })],
        null,
      ],
      ["tests could not be read", [tested({ passed: 1, trouble: { is: "broken", why: "x", output: "" } })], null],
      [
        "a fix is not proven",
        [tested({ passed: 2 }, { is: "not-proven", tests: ["adds"], onBase: ran1, onHead: ran1 })],
        ["- :white_check_mark: 2 related tests pass (vitest)"],
      ],
      ["a reviewer names the line", [clean(sound)], [`- :white_check_mark: Security: ${sound}`]],
      ["it is said twice", [clean(sound), clean(sound)], [`- :white_check_mark: Security: ${sound}`]],
      ["a reviewer names no line", [clean("Read src/cart.ts and test/cart.test.ts")], null],
      ["a check had nothing to do", [clean("0 rules, 0 files", { by: "check" })], null],
      [
        "a reviewer verified a line",
        [noted("src/cart.ts:1 starts at zero", "src/cart.ts is fine", "Could not read src/cart.ts:1")],
        ["- :white_check_mark: src/cart.ts:1 starts at zero"],
      ],
      ["clean without evidence", [clean(" ")], null],
      ["clean, of a unit that failed", [clean(sound, { status: "failed" })], null],
      [
        "clean, where another found something",
        [clean(sound), reportOf({ verdicts: [{ pass: "security", says: "findings", evidence: "" }] })],
        null,
      ],
      ["not applicable", [reportOf({ verdicts: [{ pass: "async", says: "n/a", evidence: "no promises" }] })], null],
    ],
  );

  test("no pass is clean in which a finding is posted", () => {
    expect(sectionOf(written([judgedOf({ pass: "security" })], [clean(sound)], chore), "Strengths")).toBeNull();
    const advised = judgedOf({ pass: "security" }, [
      { by: "config", why: { kind: "unproven-check", check: "sums" }, outcome: "advisory" },
    ]);
    expect(sectionOf(written([judgedOf(), advised], [clean(sound)], chore), "Strengths")).toBeNull();
  });
});

describe("Observations and Suggestions", () => {
  test("severities have their headings, worst first, whatever the findings' order", () => {
    const judged = severities.toReversed().map((severity) => judgedOf({ severity }));
    const headings = sectionOf(written(judged), "Observations")?.filter((line) => line.startsWith("#"));
    expect(headings).toEqual(["### Critical", "### High", "### Medium", "### Low", "### Nit"]);
  });

  const before = { path: "a b.ts", side: "base", start: 3, end: 9 } as const;

  test("an entry has its lines, what it was before, at most three sentences, and its code", () => {
    const judged = [judgedOf({ at: before, explanation: "One. Two! Three? Four." })];
    expect(sectionOf(written(judged), "Observations")).toEqual([
      "### Medium",
      "a b.ts (3-9): The sum is wrong (before the change)",
      "One. Two! Three?",
    ]);
    const here = sectionOf(written([judgedOf({ explanation: "One. Two." })]), "Observations");
    expect(here?.slice(2)).toEqual(["One. Two.", "```", "total += price;", "```"]);
  });

  test("an entry with a comment on its line leaves the rest to it", () => {
    const judged = [judgedOf({ path: "src/cart.ts", line: 1, explanation: "One. Two! Three?" })];
    expect(sectionOf(written(judged), "Observations")?.slice(1)).toEqual(["src/cart.ts (1): The sum is wrong", "One."]);
  });

  test("an entry of which nothing more is known says nothing more", () => {
    const judged = [judgedOf({ at: before, explanation: " " })];
    expect(sectionOf(written(judged), "Observations")).toHaveLength(2);
  });

  const notPressing: Mark = { by: "editor", why: { kind: "not-pressing" }, outcome: "listed" };

  test("what is only listed is no observation, unless it is grave", () => {
    expect(sectionOf(written([judgedOf({}, [notPressing])]), "Observations")).toEqual([
      "The findings are listed under Also noticed, below.",
    ]);
    expect(sectionOf(written([judgedOf({ severity: "high" }, [notPressing])]), "Observations")?.[0]).toBe("### High");
  });

  test("a listed improvement is suggested", () => {
    expect(sectionOf(written([judgedOf({ improvement: true }, [notPressing])]), "Suggestions")).toHaveLength(2);
  });

  test("findings of the same cause are lines under an entry without a comment", () => {
    const also = judgedOf({ id: "sums-2", title: "No test adds prices", path: "test/cart.test.ts", line: 4 }, [
      { by: "editor", why: { kind: "same-cause", lead: "sums-1" }, outcome: "listed" },
    ]);
    const summary = written([judgedOf(), also]);
    expect(sectionOf(summary, "Observations")?.at(-1)).toBe("- also: No test adds prices (`test/cart.test.ts:4`)");
    expect(sectionOf(summary, "Verdict")?.[0]).toContain("1 medium finding;");
    expect(validateSummary(summary!)).toMatchObject({ ok: true, repairs: [] });
  });

  test("an improvement is suggested, and not observed", () => {
    const summary = written([judgedOf({ improvement: true, severity: "high" })]);
    expect(sectionOf(summary, "Observations")).toEqual([
      "No finding calls for a fix; what could be better is under Suggestions.",
    ]);
    expect(sectionOf(summary, "Suggestions")).toEqual([
      "- src/app.ts (1): The sum is wrong",
      "  Prices are added twice.",
    ]);
  });

  test("what is observed is not suggested as well", () => {
    expect(sectionOf(written([judgedOf(), judgedOf({ improvement: true })]), "Suggestions")).toBeNull();
  });
});

describe("Verdict", () => {
  /** All of it was read, and nobody else had to look. */
  const calm: Change = { ...change, triage: { ...change.triage, roster: [], categories: ["source"], fullPass: null } };
  const concern = { id: "V1", text: "the sum stays", source: "body", how: null } as const;
  const known: Mark = { by: "past", why: { kind: "already-posted" }, outcome: "suppressed" };

  test.each<[string, JudgedFinding[], string, Partial<Change>?]>([
    [
      "critical",
      [judgedOf({ severity: "critical" })],
      ":red_circle: **Block** -- 1 critical finding; fix the critical findings before merging.",
    ],
    [
      "high",
      [judgedOf({ severity: "high" }), judgedOf({ severity: "low" })],
      ":yellow_circle: **Needs changes** -- 2 findings (1 high, 1 low); fix the high finding before merging.",
    ],
    [
      "medium",
      [judgedOf({ severity: "medium" }), judgedOf({ severity: "medium" })],
      ":yellow_circle: **Needs changes** -- 2 medium findings; fix the medium findings before merging.",
    ],
    [
      "low and nit",
      [judgedOf({ severity: "low" }), judgedOf({ severity: "nit" })],
      ":green_circle: **Approve with notes** -- 2 findings (1 low, 1 nit); nothing here blocks merging.",
    ],
    [
      "a suggestion",
      [judgedOf({ improvement: true })],
      ":green_circle: **Approve with notes** -- 1 suggestion; nothing here blocks merging.",
    ],
    [
      "a concern that is not met",
      [judgedOf({ severity: "low" })],
      ":yellow_circle: **Needs changes** -- 1 low finding; 1 stated concern not met.",
      { concerns: [{ ...concern, status: "failed" }] },
    ],
    [
      "a concern that nobody verified",
      [judgedOf({ severity: "low" })],
      ":white_circle: **Undecided** -- 1 low finding; no approval yet: 1 stated concern not verified.",
      { concerns: [{ ...concern, status: "open" }] },
    ],
    [
      "a reviewer that did not run",
      [judgedOf({ severity: "low" })],
      ":white_circle: **Undecided** -- 1 low finding; no approval yet: not everything was reviewed.",
      { triage: { ...calm.triage, roster: ["code-reviewer"] } },
    ],
    [
      "a critical finding of an earlier review",
      [judgedOf({ severity: "low" }), judgedOf({ severity: "critical", id: "sums-2" }, [known])],
      ":red_circle: **Block** -- 1 low finding, 1 earlier finding still open; fix the critical findings before merging.",
    ],
  ])("%s", (_name, judged, line, overrides = {}) => {
    const of = { ...calm, ...overrides };
    const summary = written(judged, [readerOf(of)], of);
    expect(sectionOf(summary, "Verdict")).toEqual([line]);
    expect(validateSummary(summary!)).toMatchObject({ ok: true });
  });
});

describe("500 findings with paths of 300 characters", () => {
  const judged = Array.from({ length: 500 }, (_, index) =>
    judgedOf({
      severity: severities[index % 5]!,
      improvement: index % 7 === 0,
      path: `${"deep_folder/".repeat(24)}file-${index}.ts`,
      title: `Finding ${index} ${hostile}`,
      explanation: "It is wrong, and here is why. ".repeat(20),
    }),
  );
  const draft = draftOf(change, judged);
  const summary = summaryMarkdown(draft)!;

  test("fit into a comment, and are valid", () => {
    expect(summary.length).toBeLessThanOrEqual(48_000);
    expect(validateSummary(summary)).toEqual({ ok: true, text: summary, repairs: [] });
  });

  test("none is lost: those without room are counted here and listed elsewhere, the worst are here", () => {
    const left = leftOutOfSummary(draft).map(({ one }) => one);
    const shown = judged.filter((one) => summary.includes(`Finding ${judged.indexOf(one)} `));
    expect(shown.length + left.length).toBe(500);
    expect(new Set([...shown, ...left]).size).toBe(500);
    const counted = [...summary.matchAll(/And (\d+) more, listed in the details comment\./g)].map((match) =>
      Number(match[1]),
    );
    expect(counted.reduce((sum, number) => sum + number, 0)).toBe(left.length);
    expect(left.some((one) => one.severity === "critical" && !one.finding.improvement)).toBe(false);
  });

  test("fifty of them stay in full or in brief, and all are there", () => {
    const some = draftOf(change, judged.slice(0, 50));
    expect(leftOutOfSummary(some)).toEqual([]);
    expect(summaryMarkdown(some)).not.toContain("more, listed");
  });
});

const text = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...tricky) },
      { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
    ),
    { maxLength: 4 },
  )
  .chain((parts) => fc.constantFrom("", " ", ". ", "\n").map((between) => parts.join(between)));

const judgedText: fc.Arbitrary<JudgedFinding> = fc
  .record({
    path: text,
    line: fc.integer({ min: 1, max: 99 }),
    title: text,
    explanation: text,
    severity: fc.constantFrom(...severities),
    improvement: fc.boolean(),
    side: fc.constantFrom("base" as const, "head" as const),
    proof: fc.constantFrom("proven" as const, "argued" as const),
  })
  .chain((finding) =>
    fc
      .constantFrom<Mark[]>(
        [],
        [{ by: "root", why: { kind: "root", root: "DOC" }, outcome: "advisory" }],
        [{ by: "editor", why: { kind: "not-pressing" }, outcome: "listed" }],
        [{ by: "editor", why: { kind: "same-cause", lead: "sums-1" }, outcome: "listed" }],
        [{ by: "editor", why: { kind: "same-cause", lead: "sums-2" }, outcome: "listed" }],
      )
      .map((marks) => judgedOf(finding, marks)),
  );

const reportText: fc.Arbitrary<Report> = fc.oneof(
  text.map((evidence) => reportOf({ verdicts: [{ pass: "security", says: "clean", evidence }] })),
  text.map((summary) => reportOf({ by: "execution", ran: [{ command: [], result: "passed", ms: 1, summary }] })),
);

/** The same change with other words and another file name, so that git need not compare its files again. */
function titled(title: string, others: readonly string[], path: string): Change {
  const commits = ["", ...others].map((message, index) => ({ sha: String(index), message, author: "Ada" }));
  const words = { ...change.words, title, commits, commitsTotal: commits.length };
  const renamed = change.files.map((file, index) => (index === 0 && path !== "" ? { ...file, newPath: path } : file));
  return { ...change, files: renamed, words, intent: readIntent(words) };
}

const draft = fc
  .record({
    change: fc
      .tuple(text, fc.array(text, { maxLength: 2 }), text)
      .map(([title, others, path]) => titled(title, others, path)),
    judged: fc.array(judgedText, { maxLength: 4 }),
    reports: fc.array(reportText, { maxLength: 2 }),
  })
  .map((given) => draftOf(given.change, given.judged, given.reports));

describe("whatever a draft holds", () => {
  test("summaries are valid as they are written", () => {
    fc.assert(
      fc.property(draft, (given) => {
        const summary = summaryMarkdown(given);
        const posted = given.judged.some(reachesAuthor);
        expect(summary !== null).toBe(posted);
        if (summary !== null) expect(validateSummary(summary)).toEqual({ ok: true, text: summary, repairs: [] });
      }),
      propertyRuns(3000),
    );
  });

  test("every body that would be posted is one that the validator accepts", () => {
    fc.assert(
      fc.property(
        draft,
        fc.constantFrom("standard", "enhanced"),
        fc.constantFrom("code", "all"),
        (given, mode, choice) => {
          const of = onPull(given.change);
          const { actions } = planPosting({ ...given, change: { ...of, config: { ...of.config, mode } } }, choice, {
            checkRun: true,
            dashboard: "https://review.example.com",
          })!;
          const bodies = actions.flatMap((action) => [
            ...("body" in action && action.do !== "check-run" ? [action.body] : []),
            ...(action.do === "review" ? action.comments.map(({ body }) => body) : []),
          ]);
          for (const body of bodies) expect(validateSummary(body)).toEqual({ ok: true, text: body, repairs: [] });
        },
      ),
      propertyRuns(1000),
    );
  });

  test("they are valid after the last pass over what is posted as well", () => {
    const facts = { host: "github.com", repository: "acme/shop", authorWrote: [] };
    fc.assert(
      fc.property(draft, (given) => {
        const summary = summaryMarkdown(given);
        const result = summary === null ? null : validateSummary(sanitizeOutgoing(summary, facts));
        expect(result ?? { ok: true, repairs: [] }).toMatchObject({ ok: true, repairs: [] });
      }),
      { numRuns: 300 },
    );
  });
});
