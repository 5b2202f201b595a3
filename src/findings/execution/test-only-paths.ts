// Separates the test files of a change from its source: they are taken from head when tests run without the fix.
import type { FileDiff } from "../../change/diff.ts";
import { isSnapshot, isTest } from "../../change/file-kinds.ts";

/** Files that were renamed by both of their names. */
export function testOnlyPaths(
  files: readonly Pick<FileDiff, "oldPath" | "newPath">[],
  tests: readonly string[],
): string[] {
  const paths = files.flatMap(({ oldPath, newPath }) => [oldPath, newPath].filter((path) => path !== null));
  return [...new Set([...tests, ...paths.filter((path) => isTest(path) || isSnapshot(path))])];
}

/** Where only what tests read was altered, such as files of expected output, those that ran are the ones to show the fix. */
export function testsToProveFix(
  changed: readonly string[],
  side: readonly string[],
  ran: readonly string[],
): readonly string[] {
  return changed.length > 0 || side.length === 0 ? changed : ran;
}
