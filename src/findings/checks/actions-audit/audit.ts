// Runs the rules over both sides of the changed files, and keeps what this change brings.
import type { Code, Tree } from "../../../change/change.ts";
import { addedLines, type FileDiff } from "../../../change/diff.ts";
import { found, type RawFinding } from "../../build.ts";
import type { Check } from "../../report.ts";
import { asOutsidersStartIt } from "./followed.ts";
import { habitsOf, type Habits } from "./habits.ts";
import { kinds, type Kind } from "./kinds.ts";
import { readWorkflow, type Workflow } from "./read.ts";
import type { Facts, Spot } from "./rule.ts";
import { rules } from "./rules/index.ts";

const largest = 500_000;

interface Audited {
  file: FileDiff;
  workflow: Workflow;
  before: Spot[];
  after: Spot[];
}

export async function audit(
  check: Pick<Check, "id" | "kinds" | "passes">,
  files: readonly FileDiff[],
  code: Code,
  stop: AbortSignal,
): Promise<RawFinding[]> {
  const audited: Audited[] = [];
  for (const file of files) {
    stop.throwIfAborted();
    const workflow = await workflowAt(code.head, file.newPath);
    const added = file.oldPath === null || file.status === "copied";
    const old = added ? null : await workflowAt(code.base, file.oldPath);
    const facts: Facts = { added };
    if (workflow)
      audited.push({ file, workflow, before: old ? spotsIn(old, facts) : [], after: spotsIn(workflow, facts) });
  }
  const news = brought(audited, await goneSpots(files, code.base));
  // All workflows are read for it, so only when something depends on it.
  const habits = news.some(({ spot }) => spot.against) ? await habitsOf(code.base, stop) : () => false;
  return news.map(({ spot, workflow }) => findingOf(check, weighed(spot, habits), workflow));
}

async function workflowAt(tree: Tree, path: string | null): Promise<Workflow | null> {
  const bytes = path === null ? null : await tree.read(path);
  const workflow = bytes && bytes.length <= largest ? readWorkflow(path ?? "", new TextDecoder().decode(bytes)) : null;
  return workflow && asOutsidersStartIt(workflow, tree);
}

function spotsIn(workflow: Workflow, facts: Facts): Spot[] {
  return rules.flatMap((rule) => rule(workflow, facts)).toSorted((a, b) => a.line - b.line);
}

/** What deleted files had: their jobs may have moved to another file as they were. */
async function goneSpots(files: readonly FileDiff[], base: Tree): Promise<Spot[]> {
  const spots: Spot[] = [];
  for (const file of files) {
    const workflow = file.newPath === null ? await workflowAt(base, file.oldPath) : null;
    if (workflow) spots.push(...spotsIn(workflow, { added: false }));
  }
  return spots;
}

/**
 * What is there now and was not before, by what it is about rather than by its line: so an old line counts when a new
 * event or permission makes it dangerous, and a moved one does not.
 */
function brought(audited: readonly Audited[], gone: readonly Spot[]): { spot: Spot; workflow: Workflow }[] {
  const lost = counted(gone);
  const news = audited.flatMap((one) => {
    const old = counted(one.before);
    const isAdded = linesAdded(one.file);
    // Of equal ones, the one on an untouched line is the old one.
    const inOrder = one.after.toSorted((a, b) => Number(isAdded(a.line)) - Number(isAdded(b.line)));
    const fresh = inOrder.filter((spot) => !take(old, spot));
    for (const [key, count] of old) lost.set(key, (lost.get(key) ?? 0) + count);
    return fresh.toSorted((a, b) => a.line - b.line).map((spot) => ({ spot, workflow: one.workflow }));
  });
  return news.filter(({ spot }) => !take(lost, spot));
}

function keyOf({ kind, key }: Spot): string {
  return `${kind} ${key}`;
}

function counted(spots: readonly Spot[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const spot of spots) counts.set(keyOf(spot), (counts.get(keyOf(spot)) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, spot: Spot): boolean {
  const left = counts.get(keyOf(spot)) ?? 0;
  if (left > 0) counts.set(keyOf(spot), left - 1);
  return left > 0;
}

function linesAdded(file: FileDiff): (line: number) => boolean {
  const added = new Set([...addedLines(file)].map(({ line }) => line));
  return (line) => added.has(line);
}

function weighed(spot: Spot, habits: Habits): Spot {
  const { against } = spot;
  if (!against || !habits(against.habit)) return spot;
  return { ...spot, confidence: against.confidence, explanation: `${spot.explanation} ${against.says}` };
}

/** People who told zizmor to ignore a line have decided: it is listed for them, and not posted. */
const decided = 4;

function findingOf(check: Pick<Check, "id" | "kinds" | "passes">, spot: Spot, workflow: Workflow): RawFinding {
  const textAt = (line: number) => (workflow.lines[line - 1] ?? "").replace(/\r$/, "");
  const name = (kinds[spot.kind] as Kind).zizmor;
  const also = [...new Set(spot.alsoLines ?? [])].filter((line) => line !== spot.line).slice(0, 20);
  const ignores = name !== undefined && [spot.line, ...also].some((line) => isIgnored(textAt(line), name));
  return found(check, {
    kind: spot.kind,
    path: workflow.path,
    line: spot.line,
    text: textAt(spot.line),
    title: spot.title,
    explanation: spot.explanation,
    confidence: ignores ? Math.min(decided, spot.confidence) : spot.confidence,
    and: also.map((line) => ({ path: workflow.path, side: "head", start: line, end: line, text: textAt(line) })),
  });
}

function isIgnored(line: string, rule: string): boolean {
  const listed = /#\s{0,9}zizmor:\s{0,9}ignore\[([^\]]{1,300})\]/.exec(line)?.[1];
  return listed?.split(",").some((name) => name.trim() === rule) ?? false;
}
