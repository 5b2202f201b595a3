// Jobs that wait for jobs, or read of jobs, that are not there.
import { isMap, isScalar, isSeq, type Scalar, type YAMLMap } from "yaml";
import { outputsRead } from "./expressions.ts";
import type { Broken } from "./layout.ts";
import { cycleIn } from "./needs-cycle.ts";
import { get, readIn, readsIn, resolve, type Reading } from "./workflow-reading.ts";

export function brokenNeeds(reading: Reading, name: string, job: YAMLMap, known: ReadonlySet<string>): Broken[] {
  const broken: Broken[] = [];
  const declared = new Set<string>();
  for (const need of needsOf(reading, job)) {
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
  for (const read of readIn(reading, job, "needs")) {
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

/** The names under `needs`, but for those that are worked out. */
function needsOf(reading: Reading, job: unknown): Scalar<string>[] {
  const needs = get(reading, job, "needs");
  const listed = isSeq(needs) ? needs.items.map((item) => resolve(reading, item)) : [needs];
  return listed.filter(
    (need): need is Scalar<string> => isScalar(need) && typeof need.value === "string" && !need.value.includes("${{"),
  );
}

export function brokenCycle(reading: Reading, jobs: ReadonlyMap<string, unknown>): Broken[] {
  const needs = new Map(
    [...jobs].map(([name, job]) => [name.toLowerCase(), needsOf(reading, job).map(({ value }) => value.toLowerCase())]),
  );
  const cycle = cycleIn(needs);
  const first = [...jobs].find(([name]) => cycle.includes(name.toLowerCase()));
  const need = first && needsOf(reading, first[1]).find(({ value }) => cycle.includes(value.toLowerCase()));
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

/** Outputs of a job with steps, whose own list of outputs does not have them. A called workflow's are listed there. */
export function brokenOutputs(
  reading: Reading,
  name: string,
  job: YAMLMap,
  jobs: ReadonlyMap<string, unknown>,
): Broken[] {
  const needed = new Set(needsOf(reading, job).map(({ value }) => value.toLowerCase()));
  return readsIn(reading, job, outputsRead).flatMap(({ read, line }) => {
    const [, source] = [...jobs].find(([other]) => other.toLowerCase() === read.job.toLowerCase()) ?? [];
    if (!needed.has(read.job.toLowerCase()) || !isSeq(get(reading, source, "steps"))) return [];
    const outputs = get(reading, source, "outputs") ?? null;
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
        "The expression is always empty, and conditions go by an empty text. List it under that job's " +
        "`outputs`, or name the output that is meant.",
    };
  });
}
