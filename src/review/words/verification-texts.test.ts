import { describe, expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import type { Oid } from "../../change/change.ts";
import type { FailedTest, TestEvidence, RunnerTests } from "../../findings/execution/evidence.ts";
import type { LinterResult } from "../../findings/execution/linter.ts";
import type { Report } from "../../findings/report.ts";
import {
  proofText,
  shownCommand,
  verificationMarkdown,
  verificationNote,
  verificationRows,
} from "./verification-texts.ts";
import { cases } from "../../../test/support/cases.ts";

const change = changeOf({ head: { "a.js": "1\n" } });

function report(more: Partial<Report>): Report {
  return { unit: "tests", by: "execution", status: "ran", findings: [], verdicts: [], read: [], ms: 10, ...more };
}

function failed(name: string, since: FailedTest["since"], file = "a.test.js"): FailedTest {
  return { test: { file, name, status: "failed", message: "no", frames: [], ms: 1 }, since, onBase: "passed" };
}

const tests: RunnerTests = {
  runner: "vitest",
  cwd: "",
  command: ["vitest", "related", "a b.js"],
  passed: 12,
  failed: [],
  skipped: 0,
  newlyPassing: [],
  ms: 1234,
  trouble: null,
};
const lint: LinterResult = {
  linter: "eslint",
  kind: "lint",
  cwd: "",
  command: ["eslint", "a.js"],
  files: 1,
  onChanged: 0,
  elsewhere: 0,
  ms: 20,
  trouble: null,
};

function resultOf(of: Partial<RunnerTests>): string | undefined {
  const evidence = { tests: [{ ...tests, ...of }], proof: null, did: null };
  return verificationRows({ change, reports: [report({ tests: evidence })] })[0]?.result;
}

describe("the Verification Summary", () => {
  test("is absent if nothing ran", () => {
    expect(verificationRows({ change, reports: [report({})] })).toEqual([]);
    expect(verificationMarkdown({ change, reports: [] })).toEqual([]);
  });

  cases<[Partial<RunnerTests>, string]>("%#: test results: %j", resultOf, [
    [{}, "12 of 12 related tests pass"],
    [{ passed: 1 }, "1 of 1 related test passes"],
    [{ skipped: 2 }, "12 of 12 related tests pass; 2 skipped"],
    [{ failed: [failed("adds", "new")] }, "12 of 13 related tests pass; 1 newly failing (adds)"],
    [
      { failed: [failed("adds", "before"), failed("", "flaky")], newlyPassing: ["x"] },
      "12 of 14 related tests pass; 1 also failing before the change (adds); 1 flaky (the whole of a.test.js); 1 newly passing",
    ],
    [
      { failed: ["a", "b", "c", "d", "e"].map((name) => failed(name, "unknown")) },
      "12 of 17 related tests pass; 5 failing, possibly because of the sandbox (a, b, c and 2 more)",
    ],
    [{ trouble: { is: "broken", why: "no report", output: "" } }, "not counted: no report"],
    [{ trouble: { is: "not-run", why: { why: "no-program", program: "go" } } }, "not run: go is not installed here"],
  ]);

  test("has a row for each linter, with the lines it covers", () => {
    const rows = verificationRows({
      change,
      reports: [
        report({
          lint: [
            lint,
            { ...lint, linter: "tsc", kind: "types", onChanged: 2, elsewhere: 1 },
            { ...lint, linter: "prettier", kind: "format", cwd: "web", trouble: "it is not installed" },
          ],
        }),
      ],
    });
    expect(rows.map(({ check, result, ok }) => [check, result, ok])).toEqual([
      ["Lint (eslint)", "clean on changed lines", true],
      ["Type check (tsc)", "2 problems on changed lines, 1 elsewhere in these files", false],
      ["Format (prettier in web)", "not run: it is not installed", false],
    ]);
  });

  test("distinguishes existing evals from new ones", () => {
    const scenario = { file: null, message: null };
    const evals = {
      command: ["npm", "run", "evals"],
      runs: 2,
      ms: 5,
      scenarios: [
        { ...scenario, name: "a", existing: true, is: "passed" as const },
        { ...scenario, name: "b", existing: true, is: "failed" as const },
        { ...scenario, name: "c", existing: false, is: "flaky" as const },
      ],
    };
    expect(
      verificationRows({ change, reports: [report({ evals })] }).map(({ check, result }) => [check, result]),
    ).toEqual([
      ["Existing evals", "1 of 2 pass; 1 failing (b)"],
      ["New evals", "0 of 1 pass; 1 flaky (c)"],
    ]);
  });

  test("says which commits a later round covered", () => {
    const old = "1".repeat(40) as Oid;
    const past = { rounds: [{ base: change.base, head: old, hunks: [] }], findings: [] };
    const reports = [report({ lint: [lint] })];
    const rewritten = verificationRows({ change: { ...change, past }, reports }).at(-1);
    expect(rewritten?.result).toBe("full review: history was rewritten");
    const commits = [{ sha: old, message: "a", author: "Ada" }];
    const words = { ...change.words, commits };
    expect(verificationRows({ change: { ...change, past, words }, reports }).at(-1)?.result).toBe(
      "1111111..head, reviewed together with the earlier commits",
    );
  });

  test("is a table with escaped cells", () => {
    const evil = report({
      tests: { tests: [{ ...tests, failed: [failed("a | b\n# <img>", "new")] }], proof: null, did: null },
    });
    const lines = verificationMarkdown({ change, reports: [evil] });
    expect(lines).toHaveLength(3);
    expect(lines[2]).not.toContain("<img>");
  });
});

test.each([
  [{ is: "proven", tests: ["a"] }, "proven: 1 changed test fails on the base's source and passes with the fix"],
  [{ is: "proven", tests: ["a", "b"] }, "proven: 2 changed tests fail on the base's source and pass with the fix"],
  [{ is: "not-proven", tests: ["a"] }, "not proven: 1 changed test also passes without the fix"],
  [{ is: "not-run", why: "no-tests", message: null }, "not run: the change adds or changes no test"],
  [{ is: "not-run", why: "could-not-run", message: "no report" }, "not run: no report"],
])("%j", (proof, says) => {
  const shown = { passed: 1, failed: 0, output: "" };
  expect(proofText({ onBase: shown, onHead: shown, ...proof } as Parameters<typeof proofText>[0])).toBe(says);
});

test("names the sandbox and the source of packages", () => {
  const noteOf = (did: TestEvidence["did"]) =>
    verificationNote({ reports: [report({ tests: { tests: [tests], proof: null, did } })] });
  expect(noteOf(null)).toBeNull();
  expect(noteOf({ sandbox: "bubblewrap", dependencies: [{ ecosystem: "node", from: "clone", folder: "" }] })).toBe(
    "Run in a sandbox (bubblewrap), without network access, on a copy of the files; node: packages from your clone.",
  );
  expect(noteOf({ sandbox: "none", dependencies: [] })).toBe("Run without a sandbox, as requested.");
});

test("a command is one line that can be pasted", () => {
  expect(shownCommand(["vitest", "related", "a b.js", "--run"])).toBe("vitest related 'a b.js' --run");
});
