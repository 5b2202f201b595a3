// Reports type errors that base does not have: as findings on changed lines, as a note elsewhere.
import type { FileDiff } from "../../../change/diff.ts";
import { folderOf, foldersUp, inFolder } from "../../../change/paths.ts";
import type { LintProblem } from "../linter.ts";
import type { Project } from "../runner.ts";
import { hasDependency, jsonAt } from "../linters/linter-places.ts";
import type { LintJob } from "./lint-jobs.ts";
import { lintTitle } from "./judge-lint.ts";
import {
  changedLinesByFile,
  findingAt,
  noLintProblems,
  shortenText,
  type HeadLines,
  type JudgedLint,
} from "./judged-lint.ts";

/** Missing modules or types; they cause errors that the project does not have. */
const missing = new Set(["TS2307", "TS7016", "TS2688", "TS2732"]);

export async function judgeTypes(
  { linter, files }: LintJob,
  errors: { head: readonly LintProblem[]; base: readonly LintProblem[] },
  renamed: ReadonlyMap<string, FileDiff>,
  head: { project: Project; lines: HeadLines },
): Promise<JudgedLint> {
  const absent = errors.base.find(({ rule }) => missing.has(rule ?? ""));
  if (absent)
    return {
      ...noLintProblems,
      trouble: `something is missing for it here that base needs too: ${shortenText(absent.message, 200)}`,
    };
  const uninstalled = await declaredButMissing(errors.head, head.project);
  if (uninstalled !== null)
    return { ...noLintProblems, trouble: `${shortenText(uninstalled, 200)} is not installed here` };
  const fresh = newErrors(errors, renamed);
  const changed = changedLinesByFile(files);
  const isOn = ({ path, line }: LintProblem) => line !== null && (changed.get(path)?.has(line) ?? false);
  const on = fresh.filter(isOn);
  const others = fresh.filter((one) => !isOn(one));
  const findings = await Promise.all(
    on.map((one) =>
      findingAt(
        {
          kind: "type-error",
          path: one.path,
          line: one.line!,
          title: lintTitle(one),
          explanation: `\`${linter.id}\`, as the project configures it, says of this line, and did not before the change: ${shortenText(one.message, 400)}`,
        },
        head.lines,
      ),
    ),
  );
  return {
    findings: findings.flat(),
    onChanged: on.length,
    elsewhere: others.length,
    note: others.length === 0 ? null : `new errors outside of the changed lines: ${listErrors(others)}`,
    trouble: null,
  };
}

function listErrors(errors: readonly LintProblem[]): string {
  const named = errors.slice(0, 3).map((one) => `${shortenText(one.path, 200)}:${one.line} ${lintTitle(one)}`);
  const rest = errors.length - named.length;
  return `${named.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}

/** Compares counts per file, rule and message, regardless of lines. */
function newErrors(
  { head, base }: { head: readonly LintProblem[]; base: readonly LintProblem[] },
  renamed: ReadonlyMap<string, FileDiff>,
): LintProblem[] {
  const key = (path: string, { rule, message }: LintProblem) => [path, rule, message].join("\0");
  const left = new Map<string, number>();
  for (const one of base) left.set(key(one.path, one), (left.get(key(one.path, one)) ?? 0) + 1);
  return head.filter((one) => {
    const known = key(renamed.get(one.path)?.oldPath ?? one.path, one);
    const count = left.get(known) ?? 0;
    left.set(known, count - 1);
    return count <= 0;
  });
}

/** A package that a manifest declares but that is not installed here. */
async function declaredButMissing(errors: readonly LintProblem[], head: Project): Promise<string | null> {
  for (const { path, rule, message } of errors) {
    const module = missing.has(rule ?? "") ? /'([^'\n]{1,300})'/.exec(message)?.[1] : undefined;
    const name = module === undefined ? undefined : /^(?:@[^/]+\/)?[^./@#~][^/]*/.exec(module)?.[0];
    if (name === undefined) continue;
    for (const folder of foldersUp(folderOf(path))) {
      const manifest = await jsonAt(head, inFolder(folder, "package.json"));
      if (hasDependency(manifest, name) || hasDependency(manifest, typesPackage(name))) return name;
    }
  }
  return null;
}

function typesPackage(name: string): string {
  return `@types/${name.replace(/^@([^/]+)\//, "$1__")}`;
}
