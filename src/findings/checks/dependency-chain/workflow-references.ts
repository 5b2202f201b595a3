// Finds workflows and composite actions that name missing jobs, steps, workflows or actions.
import { resolveFrom } from "../../../change/paths.ts";
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from "yaml";
import type { BrokenReference, FileLayout, ConfigText } from "./file-layout.ts";
import { brokenCycle, brokenNeeds, brokenOutputs } from "./workflow-needs.ts";
import { getChild, mapsIn, namesReadIn, resolveAlias, type WorkflowDocument } from "./workflow-document.ts";

export async function brokenInWorkflow(file: ConfigText, layout: FileLayout): Promise<BrokenReference[]> {
  const lines = new LineCounter();
  const document = parseDocument(file.text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) return [];
  const reading: WorkflowDocument = { file, document, layout, lineAt: (offset) => lines.linePos(offset).line };
  const jobs = getChild(reading, document.contents, "jobs");
  const broken = isMap(jobs) ? await brokenInJobs(reading, jobs) : await brokenInAction(reading);
  // Several reads in one job, or a job reused through an anchor, are one mistake.
  return broken.filter(
    (one, index) => broken.findIndex((other) => other.key === one.key && other.owner === one.owner) === index,
  );
}

async function brokenInJobs(reading: WorkflowDocument, jobs: YAMLMap): Promise<BrokenReference[]> {
  const names = new Map<string, unknown>();
  const heads = new Map<string, number>();
  for (const { key, value } of jobs.items) {
    const name = isScalar(key) ? String(key.value) : "<<";
    // GitHub does not support merge keys; a preprocessor that expands them may add jobs that are not visible here.
    if (name === "<<") return [];
    names.set(name, resolveAlias(reading, value));
    heads.set(name, reading.lineAt(isScalar(key) ? (key.range?.[0] ?? 0) : 0));
  }
  const known = new Set([...names.keys()].map((name) => name.toLowerCase()));
  const broken: BrokenReference[] = brokenCycle(reading, names);
  for (const [name, job] of names) {
    if (!isMap(job)) continue;
    broken.push(...brokenOutputs(reading, name, job, names));
    broken.push(...brokenNeeds(reading, name, job, known), ...brokenSteps(reading, `job "${name}"`, job));
    broken.push(...brokenCall(reading, name, job), ...(await brokenActions(reading, job)));
  }
  // A wrong `needs` also concerns the job's header line, so both are listed.
  return broken.map((one) => {
    const head = one.kind === "missing-job" || one.kind === "needs-cycle" ? heads.get(one.owner ?? "") : undefined;
    return head === undefined ? one : { ...one, alsoLines: [head] };
  });
}

async function brokenInAction(reading: WorkflowDocument): Promise<BrokenReference[]> {
  const root = reading.document.contents;
  const runs = getChild(reading, root, "runs");
  if (!isMap(root) || !isMap(runs) || !isSeq(getChild(reading, runs, "steps"))) return [];
  return [...brokenSteps(reading, "this action", root), ...(await brokenActions(reading, root))];
}

/** Steps can be nested (`parallel:`), so ids count at any depth: extra ids can only hide findings. */
function idsIn(reading: WorkflowDocument, owner: unknown): string[] {
  return [...mapsIn(reading, owner)].flatMap((map) => {
    const id = getChild(reading, map, "id");
    return isScalar(id) ? String(id.value).toLowerCase() : [];
  });
}

function brokenSteps(reading: WorkflowDocument, where: string, owner: YAMLMap): BrokenReference[] {
  const ids = new Set(idsIn(reading, owner));
  return [...earlyReads(reading, where, owner, ids), ...unknownStepReads(reading, where, owner, ids)];
}

