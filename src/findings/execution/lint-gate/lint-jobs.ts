// Plans which linter runs where and on which files. Linters and configs are taken from base, so a linter that the
// change adds applies from the next change on.
import type { Change } from "../../../change/change.ts";
import { isSubmodule, isSymlink, type FileDiff } from "../../../change/diff.ts";
import { folderOf, foldersUp } from "../../../change/paths.ts";
import { othersCode } from "../../others-code.ts";
import type { Linter, LinterUse } from "../linter.ts";
import type { Project } from "../runner.ts";

export interface LintJob {
  linter: Linter;
  used: LinterUse;
  /** Files to check; all exist at head. */
  files: readonly FileDiff[];
  /** Its config files that the change touches. */
  touched: readonly string[];
}

/** Files with added lines that a linter can check. */
export function lintableFiles(change: Pick<Change, "files" | "triage">): FileDiff[] {
  const others = othersCode(change);
  return change.files.filter(
    (file) =>
      file.newPath !== null &&
      file.additions > 0 &&
      !file.binary &&
      !isSubmodule(file) &&
      !isSymlink(file) &&
      !others.has(file.newPath),
  );
}

export async function planLintJobs(
  linters: readonly Linter[],
  change: Pick<Change, "files" | "triage">,
  ends: { base: Project; head: Project },
): Promise<LintJob[]> {
  const changed = change.files.flatMap(({ oldPath, newPath }) => [oldPath, newPath].filter((path) => path !== null));
  const near = { base: projectNearFiles(ends.base, changed), head: projectNearFiles(ends.head, changed) };
  const files = lintableFiles(change);
  const found = await Promise.all(linters.map((linter) => planJobsOfLinter(linter, files, changed, near)));
  const jobs = found.flat();
  // Configs are taken from base, so problems in them are not the change's.
  const ofBase = new Set(jobs.flatMap(({ touched }) => touched));
  return jobs
    .map((job) => ({ ...job, files: job.files.filter(({ newPath }) => !ofBase.has(newPath!)) }))
    .filter(({ linter, files: left }) => linter.kind === "types" || left.length > 0);
}

async function planJobsOfLinter(
  linter: Linter,
  files: readonly FileDiff[],
  changed: readonly string[],
  { base, head }: { base: Project; head: Project },
): Promise<LintJob[]> {
  // A removed file can break the types of its users.
  const concerned = linter.kind === "types" ? changed : files.map(({ newPath }) => newPath!);
  if (!concerned.some((path) => linter.takes(path))) return [];
  const places = await linter.detect(base);
  if (places.length === 0) return [];
  const configs = new Set(await linter.configFiles(base, head));
  const touched = [...new Set(changed)].filter((path) => configs.has(path));
  const taken = files.filter(({ newPath }) => linter.takes(newPath!));
  return places.flatMap((used): LintJob[] => {
    const isHere = (path: string) => cwdFor(path, places) === used.cwd;
    const here = taken.filter(({ newPath }) => isHere(newPath!));
    const gone = linter.kind === "types" && concerned.some((path) => linter.takes(path) && isHere(path));
    return here.length > 0 || gone ? [{ linter, used, files: here, touched }] : [];
  });
}

/** Files covered by more than one formatter. */
export function contestedFiles(jobs: readonly LintJob[]): ReadonlySet<string> {
  const paths = jobs
    .filter(({ linter }) => linter.kind === "format")
    .flatMap(({ files }) => files.map(({ newPath }) => newPath!));
  return new Set(paths.filter((path, index) => paths.indexOf(path) !== index));
}

function cwdFor(path: string, places: readonly LinterUse[]): string | undefined {
  return [...foldersUp(folderOf(path))].find((folder) => places.some(({ cwd }) => cwd === folder));
}

/** Only files in the folders above a changed file can configure it; skip the rest. */
function projectNearFiles(project: Project, changed: readonly string[]): Project {
  const above = new Set(changed.flatMap((path) => [...foldersUp(folderOf(path))]));
  return { paths: project.paths.filter((path) => above.has(folderOf(path))), read: (path) => project.read(path) };
}
