// Finds references between workflows, configs and manifests that this change breaks.
import { readText } from "../changed-text.ts";
import { isSample, isVendoredProject } from "../../change/file-kinds.ts";
import type { Change, Code, Tree } from "../../change/change.ts";
import { pathOf, type FileDiff } from "../../change/diff.ts";
import { oncePer } from "../../change/symbols/once-per.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import { isWorkflowFile } from "./actions-audit/workflow-files.ts";
import { brokenInDockerfile, isDockerfile, isDockerignore } from "./dependency-chain/dockerfile.ts";
import { examples } from "./dependency-chain/examples.ts";
import { readLayout, type BrokenReference, type FileLayout, type ConfigText } from "./dependency-chain/file-layout.ts";
import { brokenInPackageJson, isPackageJson } from "./dependency-chain/package-json.ts";
import { groupBrokenReferences } from "./dependency-chain/group-references.ts";
import { brokenInTsconfig, isTsconfig } from "./dependency-chain/tsconfig.ts";

export const dependencyChain: Check = {
  id: "dependency-chain",
  title: "Broken links between workflows, configs and manifests",
  passes: ["cross-reference"],
  explains:
    "Workflows, composite actions, tsconfig files, package.json files and Dockerfiles name each other's jobs, " +
    "steps and files, and no compiler checks these names. A renamed job or a moved file is noticed only when CI " +
    "rejects the workflow or a release is incomplete. This check follows the names at head and reports those that " +
    "this change breaks, in the files it edits and in files that still name something it deletes or renames. " +
    "References that were already broken, build output, ignored files and test fixtures are ignored.",
  kinds: {
    "missing-job": { severity: "high", category: "ci", says: "`needs` names a job that the workflow does not have" },
    "needs-cycle": { severity: "high", category: "ci", says: "jobs wait for each other by `needs`" },
    "undeclared-need": {
      severity: "high",
      category: "ci",
      says: "an expression reads `needs.<job>` of a job that is not in the job's own `needs`",
    },
    "missing-step": {
      severity: "high",
      category: "ci",
      says: "an expression reads `steps.<id>` where no step, or none before it, has that id",
    },
    "missing-output": {
      severity: "high",
      category: "ci",
      says: "an expression reads an output that the needed job does not list",
    },
    "missing-workflow": {
      severity: "high",
      category: "ci",
      says: "a job calls a reusable workflow of this repository that does not exist",
    },
    "missing-action": { severity: "high", category: "ci", says: "a step uses a local action that does not exist" },
    "missing-config": {
      severity: "high",
      category: "correctness",
      says: "a tsconfig extends or references a config that does not exist",
    },
    "missing-alias-target": {
      severity: "high",
      category: "correctness",
      says: "a tsconfig path alias leads to a missing path",
    },
    "missing-script-file": {
      severity: "high",
      category: "correctness",
      says: "a package.json script runs a file that does not exist",
    },
    "missing-entry": {
      severity: "high",
      category: "correctness",
      says: "package.json names an entry point or published file that does not exist",
    },
    "missing-workspace": {
      severity: "high",
      category: "correctness",
      says: "package.json lists a workspace folder that does not exist",
    },
    "missing-copy-source": {
      severity: "high",
      category: "correctness",
      says: "a Dockerfile copies something that does not exist or that .dockerignore excludes",
    },
  },
  examples,

  when(change) {
    const mayBreakReference = change.files.some(
      (file) => file.oldPath !== file.newPath || isReferringFile(pathOf(file)) || isDockerignore(pathOf(file)),
    );
    return (
      mayBreakReference || {
        kind: "nothing-to-check",
        what: "no workflow, tsconfig, package.json or Dockerfile changed, and no file was deleted or moved",
      }
    );
  },

  async run(change, { code }, stop) {
    const sides: Sides = { head: createSide(code.head, code.base), base: createSide(code.base, code.base) };
    const findings: RawFinding[] = [];
    for (const { path, oldPath } of await findReferringFiles(change, code)) {
      if (stop.aborted) break;
      findings.push(...(await findBrokenByChange(path, oldPath, sides)));
    }
    const referring = change.files.filter((file) => isReferringFile(pathOf(file)));
    return checked(
      "cross-reference",
      findings,
      referring,
      "followed jobs, steps, actions, configs, scripts and entries to what they name",
    );
  },
};

interface TreeSide {
  tree: Tree;
  layout(): Promise<FileLayout>;
}
type Sides = Record<"base" | "head", TreeSide>;

function createSide(tree: Tree, before: Tree): TreeSide {
  let layout: Promise<FileLayout> | undefined;
  return { tree, layout: () => (layout ??= readLayout(tree, before)) };
}

function isReferringFile(path: string): boolean {
  if (isPackageJson(path) || isTsconfig(path) || isDockerfile(path)) return !isSample(path) && !isVendoredProject(path);
  return isWorkflowFile(path);
}

interface ReferringFile {
  path: string;
  oldPath: string | null;
}