/** A step cannot read its own outputs or those of a later step. */
function earlyReads(
  reading: WorkflowDocument,
  where: string,
  owner: YAMLMap,
  ids: ReadonlySet<string>,
): BrokenReference[] {
  const steps = getChild(reading, owner, "steps") ?? getChild(reading, getChild(reading, owner, "runs"), "steps");
  const before = new Set<string>();
  return (isSeq(steps) ? steps.items : []).flatMap((item) => {
    const step = resolveAlias(reading, item);
    if (!isMap(step)) return [];
    const own = getChild(reading, step, "id");
    const nested = idsIn(reading, step).filter((id) => !isScalar(own) || id !== String(own.value).toLowerCase());
    const early = namesReadIn(reading, step, "steps").filter(({ name }) => {
      const id = name.toLowerCase();
      return ids.has(id) && !before.has(id) && !nested.includes(id);
    });
    for (const id of idsIn(reading, step)) before.add(id);
    return early.map(({ name, line }) => ({
      kind: "missing-step",
      key: `reads steps.${name} too early`,
      owner: where,
      line,
      title: `This reads steps.${name} before that step has run`,
      explanation:
        "The expression is always empty here, and conditions see an empty string. Move the step up, or " +
        "read it in a later one.",
    }));
  });
}

function unknownStepReads(
  reading: WorkflowDocument,
  where: string,
  owner: YAMLMap,
  ids: ReadonlySet<string>,
): BrokenReference[] {
  return namesReadIn(reading, owner, "steps").flatMap(({ name, line }) =>
    ids.has(name.toLowerCase())
      ? []
      : {
          kind: "missing-step",
          key: `reads steps.${name}`,
          owner: where,
          line,
          title: `This reads steps.${name}, and ${where} has no step with that id`,
          explanation:
            "The expression is always empty, and conditions see an empty string. Give the step this " +
            "id, or name the intended step.",
        },
  );
}

function brokenCall(reading: WorkflowDocument, name: string, job: YAMLMap): BrokenReference[] {
  const uses = getChild(reading, job, "uses");
  if (!isScalar(uses) || typeof uses.value !== "string") return [];
  const target = localPath(uses.value);
  if (target === null || reading.layout.hasFile(target)) return [];
  return [
    {
      kind: "missing-workflow",
      key: `calls ${uses.value}`,
      line: reading.lineAt(uses.range?.[0] ?? 0),
      title: `Job "${name}" calls ${uses.value}, which does not exist`,
      explanation:
        "GitHub rejects the calling workflow, so none of its jobs run. Name the reusable workflow's current " +
        "file, or remove the job.",
    },
  ];
}

/** The repository path that `./…` or `$/…` names; null for anything else. */
function localPath(uses: string): string | null {
  return uses.startsWith("./") || uses.startsWith("$/") ? resolveFrom("", `.${uses.slice(1)}`) : null;
}

async function brokenActions(reading: WorkflowDocument, owner: YAMLMap): Promise<BrokenReference[]> {
  const maps = [...mapsIn(reading, owner)];
  if (maps.some((map) => checksOutElsewhere(reading, map))) return [];
  const broken: BrokenReference[] = [];
  for (const map of maps) {
    const uses = getChild(reading, map, "uses");
    if (map === owner || !isScalar(uses) || typeof uses.value !== "string") continue;
    const target = localPath(uses.value);
    if (target === null || (await actionExists(target, reading.layout))) continue;
    broken.push({
      kind: "missing-action",
      key: `uses ${uses.value}`,
      line: reading.lineAt(uses.range?.[0] ?? 0),
      title: `This step uses ${uses.value}, which contains no action`,
      explanation: "The job fails when it reaches this step. Name the action's current folder, or remove the step.",
    });
  }
  return broken;
}

/** A second checkout adds files to the workspace that this repository does not contain. */
function checksOutElsewhere(reading: WorkflowDocument, step: YAMLMap): boolean {
  const uses = getChild(reading, step, "uses");
  if (!isScalar(uses) || !String(uses.value).includes("checkout")) return false;
  const inputs = getChild(reading, step, "with");
  return isMap(inputs) && (inputs.has("repository") || inputs.has("path"));
}

async function actionExists(folder: string, layout: FileLayout): Promise<boolean> {
  const inside = folder === "" ? "" : `${folder}/`;
  if (["action.yml", "action.yaml", "Dockerfile"].some((name) => layout.hasFile(inside + name))) return true;
  // Only paths below a tracked top-level folder can be missing: a step may create any other folder.
  const first = folder.split("/")[0] ?? "";
  return (
    layout.hasFile(folder) || !layout.hasDirectory(first) || (await layout.isExpectedMissing(`${folder}/action.yml`))
  );
}
