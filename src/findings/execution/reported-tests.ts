// Turns the test failures that another workflow reports into findings. The report may be forged, so it can only add
// failures: places and quotes are read from the change, and nothing in it speaks for the change.
import type { RawFinding } from "../build-finding.ts";
import type { Unit } from "../report.ts";
import type { FailedTest } from "./evidence.ts";
import type { ExecutionNeeds } from "./execute.ts";
import type { ReportedTests } from "./reported-tests-schema.ts";
import { testFindings } from "./test-findings.ts";

export function reportedTestsUnit({ head, failures }: ReportedTests): Unit<Pick<ExecutionNeeds, "code">> {
  return {
    id: "reported-tests",
    title: "Reads which tests fail according to another workflow",
    passes: [],
    when: () => failures.length > 0 || { kind: "nothing-to-check", what: "no failing test was reported" },
    async run(change, { code }) {
      const files = [...new Set(failures.flatMap(({ file }) => file ?? []))];
      const read = await Promise.all(files.map(async (file) => await code.head.read(file)));
      // One test file that this commit does not have is enough to believe none of it.
      const isAboutThis = change.head === head && !read.includes(null);
      const failed = failures.map(({ onBase, ...test }): FailedTest => {
        return { test: { ...test, status: "failed", ms: null }, since: "new", onBase };
      });
      const found = isAboutThis ? await testFindings(failed, null, [], change, code) : [];
      return { findings: found.map(asReported), verdicts: [], read: [] };
    },
  };
}

export const reportedFailure = "reported-test-failure";

function asReported(finding: RawFinding): RawFinding {
  const explanation = `The workflow that runs the tests of this change reports this; it was not checked again here. ${finding.explanation}`;
  return { ...finding, kind: reportedFailure, proof: "argued", confidence: 8, explanation };
}
