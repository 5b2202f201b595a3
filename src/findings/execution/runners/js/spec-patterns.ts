// Matches tests against the file patterns of the project's script or config.
import { globMatcher } from "../../../../change/path-glob.ts";
import { inFolder, resolveFrom } from "../../../../change/paths.ts";
import { folderSet } from "../../../../change/symbols/once-per.ts";
import type { Project } from "../../runner.ts";

const mostPatterns = 100;

/**
 * Tests that match the patterns, relative to `cwd`. Patterns that match no file are about something else, such as build
 * output: then all tests.
 */
export function namedTests(
  tests: readonly string[],
  patterns: readonly string[],
  cwd: string,
  project: Project,
): readonly string[] {
  const wanted = patterns.slice(0, mostPatterns).flatMap((pattern) => patternFor(pattern, cwd, project) ?? []);
  if (wanted.length === 0) return tests;
  const matches = globMatcher(wanted, { dot: true, noextglob: true });
  const named = tests.filter((test) => matches(test));
  return named.length === 0 && !project.paths.some((path) => matches(path)) ? tests : named;
}

/** A folder matches everything in it. */
function patternFor(pattern: string, cwd: string, project: Project): string | null {
  if (pattern.startsWith("!")) return null;
  const path = resolveFrom(cwd, pattern);
  if (path === null || path === "") return null;
  return folderSet(project.paths).has(path) ? inFolder(path, "**") : path;
}

/** Words that are neither flags nor values of flags. */
export function plainWords(words: readonly string[], valued: RegExp): string[] {
  return words.filter((word, at) => {
    const before = words[at - 1] ?? "";
    return !word.startsWith("-") && !valued.test(before) && /[/.*]/.test(word);
  });
}
