// Reads the report of a workflow run that executed code of the change. Everything in its artifact may be forged by that
// code: what GitHub does not confirm is refused whole.
import { unzipSync } from "fflate";
import { reportedTestsSchema, type ReportedTests } from "../../findings/execution/reported-tests-schema.ts";
import type { RefusedReport } from "../../review/words/action-texts.ts";
import type { WorkflowPull, WorkflowReads } from "../../world/github/workflow-reads.ts";

const artifactName = "crosscheck-tests";
export const reportFile = "crosscheck-tests.json";

const largestArchive = 500_000;
const largestReport = 2_000_000;

export type TestsElsewhere =
  | { is: "read"; tests: ReportedTests; pull: WorkflowPull }
  | { is: "none" }
  | { is: "refused"; why: RefusedReport };

export async function readTestsElsewhere(
  run: number,
  candidates: readonly WorkflowPull[],
  reads: WorkflowReads,
): Promise<TestsElsewhere> {
  const [artifact] = await reads.artifacts(run, artifactName);
  if (!artifact) return { is: "none" };
  if (artifact.expired) return { is: "refused", why: "expired" };
  const archive = artifact.size_in_bytes > largestArchive ? null : await reads.archive(artifact, largestArchive);
  if (archive === null) return { is: "refused", why: "too-large" };
  const text = onlyFile(archive);
  if (text === null) return { is: "refused", why: "bad-archive" };
  const tests = parsed(text);
  if (tests === null) return { is: "refused", why: "bad-report" };
  const pull = candidates.find(({ number }) => number === tests.pull);
  if (!pull) return { is: "refused", why: "other-pull" };
  return pull.head.sha === tests.head ? { is: "read", tests, pull } : { is: "refused", why: "other-commit" };
}

/** The report, if the archive holds nothing else. Nothing is written to the disk, so that no name matters. */
function onlyFile(archive: Uint8Array): string | null {
  let entries = 0;
  try {
    const files = unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        entries += 1;
        return entries === 1 && name === reportFile && originalSize <= largestReport;
      },
    });
    const bytes = files[reportFile];
    return entries === 1 && bytes ? new TextDecoder("utf-8", { fatal: true }).decode(bytes) : null;
  } catch {
    return null;
  }
}

function parsed(text: string): ReportedTests | null {
  try {
    return reportedTestsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
