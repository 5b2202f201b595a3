// Reads payloads in the form of pi-codeflow, and finds out what their sentences claim.
import { describe, expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { readFixPayload } from "./read-payload.ts";

const item = {
  threadId: "PRRT_1",
  classification: "valid",
  fixSummary: "Added the missing link.",
  verification: ["npm run check:docs passed"],
  checksRun: ["npm run check:docs"],
  commitSha: "abc1234",
  replyBody: "Added the missing link and ran the checks of the docs.",
  resolveRequested: true,
};
const read = (edit: object = {}, more: object = { prNumber: 123 }) =>
  readFixPayload(JSON.stringify({ ...more, items: [{ ...item, ...edit }] }), null);
const first = (edit: object) => read(edit).threads[0]!;

test("a payload of pi-codeflow is read like one of ours", () => {
  expect(read()).toEqual({
    prNumber: 123,
    threads: [
      {
        threadId: "PRRT_1",
        classification: "valid",
        fixSummary: "Added the missing link.",
        verification: [{ command: "npm run check:docs", result: "passed", sha: "abc1234" }],
        commitSha: "abc1234",
        whyUnchanged: undefined,
        replyBody: item.replyBody,
        resolveRequested: true,
        checks: "passed",
      },
    ],
  });
  expect(read({}, {}).prNumber).toBeNull();
});

test("its summary is the evidence or the rationale of the other classes", () => {
  for (const classification of ["already_fixed", "stale"])
    expect(first({ classification })).toMatchObject({ evidence: item.fixSummary });
  expect(first({ classification: "invalid", fixSummary: undefined, humanDecision: "It is meant so" })).toMatchObject({
    rationale: "It is meant so",
  });
});

describe("what a sentence says of a run", () => {
  test.each([
    ["npm test passed", "npm test", "passed"],
    ["npm test: passed.", "npm test", "passed"],
    ["npm test (ok)", "npm test", "passed"],
    ["pnpm vitest run succeeded", "pnpm vitest run", "passed"],
    ["12 passed, 0 failed", "12 passed, 0 failed", "passed"],
    ["tsc ran with no errors, all green", "tsc ran with no errors, all", "passed"],
    ["npm test failed", "npm test failed", "failed"],
    ["11 passed, 1 failed", "11 passed, 1 failed", "failed"],
    ["npm test has not passed", "npm test has not", "unknown"],
    ["npm test should pass", "npm test should", "unknown"],
    ["npm run lint was skipped", "npm run lint was skipped", "skipped"],
    ["npm run e2e timed out", "npm run e2e timed out", "timed-out"],
    ["npm test", "npm test", "unknown"],
    ["I looked at the code", "I looked at the code", "unknown"],
    ["passed", "passed", "passed"],
  ])("%s", (sentence, command, result) => {
    expect(first({ verification: sentence }).verification).toEqual([{ command, result, sha: "abc1234" }]);
  });

  test("at the commit that it names, at that of the fix, or where the threads were read", () => {
    const shas = (edit: object) => first(edit).verification.map(({ sha }) => sha);
    expect(shas({ verification: "npm test passed at 0123abc" })).toEqual(["0123abc"]);
    expect(shas({ verification: "npm test of the defaced effaced file passed" })).toEqual(["abc1234"]);
    expect(shas({ commitSha: undefined })).toEqual([null]);
  });

  test("the checks count as passed only if something was run and everything passed", () => {
    expect(first({ checksRun: "npm test" }).checks).toBe("passed");
    expect(first({ checksRun: [] }).checks).toBeUndefined();
    expect(first({ verification: [] }).checks).toBeUndefined();
    expect(first({ verification: ["npm test passed", "npm run lint failed"] }).checks).toBeUndefined();
  });
});

test.each([
  [{ threadId: "a b" }, /^fix payload:1:\d+: items\[0\]\.threadId is no thread id$/],
  [{ resolveRequested: undefined }, /items\[0\]\.resolveRequested is missing/],
  [{ verification: 3 }, /items\[0\]\.verification is not right/],
  [{ autoMerge: true }, /items\[0\]\.autoMerge is not a key that is known here/],
])("%j is refused with its place", (edit, says) => {
  expect(() => read(edit)).toThrow(UserError);
  expect(() => read(edit)).toThrow(says);
});

test("a thread that is named twice is refused", () => {
  const twice = JSON.stringify({ prNumber: 1, items: [item, item] });
  expect(() => readFixPayload(twice, null)).toThrow(
    /items\[1\]\.threadId names the thread PRRT_1 again: items\[0\] has/,
  );
});
