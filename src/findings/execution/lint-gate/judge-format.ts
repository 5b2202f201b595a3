// Judges what a formatter would change. A file that was not formatted at base is not reported.
import type { FileDiff } from "../../../change/diff.ts";
import type { LintProblem } from "../linter.ts";
import { alteredLines } from "./altered-lines.ts";
import type { LintJob } from "./lint-jobs.ts";
import { changedLinesByFile, findingAt, linterName, type HeadLines, type JudgedLint } from "./judged-lint.ts";

export interface UnformattedFile {
  file: FileDiff;
  /** The first changed line that it would rewrite, or null. */
  line: number | null;
}

export async function findUnformatted(
  { files }: LintJob,
  problems: readonly LintProblem[],
  head: HeadLines,
): Promise<UnformattedFile[]> {
  const changed = changedLinesByFile(files);
  const left = new Map(problems.map(({ path, text }) => [path, text]));
  const found: UnformattedFile[] = [];
  for (const file of files) {
    const lines = await head(file.newPath!);
    const text = left.get(file.newPath!);
    if (lines === null || text === undefined) continue;
    const altered = alteredLines(lines.join("\n"), withoutByteOrderMark(text));
    if (altered.length === 0) continue;
    found.push({ file, line: altered.find((line) => changed.get(file.newPath!)!.has(line)) ?? null });
  }
  return found;
}

/** Text decoders drop the byte order mark; formatters keep it. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

/** Path at base, or null. */
export function pathBefore({ status, oldPath }: FileDiff): string | null {
  return status === "copied" || status === "added" ? null : oldPath;
}

/** `before`: whether the file was formatted at base; null if unknown. */
export async function judgeFormat(
  { linter }: LintJob,
  found: readonly UnformattedFile[],
  before: (file: FileDiff) => Promise<boolean | null>,
  head: HeadLines,
): Promise<JudgedLint> {
  const findings: JudgedLint["findings"] = [];
  for (const { file, line } of found) {
    if (line === null || (await before(file)) !== true) continue;
    const isNew = pathBefore(file) === null;
    findings.push(
      ...(await findingAt(
        {
          kind: "not-formatted",
          path: file.newPath!,
          line,
          title: `Not formatted as ${linterName(linter)} would`,
          explanation: `\`${linterName(linter)}\`, as the project configures it, writes this line otherwise${isNew ? "" : "; before the change it had nothing to change in this file"}. Run it on the file.`,
        },
        head,
      )),
    );
  }
  return {
    findings,
    onChanged: findings.length,
    elsewhere: found.length - findings.length,
    note: null,
    trouble: null,
  };
}
