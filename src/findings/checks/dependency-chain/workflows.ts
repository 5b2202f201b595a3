// GitHub workflows and composite actions whose parts name jobs, steps, workflows or actions that are not there.
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { namesRead } from "./expressions.ts";
import { resolveFrom, type Broken, type Layout, type SourceFile } from "./layout.ts";

export async function brokenInWorkflow(file: SourceFile, layout: Layout): Promise<Broken[]> {
  const lines = new LineCounter();
  const document = parseDocument(file.text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) return [];
  const reading: Reading = { file, document, layout, lineAt: (offset) => lines.linePos(offset).line };
  const jobs = get(reading, document.contents, "jobs");
  const broken = isMap(jobs) ? await brokenInJobs(reading, jobs) : await brokenInAction(reading);
  // What a job reads in ten places, and a job written once and used twice through an anchor, is one mistake.
  return broken.filter(
    (one, index) => broken.findIndex((other) => other.key === one.key && other.owner === one.owner) === index,
  );
}

interface Reading {
  file: SourceFile;
  document: Document;
  layout: Layout;
  lineAt(offset: number): number;
}

async function brokenInJobs(reading: Reading, jobs: YAMLMap): Promise<Broken[]> {
  const names = new Map<string, unknown>();
  for (const { key, value } of jobs.items) {
    const name = isScalar(key) ? String(key.value) : "<<";
    // GitHub knows no merge keys; whoever fills them in beforehand may add jobs that are not seen here.
    if (name === "<<") return [];
    names.set(name, resolve(reading, value));
  }
  const known = new Set([...names.keys()].map((name) => name.toLowerCase()));
  const broken: Broken[] = [];
  for (const [name, job] of names) {
    if (!isMap(job)) continue;
    broken.push(...brokenNeeds(reading, name, job, known), ...brokenSteps(reading, `job "${name}"`, job));
    broken.push(...brokenCall(reading, name, job), ...(await brokenActions(reading, job)));
  }
  return broken;
}

async function brokenInAction(reading: Reading): Promise<Broken[]> {
  const root = reading.document.contents;
  const runs = get(reading, root, "runs");
  if (!isMap(root) || !isMap(runs) || !isSeq(get(reading, runs, "steps"))) return [];
  return [...brokenSteps(reading, "this action", root), ...(await brokenActions(reading, root))];
}

