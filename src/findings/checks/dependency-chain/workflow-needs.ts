// Finds jobs that need, or read outputs of, jobs that do not exist.
import { isMap, isScalar, isSeq, type Scalar, type YAMLMap } from "yaml";
import { findOutputReads } from "./context-reads.ts";
import type { BrokenReference } from "./file-layout.ts";
import { getChild, namesReadIn, expressionReadsIn, resolveAlias, type WorkflowDocument } from "./workflow-document.ts";

export function brokenNeeds(
  reading: WorkflowDocument,
  name: string,
  job: YAMLMap,
  known: ReadonlySet<string>,
): BrokenReference[] {
  const broken: BrokenReference[] = [];
  const declared = new Set<string>();
  for (const need of listNeeds(reading, job)) {
    declared.add(need.value.toLowerCase());
    if (known.has(need.value.toLowerCase())) continue;
    broken.push({
      kind: "missing-job",
      key: `needs ${need.value}`,
      owner: name,
      line: reading.lineAt(need.range?.[0] ?? 0),
      title: `Job "${name}" needs the job "${need.value}", which this workflow does not have`,
      explanation:
        "GitHub rejects the whole workflow file, so none of its jobs run. Name an existing job, or remove the entry.",
    });
  }
  for (const read of namesReadIn(reading, job, "needs")) {
    if (declared.has(read.name.toLowerCase())) continue;
    const remedy = known.has(read.name.toLowerCase())
      ? `Add "${read.name}" to the job's needs.`
      : `There is no job "${read.name}" in this workflow.`;
    broken.push({
      kind: "undeclared-need",
      key: `reads needs.${read.name}`,
      owner: name,
      line: read.line,
      title: `Job "${name}" reads needs.${read.name} without needing that job`,
      explanation: `The expression is always empty: only jobs listed directly under \`needs\` can be read. ${remedy}`,
    });
  }
  return broken;
}

/** The literal names under `needs`. */
function listNeeds(reading: WorkflowDocument, job: unknown): Scalar<string>[] {
  const needs = getChild(reading, job, "needs");
  const listed = isSeq(needs) ? needs.items.map((item) => resolveAlias(reading, item)) : [needs];
  return listed.filter(
    (need): need is Scalar<string> => isScalar(need) && typeof need.value === "string" && !need.value.includes("${{"),
  );
}

export function brokenCycle(reading: WorkflowDocument, jobs: ReadonlyMap<string, unknown>): BrokenReference[] {
  const needs = new Map(
    [...jobs].map(([name, job]) => [
      name.toLowerCase(),
      listNeeds(reading, job).map(({ value }) => value.toLowerCase()),
    ]),
  );
  const cycle = findCycle(needs);
  const first = [...jobs].find(([name]) => cycle.includes(name.toLowerCase()));
  const need = first && listNeeds(reading, first[1]).find(({ value }) => cycle.includes(value.toLowerCase()));
  if (!need) return [];
  return [
    {
      kind: "needs-cycle",
      key: `cycle ${cycle.toSorted().join(" ")}`,
      owner: first[0],
      line: reading.lineAt(need.range?.[0] ?? 0),
      title:
        cycle.length === 1
          ? `Job "${cycle[0]}" waits for itself`
          : `The jobs ${cycle.map((name) => `"${name}"`).join(", ")} wait for each other`,
      explanation: "GitHub rejects the whole workflow file, so none of its jobs run. Remove one of these `needs`.",
    },
  ];
}

/** Outputs that a job with steps does not declare. Called workflows declare theirs in their own file. */
export function brokenOutputs(
  reading: WorkflowDocument,
  name: string,
  job: YAMLMap,
  jobs: ReadonlyMap<string, unknown>,
): BrokenReference[] {
  const needed = new Set(listNeeds(reading, job).map(({ value }) => value.toLowerCase()));
  return expressionReadsIn(reading, job, findOutputReads).flatMap(({ read, line }) => {
    const [, source] = [...jobs].find(([other]) => other.toLowerCase() === read.job.toLowerCase()) ?? [];
    if (!needed.has(read.job.toLowerCase()) || !isSeq(getChild(reading, source, "steps"))) return [];
    const outputs = getChild(reading, source, "outputs") ?? null;
    const listed = isMap(outputs) ? outputs.items.map(({ key }) => (isScalar(key) ? String(key.value) : "<<")) : [];
    const isOpen = (outputs !== null && !isMap(outputs)) || listed.includes("<<");
    if (isOpen || listed.some((output) => output.toLowerCase() === read.name.toLowerCase())) return [];
    return {
      kind: "missing-output",
      key: `reads needs.${read.job}.outputs.${read.name}`,
      owner: name,
      line,
      title: `Job "${read.job}" has no output "${read.name}"`,
      explanation:
        "The expression is always empty, and conditions see an empty string. List it under that job's " +
        "`outputs`, or name the intended output.",
    };
  });
}

/** Job names of one cycle in order; empty if there is none. Each job is visited once. */
export function findCycle(needs: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  for (const start of needs.keys()) {
    const path: { name: string; left: string[] }[] = [];
    const enter = (name: string) => path.push({ name, left: [...(needs.get(name) ?? [])] });
    if (!done.has(start)) enter(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.left.shift();
      if (next === undefined) {
        done.add(top.name);
        path.pop();
        continue;
      }
      const at = path.findIndex(({ name }) => name === next);
      if (at >= 0) return path.slice(at).map(({ name }) => name);
      if (!done.has(next)) enter(next);
    }
  }
  return [];
}
