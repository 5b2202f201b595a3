// A fix as an agent reports it: a thread that was right, with the commit that answers it and its proof.
import type { Oid } from "../../src/change/change.ts";
import type { ThreadFix } from "../../src/threads/thread-payloads.ts";

export function provenFix(head: Oid, edit: Partial<ThreadFix>): ThreadFix {
  return {
    threadId: "T1",
    classification: "valid",
    fixSummary: "The till is closed now",
    verification: [{ command: "npm test", result: "passed", sha: head }],
    commitSha: head,
    checks: "passed",
    ...edit,
  };
}
