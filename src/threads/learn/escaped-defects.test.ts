import { expect, test } from "vitest";
import { judgedOf, reportOf } from "../../../test/support/finding-of.ts";
import { escapeLedger, readersOfFile, parseFixCommit, pullNumberIn } from "./escaped-defects.ts";
import { cases } from "../../../test/support/cases.ts";

cases<[string, string, ReturnType<typeof parseFixCommit>]>(
  "%s is %j",
  (subject, body) => parseFixCommit({ subject, body }),
  [
    ['Revert "feat: pay"', "This reverts commit 3f2a91c0ffee.", { how: "revert", reverts: "3f2a91c0ffee" }],
    ["revert: pay", "", { how: "revert", reverts: null }],
    ["fix(pay): charge once", "", { how: "fix", reverts: null }],
    ["Fixed the sum", "", { how: "fix", reverts: null }],
    ["🐛 fix: sum", "", { how: "fix", reverts: null }],
    ["Merge pull request #12 from ada/side", "fix: charge once", { how: "fix", reverts: null }],
    ["Merge pull request #13 from ada/revert-9", 'Revert "feat: pay"', { how: "revert", reverts: null }],
    ["Merge pull request #14 from ada/fix", "feat: pay\n\nfix: not this", null],
    ["feat: fix prices by hand", "", null],
    ["fixture: more", "", null],
    ["prefix: more", "", null],
  ],
);

cases<[string, number | null]>("%s names the pull request %s", pullNumberIn, [
  ["Merge pull request #12 from ada/side", 12],
  ["feat: pay (#7)", 7],
  ["feat: pay (#7) again", null],
  ["feat: pay", null],
]);

test("only units that read the file are counted; posted findings on it count as reported", () => {
  const read = [{ hunk: "src/app.ts#1", depth: "full" as const }];
  const reports = [
    reportOf({ unit: "sums", read }),
    reportOf({ unit: "code-reviewer", by: "reviewer", read }),
    reportOf({ unit: "elsewhere", read: [{ hunk: "src/app.ts.md#1", depth: "full" }] }),
    reportOf({ unit: "failed", status: "failed", read }),
  ];
  const held = judgedOf({ sources: ["code-reviewer"] }, [{ by: "x", why: { kind: "late" }, outcome: "held" }]);
  expect(readersOfFile({ reports, judged: [judgedOf(), held] }, "src/app.ts")).toEqual([
    { unit: "sums", said: true },
    { unit: "code-reviewer", said: false },
  ]);
});

test("the ledger counts, most missed first", () => {
  const row = (unit: string, said: boolean) => ({ unit, said });
  expect(escapeLedger([row("a", true), row("b", false), row("a", false), row("b", false)])).toEqual([
    { unit: "b", looked: 2, missed: 2 },
    { unit: "a", looked: 2, missed: 1 },
  ]);
});
