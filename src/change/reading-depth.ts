// Decides in which order reviewers read the files of a change, and which of a large one: sensitive files and code first,
// until the token budget is used; the rest is summarised.
import { pathOf, type FileDiff } from "./diff.ts";
import { categoryOf, isBoilerplate } from "./file-kinds.ts";
import type { LeftOutFiles } from "./noise.ts";
import type { SensitiveHit } from "./sensitive.ts";

export type Depth = "full" | "summary" | "left-out";

/** More calls over one change than this a reviewer is not given. */
export const mostParts = 4;

/** In tokens: what fits a model's context besides instructions and tools, in as many calls. */
export const readingBudget = mostParts * 100_000;

const charactersPerToken = 3.5;

export function readingDepths(
  files: readonly FileDiff[],
  leftOut: readonly LeftOutFiles[],
  sensitive: readonly SensitiveHit[],
  budget = readingBudget,
): { depths: Map<string, Depth>; tokens: number } {
  const out = new Set(leftOut.filter((one) => one.hunks === null).map((one) => one.path));
  const delicate = new Set(sensitive.map((hit) => hit.path));
  const byRisk = files
    .map((file) => ({
      path: pathOf(file),
      tokens: tokensOf(file),
      risk: readingOrder(pathOf(file), delicate.has(pathOf(file))),
    }))
    .filter(({ path }) => !out.has(path))
    .toSorted((a, b) => a.risk - b.risk || a.tokens - b.tokens);
  const depths = new Map<string, Depth>([...out].map((path) => [path, "left-out"]));
  let tokens = 0;
  for (const file of byRisk) {
    const fits = tokens + file.tokens <= budget;
    depths.set(file.path, fits ? "full" : "summary");
    if (fits) tokens += file.tokens;
  }
  return { depths, tokens };
}

function tokensOf(file: FileDiff): number {
  let characters = 80;
  for (const hunk of file.hunks) for (const line of hunk.lines) characters += line.length + 1;
  return Math.ceil(characters / charactersPerToken);
}

/** The lower, the earlier; from `afterCode` on nothing is code. */
export function readingOrder(path: string, isSensitive: boolean): number {
  if (isSensitive) return 0;
  if (isBoilerplate(path)) return afterCode + 1;
  return { source: 1, infra: 2, config: 3, test: 4, docs: afterCode }[categoryOf(path)];
}

export const afterCode = 5;
