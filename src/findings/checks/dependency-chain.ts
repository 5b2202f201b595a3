// References between workflows, configs and manifests that this change leaves pointing at nothing.
import type { Change, Code, Tree } from "../../change/change.ts";
import { pathOf, type FileDiff } from "../../change/diff.ts";
import { found, type RawFinding } from "../build.ts";
import { checked } from "../read-all.ts";
import type { Check } from "../report.ts";
import { examples } from "./dependency-chain/examples.ts";
import { isSample, layoutOf, type Broken, type Layout, type SourceFile } from "./dependency-chain/layout.ts";
import { brokenInPackageJson, isPackageJson } from "./dependency-chain/package-json.ts";
import { brokenInTsconfig, isTsconfig } from "./dependency-chain/tsconfig.ts";

export const dependencyChain: Check = {
  id: "dependency-chain",
  title: "Broken links between workflows, configs and manifests",
  passes: ["cross-reference"],
  explains:
    "Workflows, composite actions, tsconfig files and package.json files name each other's jobs, steps " +
    "and files, and nothing compiles " +
    "them: a renamed job or a moved file is noticed when CI rejects the workflow or a release has a " +
    "hole. This check follows those names " +
    "at head and reports the ones that lead nowhere because of this change, either in a file that it " +
    "edits or in one that still names " +
    "something it deletes or renames. What was just as broken before the change, build output, ignored " +
    "files and what lies in test " +
    "fixtures are left alone.",
  kinds: {
    "missing-job": { severity: "high", category: "ci", says: "`needs` names a job that the workflow does not have" },
    "undeclared-need": {
      severity: "high",
      category: "ci",
      says: "an expression reads `needs.<job>` of a job that is not in the job's own `needs`",
    },
    "missing-step": {
      severity: "high",
      category: "ci",
      says: "an expression reads `steps.<id>` where no step has that id",
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
      says: "a tsconfig path alias leads to nothing",
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
  },
  examples,

  when(change) {
    const matters = change.files.some((file) => file.oldPath !== file.newPath || isReferring(pathOf(file)));
    return (
      matters || {
        kind: "nothing-to-check",
        what: "no workflow, tsconfig or package.json changed, and no file was deleted or moved",
      }
    );
  },

  async run(change, { code }, stop) {
    const sides: Sides = { head: sideOf(code.head), base: sideOf(code.base) };
    const findings: RawFinding[] = [];
    for (const { path, oldPath } of await referringFiles(change, code)) {
      if (stop.aborted) break;
      findings.push(...(await brokenByChange(path, oldPath, sides)));
    }
    const looked = change.files.filter((file) => isReferring(pathOf(file)));
    return checked(
      "cross-reference",
      findings,
      looked,
      "followed jobs, steps, actions, configs, scripts and entries to what they name",
    );
  },
};

interface Side {
  tree: Tree;
  layout(): Promise<Layout>;
}
type Sides = Record<"base" | "head", Side>;

function sideOf(tree: Tree): Side {
  let layout: Promise<Layout> | undefined;
  return { tree, layout: () => (layout ??= layoutOf(tree)) };
}

function isWorkflow(path: string): boolean {
  return /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path) || /(?:^|\/)action\.ya?ml$/.test(path);
}

function isReferring(path: string): boolean {
  return isWorkflow(path) || ((isPackageJson(path) || isTsconfig(path)) && !isSample(path));
}

interface Referring {
  path: string;
  oldPath: string | null;
}

/** The files that this change edits, and, when it takes something away, those elsewhere that may still name it. */
async function referringFiles(change: Change, code: Code): Promise<Referring[]> {
  const edited = change.files.flatMap((file) =>
    file.newPath !== null && isReferring(file.newPath)
      ? [{ path: file.newPath, oldPath: file.status === "copied" ? null : file.oldPath }]
      : [],
  );
  const gone = change.files.flatMap((file) => (file.oldPath !== null && isTakenAway(file) ? [file.oldPath] : []));
  if (gone.length === 0) return edited;
  const names = namesOf(gone);
  const known = new Set(edited.map((file) => file.path));
  const others: Referring[] = [];
  for (const path of await code.head.paths()) {
    if (known.has(path) || !isReferring(path)) continue;
    const text = await textOf(code.head, path);
    if (text !== null && names.test(text)) others.push({ path, oldPath: path });
  }
  return [...edited, ...others];
}

function isTakenAway(file: FileDiff): boolean {
  return file.status === "deleted" || (file.status === "renamed" && file.oldPath !== file.newPath);
}

/** What a text must contain to name one of these files: its name without ending, or the nearest folder above it. */
function namesOf(paths: readonly string[]): RegExp {
  const names = new Set<string>();
  for (const path of paths) {
    const [name = "", folder] = path.split("/").toReversed();
    names.add(name.includes(".", 1) ? name.slice(0, name.indexOf(".", 1)) : name);
    if (folder !== undefined) names.add(folder);
  }
  const escaped = [...names].map((name) => name.replace(/[^\w]/g, "\\$&"));
  return new RegExp(`(?:^|[/"' ])(?:${escaped.join("|")})(?![\\w-])`, "m");
}

async function brokenByChange(path: string, oldPath: string | null, sides: Sides): Promise<RawFinding[]> {
  const broken = await brokenIn(path, sides.head);
  if (!broken || broken.all.length === 0) return [];
  const before = oldPath === null ? null : await brokenIn(oldPath, sides.base);
  const base = await sides.base.layout();
  const lines = broken.text.split("\n");
  return newlyBroken(before?.all ?? [], broken.all)
    .filter(({ onlyIfTaken: taken }) => taken === undefined || base.hasFile(taken) || base.hasDirectory(taken))
    .map(({ kind, line, title, explanation }) => {
      const text = (lines[line - 1] ?? "").replace(/\r$/, "");
      return found(dependencyChain, { kind, path, line, text, title, explanation, claim: "absent" });
    });
}

/** What was not broken before; a broken reference in a job that is only renamed was. */
function newlyBroken(before: readonly Broken[], after: readonly Broken[]): Broken[] {
  const isSame = (one: Broken, other: Broken) => one.key === other.key && one.owner === other.owner;
  const lost = before.filter((one) => !after.some((other) => isSame(one, other))).map((one) => one.key);
  return after.filter((one) => {
    if (before.some((other) => isSame(one, other))) return false;
    const renamed = lost.indexOf(one.key);
    if (renamed >= 0) lost.splice(renamed, 1);
    return renamed < 0;
  });
}

async function brokenIn(path: string, side: Side): Promise<{ all: Broken[]; text: string } | null> {
  const text = await textOf(side.tree, path);
  return text === null ? null : { all: await readBroken({ path, text }, side), text };
}

async function readBroken(file: SourceFile, side: Side): Promise<Broken[]> {
  const layout = await side.layout();
  if (isPackageJson(file.path)) return brokenInPackageJson(file, layout);
  if (isTsconfig(file.path)) return brokenInTsconfig(file, layout, (path) => textOf(side.tree, path));
  // The YAML parser takes longer to load than most changes take to check, and few changes touch a workflow.
  const { brokenInWorkflow } = await import("./dependency-chain/workflows.ts");
  return brokenInWorkflow(file, layout);
}

async function textOf(tree: Tree, path: string): Promise<string | null> {
  const bytes = await tree.read(path);
  return bytes && new TextDecoder().decode(bytes);
}
