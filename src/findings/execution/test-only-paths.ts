// Separates the test files of a change from its source: they are taken from head when tests run without the fix.
import type { FileDiff } from "../../change/diff.ts";
import { isSnapshot, isTest } from "../../change/file-kinds.ts";

/** Renamed files with both names. */
export function testOnlyPaths(
  files: readonly Pick<FileDiff, "oldPath" | "newPath">[],
  tests: readonly string[],
): string[] {
  const paths = files.flatMap(({ oldPath, newPath }) => [oldPath, newPath].filter((path) => path !== null));
  return [...new Set([...tests, ...paths.filter((path) => isTest(path) || isSnapshot(path))])];
}

/** If only test data was altered, such as snapshots, the tests that ran must prove the fix. */
export function testsToProveFix(
  changed: readonly string[],
  side: readonly string[],
  ran: readonly string[],
): readonly string[] {
  return changed.length > 0 || side.length === 0 ? changed : ran;
}
