// Collects the code that units are meant for and could not judge: languages that they cannot read.
import { pathOf, type FileDiff } from "../change/diff.ts";
import { isNotHandWritten, programmingLanguageOf } from "../change/file-kinds.ts";
import type { HunkId } from "../change/change.ts";

export interface NotCovered {
  /** What was not judged, as a noun: "references", "error handling". */
  what: string;
  paths: readonly string[];
}

/** The hand-written code among the files that a unit cannot judge, as a part of its result. */
export function notCovered(
  what: string,
  files: readonly FileDiff[],
  canJudge: (path: string) => boolean,
): { notCovered?: readonly NotCovered[] } {
  const paths = files
    .map(pathOf)
    .filter((path) => programmingLanguageOf(path) !== null && !isNotHandWritten(path) && !canJudge(path));
  return paths.length === 0 ? {} : { notCovered: [{ what, paths }] };
}

interface Coverage {
  read: readonly { hunk: HunkId }[];
  notCovered?: readonly NotCovered[];
}

/** The unit could judge none of the code that it read, so that its silence says nothing. */
export function judgedNoCode({ read, notCovered: missed = [] }: Coverage): boolean {
  if (missed.length === 0) return false;
  const paths = new Set(missed.flatMap((one) => one.paths));
  return read.every(({ hunk }) => {
    const path = hunk.slice(0, hunk.lastIndexOf("#"));
    return paths.has(path) || programmingLanguageOf(path) === null;
  });
}

export interface UncoveredCode {
  what: readonly string[];
  languages: readonly string[];
  files: number;
}

/** What was not judged, by the files that this concerns; the largest group first. */
export function groupNotCovered(reports: readonly Pick<Coverage, "notCovered">[]): UncoveredCode[] {
  const byPath = new Map<string, Set<string>>();
  for (const { what, paths } of reports.flatMap((report) => report.notCovered ?? []))
    for (const path of paths) byPath.set(path, (byPath.get(path) ?? new Set()).add(what));
  const groups = Map.groupBy(byPath, ([, what]) => [...what].toSorted().join("\n"));
  return [...groups]
    .map(([what, files]) => ({
      what: what.split("\n"),
      languages: [...new Set(files.map(([path]) => programmingLanguageOf(path) ?? "other files"))].toSorted(),
      files: files.length,
    }))
    .toSorted((a, b) => b.files - a.files);
}
