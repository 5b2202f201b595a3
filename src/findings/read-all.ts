// Builds the report of a check that reads every changed line.
import type { Change } from "../change/change.ts";
import { hunkId, pathOf, type FileDiff } from "../change/diff.ts";
import type { RawFinding } from "./build-finding.ts";
import type { Pass } from "./finding.ts";
import type { Check, Report, UnitResult } from "./report.ts";

export function hunksOf(files: readonly FileDiff[]): Report["read"] {
  return files.flatMap((file) =>
    file.hunks.map((_, index) => ({ hunk: hunkId(pathOf(file), index), depth: "full" as const })),
  );
}

/** A check's answer: its findings, one verdict for its pass, and the hunks of the files it looked at. */
export function checked(pass: Pass, findings: RawFinding[], files: Change["files"], evidence: string): UnitResult {
  return {
    findings,
    verdicts: [{ pass, says: findings.length > 0 ? "findings" : "clean", evidence }],
    read: hunksOf(files),
  };
}

/** A check's condition: it runs if any changed file passes the test. */
export function whenAnyFile(test: (file: FileDiff) => boolean, what: string): Check["when"] {
  return (change) => change.files.some(test) || { kind: "nothing-to-check", what };
}
