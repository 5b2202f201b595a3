// Runs every workflow rule at base and head and reports the problems that the change introduces.
import type { Code, Tree } from "../../../change/change.ts";
import { addedLines, type FileDiff } from "../../../change/diff.ts";
import { buildFinding, type RawFinding } from "../../build-finding.ts";
import type { Check } from "../../report.ts";
import { withoutClosedTriggers } from "./closed-triggers.ts";
import { readConventions, type ConventionLookup } from "./repository-conventions.ts";
import { auditKinds, type AuditKind } from "./audit-kinds.ts";
import { readWorkflow, type Workflow } from "./workflow.ts";
import type { WorkflowFacts, WorkflowProblem } from "./workflow-rule.ts";
import { workflowRules } from "./rules/index.ts";

const largest = 500_000;

interface AuditedFile {
  file: FileDiff;
  workflow: Workflow;
  before: WorkflowProblem[];
  after: WorkflowProblem[];
}

export async function auditWorkflows(
  check: Pick<Check, "id" | "kinds" | "passes">,
  files: readonly FileDiff[],
  code: Code,
  stop: AbortSignal,
): Promise<RawFinding[]> {
  const audited: AuditedFile[] = [];
  for (const file of files) {
    stop.throwIfAborted();
    const workflow = await readWorkflowAt(code.head, file.newPath);
    const added = file.oldPath === null || file.status === "copied";
    const old = added ? null : await readWorkflowAt(code.base, file.oldPath);
    const facts: WorkflowFacts = { added };
    if (workflow)
      audited.push({
        file,
        workflow,
        before: old ? findProblems(old, facts) : [],
        after: findProblems(workflow, facts),
      });
  }
  const introduced = newProblems(audited, await problemsInDeletedFiles(files, code.base));
  // Reads all workflows, so it runs only if a problem depends on a convention.
  const habits = introduced.some(({ problem }) => problem.against)
    ? await readConventions(code.base, stop)
    : () => false;
  return introduced.map(({ problem, workflow }) => toFinding(check, applyConvention(problem, habits), workflow));
}

async function readWorkflowAt(tree: Tree, path: string | null): Promise<Workflow | null> {
  const bytes = path === null ? null : await tree.read(path);
  const workflow = bytes && bytes.length <= largest ? readWorkflow(path ?? "", new TextDecoder().decode(bytes)) : null;
  return workflow && withoutClosedTriggers(workflow, tree);
}

function findProblems(workflow: Workflow, facts: WorkflowFacts): WorkflowProblem[] {
  return workflowRules.flatMap((rule) => rule(workflow, facts)).toSorted((a, b) => a.line - b.line);
}

/** Jobs of a deleted file may have moved to another file unchanged. */
async function problemsInDeletedFiles(files: readonly FileDiff[], base: Tree): Promise<WorkflowProblem[]> {
  const problems: WorkflowProblem[] = [];
  for (const file of files) {
    const workflow = file.newPath === null ? await readWorkflowAt(base, file.oldPath) : null;
    if (workflow) problems.push(...findProblems(workflow, { added: false }));
  }
  return problems;
}

/**
 * Matches problems by subject instead of line: an old line counts when a new event or permission makes it dangerous,
 * and a moved line does not.
 */
function newProblems(
  audited: readonly AuditedFile[],
  gone: readonly WorkflowProblem[],
): { problem: WorkflowProblem; workflow: Workflow }[] {
  const lost = countByKey(gone);
  const introduced = audited.flatMap((one) => {
    const old = countByKey(one.before);
    const isAdded = addedLineTest(one.file);
    // Of two equal problems, the one on an unchanged line existed before.
    const inOrder = one.after.toSorted((a, b) => Number(isAdded(a.line)) - Number(isAdded(b.line)));
    const fresh = inOrder.filter((problem) => !takeOne(old, problem));
    for (const [key, count] of old) lost.set(key, (lost.get(key) ?? 0) + count);
    return fresh.toSorted((a, b) => a.line - b.line).map((problem) => ({ problem, workflow: one.workflow }));
  });
  return introduced.filter(({ problem }) => !takeOne(lost, problem));
}

function problemKey({ kind, key }: WorkflowProblem): string {
  return `${kind} ${key}`;
}

function countByKey(problems: readonly WorkflowProblem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(problemKey(problem), (counts.get(problemKey(problem)) ?? 0) + 1);
  return counts;
}

function takeOne(counts: Map<string, number>, problem: WorkflowProblem): boolean {
  const left = counts.get(problemKey(problem)) ?? 0;
  if (left > 0) counts.set(problemKey(problem), left - 1);
  return left > 0;
}

function addedLineTest(file: FileDiff): (line: number) => boolean {
  const added = new Set([...addedLines(file)].map(({ line }) => line));
  return (line) => added.has(line);
}

function applyConvention(problem: WorkflowProblem, habits: ConventionLookup): WorkflowProblem {
  const { against } = problem;
  if (!against || !habits(against.habit)) return problem;
  return { ...problem, confidence: against.confidence, explanation: `${problem.explanation} ${against.explanation}` };
}

/** A zizmor ignore comment is a deliberate decision: the problem is listed but not posted. */
const ignoredConfidence = 4;

function toFinding(
  check: Pick<Check, "id" | "kinds" | "passes">,
  problem: WorkflowProblem,
  workflow: Workflow,
): RawFinding {
  const textAt = (line: number) => (workflow.lines[line - 1] ?? "").replace(/\r$/, "");
  const name = (auditKinds[problem.kind] as AuditKind).zizmor;
  const also = [...new Set(problem.alsoLines ?? [])].filter((line) => line !== problem.line).slice(0, 20);
  const ignores = name !== undefined && [problem.line, ...also].some((line) => isIgnored(textAt(line), name));
  return buildFinding(check, {
    kind: problem.kind,
    path: workflow.path,
    line: problem.line,
    text: textAt(problem.line),
    title: problem.title,
    explanation: problem.explanation,
    confidence: ignores ? Math.min(ignoredConfidence, problem.confidence) : problem.confidence,
    and: also.map((line) => ({ path: workflow.path, side: "head", start: line, end: line, text: textAt(line) })),
  });
}

function isIgnored(line: string, rule: string): boolean {
  const listed = /#\s{0,9}zizmor:\s{0,9}ignore\[([^\]]{1,300})\]/.exec(line)?.[1];
  return listed?.split(",").some((name) => name.trim() === rule) ?? false;
}
