import { expect, test } from "vitest";
import type { Oid } from "../../../change/change.ts";
import { classifications, type ThreadFix } from "../../../threads/thread-payloads.ts";
import { readFixPayload } from "../../../threads/read-payload.ts";
import type { CommentId, ThreadId } from "../../../threads/thread.ts";
import { fixPlan } from "./fix-plan.ts";

const head = "a".repeat(40) as Oid;
const id = "PRRT_1" as ThreadId;

test.each([
  ["valid", { fixSummary: "", commitSha: "" }, 1],
  ["already_fixed", { evidence: "" }, 1],
  ["stale", { evidence: "" }, 1],
  ["invalid", { rationale: "" }, 0],
  ["needs_human", {}, 0],
] as const)("a thread that is %s has empty fields for its evidence", (classification, empty, verifications) => {
  const { threads } = fixPlan(7, head, [
    { threadId: id, latestComment: null, triage: { classification, checksToRun: ["npm test"] } },
  ]);
  const verification = Array.from({ length: verifications }, () => ({
    command: "npm test",
    result: "unknown",
    sha: head,
  }));
  expect(threads).toEqual([{ threadId: id, classification, ...empty, verification }]);
});

test("an unfilled plan is rejected, except for threads that need a person anyway", () => {
  for (const classification of classifications) {
    const plan = fixPlan(7, head, [{ threadId: id, latestComment: null, triage: { classification, checksToRun: [] } }]);
    const read = () => readFixPayload(JSON.stringify(plan), [id]);
    if (classification === "needs_human") expect(read()).toEqual(plan);
    else expect(read).toThrow(/threads\[0\]/);
  }
});

test("without configured commands it uses those of the repository", () => {
  const triage = { classification: "stale", checksToRun: [] } as const;
  const [{ verification }] = fixPlan(7, head, [{ threadId: id, latestComment: null, triage }], ["make test"])
    .threads as [ThreadFix];
  expect(verification).toEqual([{ command: "make test", result: "unknown", sha: head }]);
});

test("it carries the head and the comment that were read", () => {
  const plan = fixPlan(7, head, [{ threadId: id, latestComment: "C3" as CommentId, triage: null }]);
  expect(plan).toMatchObject({ head, threads: [{ latestComment: "C3" }] });
});

test("an unclassified thread needs a person", () => {
  expect(fixPlan(7, head, [{ threadId: id, latestComment: null, triage: null }]).threads).toEqual([
    { threadId: id, classification: "needs_human", verification: [] },
  ]);
});
