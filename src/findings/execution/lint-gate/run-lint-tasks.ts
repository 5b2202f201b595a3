// Runs linters in batches, one copy of the tree for each ecosystem.
import type { LintProblem, LintReading } from "../linter.ts";
import type { CommandEnd, NotRun, RunOptions, TreeSpec, SandboxRunner } from "../sandbox-runner.ts";
import type { LintJob } from "./lint-jobs.ts";

/** A job and its paths, which can differ at base. */
export interface LintTask {
  job: LintJob;
  paths: readonly string[];
}

export interface LintTaskEnd extends LintTask {
  command: readonly string[];
  ms: number;
  failed: CommandEnd | null;
  reading: LintReading | ({ is: "not-run" } & { because: NotRun });
}

/** One end of the change, and all touched paths. */
export interface LintTree {
  of: TreeSpec["of"];
  changed: readonly string[];
}

/** Files per command. */
const mostFiles = 400;

export async function runLintTasks(
  tasks: readonly LintTask[],
  on: LintTree,
  sandbox: SandboxRunner,
  options: RunOptions,
): Promise<LintTaskEnd[]> {
  const ends = await inSequence(groupIntoBatches(tasks), async (batch) => {
    options.stop.throwIfAborted();
    return await runBatch(batch, on, sandbox, options);
  });
  return ends.flat();
}

/** Each copy of the tree takes memory, so never two at a time. */
async function inSequence<Of, Made>(all: readonly Of[], make: (one: Of) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const one of all) made.push(await make(one));
  return made;
}

async function runBatch(
  batch: readonly LintTask[],
  on: LintTree,
  sandbox: SandboxRunner,
  options: RunOptions,
): Promise<LintTaskEnd[]> {
  const commands = batch.map(({ job, paths }) => chunkPaths(paths).map((part) => job.linter.command(job.used, part)));
  const { linter } = batch[0]!.job;
  const tree = treeFor(batch, on);
  const tried = await sandbox.run(tree, [linter.ecosystem], commands.flat(), options);
  const lacks = tried.is === "not-run" && (tried.why === "no-dependencies" || tried.why === "no-program");
  const folders = [...Map.groupBy(batch, ({ job }) => job.used.cwd).values()];
  // Missing dependencies of one folder must not skip the others.
  if (lacks && folders.length > 1)
    return (await inSequence(folders, (one) => runBatch(one, on, sandbox, options))).flat();
  const alone = lacks && tried.why === "no-dependencies" && batch.every(({ job }) => job.linter.standalone);
  const end = alone ? await sandbox.run(tree, [], commands.flat(), options) : tried;
  let at = 0;
  return batch.map((task, index) => {
    const own = commands[index]!;
    const command = own[0]!.words;
    if (end.is === "not-run")
      return { ...task, command, ms: 0, failed: null, reading: { is: "not-run", because: end } };
    const ends = end.ends.slice(at, at + own.length);
    at += own.length;
    return {
      ...task,
      command,
      ms: ends.reduce((sum, one) => sum + one.ms, 0),
      failed: ends.find(({ code }) => code !== 0) ?? null,
      reading: readAll(task, ends),
    };
  });
}

/** Head with base's configs equals base with all other touched files from head. */
function treeFor(batch: readonly LintTask[], { of, changed }: LintTree): TreeSpec {
  const touched = new Set(batch.flatMap(({ job }) => job.touched));
  if (of === "base" || touched.size === 0) return { of };
  return { of: "base", withHead: changed.filter((path) => !touched.has(path)) };
}

/** One unreadable part makes the whole result unreadable. */
function readAll({ job }: LintTask, ends: readonly CommandEnd[]): LintReading {
  const problems: LintProblem[] = [];
  for (const end of ends) {
    const said = job.linter.read(end, job.used);
    if (said.is === "unreadable") return said;
    problems.push(...said.problems);
  }
  return { is: "problems", problems };
}

/** A linter without file arguments runs once. */
function chunkPaths(paths: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let at = 0; at < paths.length; at += mostFiles) parts.push(paths.slice(at, at + mostFiles));
  return parts.length === 0 ? [[]] : parts;
}

const order = { lint: 0, types: 1, format: 2 } as const;

/** Formatters run last because they change the files. */
function groupIntoBatches(tasks: readonly LintTask[]): LintTask[][] {
  const batches: LintTask[][] = [];
  for (const task of tasks.toSorted((a, b) => order[a.job.linter.kind] - order[b.job.linter.kind])) {
    const batch = batches.find((one) => fitsBatch(one, task));
    if (batch) batch.push(task);
    else batches.push([task]);
  }
  return batches;
}

function fitsBatch(batch: readonly LintTask[], task: LintTask): boolean {
  const { linter } = task.job;
  const all = [...batch, task];
  if (batch[0]!.job.linter.ecosystem !== linter.ecosystem) return false;
  if (all.some(({ job }) => job.linter.kind === "types") && !sameConfigs(all)) return false;
  if (linter.kind !== "format") return true;
  const taken = new Set(batch.flatMap(({ job, paths }) => (job.linter.kind === "format" ? paths : [])));
  return !task.paths.some((path) => taken.has(path));
}

/**
 * Types are checked on the whole tree, so only the type checker's own config may come from base: a manifest with a
 * linter's config also declares modules.
 */
function sameConfigs(tasks: readonly LintTask[]): boolean {
  const own = new Set(tasks.find(({ job }) => job.linter.kind === "types")?.job.touched);
  return tasks.every(({ job }) => job.touched.every((path) => own.has(path)));
}
