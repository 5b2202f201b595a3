// Facts of a thread that nothing stands against: what tests and the table in the docs take things away from.
import type { Oid } from "../src/change/change.ts";
import { defaultThreadSettings, type Classification } from "../src/threads/thread-payloads.ts";
import type { PolicyFacts } from "../src/threads/policy.ts";

export const head = "a".repeat(40) as Oid;
export const elsewhere = "c".repeat(40) as Oid;

/** Asked for by a person, allowed by the config, proven at the head. */
export function completeFacts(classification: Classification): PolicyFacts {
  return {
    head,
    fix: {
      threadId: "T",
      classification,
      fixSummary: "Closes the file",
      evidence: "The line is gone",
      rationale: "It is closed by the caller",
      verification: [{ command: "npm test", result: "passed", sha: head }],
      commitSha: head,
      checks: "passed",
    },
    readHead: head,
    commit: "after-comment",
    code: "changed",
    triage: { classification, requiresHumanDecision: false },
    settings: { ...defaultThreadSettings, autoResolveClassifications: ["valid", "already_fixed", "stale"] },
    flags: { applyReplies: true, applyResolutions: true, allowResolveInvalid: true, by: "person" },
    check: {
      at: 1,
      head,
      dirty: false,
      result: "passed",
      commands: [{ command: "npm test", exit: 0, ms: 1, result: "passed" }],
    },
    watch: { at: 1, head, result: "passed", runs: 1 },
    thread: {
      isResolved: false,
      isOutdated: true,
      otherHumans: false,
      canReply: true,
      canResolve: true,
      hasComment: true,
      laterComment: false,
      sinceTriage: false,
    },
    before: { answered: false, resolved: false, reopened: "no" },
    reply: "fine",
  };
}