function brokenNeeds(reading: Reading, name: string, job: YAMLMap, known: ReadonlySet<string>): Broken[] {
  const broken: Broken[] = [];
  const needs = get(reading, job, "needs");
  const listed = isSeq(needs) ? needs.items.map((item) => resolve(reading, item)) : [needs];
  const declared = new Set<string>();
  for (const need of listed) {
    if (!isScalar(need) || typeof need.value !== "string" || need.value.includes("${{")) continue;
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

function brokenSteps(reading: Reading, where: string, owner: YAMLMap): Broken[] {
  const ids = new Set<string>();
  for (const map of mapsIn(reading, owner)) {
    const id = get(reading, map, "id");
    // Steps nest (`parallel:`), so an id counts wherever it stands: too many known ids only make this check quieter.
    if (isScalar(id)) ids.add(String(id.value).toLowerCase());
  }
  return readIn(reading, owner, "steps").flatMap(({ name, line }) =>
    ids.has(name.toLowerCase())
      ? []
      : {
          kind: "missing-step",
          key: `reads steps.${name}`,
          owner: where,
          line,
          title: `This reads steps.${name}, and ${where} has no step with that id`,
          explanation:
            "The expression is always empty, so conditions are false and values are blank. Give the step this " +
            "id, or name the step that is meant.",
        },
  );
}

function brokenCall(reading: Reading, name: string, job: YAMLMap): Broken[] {
  const uses = get(reading, job, "uses");
  if (!isScalar(uses) || typeof uses.value !== "string" || !uses.value.startsWith("./")) return [];
  const target = resolveFrom("", uses.value);
  if (target === null || reading.layout.hasFile(target)) return [];
  return [
    {
      kind: "missing-workflow",
      key: `calls ${uses.value}`,
      line: reading.lineAt(uses.range?.[0] ?? 0),
      title: `Job "${name}" calls ${uses.value}, which does not exist`,
      explanation:
        "GitHub rejects the calling workflow, so none of its jobs run. Name the reusable workflow's present " +
        "file, or remove the job.",
    },
  ];
}

async function brokenActions(reading: Reading, owner: YAMLMap): Promise<Broken[]> {
  const maps = [...mapsIn(reading, owner)];
  if (maps.some((map) => checksOutElsewhere(reading, map))) return [];
  const broken: Broken[] = [];
  for (const map of maps) {
    const uses = get(reading, map, "uses");
    if (map === owner || !isScalar(uses) || typeof uses.value !== "string" || !uses.value.startsWith("./")) continue;
    const target = resolveFrom("", uses.value);
    if (target === null || (await isActionThere(target, reading.layout))) continue;
    broken.push({
      kind: "missing-action",
      key: `uses ${uses.value}`,
      line: reading.lineAt(uses.range?.[0] ?? 0),
      title: `This step uses ${uses.value}, which holds no action`,
      explanation: "The job fails when it reaches this step. Name the action's present folder, or remove the step.",
    });
  }
  return broken;
}

/** A second checkout puts files into the workspace that this repository does not have. */
function checksOutElsewhere(reading: Reading, step: YAMLMap): boolean {
  const uses = get(reading, step, "uses");
  if (!isScalar(uses) || !String(uses.value).includes("checkout")) return false;
  const inputs = get(reading, step, "with");
  return isMap(inputs) && (inputs.has("repository") || inputs.has("path"));
}

async function isActionThere(folder: string, layout: Layout): Promise<boolean> {
  const inside = folder === "" ? "" : `${folder}/`;
  if (["action.yml", "action.yaml", "Dockerfile"].some((name) => layout.hasFile(inside + name))) return true;
  // Only what this repository holds can be missing from it: a folder that a step makes has an unknown first part.
  const first = folder.split("/")[0] ?? "";
  return layout.hasFile(folder) || !layout.hasDirectory(first) || (await layout.isMadeLater(`${folder}/action.yml`));
}

function readIn(reading: Reading, owner: YAMLMap, context: "needs" | "steps"): { name: string; line: number }[] {
  return [...scalarsIn(reading, owner)].flatMap(({ scalar, key }) => {
    const [start = 0, end = 0] = scalar.range ?? [];
    const raw = reading.file.text.slice(start, end);
    // In a block the source is the value; elsewhere quoting may have changed it, and the source only tells the line.
    const block = scalar.type === "BLOCK_LITERAL" || scalar.type === "BLOCK_FOLDED";
    return namesRead(block ? raw : String(scalar.value), key === "if", context).flatMap(({ name, at, matched }) => {
      const offset = start + (block ? at : Math.max(0, raw.indexOf(matched)));
      return isCommentAt(reading.file.text, offset) ? [] : { name, line: reading.lineAt(offset) };
    });
  });
}

/** A commented-out line of a script is still filled in by GitHub, but nobody misses what it says. */
function isCommentAt(text: string, offset: number): boolean {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^\s*(?:#|\/\/)/.test(text.slice(start, offset));
}

function* scalarsIn(
  reading: Reading,
  node: unknown,
  key = "",
  seen = new Set<unknown>(),
): Generator<{ scalar: Scalar; key: string }> {
  const real = resolve(reading, node);
  if (seen.has(real)) return;
  seen.add(real);
  if (isScalar(real)) {
    if (typeof real.value === "string") yield { scalar: real, key };
  } else if (isSeq(real)) {
    for (const item of real.items) yield* scalarsIn(reading, item, key, seen);
  } else if (isMap(real)) {
    for (const pair of real.items)
      yield* scalarsIn(reading, pair.value, isScalar(pair.key) ? String(pair.key.value) : "", seen);
  }
}

function* mapsIn(reading: Reading, node: unknown, seen = new Set<unknown>()): Generator<YAMLMap> {
  const real = resolve(reading, node);
  if (seen.has(real)) return;
  seen.add(real);
  if (isMap(real)) {
    yield real;
    for (const pair of real.items) yield* mapsIn(reading, pair.value, seen);
  } else if (isSeq(real)) {
    for (const item of real.items) yield* mapsIn(reading, item, seen);
  }
}

function resolve(reading: Reading, node: unknown): unknown {
  return isAlias(node) ? node.resolve(reading.document) : node;
}

function get(reading: Reading, node: unknown, name: string): unknown {
  return isMap(node) ? resolve(reading, node.get(name, true)) : undefined;
}