/** The files that this change edits and, if it removes something, other files that may still name it. */
async function findReferringFiles(change: Change, code: Code): Promise<ReferringFile[]> {
  const edited = change.files.flatMap((file) =>
    file.newPath !== null && isReferringFile(file.newPath)
      ? [{ path: file.newPath, oldPath: file.status === "copied" ? null : file.oldPath }]
      : [],
  );
  const gone = change.files.flatMap((file) => (file.oldPath !== null && isRemoved(file) ? [file.oldPath] : []));
  const ignoresChanged = change.files.some((file) => isDockerignore(pathOf(file)));
  if (gone.length === 0 && !ignoresChanged) return edited;
  const names = gone.length === 0 ? null : namePattern(gone);
  const known = new Set(edited.map((file) => file.path));
  const candidates = referringPaths(await code.head.paths()).filter((path) => !known.has(path));
  const others: ReferringFile[] = [];
  for (let from = 0; from < candidates.length; from += batchSize) {
    const paths = candidates.slice(from, from + batchSize);
    // Reads the files concurrently: for single reads, the round trip to git costs more than the reading.
    const texts = names && (await Promise.all(paths.map((path) => readText(code.head, path))));
    for (const [index, path] of paths.entries())
      if ((ignoresChanged && isDockerfile(path)) || names?.test(texts?.[index] ?? ""))
        others.push({ path, oldPath: path });
  }
  return [...edited, ...others];
}

/** Bounds memory by limiting how many files are read at once. */
const batchSize = 64;

const referringPaths = oncePer((paths: readonly string[]): readonly string[] => paths.filter(isReferringFile));

function isRemoved(file: FileDiff): boolean {
  return file.status === "deleted" || (file.status === "renamed" && file.oldPath !== file.newPath);
}

/** A text that names one of these files contains its name without extension, or its parent folder's name. */
function namePattern(paths: readonly string[]): RegExp {
  const names = new Set<string>();
  for (const path of paths) {
    const [name = "", folder] = path.split("/").toReversed();
    names.add(name.includes(".", 1) ? name.slice(0, name.indexOf(".", 1)) : name);
    if (folder !== undefined) names.add(folder);
  }
  const escaped = [...names].map((name) => name.replace(/[^\w]/g, "\\$&"));
  return new RegExp(`(?:^|[/"' ])(?:${escaped.join("|")})(?![\\w-])`, "m");
}

async function findBrokenByChange(path: string, oldPath: string | null, sides: Sides): Promise<RawFinding[]> {
  const broken = await readBrokenReferences(path, sides.head);
  if (!broken || broken.all.length === 0) return [];
  const before = oldPath === null ? null : await readBrokenReferences(oldPath, sides.base);
  const base = await sides.base.layout();
  const lines = broken.text.split("\n");
  const newlyBroken = newlyBrokenReferences(before?.all ?? [], broken.all).filter(
    ({ onlyIfAtBase: required }) => required === undefined || [required].flat().some((one) => existsIn(base, one)),
  );
  return groupBrokenReferences(newlyBroken).map(({ kind, line, alsoLines, title, explanation, confidence }) => {
    const textAt = (at: number) => (lines[at - 1] ?? "").replace(/\r$/, "");
    const and = (alsoLines ?? [])
      .filter((at) => at !== line)
      .map((at) => ({ path, side: "head" as const, start: at, end: at, text: textAt(at) }));
    const texts = { title, explanation, claim: "absent" as const, ...(confidence !== undefined && { confidence }) };
    return buildFinding(dependencyChain, { kind, path, line, text: textAt(line), and, ...texts });
  });
}

function existsIn(layout: FileLayout, path: string): boolean {
  return layout.hasFile(path) || layout.hasDirectory(path);
}

/** Drops references that were already broken, including those in a job that was only renamed. */
function newlyBrokenReferences(
  before: readonly BrokenReference[],
  after: readonly BrokenReference[],
): BrokenReference[] {
  const isSame = (one: BrokenReference, other: BrokenReference) => one.key === other.key && one.owner === other.owner;
  const lost = before.filter((one) => !after.some((other) => isSame(one, other))).map((one) => one.key);
  return after.filter((one) => {
    if (before.some((other) => isSame(one, other))) return false;
    const renamed = lost.indexOf(one.key);
    if (renamed >= 0) lost.splice(renamed, 1);
    return renamed < 0;
  });
}

async function readBrokenReferences(
  path: string,
  side: TreeSide,
): Promise<{ all: BrokenReference[]; text: string } | null> {
  const text = await readText(side.tree, path);
  return text === null ? null : { all: await findBrokenReferences({ path, text }, side), text };
}

async function findBrokenReferences(file: ConfigText, side: TreeSide): Promise<BrokenReference[]> {
  const layout = await side.layout();
  if (isPackageJson(file.path)) return brokenInPackageJson(file, layout, (path) => readText(side.tree, path));
  if (isTsconfig(file.path)) return brokenInTsconfig(file, layout, (path) => readText(side.tree, path));
  if (isDockerfile(file.path)) return brokenInDockerfile(file, layout, (path) => readText(side.tree, path));
  // The YAML parser takes longer to load than most changes take to check, and few changes touch a workflow.
  const { brokenInWorkflow } = await import("./dependency-chain/workflow-references.ts");
  return brokenInWorkflow(file, layout);
}
