// Classifies the kind of change from its type, labels and branch, else from the shape of the diff.
import type { AuthorText } from "./change.ts";
import { addedLines, pathOf, removedLines, type FileDiff } from "./diff.ts";
import type { Intent } from "./intent.ts";
import { categoryOf, isDocumentation, isManifest, isTest, isWorkflow } from "./file-kinds.ts";

const archetypes = ["bugfix", "feature", "refactor", "docs", "tests", "deps", "ci", "config", "chore"] as const;
export type Archetype = (typeof archetypes)[number];

export interface ArchetypeMatch {
  is: Archetype;
  by: "title" | "label" | "branch" | "shape";
}

const byType: Record<string, Archetype> = {
  fix: "bugfix",
  feat: "feature",
  docs: "docs",
  style: "chore",
  refactor: "refactor",
  perf: "refactor",
  test: "tests",
  build: "config",
  ci: "ci",
  chore: "chore",
  revert: "bugfix",
};

export function findArchetype(
  files: readonly FileDiff[],
  words: Pick<AuthorText, "labels" | "branch">,
  intent: Pick<Intent, "conventional">,
): ArchetypeMatch {
  const claimed = fromTitle(intent) ?? fromLabels(words.labels) ?? fromBranch(words.branch);
  const shape = fromShape(files);
  // A title alone must not lead to the lighter review that documentation gets.
  if (claimed?.is === "docs" && shape !== "docs") return { is: shape, by: "shape" };
  return claimed ?? { is: shape, by: "shape" };
}

function fromTitle({ conventional }: Pick<Intent, "conventional">): ArchetypeMatch | null {
  if (!conventional?.known) return null;
  const scope = conventional.scope?.toLowerCase() ?? "";
  if (/^deps(-dev)?$|^dependenc/.test(scope)) return { is: "deps", by: "title" };
  const is = byType[conventional.type];
  return is ? { is, by: "title" } : null;
}

function fromLabels(labels: readonly string[]): ArchetypeMatch | null {
  for (const label of labels) {
    const is = wordMeans(label.toLowerCase());
    if (is) return { is, by: "label" };
  }
  return null;
}

function fromBranch(branch: string | null): ArchetypeMatch | null {
  const [first] = (branch ?? "").toLowerCase().split(/[/_-]/);
  const is = branch?.includes("/") || branch?.includes("-") ? wordMeans(first ?? "") : null;
  return is ? { is, by: "branch" } : null;
}

function wordMeans(word: string): Archetype | null {
  if (/^(bug|bugfix|fix|hotfix|regression)\b/.test(word)) return "bugfix";
  if (/^(feature|feat|enhancement)\b/.test(word)) return "feature";
  if (/^(docs?|documentation)\b/.test(word)) return "docs";
  if (/^(dependenc|dependabot|renovate|deps)/.test(word)) return "deps";
  if (/^refactor/.test(word)) return "refactor";
  if (/^(tests?)\b/.test(word)) return "tests";
  return word === "ci" ? "ci" : null;
}

function fromShape(files: readonly FileDiff[]): Archetype {
  const paths = files.map(pathOf);
  if (paths.length === 0) return "chore";
  const all = (holds: (path: string) => boolean) => paths.every(holds);
  if (all((path) => isDocumentation(path))) return "docs";
  if (all(isManifest)) return "deps";
  if (all(isWorkflow)) return "ci";
  if (all((path) => isTest(path))) return "tests";
  if (all((path) => categoryOf(path) === "config" || categoryOf(path) === "infra")) return "config";
  if (mostlyMoved(files)) return "refactor";
  return files.some((file) => file.status === "added" && categoryOf(pathOf(file)) === "source") ? "feature" : "chore";
}

/** At least 60% of the removed lines are among the added ones. */
function mostlyMoved(files: readonly FileDiff[]): boolean {
  const removed = new Map<string, number>();
  let removedCount = 0;
  for (const text of files.flatMap((file) => significantLines(removedLines(file)))) {
    removed.set(text, (removed.get(text) ?? 0) + 1);
    removedCount++;
  }
  if (removedCount < 10) return files.length > 1 && files.every((file) => file.status === "renamed");
  let moved = 0;
  let addedCount = 0;
  for (const text of files.flatMap((file) => significantLines(addedLines(file)))) {
    addedCount++;
    const left = removed.get(text) ?? 0;
    if (left > 0) {
      moved++;
      removed.set(text, left - 1);
    }
  }
  return moved >= 0.6 * Math.max(removedCount, addedCount);
}

function significantLines(lines: Iterable<{ text: string }>): string[] {
  return [...lines].map(({ text }) => text.trim()).filter((text) => text.length > 3);
}
